"""What some classes get is as it is stored: `python -m tests.grading.golden` says how it is made."""

import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.long  # it grades six classes, of sixty notebooks
def test_what_classes_get_is_as_it_was(sandbox):
    command = [sys.executable, "-m", "tests.grading.golden"]
    done = subprocess.run(command, cwd=Path(__file__).parents[2], capture_output=True, text=True)
    assert (done.stdout, done.returncode) == ("as it was\n", 0)
