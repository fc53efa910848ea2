"""What a confined kernel may see and use, and where it cannot be confined."""

import math
import sys

import pytest

from labkit.grading.notebook import confinement
from labkit.grading.notebook.confinement import Inside, Limits, available, command

INSIDE = Inside(lifeline=3, calls=4)


@pytest.mark.parametrize(
    ("platform", "tools", "words"),
    [
        ("darwin", True, "for Linux only"),
        ("linux", False, "apt install bubblewrap"),
        ("linux", "/bin/false", "does not work here"),
    ],
)
def test_it_says_why_it_is_not_available(monkeypatch, platform, tools, words):
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr("shutil.which", lambda name: name if tools else None)
    monkeypatch.setattr(confinement, "command", lambda *arguments: [tools])
    available.cache_clear()
    try:
        assert words in available()
    finally:
        available.cache_clear()


@pytest.mark.parametrize("name", ["memory", "processes", "output", "cell_seconds"])
@pytest.mark.parametrize("value", [0, -1, math.nan])
def test_limits_are_positive(name, value):
    with pytest.raises(ValueError, match=f"{name} must be a number above 0"):
        Limits(**{name: value})


def test_a_limit_may_be_infinite():
    words = command(Limits(notebook_seconds=math.inf), INSIDE)
    assert not [word for word in words if word.startswith("--cpu")]
    assert "--cpu=300" in command(Limits(), INSIDE)


def test_wherever_the_lab_is_nothing_is_mounted_over_it():
    words = command(Limits(), INSIDE)
    last = max(i for i, word in enumerate(words) if word == "--ro-bind")
    later = {words[i + 1] for i in range(last, len(words)) if words[i] == "--tmpfs"}
    assert later == {"/dev/shm", confinement.HOME, confinement.SOCKETS}
    assert words.index("/tmp", words.index("--disable-userns")) < last


def seen(path, words):
    """Whether a path is seen inside: the innermost of what lies over it decides."""
    mounts = {
        words[i + 1]: words[i] == "--ro-bind"
        for i, word in enumerate(words)
        if word in ("--ro-bind", "--tmpfs")
    }
    return next((mounts[str(p)] for p in (path, *path.parents) if str(p) in mounts), False)


@pytest.fixture
def checkout(tmp_path, monkeypatch):
    """A checkout of the lab which is an environment, too, as `python -m venv .` makes it."""
    lab = tmp_path / "src" / "lab"
    for name in ("bin", "lib", "labkit", "data", "notebooks/ticks", "tests", "marks"):
        (lab / name).mkdir(parents=True)
    monkeypatch.setattr(sys, "prefix", str(lab))
    monkeypatch.setattr(confinement, "PACKAGE", lab / "labkit")
    return lab


def test_nothing_of_a_course_is_seen_that_is_an_environment(checkout):
    words = command(Limits(), INSIDE)
    for name in ("bin/python", "lib", "labkit/checks", "data/x.csv"):
        assert seen(checkout / name, words), name
    for name in ("notebooks/ticks/x/hidden.py", "tests/mutants", "marks/gradebook.db", ".git"):
        assert not seen(checkout / name, words), name


def test_nor_where_it_lies_in_what_is_seen(checkout, monkeypatch):
    above = checkout.parent
    seen_before = confinement._wanted()
    # As /usr, of /usr/src/lab.
    monkeypatch.setattr(confinement, "_wanted", lambda: [*seen_before, above])
    words = command(Limits(), INSIDE)
    assert seen(above / "other", words) and seen(checkout / "labkit/checks", words)
    for name in ("notebooks/ticks/x/hidden.py", "tests/mutants", "marks/gradebook.db", ".git"):
        assert not seen(checkout / name, words), name
    assert ["--remount-ro", str(checkout)] in [words[i : i + 2] for i in range(len(words))]
