"""How many leaves each search evaluates for one of alpha-beta's on the same tree, by depth: the question in SQL.

python examples/studies/with_duckdb.py results/
"""

import sys

import duckdb

QUESTION = """
with ended as (
    from read_parquet($rows) where stopped is null and error is null
)
select mine.search, mine.depth, count(*) as trees, median(mine.leaf_evaluations / base.leaf_evaluations) as ratio
from ended as mine join ended as base on mine.game = base.game
where base.search = 'alphabeta'
group by all order by all
"""


def answer(results: str) -> list[tuple[str, int, int, float]]:
    """The rows of the answer: search, depth, trees, and the median of the ratio."""
    return duckdb.execute(QUESTION, {"rows": f"{results}/rows/*.parquet"}).fetchall()


if __name__ == "__main__":
    for search, depth, trees, ratio in answer(sys.argv[1]):
        print(f"{search:10} {depth:2} {trees:5} {ratio:7.3f}")
