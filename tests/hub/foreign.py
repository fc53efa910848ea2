"""Packages that no extra names: for one of the tests only, or at odds with what the lab needs."""

import subprocess
import sys

import pytest


def brought(folder, *wanted):
    """Install packages, without what they ask for, in a folder of a test's own."""
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    done = subprocess.run(
        [*pip, "--no-deps", "--target", folder, *wanted], capture_output=True, text=True
    )
    if done.returncode:
        pytest.skip(f"{', '.join(wanted)} cannot be installed here: {done.stderr[-300:]}")
    return folder
