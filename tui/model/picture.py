"""The tree as a picture in character cells, and the keys that move about in it.

It stands upright, the root on top, where that fits, and else lies on its side, the root on the left. Where the visible
nodes are too many, the picture is of those around the selected one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache, partial

from tracer.recording.status import PRUNED
from tui.model.blocks import Block, block, width
from tui.model.browser import Browser
from tui.model.line import Span
from tui.model.plan import HEAVY, LIGHT, MARKS, NARROWEST, Plan, Sheet, Spot, least_across, lying, upright
from tui.model.sketch import ANY, Kind, Sketch

MOST = (64, 48, 36, 28, 22, 17, 13, 10, 8, 6, 5, 4, 3, 2)
"""Places of a picture: as many of these as there is room for."""
SEEN = 1_000
"""A tree of more rows is not drawn whole, not even where most of them are pruned branches side by side."""
PLY_HEIGHT, PLY_WIDTH, BRIEF_WIDTH = 4, 14, 10
"""Rows of a ply of a tree that stands upright, and columns of one that lies, about; in a narrow pane."""
NARROW = 60
"""Columns below which windows and words are left out."""
TALL = 11
"""Rows from which on a picture of a part of the tree stands upright."""
RANKS = ("pruned-detail", "guide", "star")
"""Styles of lines: to what was never searched or has no room, to nodes, along the principal variation."""


class Picture:
    """The tree of a browser as a picture.

    Attributes:
        opened: the nodes whose pruned branches stand one by one.
        size: columns and rows of the pane.
        upright: whether the root is on top, and not on the left.
        blocks: what is drawn.
        spots: where each of these is, in cells of the pane.
    """

    def __init__(self, browser: Browser) -> None:
        self._browser = browser
        self.opened: set[int] = set()
        self.size = (80, 20)
        self.upright = True
        self.blocks: list[Block] = []
        self.spots: list[Spot] = []
        self._fewer = 0
        """Which of `MOST` had room the last time."""
        self._chosen = 0
        """Which of these is the selected one."""
        self._drawn: int | None = None
        """The node that was selected then."""

    def draw(self) -> list[list[Span]]:
        """The rows of the pane, as pieces of text with the names of their styles. O(places)."""
        plan = self._plan()
        columns, rows = self.size
        x, y = _scroll(plan, columns, rows)
        self.upright, self.blocks = plan.upright, plan.blocks
        self._drawn = self._browser.selected
        self._chosen = next(place for place, drawn in enumerate(plan.blocks) if drawn.selected)
        self.spots = [spot._replace(x=spot.x - x, y=spot.y - y) for spot in plan.spots] if x or y else plan.spots
        sheet = Sheet(plan.width, plan.height, turned=not plan.upright)
        _draw_edges(sheet, plan, set(self._browser.cursor.principal_variation()))
        write = _write_upright if plan.upright else _write_lying
        for drawn, spot in zip(plan.blocks, plan.spots, strict=True):
            write(sheet, drawn, spot)
        return [sheet.row(row, x, columns, RANKS) for row in range(y, y + rows)]

    # The keys. Plies follow one another downwards where the root is on top, and to the right where it is on the left.

    def go_up(self) -> str:
        """Select the parent; where the tree lies on its side, what stands above."""
        return self._leave() if self.upright else self._beside(-1)

    def go_down(self) -> str:
        """Expand the selected node, or select its first child; where the tree lies on its side, what stands below."""
        return self._browser.tree.expand_or_enter() if self.upright else self._beside(1)

    def go_left(self) -> str:
        """Select what stands on the left; where the tree lies on its side, the parent."""
        return self._beside(-1) if self.upright else self._leave()

    def go_right(self) -> str:
        """Select what stands on the right; where the tree lies on its side, expand or select the first child."""
        return self._beside(1) if self.upright else self._browser.tree.expand_or_enter()

    def _leave(self) -> str:
        browser = self._browser
        if browser.selected == browser.rows.root:
            return "this is the root" if browser.selected == 0 else "the tree is shown from this node on"
        return browser.select(int(browser.trace.columns.parent[browser.selected]))

    def _catch_up(self) -> None:
        """Draw what is not drawn yet: keys may come faster than frames."""
        if self._drawn != self._browser.selected:
            self.draw()

    def _beside(self, by: int) -> str:
        """Select the next place of the same ply, or the one before."""
        self._catch_up()
        plies: list[int] = []
        for spot in self.spots:
            plies.append(plies[spot.item.parent] + 1 if spot.item.parent >= 0 else 0)
        items = [spot.item for spot in self.spots]
        here = plies[self._chosen]
        row = [place for place, item in enumerate(items) if plies[place] == here and item.kind is not Kind.ABOVE]
        beside = row.index(self._chosen) + by
        if not 0 <= beside < len(row):
            return "nothing stands beside this node here"
        return self._browser.select(items[row[beside]].node)

    def toggle(self) -> str:
        """Expand or collapse the selected node; of several pruned branches, have each stand alone, or not."""
        browser, columns = self._browser, self._browser.trace.columns
        above = int(columns.parent[browser.selected])
        self._catch_up()
        if columns.status[browser.selected] != PRUNED:
            return browser.tree.toggle()
        if self.spots[self._chosen].item.kind is not Kind.PRUNED and above not in self.opened:
            return "there is nothing below this node"
        self.opened ^= {above}
        return ""

    def at(self, x: int, y: int) -> Spot | None:
        """What stands in a cell of the pane."""
        return next((spot for spot in self.spots if spot.holds(x, y)), None)

    @property
    def title(self) -> str:
        """How much of the tree is drawn."""
        items = [spot.item for spot in self.spots]
        total = sum(item.nodes for item in items)
        there = sum(item.nodes if item.kind is Kind.PRUNED else item.kind is Kind.NODE for item in items)
        return f"all {total:,} nodes" if there == total else f"{there:,} of {total:,} nodes"

    def _plan(self) -> Plan:
        """The fullest picture that fits; the smallest one where none does."""
        columns, rows = self.size
        sketch, draw = Sketch(self._browser, self.opened, self._lines()), cache(partial(block, self._browser))
        if len(self._browser.rows) <= SEEN:
            for one in (*self._with_pruned_values(sketch), sketch):
                whole = all(item.kind in (Kind.NODE, Kind.PRUNED) for item in one.take(MOST[0], ANY))
                for stands in (True, False) if whole else ():
                    plan = self._laid_out(one, draw, stands=stands)
                    if self._fits(plan):
                        return plan
        stands = rows >= TALL
        levels = max(2, (rows + 1) // PLY_HEIGHT if stands else columns // (BRIEF_WIDTH if self._brief else PLY_WIDTH))
        room = columns if stands else rows
        most = sketch.reach(MOST[0], levels, room // NARROWEST) if stands else sketch.reach(MOST[0], levels, ANY, room)
        fullest, smallest = sum(places >= most for places in MOST[1:-1]), len(MOST) - 1

        def plan_of(fewer: int) -> Plan | None:
            """The plan of so many places, if it fits; where none is smaller, whether it does or not."""
            items = sketch.take(MOST[fewer], levels)
            if fewer < smallest and least_across(items, stands=stands) > room:
                return None
            plan = self._laid_out(sketch, draw, stands=stands)
            return plan if fewer == smallest or self._fits(plan) else None

        # What fitted the last time nearly fits this time: the next one is tried first, then the middle of the others.
        best, low, high, beside = None, fullest, smallest, True
        fewer = min(max(self._fewer, low), high)
        while low <= high:
            if found := plan_of(fewer):
                best, self._fewer, high = found, fewer, fewer - 1
            else:
                low = fewer + 1
            fewer, beside = (high if found else low) if beside else (low + high) // 2, False
        assert best is not None, "the smallest one is taken as it is"
        return best

    def _with_pruned_values(self, sketch: Sketch) -> Iterator[Sketch]:
        """Yield a sketch in which pruned leaves whose values are known stand one by one, where there are any."""
        several = [item for item in sketch.take(MOST[0], ANY) if item.kind is Kind.PRUNED]
        pruned = [node for item in several for node in range(item.node, item.node + item.nodes)]
        parent = self._browser.trace.columns.parent
        known = {int(parent[node]) for node in pruned if self._browser.unseen(node) is not None}
        if known:
            yield Sketch(self._browser, self.opened | known, self._lines())

    def _lines(self) -> list[Sequence[int]]:
        """What is drawn before the rest: the principal variation, the selected node's best move, the open path."""
        trace, cursor, selected = self._browser.trace, self._browser.cursor, self._browser.selected
        variation = cursor.principal_variation()
        best = None if selected in variation[:-1] else cursor.best_child(selected)
        chosen = [] if best is None else [*trace.ancestry(selected), best]
        return [variation, chosen, trace.ancestry(cursor.node)]

    def _fits(self, plan: Plan) -> bool:
        return plan.width <= self.size[0] and plan.height <= self.size[1]

    @property
    def _brief(self) -> bool:
        """Whether there is room for the moves and values alone."""
        return self.size[0] < NARROW

    def _laid_out(self, sketch: Sketch, draw: Callable[..., Block], *, stands: bool) -> Plan:
        brief = self._brief
        holding = {item.parent for item in sketch.items}
        now = sketch.standing_for(self._browser.cursor.node)
        blocks = []
        for place, item in enumerate(sketch.items):
            found = draw(
                item.node, item.kind, item.nodes, holds=place in holding, long=not (stands or brief), brief=brief
            )
            if item.node in (sketch.chosen, now) and item.kind in (Kind.NODE, Kind.PRUNED):
                found = found._replace(selected=item.node == sketch.chosen, now=item.node == now)
            blocks.append(found)
        return upright(sketch.items, blocks, *self.size) if stands else lying(sketch.items, blocks)


