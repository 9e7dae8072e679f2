"""The charts that there are: a new one is a file beside this one, and its line here."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from viz.charts import course, icicle, merits, passes, plies
from viz.charts.plot import Chart

CHARTS: Mapping[str, Chart] = MappingProxyType(
    {module.CHART.name: module.CHART for module in (icicle, plies, course, passes, merits)}
)
"""The charts by their names: each says what it `shows` and which options it `takes`."""
