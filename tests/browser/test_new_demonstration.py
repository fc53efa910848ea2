"""The demonstration of CONTRIBUTING.md: its two files are all that a new one needs."""

import re
import shlex
import shutil
import subprocess
import sys

import pytest

from tests.ticks import ROOT


@pytest.mark.slow
def test_the_guides_module_and_oracle_pass_the_tests_that_the_guide_names(chromium, tmp_path):
    guide = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf8")
    guide = guide.partition("### A demonstration\n")[2].partition("\n## ")[0]
    for folder in ("labkit", "tests", "data", "notebooks"):
        without = shutil.ignore_patterns("__pycache__", ".ipynb_checkpoints")
        shutil.copytree(ROOT / folder, tmp_path / folder, ignore=without)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    places = re.findall(r"`(\w+\.(?:js|py))` in `([\w/]+)`", guide)
    texts = re.findall(r"(?ms)^```\w+\n(.*?)^```$", guide)
    for (name, folder), text in zip(places, texts, strict=True):
        (tmp_path / folder / name).write_text(text, encoding="utf8")
    words = shlex.split(re.search(r"(?m)^ {4}\S*/python (-m pytest .*)", guide)[1])
    command = [sys.executable, *words, "-q", "-p", "no:cacheprovider", "-k", "doubling or keeps"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout
    assert int(re.search(r"(\d+) passed", done.stdout)[1]) >= 8 and "skipped" not in done.stdout