def _scroll(plan: Plan, columns: int, rows: int) -> tuple[int, int]:
    """The first column and row of the sheet that the pane shows: its middle, or what has the selected block in it."""
    chosen = next((spot for drawn, spot in zip(plan.blocks, plan.spots, strict=True) if drawn.selected), plan.spots[0])
    x, y = (plan.width - columns) // 2, 0
    if plan.width > columns:
        x = min(max(chosen.x + (chosen.width - columns) // 2, 0), plan.width - columns)
    if plan.height > rows:
        y = min(max(chosen.y + (chosen.height - rows) // 2, 0), plan.height - rows)
    return x, y


def _draw_edges(sheet: Sheet, plan: Plan, variation: set[int]) -> None:
    """Lines from each block to what hangs from it; a cut goes through those to pruned branches."""
    for drawn, spot in zip(plan.blocks, plan.spots, strict=True):
        if spot.item.parent < 0:
            continue
        above = plan.spots[spot.item.parent]
        start, stop = (above.y + above.height, spot.y) if plan.upright else (above.x + above.width, spot.x)
        bus = stop - plan.edge + (not plan.upright)
        is_node = spot.item.kind is Kind.NODE and not drawn.pruned
        best = is_node and {above.item.node, spot.item.node} <= variation
        weight, rank = HEAVY if best else LIGHT, 2 if best else int(is_node and above.item.kind is not Kind.ABOVE)
        sheet.line(above.stem, start - 1, above.stem, bus, weight, rank)
        sheet.line(above.stem, bus, spot.stem, bus, weight, rank)
        sheet.line(spot.stem, bus, spot.stem, stop + (not plan.upright) * 2 * MARKS, weight, rank)
        if drawn.pruned:
            across, along = spot.stem, stop - 1
            sheet.text(*((across, along) if plan.upright else (along, across)), [("✗", "cut")])


def _write_upright(sheet: Sheet, drawn: Block, spot: Spot) -> None:
    """The lines of a block, each with its middle where the edges meet it, and the marks in front of them."""
    pointer, now = [("❯", "pointer")] * drawn.selected, [("◆", "now")] * drawn.now
    none: list[Span] = []
    marks = (pointer, now, none) if drawn.title and drawn.value else (pointer + now, pointer + now, none)
    y = spot.y
    for spans, before in zip(drawn.lines, marks, strict=True):
        if not spans:
            continue
        if drawn.selected:
            sheet.text(spot.x, y, [(" " * spot.width, " selected")])
        x = max(spot.stem - (width(spans) - 1) // 2, 0)
        sheet.text(x - len(before), y, _on_ground(before + spans, drawn))
        y += 1


def _write_lying(sheet: Sheet, drawn: Block, spot: Spot) -> None:
    """The lines of a block in one row, behind the marks."""
    if drawn.selected:
        sheet.text(spot.x, spot.y, _on_ground([("❯", "pointer")], drawn))
    if drawn.now:
        sheet.text(spot.x + 1, spot.y, _on_ground([("◆", "now")], drawn))
    spans = [span for line in drawn.lines if line for span in ((" ", ""), *line)]
    sheet.text(spot.x + 2 * MARKS, spot.y, _on_ground([*spans, (" ", "")], drawn))


def _on_ground(spans: list[Span], drawn: Block) -> list[Span]:
    """The pieces of a block, on the ground of the selected one where it is that."""
    return [(text, f"{style} selected") for text, style in spans] if drawn.selected else spans
