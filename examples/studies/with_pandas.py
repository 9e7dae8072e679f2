"""How many leaves each search evaluates for one of alpha-beta's on the same tree, by depth: the question in pandas.

python examples/studies/with_pandas.py results/
"""

import sys

import pandas as pd


def answer(results: str) -> list[tuple[str, int, int, float]]:
    """The rows of the answer: search, depth, trees, and the median of the ratio."""
    columns = ["game", "search", "depth", "leaf_evaluations", "stopped", "error"]
    rows = pd.read_parquet(f"{results}/rows", columns=columns)
    ended = rows[rows.stopped.isna() & rows.error.isna()]
    base = ended[ended.search == "alphabeta"].set_index("game").leaf_evaluations
    ratios = ended.assign(ratio=ended.leaf_evaluations / ended.game.map(base))
    found = ratios.groupby(["search", "depth"]).ratio.agg(["count", "median"])
    return list(found.reset_index().itertuples(index=False, name=None))


if __name__ == "__main__":
    for search, depth, trees, ratio in answer(sys.argv[1]):
        print(f"{search:10} {depth:2} {trees:5} {ratio:7.3f}")
