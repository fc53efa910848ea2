"""What some classes get is as it is stored: `python -m tests.grading.golden` says how it is made."""

import subprocess
import sys
from pathlib import Path

import pytest

from tests.grading.golden import differences

#: It grades six classes, of sixty notebooks.
pytestmark = pytest.mark.long


def test_what_classes_get_is_as_it_was(sandbox):
    command = [sys.executable, "-m", "tests.grading.golden"]
    done = subprocess.run(command, cwd=Path(__file__).parents[2], capture_output=True, text=True)
    assert (done.stdout, done.returncode) == ("as it was\n", 0)


def test_a_difference_is_named():
    old = {"a": {"points": 1, "said": ["x", "y"]}, "b": 1, "c": {"status": "ran"}}
    new = {"c": {}, "b": 1, "a": {"points": 2, "said": ["y", "z"]}}
    said = ["-a | points: 1", '-a | said: "x"', "+a | points: 2", '+a | said: "z"']
    assert differences(old, new) == [*said, '-c | status: "ran"'] and differences(old, old) == []
