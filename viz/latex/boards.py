"""Positions in a TikZ drawing: tables of squares, which an author can change by hand."""

from __future__ import annotations

from tracer.games.board import Board, Squares
from viz.latex.tex import tex

BLACK = "♚♛♜♝♞♟"
"""Written as small letters; White's pieces are capitals, as in Forsyth's notation."""
COMMANDS = r"""
% Boards: a square, a square on a colour, a table of squares.
\ifdefined\plyscopeside\else\newlength{\plyscopeside}\fi
\setlength{\plyscopeside}{9pt}
\providecommand{\plyscopecell}[1]{\makebox[\plyscopeside]{\rule[-.24\plyscopeside]{0pt}{\plyscopeside}\textcolor{plyscopetext}{#1}}}
\providecommand{\plyscopeletter}[1]{\makebox[.62em]{\rule[-.3ex]{0pt}{2.1ex}\textcolor{plyscopetext}{#1}}}
\providecommand{\plyscopeon}[2]{{\setlength{\fboxsep}{0pt}\colorbox{#1}{#2}}}
\providecommand{\plyscopeboard}[2]{{\setlength{\tabcolsep}{0pt}\renewcommand{\arraystretch}{0}\scriptsize
  \color{plyscopefaint}\begin{tabular}{#1}#2\end{tabular}}}
\providecommand{\plyscopeX}{\textcolor{plyscopeMAXline}{\textsf{X}}}
\providecommand{\plyscopeO}{\textcolor{plyscopeMINline}{\textsf{O}}}
\providecommand{\plyscopehole}[2]{\begin{tikzpicture}[x=\plyscopeside, y=\plyscopeside, baseline=-.26\plyscopeside]
  \path[use as bounding box] (-.42,-.5) rectangle (.42,.5); \path[fill=plyscopebackground] circle (.43);
  \path[fill=#1] circle (.37); \draw[plyscopebackground, line width=.6pt] #2;\end{tikzpicture}}
\ifdefined\plyscopediscX\else\newsavebox{\plyscopediscX}\fi
\ifdefined\plyscopediscO\else\newsavebox{\plyscopediscO}\fi
\ifdefined\plyscopenodisc\else\newsavebox{\plyscopenodisc}\fi
\sbox{\plyscopediscX}{\plyscopehole{plyscopeMAXline}{(-.15,-.15) -- (.15,.15) (-.15,.15) -- (.15,-.15)}}
\sbox{\plyscopediscO}{\plyscopehole{plyscopeMINline}{circle (.18)}}
\sbox{\plyscopenodisc}{\plyscopehole{plyscopebackground}{}}
""".strip().split("\n")


def table(board: Board) -> str:
    """A position, as a table of squares."""
    cells = [" & ".join(_square(board, row, column) for column in range(board.columns)) for row in range(board.rows)]
    has_lines = board.squares is Squares.LINES
    columns = ("|" if has_lines else "").join("c" * board.columns)
    rows = (r"\\\hline " if has_lines else r"\\").join(cells)
    return rf"\plyscopeboard{{{columns}}}{{{rows}}}"


def _square(board: Board, row: int, column: int) -> str:
    cell, is_last = board.cells[row][column], (row, column) in board.last
    ground = "plyscopelast" if is_last else ""
    if board.squares is Squares.HOLES:
        disc = {"X": r"\usebox{\plyscopediscX}", "O": r"\usebox{\plyscopediscO}"}
        text, ground = disc.get(cell) or tex(cell) or r"\usebox{\plyscopenodisc}", ground or "plyscopeedge"
    elif board.squares is Squares.CHEQUERED:
        piece = tex(cell).lower() if cell in BLACK else tex(cell)
        text = rf"\textcolor{{plyscopeink}}{{{piece}}}" if piece else ""
        ground = f"plyscope{'last' if is_last else 'dark' if (row + column) % 2 else 'light'}square"
    elif board.squares is Squares.LINES:
        text = {"X": r"\plyscopeX{}", "O": r"\plyscopeO{}"}.get(cell) or tex(cell)
    else:
        text = rf"\texttt{{{tex(cell)}}}" if cell else ""
    square = rf"\plyscope{'letter' if board.squares is Squares.TEXT else 'cell'}{{{text}}}"
    return rf"\plyscopeon{{{ground}}}{{{square}}}" if ground else square
