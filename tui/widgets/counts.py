"""Visited against pruned: up to the current step and in the end, and ply by ply as bars."""

from __future__ import annotations

from rich.text import Text

from tracer.count.layers import Level, Levels
from tracer.tracing import Trace
from tui.widgets.panel import Panel

NAMES = ("visited", "leaves", "cutoffs", "pruned branches")
"""What a `Tally` counts, in its order."""
NAMES_OF_LOG = ("visited", "leaves", "frontier", "iterations", "states", "visited again")
"""What is counted of a best-first search, as far as it has it."""
PLIES = 12
"""Plies that room is asked for."""
EIGHTHS = " ▏▎▍▌▋▊▉█"
"""A cell filled by eighths."""


class Counts(Panel):
    """The counts. Pruned *branches* are moves that cutoffs skipped; pruned *nodes* are all below, never visited."""

    _levels: tuple[Trace, Levels] | None = None

    def rows_needed(self, width: int) -> int:
        """The totals, and a line a ply."""
        return len(self._names) + 2 + min(self.levels.deepest + 1, PLIES)

    @property
    def levels(self) -> Levels:
        """The trace's nodes by ply."""
        trace = self.browser.trace
        if self._levels is None or self._levels[0] is not trace:
            self._levels = (trace, Levels(trace))
        return self._levels[1]

    @property
    def _best_first(self) -> bool:
        return self.browser.trace.columns.log is not None

    @property
    def _names(self) -> tuple[str, ...]:
        """What is counted: of a best-first search, which prunes nothing, the nodes of its tree and its iterations."""
        names = self.browser.cursor.tally_of_log(0) if self._best_first else {}
        return tuple(name for name in NAMES_OF_LOG if name in names) if names else NAMES

    def lines(self) -> list[Text]:
        """The totals, then as many plies as there is room for."""
        totals = self._totals()
        return [*totals, *self._plies(self.size.height - len(totals))]

    def _totals(self) -> list[Text]:
        cursor = self.browser.cursor
        if self._best_first:
            so_far, whole = cursor.tally_of_log(cursor.step), cursor.tally_of_log(cursor.last)
            rows = [(name, so_far[name], whole[name]) for name in self._names]
        else:
            rows = list(zip(NAMES, cursor.tally, cursor.total, strict=True))
        if self.size.height < len(rows) + 1:
            return [self._fitted([row for row in rows if row[0] != "leaves"])]
        again = self._skipped_again()
        if again is not None:
            rows.append(again)
        spared = self.browser.spared
        known = self.browser.trace.counts.pruned_known
        if spared is not None:
            rows.append(("pruned nodes", spared.met(cursor.met), spared.total))
        width = max(len(f"{self._at_least(name)}{total:,}") for name, _, total in rows)
        head = Text(f"{'':<16}{'so far':>{max(width, 6)}}  {'in the end':>{max(width, 10)}}", self.style_of("about"))
        lines = [head]
        for name, now, total in rows:
            line = Text(f"{name:<16}", self.style_of("about"), no_wrap=True)
            if not known and name == NAMES[-1]:
                lines += [self._unknown(name), self._unknown("pruned nodes")]
                continue
            least = self._at_least(name)
            line.append(f"{least}{now:,}".rjust(max(width, 6)), self.style_of("strong"))
            line.append(f"  {f'{least}{total:,}':>{max(width, 10)}}")
            lines.append(line)
        if spared is None and known and not self._best_first and self.browser.trace.game is not None:
            lines.append(Text("pruned nodes    # counts them", self.style_of("about")))
        return lines

    def _unknown(self, name: str) -> Text:
        return Text(f"{name:<16}unknown without its game or moves", self.style_of("about"), no_wrap=True)

    def _at_least(self, name: str) -> str:
        """What stands before the number of what is known to be pruned, where there may be more."""
        return "≥ " if "pruned" in name and not self.browser.trace.counts.pruned_branches_exact else ""

    def _skipped_again(self) -> tuple[str, int, int] | None:
        """The moves skipped in all visits, where some were skipped more than once or are searched elsewhere."""
        trace, met = self.browser.trace, self.browser.cursor.met + 1
        if not trace.counts.paths.repeat:
            return None
        return "… in all visits", met - int(trace.columns.visited_before[met]), trace.counts.skipped_moves

    def _fitted(self, rows: list[tuple[str, int, int]]) -> Text:
        """One line, with the totals where there is room for them."""
        lines = [self._one_line(rows, whole) for whole in (" of {:,}", "/{:,}", "")]
        return next((line for line in lines if line.cell_len <= self.size.width), lines[-1])

    def _one_line(self, rows: list[tuple[str, int, int]], whole: str) -> Text:
        text = Text(no_wrap=True, overflow="ellipsis")
        for place, (name, now, total) in enumerate(rows):
            text.append("  " * (place > 0) + f"{name.replace('pruned', '✗')} ", self.style_of("about"))
            if name == NAMES[-1] and not self.browser.trace.counts.pruned_known:
                text.append("unknown", self.style_of("about"))
                continue
            text.append(f"{self._at_least(name)}{now:,}", self.style_of("strong"))
            text.append(whole.format(total) if now != total else "")
        return text

    def _plies(self, room: int) -> list[Text]:
        """A bar a ply: what was visited so far, what will be, what was pruned."""
        if room < 2:
            return []
        levels, met = self.levels, self.browser.cursor.reach
        deepest = levels.deepest
        shown = [levels.at(ply, met) for ply in range(min(deepest + 1, room))]
        most = max(level.visited_total + level.pruned_total for level in shown)
        lines = [self._ply(ply, level, most) for ply, level in enumerate(shown)]
        if deepest + 1 > room:
            lines[-1] = Text(f"… and {deepest + 2 - room:,} plies more", self.style_of("about"))
        return lines

    def _ply(self, ply: int, level: Level, most: int) -> Text:
        numbers = _numbers(level.visited, level.pruned, level)
        cells = max(self.size.width - 7 - max(len(_numbers(level.visited_total, level.pruned_total, level)), 14), 4)
        done = level.visited / most * cells
        rest = round((level.visited_total + level.pruned) / most * cells)
        end = round((level.visited_total) / most * cells)
        text = Text(f"ply {ply:<3}", self.style_of("about"), no_wrap=True)
        text.append("█" * int(done) + EIGHTHS[int(done % 1 * 8)].strip(), self.style_of("strong"))
        text.append("░" * (end - (text.cell_len - 7)), self.style_of("ahead"))
        text.append("╌" * (rest - max(text.cell_len - 7, 0)), self.style_of("pruned"))
        return text.append(numbers)


def _numbers(visited: int, pruned: int, level: Level) -> str:
    return f" {visited:,}" + (f" ✗ ×{pruned:,}" if level.pruned_total else "")
