"""The commands of the guide to a class on a server, typed as they are printed, beside a hub that runs."""

import re
import shlex
import shutil
import subprocess

import pytest

pytest.importorskip("jupyterhub", reason="the extra [hub] is not installed")

from labkit.instructor.hub.course import read_course
from tests.instructor.hub.live import (
    Hub,
    as_root,
    closed_copy,
    free_port,
    needs_hub,
    open_folder,
    share_pack_and_env,
    without_users,
)
from tests.project.test_documents import code
from tests.ticks import ROOT

TEXT = (ROOT / "docs" / "hub.md").read_text("utf8")

#: People of the guide, by names that no class of this machine has.
PEOPLE = {"ada": "ada-of-guide", "NAME": "ben-of-guide"}

#: What is not typed here, and why.
NOT_HERE = {
    "apt": "it would change this machine",
    "pip": "it would change the environment that the tests run in",
    "git": "it would take the repository to another commit",
}


def commands(text=TEXT):
    """The commands of the guide, as words, without sudo: these tests are root's."""
    for line in code(text):
        words = (
            shlex.split(line, comments=True) if re.match(r"sudo |labkit hub |git ", line) else []
        )
        words = words[words[:1] == ["sudo"] :]
        if len(words) > 3 or words[:1] not in ([], ["labkit"]):  # not the bare name of a verb
            yield [words[0].removeprefix(".venv/bin/"), *words[1:]]


def planned(words, lab):
    """What make would run, as words: the targets before it, which install, are other tests'."""
    done = subprocess.run(
        [*words, "--dry-run"], cwd=lab, capture_output=True, text=True, check=True
    )
    text = done.stdout.replace("\\\n", " ")
    return shlex.split(re.findall(r"(labkit hub init .*)", text)[-1])


@needs_hub
@as_root
@pytest.mark.slow
def test_every_command_of_the_guide_works_as_printed(tmp_path):
    lab, typed = closed_copy(tmp_path / "lab"), []
    shutil.copytree(ROOT / "tests", lab / "tests", ignore=shutil.ignore_patterns("__pycache__"))
    (lab / "class.csv").write_text(f"student\n{PEOPLE['NAME']}\n")
    with without_users(*PEOPLE.values()), open_folder() as above:
        hub = Hub(above / "course", lab, free_port())

        def here(word):
            for said, name in PEOPLE.items():
                word = re.sub(rf"(^|=){said}$", rf"\1{name}", word)
            return word.replace("/srv/lab", str(hub.folder)).replace("...", "--help")

        try:
            for words in commands():
                program, *rest = [here(word) for word in words]
                if program in NOT_HERE:
                    continue
                if program == "make":
                    if len(rest) > 1:  # else it is there
                        _, _, *rest = planned([program, *rest, f"COURSE={hub.folder}"], lab)
                        hub.labkit(*rest)  # and once more its folder
                        share_pack_and_env(read_course(hub.folder))
                    hub.stop()
                    hub.start()
                elif program == "labkit":
                    hub.labkit(*rest[1:])
                else:
                    if program == "tar":
                        hub.stop()
                    subprocess.run([program, *rest], cwd=lab, check=True)
                typed.append(words)
            passwords = (hub.folder / "hub" / "first-passwords.csv").read_text()
            assert set(PEOPLE.values()) <= {line.split(",")[0] for line in passwords.split()}
        finally:
            hub.stop()
    assert {words[0] for words in typed} == {"make", "labkit", "cat", "tar"}


def test_the_readme_has_commands_of_the_guide():
    shown = [*commands((ROOT / "README.md").read_text("utf8"))]
    assert len(shown) >= 3 and [words for words in shown if words not in commands()] == []


def test_what_is_not_typed_is_in_the_guide():
    assert set(NOT_HERE) <= {words[0] for words in commands()}


@pytest.mark.skipif(not shutil.which("systemd-analyze"), reason="systemd is not installed")
def test_systemd_finds_nothing_wrong_with_the_unit_of_the_guide(tmp_path):
    unit = "\n".join(re.findall(r"^ {7}(.*)$", TEXT, re.MULTILINE))
    program = tmp_path / ".venv" / "bin" / "labkit"
    program.parent.mkdir(parents=True)
    program.touch(0o755)
    file = tmp_path / "labkit-hub.service"
    file.write_text(unit.replace("/path/to/this/repository", str(tmp_path)))
    done = subprocess.run(["systemd-analyze", "verify", file], capture_output=True, text=True)
    assert "ExecStart=" in unit and (done.returncode, done.stderr) == (0, "")
