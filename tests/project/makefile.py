"""Running make, as far as tests do that."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

needs_make = pytest.mark.skipif(not shutil.which("make"), reason="make is not installed")


def make(*arguments, folder=ROOT, path=None):
    # Whatever options a `make test` around this one has are not for this make.
    environment = {name: value for name, value in os.environ.items() if "MAKE" not in name}
    return subprocess.run(
        ["make", *arguments],
        cwd=folder,
        env={**environment, "PATH": path or environment["PATH"]},
        capture_output=True,
        text=True,
    )
