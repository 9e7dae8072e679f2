"""Libraries that a plain installation lacks, and what to say where one of them is needed."""

from __future__ import annotations

from importlib.util import find_spec

from tracer.errors import PlyscopeError

REMEDIES = {
    "resvg_py": "drawing PNG needs resvg: pip install 'plyscope[render]', or draw .svg, which needs nothing",
    "reportlab": "drawing PDF needs reportlab: pip install 'plyscope[render]', or draw .svg, which needs nothing",
    "PIL": "a GIF needs Pillow: pip install 'plyscope[render]', or animate an .svg",
    "matplotlib": "plots need matplotlib: pip install 'plyscope[render]'",
    "pyarrow": "Parquet needs pyarrow: pip install 'plyscope[arrow]'",
}
"""By the name that is imported."""


def demand(*modules: str) -> None:
    """See whether some libraries are installed, without loading them.

    Raises:
        PlyscopeError: one is not.
    """
    for module in modules:
        if find_spec(module) is None:
            raise PlyscopeError(REMEDIES[module])
