"""What the page of studies shows of the code: the columns of the results, and the charts."""

from __future__ import annotations

from making.reference.python import linked
from tracer.sweeping.result_columns import IDENTITY_COLUMNS, RESULT_COLUMNS, column_meaning
from viz.studies.study_charts import STUDY_CHARTS


def columns() -> str:
    """The columns that every study has, in a table; its parameters stand between the two parts."""
    parts = []
    for title, found in (("What was searched", IDENTITY_COLUMNS), ("What came of it", RESULT_COLUMNS)):
        rows = [f"| `{name}` | {kind} | {linked(column_meaning(name))} |" for name, kind in found.items()]
        parts += [f"### {title}\n", "| column | type | what it says |\n|---|---|---|", *rows, ""]
    return "\n".join(parts)


def charts() -> str:
    """The named charts, in a table."""
    rows = []
    for chart in STUDY_CHARTS.values():
        usual = [f"`--{name} {value}`" for name, value in chart.defaults.items() if value]
        rows.append(f"| `{chart.name}` | {chart.shows} | {' '.join(usual)} |")
    return "\n".join(["| chart | shows | where nothing else is said |\n|---|---|---|", *rows])
