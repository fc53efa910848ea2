"""The commands of the marker's guide and the README's for instructors, typed as they are printed."""

import os
import re
import shlex
import subprocess
import sys
import zipfile
from pathlib import Path

import pandas as pd
import pytest

from labkit.cli import main
from tests.project.test_documents import code
from tests.ticks import ROOT

TICK = "tick4-sign-test"
SAMPLE = ROOT / "tests" / "submissions"
#: Canvas's table of the sample class.
GRADEBOOK = f"""Student,ID,SIS Login ID,Section,{TICK} (5)
    Points Possible,,,,12.00
"Lovelace, Ada",1001,ada,A,
"""
#: What a command says of the sample class where it rightly does not end with 0.
SAYS = {"check": "questions pass: ", "collect-predictions": "must have some of tick1-lexicon"}


def commands(name):
    """The commands of a document, as words; not the bare names of some."""
    lines = [line.removeprefix(".venv/bin/") for line in code((ROOT / name).read_text("utf8"))]
    typed = [shlex.split(line, comments=True) for line in lines if line.startswith("labkit ")]
    return [words[1:] for words in typed if len(words) > 2 or words[1:] == ["rubric"]]


def here(word):
    """A file of the lab, from any folder."""
    return str(ROOT / word) if word.startswith(("notebooks/", "tests/")) else word


@pytest.fixture
def desk(tmp_path, monkeypatch):
    """A folder with the files that the guide names, and a person who says yes."""
    monkeypatch.chdir(tmp_path)
    for name in ("late.toml", "worksheet.csv"):
        Path(name).write_text((SAMPLE / name).read_text())
    class_ = pd.read_csv("worksheet.csv").set_index("ID number")["Full name"]
    with zipfile.ZipFile("class.zip", "w") as made:  # as Moodle makes it
        for number, (student, full) in enumerate(class_.items(), 1001):
            file = SAMPLE / "class" / student / TICK / f"{TICK}.ipynb"
            made.write(file, f"{full}_{number}_assignsubmission_file_/{file.name}")
    Path("SUBMISSION.ipynb").write_bytes(file.read_bytes())
    Path("groups.csv").write_text("student,group\nada,monday\n")
    Path("2026-11-30_Grades-NLP.csv").write_text(GRADEBOOK)
    monkeypatch.setattr(sys.stdin, "isatty", lambda: True, raising=False)
    monkeypatch.setattr("builtins.input", lambda question: "y")
    return tmp_path


@pytest.mark.slow
@pytest.mark.usefixtures("sandbox")
def test_every_command_of_the_readme_and_of_the_guide_works_as_printed(desk, capsys, monkeypatch):
    (desk / ".venv").symlink_to(sys.prefix)
    monkeypatch.setenv("PATH", f"{desk}/.venv/bin", prepend=os.pathsep)
    guide = commands("docs/marking.md")
    own = [words for words in commands("README.md") if words not in guide]
    # tests/cli/test_compare.py types the one of `compare`.
    *first, export = [words for words in own if words[0] != "compare"]
    for words in first:
        assert main(list(map(here, words))) == 0, (words, capsys.readouterr())
    for name in ("README.md", "docs/marking.md"):
        (opened,) = re.findall(r"(?m)^ {4}(\(cd .* lab)\)", (ROOT / name).read_text("utf8"))
        subprocess.run(f"{opened} --version)", shell=True, check=True, capture_output=True)
    for words in guide:
        status = main(list(map(here, words)))
        said = "".join(capsys.readouterr())
        assert status == 0 or SAYS[words[0]] in said, (words, said)
        if words[0] == "grade":
            (line,) = re.findall(r"^ +(\(cd .* lab)\)", said, re.MULTILINE)
            subprocess.run(f"{line} --version)", shell=True, check=True, capture_output=True)
        if words[:2] == ["rubric", "share"]:
            for path in Path("marks").glob("review/*/markers/*/worksheet.csv"):
                pd.read_csv(path).assign(items="A, c").to_csv(path, index=False)
        if words[:2] == ["rubric", "apply"]:
            assert "2 marks to enter" in said
    assert main(list(map(here, export))) == 0
    assert "2 marks in moodle" in capsys.readouterr().out  # and one is excused


def test_the_readme_names_files_of_the_sample_class():
    given = {word for words in commands("README.md") for word in words if "/submissions" in word}
    assert len(given) == 3 and all((ROOT / word).exists() for word in given)
