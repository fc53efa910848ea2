"""What the lectures print, against a script that shares no code with the lab."""

import subprocess
import sys

import pytest

from tests.ticks import ROOT

pytestmark = pytest.mark.long


def test_every_printed_number_comes_out_without_labkit():
    """In a process of its own, where an import of labkit fails: this one may have imported it."""
    script = ROOT / "tests" / "notebooks" / "recomputed.py"
    ended = subprocess.run([sys.executable, script], capture_output=True, text=True)
    assert ended.returncode == 0, ended.stdout + ended.stderr
