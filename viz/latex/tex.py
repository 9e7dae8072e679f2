r"""Text as LaTeX that is typeset as it is, with the fonts that every TeX has.

What comes out is ASCII. A character that those fonts lack becomes `\plyscopeother{…}` with its code, which the preamble
defines as a small frame; whoever has a font for it defines it anew.
"""

from __future__ import annotations

import unicodedata


def _parse_pairs(pairs: str) -> dict[str, str]:
    """Characters and what they become, one after the other."""
    tokens = pairs.split()
    return dict(zip(tokens[::2], tokens[1::2], strict=True))


_MATH_COMMANDS = _parse_pairs(r"""
    ▵ \triangle
    ≥ \geq  ≤ \leq  ≠ \neq  ≈ \approx  ± \pm  × \times  · \cdot  ∞ \infty  − -  ° {}^\circ  √ \surd  ¬ \neg  … \ldots
    ← \leftarrow  → \rightarrow  ↑ \uparrow  ↓ \downarrow  ↔ \leftrightarrow  ⇒ \Rightarrow  ⇔ \Leftrightarrow
    ∧ \wedge  ∨ \vee  ∪ \cup  ∩ \cap  ∈ \in  ∅ \emptyset  ∂ \partial  ⟨ \langle  ⟩ \rangle  ★ \star  ◇ \diamond
    ❯ \rangle  • \bullet  ⊘ \oslash  ↪ \hookrightarrow  ⁻ {}^-  ⁺ {}^+
    △ \triangle  ▽ \bigtriangledown  ○ \bigcirc  ● \bullet  ♠ \spadesuit  ♥ \heartsuit  ♦ \diamondsuit  ♣ \clubsuit
    α \alpha  β \beta  γ \gamma  δ \delta  ε \epsilon  ζ \zeta  η \eta  θ \theta  ι \iota  κ \kappa  λ \lambda  μ \mu
    ν \nu  ξ \xi  π \pi  ρ \rho  ς \varsigma  σ \sigma  τ \tau  υ \upsilon  φ \phi  χ \chi  ψ \psi  ω \omega  µ \mu
    Γ \Gamma  Δ \Delta  Θ \Theta  Λ \Lambda  Ξ \Xi  Π \Pi  Σ \Sigma  Υ \Upsilon  Φ \Phi  Ψ \Psi  Ω \Omega
""")
_TEXT_COMMANDS = _parse_pairs(r"""
    \ \textbackslash{}  { \{  } \}  $ \$  & \&  # \#  % \%  _ \_  ^ \^{}  ~ \~{}  ` \`{}  ' {'}  " {''}  - {-}
    < \textless{}  > \textgreater{}  | \textbar{}  – {--}  — {---}  ‘ {`}  ’ {'}  “ {``}  ” {''}  ¡ {!`}  ¿ {?`}
    £ \pounds{}  § \S{}  ¶ \P{}  © \copyright{}  † \dag{}  ‡ \ddag{}  ß \ss{}  æ \ae{}  Æ \AE{}  œ \oe{}  Œ \OE{}
    ø \o{}  Ø \O{}  ł \l{}  Ł \L{}  ı \i{}  ﬁ fi  ﬂ fl  ✂ \plyscopescissors{}  ✗ \plyscopecross{}
    ━ \rule[.5ex]{.5em}{.25ex}  ─ \rule[.5ex]{.5em}{.1ex}
    ο o  Α A  Β B  Ε E  Ζ Z  Η H  Ι I  Κ K  Μ M  Ν N  Ο O  Ρ P  Τ T  Χ X
""")
_TEXT_COMMANDS |= {"\u00a0": "~", "\u2002": r"\enskip{}", "\u2003": r"\quad{}", "\u3000": r"\quad{}", "\u2009": r"\,"}
# A piece by its letter, as it is written in the moves of either player.
_TEXT_COMMANDS |= dict(zip("♔♕♖♗♘♙♚♛♜♝♞♟", "KQRBNPKQRBNP", strict=True))
_ACCENT_COMMANDS = {
    "\u0300": "`",
    "\u0301": "'",
    "\u0302": "^",
    "\u0303": "~",
    "\u0304": "=",
    "\u0306": "u ",
    "\u0307": ".",
    "\u0308": '"',
    "\u030a": "r ",
    "\u030b": "H ",
    "\u030c": "v ",
    "\u0327": "c ",
}


def escape_tex(text: str) -> str:
    r"""One line of text.

    >>> print(escape_tex("≥ −3"), escape_tex("[−∞, ∞]"), escape_tex(r"\input{x} 50%"), escape_tex("é 日"))
    $\geq$ $-$3 [$-\infty$, $\infty$] \textbackslash{}input\{x\} 50\% \'{e} \plyscopeother{65E5}
    """
    pieces: list[str] = []
    formula = ""
    for character in text:
        if character in _MATH_COMMANDS:
            formula += _MATH_COMMANDS[character]
            continue
        if formula:
            pieces.append(f"${formula}$")
            formula = ""
        # TeX makes one space of several.
        pieces.append(
            "~" if character == " " and (not pieces or pieces[-1] in (" ", "~")) else _escape_character(character)
        )
    return "".join(pieces) + (f"${formula}$" if formula else "")


def _escape_character(character: str) -> str:
    if character in _TEXT_COMMANDS:
        return _TEXT_COMMANDS[character]
    if character.isascii() and character.isprintable():
        return character
    base, *marks = list(unicodedata.normalize("NFD", character))
    if base.isascii() and base.isalpha() and len(marks) == 1 and marks[0] in _ACCENT_COMMANDS:
        letter = {"i": r"\i", "j": r"\j"}.get(base, base) if marks[0] != "\u0327" else base
        return f"\\{_ACCENT_COMMANDS[marks[0]]}{{{letter}}}"
    return f"\\plyscopeother{{{ord(character):04X}}}"
