"""The styles of a TikZ drawing are the theme's looks."""

import re

import pytest
from forests import options

from tracer.comparing.union_tree import BOTH, CHANGED, ONLY_A, ONLY_B
from viz.latex import styles as tikz_styles
from viz.pictures.roles import Kind, NodeType, Role
from viz.pictures.theme import THEMES, Theme


def defined(text: str) -> dict[str, dict[str, str]]:
    """The styles of a preamble, each with all that it means, and with colours for their names."""
    colours = dict(re.findall(r"\\definecolor\{(\w+)\}\{HTML\}\{([0-9A-F]{6})\}", text))
    found = re.findall(r"^  (plyscope [\w ]+)/\.style=\{(.*)\},$", text, re.MULTILINE)
    styles = {name: {} if name == tikz_styles.TEE_STYLE else options(what) for name, what in found}
    for what in styles.values():
        what.update({name: "#" + colours[value].lower() for name, value in what.items() if value in colours})
    return styles


def together(styles: dict[str, dict[str, str]], names: list[str]) -> dict[str, str]:
    """What several styles come to, the last one winning."""
    return {name: value for style in names for name, value in styles[style].items()}


ROLES = [
    *(Role(kind, unfinished=open_, on_pv=pv) for kind in Kind for open_ in (False, True) for pv in (False, True)),
    *(
        Role(kind, side=side, on_pv=pv)
        for kind in Kind
        for side in (BOTH, ONLY_A, ONLY_B, CHANGED)
        for pv in (False, True)
    ),
    *(Role(kind, node_type=type_, on_pv=pv) for kind in Kind for type_ in NodeType for pv in (False, True)),
    *(Role(Kind.MIN, refutes="β", on_pv=pv, side=side) for pv in (False, True) for side in (None, BOTH, ONLY_A)),
]


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_the_styles_of_a_role_come_to_what_its_theme_says(theme: Theme) -> None:
    """Colours, widths and dashes, of nodes and of edges."""
    text = "\n".join(tikz_styles.preamble_lines(theme))
    styles = defined(text)
    # What was pruned, a stub and what was never visited are never on the variation.
    never = (Kind.PRUNED, Kind.SUBTREE, Kind.SKIPPED, Kind.UNVISITED, Kind.STUB)
    for role in ROLES:
        if role.kind in never and (role.on_pv or role.unfinished or role.side is not None or role.node_type):
            continue
        look, means = theme.node_look(role), together(styles, tikz_styles.node_styles(role))
        assert means["text"] == look.text
        if look.shape != "plain":
            assert (means["draw"], means["fill"]) == (look.line, look.fill), role
            assert means["line width"] == f"{look.width * tikz_styles.LINE_WIDTH_SCALE:.2g}pt"
            for dash in ("dashed", "dotted", "dashdotted"):
                assert (dash in means) == (dash in look.style.split(","))
        edge, names = theme.edge_look(role), tikz_styles.edge_styles(role)
        means = together(styles, [name for name in names if "=" not in name])
        colour = theme.cutoff if "draw=plyscopecutoff" in names else means["draw"]
        assert colour == edge.line
        assert means["line width"] == f"{edge.width * tikz_styles.LINE_WIDTH_SCALE:.2g}pt"
        assert edge.style in means
        assert (tikz_styles.TEE_STYLE in names) == (edge.head == "tee")
