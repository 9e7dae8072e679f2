"""The tour: the explorer on a tree of its own, with a stop told above the keys."""

from __future__ import annotations

import tracer
from tui.model.browser import Browser
from tui.model.tour import TREE, Tour
from tui.screens.explorer import Explorer
from tui.widgets.strip import Strip, TourStop


class Guided(Explorer):
    """Leads from stop to stop; all other keys work as everywhere."""

    def __init__(self) -> None:
        browser = Browser(tracer.trace(TREE))
        browser.time.start()
        super().__init__(browser, "the tour")
        self._tour = Tour()

    def make_strip(self) -> Strip:
        """The stop in hand."""
        return TourStop(self._tour)

    def action_do(self, name: str, *arguments: int) -> None:
        """Do what a key says; the key of the stop does it at the place of the stop, wherever one went meanwhile."""
        stop = self._tour.stop
        mine = stop is not None and name == stop.action and bool(self.query(TourStop))
        if mine and stop is not None and self.browser.place != stop.place:
            self.browser.go_to(stop.place)
        super().action_do(name, *arguments)
        if mine:
            self._tour.go_on()
            self.query_one(TourStop).refresh(layout=True)
