"""Visited against pruned: up to the current step and in the end, and ply by ply as bars."""

from __future__ import annotations

from rich.text import Text

from tracer.count.layers import Level, Levels
from tui.widgets.canvas import Panel

PRUNED_NAME = "pruned branches"
NAMES = ("visited", "leaves", "frontier", "iterations", "states", "visited again", "cutoffs", PRUNED_NAME)
"""What is counted, as far as a search has it; see `Cursor.tally`."""
MAX_PLY_ROWS = 12
"""Plies that room is asked for."""
EIGHTHS = " ▏▎▍▌▋▊▉█"
"""A cell filled by eighths."""


class Counts(Panel):
    """The counts. Pruned *branches* are moves that cutoffs skipped; pruned *nodes* are all below, never visited."""

    def rows_needed(self, width: int) -> int:
        """The totals, and a line a ply."""
        return len(self._count_names) + 2 + min(self.levels.deepest + 1, MAX_PLY_ROWS)

    @property
    def levels(self) -> Levels:
        """The trace's nodes by ply."""
        return self.browser.trace.once(Levels)

    @property
    def _count_names(self) -> list[str]:
        return [name for name in NAMES if name in self.browser.cursor.total_tally]

    def lines(self) -> list[Text]:
        """The totals, then as many plies as there is room for."""
        totals = self._total_lines()
        return [*totals, *self._ply_lines(self.size.height - len(totals))]

    def _total_lines(self) -> list[Text]:
        cursor = self.browser.cursor
        so_far, final_counts = cursor.tally, cursor.total_tally
        rows = [(name, so_far[name], final_counts[name]) for name in self._count_names]
        if self.size.height < len(rows) + 1:
            rows = [row for row in rows if row[0] != "leaves"]
            lines = [self._join_counts(rows, total_format) for total_format in (" of {:,}", "/{:,}", "")]
            return [next((line for line in lines if line.cell_len <= self.size.width), lines[-1])]
        repeated_row = self._repeated_skips()
        if repeated_row is not None:
            rows.append(repeated_row)
        spared_nodes = self.browser.spared_nodes
        is_pruned_known = self.browser.trace.counts.pruned_known
        if spared_nodes is not None:
            rows.append(("pruned nodes", spared_nodes.met(cursor.last_met_node), spared_nodes.total))
        width = max(len(f"{self._lower_bound_sign(name)}{total:,}") for name, _, total in rows)
        title_line = Text(
            f"{'':<16}{'so far':>{max(width, 6)}}  {'in the end':>{max(width, 10)}}", self.style_of("about")
        )
        lines = [title_line]
        for name, count, total in rows:
            line = Text(f"{name:<16}", self.style_of("about"), no_wrap=True)
            if not is_pruned_known and name == PRUNED_NAME:
                lines += [self._unknown_line(name), self._unknown_line("pruned nodes")]
                continue
            bound_sign = self._lower_bound_sign(name)
            line.append(f"{bound_sign}{count:,}".rjust(max(width, 6)), self.style_of("strong"))
            line.append(f"  {f'{bound_sign}{total:,}':>{max(width, 10)}}")
            lines.append(line)
        if spared_nodes is None and is_pruned_known and PRUNED_NAME in so_far and self.browser.trace.game is not None:
            lines.append(Text("pruned nodes    # counts them", self.style_of("about")))
        return lines

    def _unknown_line(self, name: str) -> Text:
        return Text(f"{name:<16}unknown without its game or moves", self.style_of("about"), no_wrap=True)

    def _lower_bound_sign(self, name: str) -> str:
        """What stands before the number of what is known to be pruned, where there may be more."""
        return "≥ " if "pruned" in name and not self.browser.trace.counts.pruned_branches_exact else ""

    def _repeated_skips(self) -> tuple[str, int, int] | None:
        """The moves skipped in all visits, where some were skipped more than once or are searched elsewhere."""
        trace, met = self.browser.trace, self.browser.cursor.last_met_node + 1
        if not trace.counts.paths.has_repeated_paths:
            return None
        return "… in all visits", met - int(trace.columns.visited_before[met]), trace.counts.skipped_moves

    def _join_counts(self, rows: list[tuple[str, int, int]], total_format: str) -> Text:
        text = Text(no_wrap=True, overflow="ellipsis")
        for index, (name, count, total) in enumerate(rows):
            text.append("  " * (index > 0) + f"{name.replace('pruned', '✗')} ", self.style_of("about"))
            if name == PRUNED_NAME and not self.browser.trace.counts.pruned_known:
                text.append("unknown", self.style_of("about"))
                continue
            text.append(f"{self._lower_bound_sign(name)}{count:,}", self.style_of("strong"))
            text.append(total_format.format(total) if count != total else "")
        return text

    def _ply_lines(self, row_room: int) -> list[Text]:
        if row_room < 2:
            return []
        levels, step_reached = self.levels, self.browser.cursor.last_visible_index
        deepest = levels.deepest
        shown_levels = [levels.at(ply, step_reached) for ply in range(min(deepest + 1, row_room))]
        max_nodes = max(level.visited_total + level.pruned_total for level in shown_levels)
        lines = [self._draw_ply(ply, level, max_nodes) for ply, level in enumerate(shown_levels)]
        if deepest + 1 > row_room:
            lines[-1] = Text(f"… and {deepest + 2 - row_room:,} plies more", self.style_of("about"))
        return lines

    def _draw_ply(self, ply: int, level: Level, max_nodes: int) -> Text:
        numbers = _format_level(level.visited, level.pruned, level)
        cells = max(
            self.size.width - 7 - max(len(_format_level(level.visited_total, level.pruned_total, level)), 14), 4
        )
        visited_cells = level.visited / max_nodes * cells
        pruned_end = round((level.visited_total + level.pruned) / max_nodes * cells)
        visited_end = round((level.visited_total) / max_nodes * cells)
        text = Text(f"ply {ply:<3}", self.style_of("about"), no_wrap=True)
        text.append("█" * int(visited_cells) + EIGHTHS[int(visited_cells % 1 * 8)].strip(), self.style_of("strong"))
        text.append("░" * (visited_end - (text.cell_len - 7)), self.style_of("ahead"))
        text.append("╌" * (pruned_end - max(text.cell_len - 7, 0)), self.style_of("pruned"))
        return text.append(numbers)


def _format_level(visited: int, pruned: int, level: Level) -> str:
    return f" {visited:,}" + (f" ✗ ×{pruned:,}" if level.pruned_total else "")
