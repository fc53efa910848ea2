"""The documents keep what they promise: links, commands, places of files, and no more timings."""

import contextlib
import io
import os
import re
import shlex
import shutil
import subprocess
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from labkit.cli import find_commands, main
from tests.benchmarks import __main__ as benchmarks
from tests.ticks import ROOT

GUIDES = sorted((ROOT / "docs").glob("*.md"))
TOP = sorted(ROOT.glob("*.md"))
DOCUMENTS = [*TOP, *GUIDES, ROOT / "data/README.md", ROOT / "notebooks/README.md"]
TEXTS = {path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf8") for path in DOCUMENTS}

#: What is gone may be named there.
HISTORY = "CHANGELOG.md"

LINK = re.compile(r"(!?)\[[^\]]*\]\(([^)#\s]*)(?:#([^)]*))?\)")


def code(text):
    """The code of a document, a command a line: its spans, and its indented lines with their ends joined."""
    text = re.sub(r"(?ms)^```.*?^```$", "", text.replace("\\\n", " "))
    found = re.findall(r"`([^`\n]+(?:\n[^`\n]+)*)`|^ {4}(.*)$", text, re.MULTILINE)
    return [(" ".join(span.split()) or block).strip() for span, block in found]


def anchors(text):
    """What a link to a heading of a Markdown file may end with."""
    headings = re.findall(r"^#+ (.*)$", text, re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", h.lower()).replace(" ", "-") for h in headings}


@pytest.mark.parametrize("name", TEXTS)
def test_links_lead_somewhere(name):
    for _, place, anchor in LINK.findall(TEXTS[name]):
        if "://" in place:
            continue
        target = (ROOT / name).parent / place if place else ROOT / name
        assert target.is_file(), place
        assert not anchor or anchor in anchors(target.read_text(encoding="utf8")), anchor


def test_every_guide_is_reached_from_the_readme_and_the_site():
    linked = {place for _, place, _ in LINK.findall(TEXTS["README.md"])}
    contents = (ROOT / ".ci/docs/index.md").read_text(encoding="utf8").splitlines()
    assert {f"docs/{path.name}" for path in GUIDES} <= linked
    assert [name for name in TEXTS if name.removesuffix(".md") not in contents] == []


def test_every_picture_is_shown():
    found = [(name, *link) for name, text in TEXTS.items() for link in LINK.findall(text)]
    shown = {((ROOT / name).parent / place).resolve() for name, mark, place, _ in found if mark}
    assert shown == {path.resolve() for path in (ROOT / "notebooks/images").iterdir()}


def commands():
    """Each command of labkit in the documents: where it is, and its words."""
    for name, text in TEXTS.items():
        for line in () if name == HISTORY else code(text):
            for found in re.findall(r"(?:^|[( ])(?:[./]*\.venv/bin/)?labkit ([a-z].*)", line):
                if not line.startswith(("from ", "import ")):
                    yield name, shlex.split(found.replace("...", ""), comments=True)


@cache
def helped(*command):
    """What a command says of itself."""
    said = io.StringIO()
    with contextlib.redirect_stdout(said), pytest.raises(SystemExit) as stop:
        main([*command, "--help"])
    assert stop.value.code == 0, command
    return said.getvalue() + "--help"


def test_commands_and_their_options_exist():
    asked, known = set(), find_commands("cli", "instructor/cli")
    for name, words in commands():
        assert words[0] in known, (name, words)
        inner = words[1:2] if words[0] in ("hub", "rubric", "data") else []
        if inner != ["run"]:  # what follows is another command's
            options = {word.rstrip(")") for word in words if word.startswith("--")}
            assert {one for one in options if one not in helped(words[0], *inner)} == set(), name
        asked.add(words[0])
    assert asked >= {"release", "grade", "export", "compare", "check", "hub", "new-tick"}


def test_what_they_write_is_no_change_of_the_lab():
    if not ((ROOT / ".git").exists() and shutil.which("git")):
        pytest.skip("only a clone has changes")
    places = set()
    for _, words in commands():
        named = [b for a, b in pairwise(words) if a in ("--out", "--key")]
        first = words[1:2] if words[0] in ("release", "handouts") else []
        places |= {one for one in [*first, *named] if re.fullmatch(r"[a-z][\w.-]*", one)}
    assert places >= {"student-pack", "marks", "report.html", "slides", "predictions"}
    paths = {one if "." in one else f"{one}/" for one in places}
    git = ["git", "-C", ROOT, "check-ignore", *paths]
    assert {*subprocess.run(git, capture_output=True, text=True).stdout.split()} == paths


LINES = {line for name, text in TEXTS.items() if name != HISTORY for line in code(text)}


def asked_of(program):
    """The words after a program in the lines of the documents, each set of them once."""
    found = (re.match(rf"(?:sudo )?{program} (?=[a-z-])(.*)", line) for line in LINES)
    return {tuple(shlex.split(match[1], comments=True)) for match in found if match}


@pytest.mark.skipif(not shutil.which("make"), reason="make is not installed")
def test_what_make_is_asked_for_can_be_made():
    asked = asked_of("make")
    targets = {word for words in asked for word in words}
    assert {"lab", "test", "lint", "bench", "lecture", "handouts", "hub", "docs"} <= targets
    plain = {name: value for name, value in os.environ.items() if "MAKE" not in name}
    shown = ""
    for words in asked:
        make = ["make", "--dry-run", *words]
        done = subprocess.run(make, cwd=ROOT, env=plain, capture_output=True, text=True)
        assert done.returncode == 0, (words, done.stderr)
        shown += done.stdout
    modules = re.findall(r"/python -m ([\w.]+)", shown)
    assert_is_there(modules, re.findall(r"[ /]((?:tests|\.ci)/\S+)", shown))


def test_what_python_is_asked_for_is_there():
    asked = [words for words in asked_of(r"(?:\.venv/bin/)?python") if words[0] == "-m"]
    places = [word for words in asked for word in words if word.startswith("tests/")]
    assert_is_there([module for _, module, *_ in asked], places)
    assert len(asked) > 10 and len(places) > 5


def assert_is_there(modules, places):
    ours = [
        ROOT / name.replace(".", "/") for name in modules if name.startswith(("tests.", "labkit."))
    ]
    files = {path: (path.with_suffix(".py"), path / "__main__.py") for path in ours}
    assert (
        files
        and [path for path, either in files.items() if not any(map(Path.is_file, either))] == []
    )
    assert [place for place in places if not list(ROOT.glob(place))] == []


@pytest.mark.parametrize("name", ["README.md", "CONTRIBUTING.md", "SECURITY.md"])
def test_files_that_a_document_names_are_there(name):
    spans = re.findall(r"`((?:notebooks|labkit|tests|docs|data|\.ci)/[^`\n]*)`", TEXTS[name])
    patterns = [re.sub(r"<\w+>", "*", span).rstrip("/") for span in spans]
    assert len(spans) >= 5
    assert [one for one in patterns if not list(ROOT.glob(one))] == []


def test_timings_are_of_a_day_and_stand_between_two_marks():
    page, start, end = TEXTS["docs/benchmarks.md"], f"{benchmarks.START}\n", benchmarks.END
    before, tables, after = page[: page.index(start)], *page.split(start)[1].split(end)
    assert re.match(r"Measured on \d+ [A-Z][a-z]+ \d{4}, on \d+ processors", tables)
    assert benchmarks.with_tables(page, "Anew.\n") == f"{before}{start}Anew.\n{end}{after}"


@pytest.mark.parametrize(("load", "quiet"), [(1.0, True), (1.01, False), (8.0, False)])
def test_timings_are_taken_on_a_quiet_machine_or_not_at_all(load, quiet, monkeypatch, capsys):
    measured = []
    monkeypatch.setattr(os, "getloadavg", lambda: (load, 0.0, 0.0))
    monkeypatch.setattr(os, "cpu_count", lambda: 2)
    monkeypatch.setattr(benchmarks, "rows", lambda: measured.append("rows") or ([], []))
    assert benchmarks.main(["--row", "no such work"]) == (0 if quiet else 1)
    said = capsys.readouterr().err
    assert bool(measured) == quiet == (said == "")
    assert quiet or ("is not quiet: " in said and "at most 1 may be with 2 processors" in said)
