"""`make size` prints how large the packages are."""

from making.page import ROOT
from making.size import JUDGING, PACKAGES, files, options, report


def test_the_size_of_everything_is_printed():
    printed = "\n".join(report())
    for package in PACKAGES:
        assert f"\n{package} " in printed
    for name in ("JavaScript", "styles", "C header", "explore", "play", "Words of CONTRIBUTING.md", *JUDGING):
        assert name in printed


def test_sizes_are_of_the_files_that_are_there():
    trace = next(one for one in files("tracer") if one.name == "tracer/errors.py")
    assert trace.lines == len((ROOT / "tracer" / "errors.py").read_text(encoding="utf-8").splitlines())
    assert 0 < trace.code < trace.lines
    assert all((ROOT / room).is_dir() for room in JUDGING)
    assert options()["trace"] > 10
