"""A release puts the files of docs/changes together in the changelog."""

import re
import shutil
import subprocess
import sys
import tomllib

import pytest
import yaml

from tests.ticks import ROOT

PYPROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf8"))
SETTINGS = PYPROJECT["tool"]["towncrier"]
KINDS = {kind: given["name"] for kind, given in SETTINGS["fragment"].items()}


@pytest.fixture
def towncrier(tmp_path):
    """Run towncrier in a folder with the changelog and no changes yet."""
    (tmp_path / "docs/changes").mkdir(parents=True)
    for name in ("CHANGELOG.md", "pyproject.toml", "docs/changes/README.md"):
        shutil.copy(ROOT / name, tmp_path / name)

    def run(*words):
        command = [sys.executable, "-m", "towncrier", *words]
        subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
        return tmp_path

    return run


def test_a_release_has_each_change_below_its_heading_and_what_was_before(towncrier):
    for kind in KINDS:
        folder = towncrier("create", "--content", f"This is {kind}.", f"+words.{kind}.md")
    towncrier("build", "--yes", "--version", "99.0", "--date", "2027-01-30")
    before, after = ((place / "CHANGELOG.md").read_text("utf8") for place in (ROOT, folder))
    head, first = re.split(r"(?<=start -->\n)", before)
    assert after.startswith(head) and after.endswith(first.lstrip())
    made = after.removeprefix(head).removesuffix(first.lstrip())
    assert made.split("\n### ")[0].strip() == "## 99.0, 2027-01-30"
    parts = {part.strip() for part in made.split("\n### ")[1:]}
    assert parts == {f"{name}\n\n- This is {kind}." for kind, name in KINDS.items()}
    assert [path.name for path in (folder / "docs/changes").iterdir()] == ["README.md"]


def test_the_command_of_the_readme_begins_a_change(towncrier):
    (command,) = re.findall("`towncrier (.*)`", (ROOT / "docs/changes/README.md").read_text("utf8"))
    assert (towncrier(*command.split()) / "docs/changes" / command.split()[1]).is_file()


def test_each_change_that_waits_is_of_a_known_kind():
    names = [path.name for path in (ROOT / "docs/changes").iterdir() if path.name != "README.md"]
    kinds = "|".join(KINDS)
    assert [name for name in names if not re.fullmatch(rf"\+[\w-]+\.({kinds})\.md", name)] == []


def test_one_document_says_where_to_write():
    project = PYPROJECT["project"]
    addresses = [project["urls"]["Issues"], project["authors"][0]["email"]]
    pages = [*ROOT.glob("*.md"), *ROOT.glob("docs/*.md"), *ROOT.glob(".github/**/*.yml")]
    texts = {path.relative_to(ROOT).as_posix(): path.read_text("utf8") for path in pages}
    written = {name: [one for one in addresses if one in text] for name, text in texts.items()}
    assert {name: found for name, found in written.items() if found} == {
        "CONTRIBUTING.md": addresses
    }
    asking = {name for name, text in texts.items() if "CONTRIBUTING.md#where-to-write" in text}
    assert asking >= {"CODE_OF_CONDUCT.md", "SECURITY.md", "docs/accessibility.md"}


def test_forms_for_issues_are_of_github_s_form():
    for path in (ROOT / ".github/ISSUE_TEMPLATE").iterdir():
        form = yaml.safe_load(path.read_text("utf8"))
        assert {*form} == {"name", "description", "body"}
        asked = [part for part in form["body"] if part["type"] != "markdown"]
        assert len({part["id"] for part in asked}) == len(asked) > 0
        assert {part["type"] for part in asked} <= {"input", "textarea"}
        assert all(part["attributes"]["label"] for part in asked)


def test_a_release_has_a_version_and_addresses_of_its_own():
    project, cited = PYPROJECT["project"], yaml.safe_load((ROOT / "CITATION.cff").read_text("utf8"))
    assert cited["repository-code"] == project["urls"]["Repository"]
    if not project["version"].endswith(".dev0"):
        assert cited["version"] == project["version"]
        assert "example.org" not in str([project["authors"], project["urls"]])
