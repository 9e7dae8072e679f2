"""Moving through time. Each method gives the empty string, or a notice that says why nothing happened."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tui.browser import Browser


class Travel:
    """The keys of time. Where one moves, the node of the new step is selected."""

    def __init__(self, browser: Browser) -> None:
        self.browser = browser

    def now(self) -> str:
        """Select the node of the current step: where it is a cutoff, the node that was cut."""
        cut = self.browser.cursor.cut_node
        return self.browser.select(self.browser.cursor.node if cut is None else cut)

    def _moved(self, moved: bool, why_not: str) -> str:
        return self.now() if moved else why_not

    def forward(self) -> str:
        """One step on."""
        return self._moved(self.browser.cursor.forward(), "the recording ends here; 0 goes to its start")

    def back(self) -> str:
        """One step back."""
        return self._moved(self.browser.cursor.back(), "the recording starts here")

    def over(self) -> str:
        """Skip what is below the node just entered."""
        return self._moved(self.browser.cursor.over(), "the recording ends here; 0 goes to its start")

    def out(self) -> str:
        """Go to the return of the node above."""
        return self._moved(self.browser.cursor.out(), "there is no node above to return to")

    def next_cutoff(self) -> str:
        """Go to the next cutoff."""
        return self._moved(self.browser.cursor.next_cutoff(), self._no_cutoff("after"))

    def previous_cutoff(self) -> str:
        """Go to the previous cutoff."""
        return self._moved(self.browser.cursor.previous_cutoff(), self._no_cutoff("before"))

    def _no_cutoff(self, where: str) -> str:
        return (
            f"no cutoff {where} this step"
            if len(self.browser.trace.landmarks.cutoff_steps)
            else "this search had no cutoffs"
        )

    def start(self) -> str:
        """Go to the first step."""
        return self._moved(self.browser.cursor.start(), "the recording starts here")

    def finish(self) -> str:
        """Go to the last step."""
        return self._moved(self.browser.cursor.finish(), "the recording ends here")

    def visit(self) -> str:
        """Set the time to the step at which the selected node was entered, or pruned."""
        return "" if self.browser.cursor.visit(self.browser.selected) else "this is the step at which it was met"

    def go_to_step(self, step: int) -> str:
        """Go to a step."""
        return self._moved(self.browser.cursor.go(step), f"this is step {step:,}")
