"""Known numbers of nodes in a file, and the names of files of tests."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import tracer
from tracer.testing.record_search import file_name, read_known_nodes, write_known_nodes


def test_the_file_of_known_numbers_keeps_those_of_other_tests(tmp_path):
    path = tmp_path / "test_mine.nodes.json"
    write_known_nodes(path, {"test_b": {"start": 3}, "test_a": {"end": 1, "start": 2}})
    write_known_nodes(path, {"test_b": {"start": 4}})
    assert json.loads(path.read_text()) == {"test_a": {"end": 1, "start": 2}, "test_b": {"start": 4}}
    write_known_nodes(path, {"test_a": {}})
    assert read_known_nodes(path) == {"test_b": {"start": 4}}
    write_known_nodes(path, {"test_b": {}})
    assert not path.exists()


@pytest.mark.parametrize("text", ["", "[]", '{"test": 3}', '{"test": {"start": "3"}}', '{"test": {"start": true}}'])
def test_a_file_of_other_things_is_refused_and_written_anew(tmp_path, text):
    path = tmp_path / "test_mine.nodes.json"
    path.write_text(text)
    with pytest.raises(tracer.PlyscopeError, match=r"test_mine\.nodes\.json"):
        read_known_nodes(path)
    write_known_nodes(path, {"test": {"start": 3}})
    assert read_known_nodes(path) == {"test": {"start": 3}}


def test_files_of_different_tests_have_different_names():
    tests = ["test_a", "TestA::test_a", "test_a[x-1]", "test_a[x/1]", "test_a[x 1]", "test_a-x-1", "test_" + "a" * 300]
    names = [file_name(test) for test in [*tests, tests[-1] + "a"]]
    assert len(set(names)) == len(names)
    assert max(map(len, names)) < 120
    assert all(name == Path(name).name and name.isprintable() for name in names)
