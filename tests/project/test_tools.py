"""The settings of the tools around the lab: linters, hooks, a container, Binder."""

import json
import re
import subprocess
import sys

import pytest
import yaml

from tests.project.makefile import ROOT, make, needs_make

TOOLS = ("ruff check", "ruff format", "mypy")


@needs_make
def test_make_lint_asks_all_tools():
    lines = make("--dry-run", "lint").stdout.splitlines()
    planned = [line for line in lines if line.startswith(".venv/bin/")][-len(TOOLS) :]
    assert any("/tsc --noEmit" in line for line in lines)
    for tool, line in zip(TOOLS, planned, strict=True):
        assert line.startswith(f".venv/bin/{tool}")
    assert "--check" in planned[1]  # only says what is not formatted


def test_a_commit_asks_the_same_tools_of_the_same_environment():
    read = yaml.safe_load((ROOT / ".pre-commit-config.yaml").read_text(encoding="utf8"))
    (repository,) = read["repos"]
    assert repository["repo"] == "local"
    for tool, hook in zip(TOOLS, repository["hooks"], strict=True):
        assert hook["entry"].startswith(f".venv/bin/{tool}") and hook["language"] == "system"


@pytest.fixture
def container():
    text = (ROOT / ".devcontainer" / "devcontainer.json").read_text(encoding="utf8")
    return json.loads(re.sub("^ *//.*$", "", text, flags=re.MULTILINE))


def test_the_container_has_condas_python_and_what_ci_installs(container):
    environment = (ROOT / "environment.yml").read_text(encoding="utf8")
    number = re.search("^  - python =(.*)$", environment, flags=re.MULTILINE)[1]
    assert container["image"].startswith(f"python:{number}-")
    script = (ROOT / ".ci" / "run").read_text(encoding="utf8")
    packages = re.findall(r"missing\+=\((.*)\)", script)
    assert "bubblewrap" in packages
    assert all(package in container["onCreateCommand"].split() for package in packages)


@needs_make
def test_the_container_sets_up_what_make_sets_up(container):
    target = container["updateContentCommand"].removeprefix("make ")
    assert make("--dry-run", "--always-make", target).returncode == 0


def test_binder_reads_environment_yml():
    # In a folder of its own, Binder would look for its settings there and nowhere else.
    assert (ROOT / "environment.yml").is_file()
    assert not (ROOT / "binder").exists() and not (ROOT / ".binder").exists()


@pytest.mark.long
def test_tests_after_a_browsers_may_start_an_event_loop(tmp_path):
    (tmp_path / "test_next.py").write_text(
        "import asyncio\n\ndef test_next():\n    asyncio.run(asyncio.sleep(0))\n", encoding="utf8"
    )
    shown = "tests/browser/test_compare_report.py::test_it_fits_every_screen[one-360]"
    run = [sys.executable, "-m", "pytest", "-q", "-p", "no:xdist", "-c", "pyproject.toml"]
    run += ["-o", "addopts=--import-mode=importlib", shown, str(tmp_path)]
    ended = subprocess.run(run, cwd=ROOT, capture_output=True, encoding="utf8", timeout=120)
    assert re.search(r"1 passed, 1 skipped|2 passed", ended.stdout), ended.stdout + ended.stderr
