"""The command palette: every key by its help, and by what else people call it."""

import pytest
from screens import running, shown
from textual.command import DiscoveryHit, Hit

from tui.model.keys import SYNONYMS, all_keys
from tui.screens.base_screens import KeyCommandProvider


async def found(app, query: str) -> list[Hit]:
    provider = KeyCommandProvider(app.screen)
    hits = [hit async for hit in provider.search(query)]
    return sorted(hits, key=lambda hit: -hit.score)


@pytest.mark.parametrize(
    ("word", "keys"),
    [
        ("break", ";"), ("breakpoint", ";"), ("filter", "P p & A"), ("bookmark", "* '"), ("loop", "s"), ("undo", "b H"),
        ("find", "/"), ("search", "/"), ("goto", ":"), ("help", "?"), ("quit", "q"), ("exit", "q"), ("zoom", "^↑ ^↓"),
        ("cutoff", "x P"), ("prune", "x p P"), ("bug", "C"), ("wrong", "C"), ("diff", "! d"), ("save", "^w"),
        ("export", "^e"), ("redo", "L"), ("transposition", "s"), ("sort", "O"), ("dark", "^t"), ("Breakp", ";"),
    ],
)  # fmt: skip
async def test_a_key_is_found_by_what_people_call_it(word, keys):
    app = shown()
    async with running(app):
        first = [str(hit.help).split()[1] for hit in (await found(app, word))[:12]]
        assert set(keys.split()) <= set(first), first


async def test_every_key_is_offered_by_its_help_and_does_what_it_says():
    app = shown()
    async with running(app):
        offered = {
            hit.display: hit async for hit in KeyCommandProvider(app.screen).discover() if isinstance(hit, DiscoveryHit)
        }
        assert "Theme" in offered
        for key in all_keys():
            assert any(str(title).casefold().startswith(key.help.casefold()) for title in offered), key.help
        await offered["The start of the search"].command()
        assert app.browser.cursor.step == 0
        (hit,) = [hit for hit in await found(app, "rewind") if "start of the search" in str(hit.match_display)]
        app.browser.time.finish()
        await hit.command()
        assert app.browser.cursor.step == 0


def test_words_are_those_of_actions_that_there_are():
    assert set(SYNONYMS) <= {key.action for key in all_keys()}
    assert all(words == words.casefold() for words in SYNONYMS.values())
