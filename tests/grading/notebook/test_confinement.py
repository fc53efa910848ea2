"""What a confined kernel may see and use, and where it cannot be confined."""

import math
import os
import sys

import pytest

from labkit.grading.notebook import confinement
from labkit.grading.notebook.confinement import Limits, available, command, plain_files
from tests.grading.notebook.files import write_files


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
    monkeypatch.setattr(confinement, "command", lambda limits: [tools])
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
    words = command(Limits(notebook_seconds=math.inf))
    assert not [word for word in words if word.startswith("--cpu")]
    assert "--cpu=300" in command(Limits())


def test_plain_files_are_opened_as_far_as_there_is_room(tmp_path):
    def names(folder, largest):
        opened = list(plain_files(folder, largest))
        for descriptor, _ in opened:
            os.close(descriptor)
        return [name for _, name in opened]

    (tmp_path / "empty").mkdir()
    (tmp_path / "files").mkdir()
    files = write_files(tmp_path / "files")
    assert names(files, 10**6) == [".ipython", "data.txt", "mine.py", "random.py"]
    assert names(files, 45) == [".ipython", "mine.py"]
    assert names(files, 11) == ["mine.py"]
    assert names(tmp_path / "empty", 10**6) == []


def test_a_file_that_became_a_link_is_not_followed(tmp_path, monkeypatch):
    (tmp_path / "data.txt").write_text("plain")
    before, opened = os.open, []

    def exchanged(path, flags):
        path.unlink()
        path.symlink_to("/etc/passwd")
        opened.append(path)
        return before(path, flags)

    monkeypatch.setattr(os, "open", exchanged)
    with pytest.raises(OSError):
        list(plain_files(tmp_path, 10**6))
    assert opened


def test_wherever_the_lab_is_nothing_is_mounted_over_it():
    words = command(Limits())
    last = max(i for i, word in enumerate(words) if word == "--ro-bind")
    later = {words[i + 1] for i in range(last, len(words)) if words[i] == "--tmpfs"}
    assert later == {"/dev/shm", confinement.HOME, confinement.SOCKETS}
    assert words.index("/tmp", words.index("--disable-userns")) < last


def test_a_copy_of_the_reviews_is_seen_where_it_is_named(tmp_path, monkeypatch):
    monkeypatch.delenv("LABKIT_REVIEWS", raising=False)
    assert "LABKIT_REVIEWS" not in command(Limits())
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LABKIT_REVIEWS", "reviews")
    (tmp_path / "reviews").mkdir()
    words, folder = command(Limits()), str(tmp_path / "reviews")
    assert ["--ro-bind", folder, folder] in [words[i : i + 3] for i in range(len(words))]
    assert words[words.index("LABKIT_REVIEWS") - 1 :][:3] == ["--setenv", "LABKIT_REVIEWS", folder]
