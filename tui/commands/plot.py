"""`plyscope plot`: what is drawn of a study."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Annotated, Any

import typer

from tracer.errors import PlyscopeError
from tracer.file.output import need_another
from tracer.text import clean
from tui.terminal.options import FormatOption
from tui.terminal.output import align_columns, print_message, print_output, write_content

MAX_PRINTED_ROWS = 1_000
"""Of the table in the terminal."""


def _list_charts(is_wanted: bool) -> None:
    if is_wanted:
        from viz.studies.study_charts import STUDY_CHARTS

        rows = []
        for chart in STUDY_CHARTS.values():
            options = " ".join(f"--{key} {value}" for key, value in chart.defaults.items() if value)
            rows.append((chart.name, f"{chart.shows} ({options})"))
        print_output(align_columns(rows, left=(0, 1)))
        raise typer.Exit


def plot(
    results: Annotated[
        str,
        typer.Argument(help="The folder that plyscope sweep wrote, or a Parquet file."),
    ],
    chart: Annotated[str, typer.Option(help="A named chart (see --list).")] = "lines",
    x: Annotated[
        str | None, typer.Option("--x", help="Along the axis: a parameter, or a formula over columns.")
    ] = None,
    y: Annotated[
        str | None, typer.Option("--y", help="What is drawn: a column, or a formula such as leaves/minimal_leaves.")
    ] = None,
    by: Annotated[
        str | None, typer.Option(help="Columns whose values are told apart, with commas between; or none.")
    ] = None,
    panels: Annotated[
        str | None, typer.Option(help="Columns for whose values there are charts beside one another.")
    ] = None,
    of: Annotated[str | None, typer.Option(help="What the colours of a heat map show: a column or a formula.")] = None,
    base: Annotated[
        str | None, typer.Option(help="The group that a ratio is relative to, as the table names it; else the first.")
    ] = None,
    where: Annotated[
        str | None, typer.Option(help="The rows that are wanted, such as 'depth >= 4 and search != \"minimax\"'.")
    ] = None,
    log: Annotated[
        str | None, typer.Option(help="Axes that grow by factors: x, y, x,y, of (the colours), or none.")
    ] = None,
    mean: Annotated[bool, typer.Option("--mean", help="Means with 95 % confidence intervals, by Student's t.")] = False,
    median: Annotated[bool, typer.Option("--median", help="Medians with quartiles, as without this.")] = False,
    output: Annotated[
        str | None,
        typer.Option("--output", "-o", help="A file .svg, .png or .pdf; - is stdout; else a table is printed."),
    ] = None,
    format: FormatOption = None,
    theme: Annotated[str, typer.Option(help="light, dark, print or colour-blind.")] = "light",
    title: Annotated[str | None, typer.Option(help="The title of the chart.")] = None,
    fit: Annotated[
        str | None, typer.Option(help="What it is shown on: slide (1920×1080 pixels), page or column.")
    ] = None,
    width: Annotated[float | None, typer.Option(help="Inches, of which a .png has 384 pixels each [5].")] = None,
    height: Annotated[float | None, typer.Option(help="Inches [what the panels need].")] = None,
    _list: Annotated[
        bool,
        typer.Option(
            "--list",
            callback=_list_charts,
            is_eager=True,
            help="List the named charts and the questions that they answer.",
        ),
    ] = False,
) -> None:
    """Draw what a sweep found, or print the table behind the drawing.

    \b
    plyscope plot results/ --x depth --y visited --by search
    plyscope plot results/ --chart nodes -o nodes.svg
    plyscope plot results/ --chart ratio --base alphabeta -o ratio.pdf
    plyscope plot results/ --chart heat --x width --y depth -o heat.png
    plyscope plot results/ --chart boxes --where 'depth == 6' -o boxes.svg

    Searches that a limit stopped or that ended with an error are left out, and counted below the title.
    """
    from viz.studies.study_charts import ask, chart_content, chart_format, fit_size, write

    if mean and median:
        raise PlyscopeError("--mean and --median: give one of them")
    file_format = None if output is None else chart_format(output, format)
    if output is None and format is not None:
        raise PlyscopeError("--format is for a file: give -o, too")
    if output not in (None, "-"):
        _need_output_outside_results(str(output), results)
    default_width, default_height = fit_size(fit)
    axis_options = {"x": x, "y": y, "by": by, "panels": panels, "of": of, "base": base, "where": where, "log": log}
    drawing = ask(results, chart, {**axis_options, "middle": "mean" if mean else "median" if median else None})
    if file_format is None:
        _print_table(drawing.answer)
        return
    size = {"width": width or default_width, "height": height or default_height}
    look_options: dict[str, Any] = {"theme": theme, "title": title, **size}
    assert output is not None
    if output == "-":
        write_content(output, chart_content(drawing, file_format, **look_options))
        return
    write(drawing, output, format=file_format, **look_options)
    print_message(f"wrote {output}: {' '.join(drawing.answer.caption)}")


def _need_output_outside_results(output: str, results: str) -> None:
    """Refuse an output that is what is read, or stands among it."""
    need_another(output, results)
    results_folder, output_path = Path(os.path.realpath(results)), Path(os.path.realpath(output))
    if results_folder.parent.name == "rows":  # one file of a study
        results_folder = results_folder.parent.parent
    if results_folder.is_dir() and output_path.is_relative_to(results_folder):
        raise PlyscopeError(
            f"{clean(output)} would stand among the results: write it outside of {clean(str(results_folder))}"
        )


def _print_table(answer: Any) -> None:
    rows = [[_format_cell(cell) for cell in row] for row in answer.table[:MAX_PRINTED_ROWS]]
    print_output(align_columns([list(answer.header), *rows]))
    if len(answer.table) > MAX_PRINTED_ROWS:
        print_output(f"… {len(answer.table) - MAX_PRINTED_ROWS:,} more rows")
    print_output("\n" + "\n".join(answer.caption))


def _format_cell(value: str | float | int | None) -> str:
    """A number as a table has it.

    >>> [_format_cell(value) for value in (1234.0, 0.123456, 12345.678, 3, "pvs", None)]
    ['1,234', '0.1235', '12,345.7', '3', 'pvs', '']
    """
    if value is None:
        return ""
    if isinstance(value, str):
        return value
    if float(value).is_integer():
        return f"{int(value):,}"
    return f"{value:,.1f}" if abs(value) >= 1_000 else f"{value:.4g}"
