"""What some classes get is as it is stored: `python -m tests.instructor.grading.golden` says how it is made."""

import subprocess
import sys

import pytest

from tests.ticks import ROOT


@pytest.mark.long  # it grades six classes, of sixty notebooks
def test_what_classes_get_is_as_it_was(sandbox):
    command = [sys.executable, "-m", "tests.instructor.grading.golden"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert (done.stdout, done.returncode) == ("as it was\n", 0)
