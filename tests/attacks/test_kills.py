"""`labkit grade`, killed at random moments: the same marks in the end, and nothing left behind."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import pytest

from labkit.grading.notebook.scratch import remove_left
from tests.grading.tiny import UNSAFE, answered, make_tick, write

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(os.name != "posix", reason="kills processes as POSIX does"),
    pytest.mark.skipif(UNSAFE, reason="students' code cannot be confined here"),
]

#: What a row says of the run and not of the work.
OF_THE_RUN = {"seconds"}


def rows(folder):
    found = json.loads((folder / "grades.json").read_text(encoding="utf8"))
    return [{k: v for k, v in row.items() if k not in OF_THE_RUN} for row in found]


@pytest.mark.parametrize("kills", [4, pytest.param(20, marks=pytest.mark.long)])
def test_graders_killed_at_random_moments_give_the_same_marks(tmp_path, monkeypatch, kills):
    tick = make_tick(tmp_path / "notebooks" / "ticks")
    # The names of sockets are short, and those of this test's folders are not.
    short = tempfile.mkdtemp(prefix="k", dir="/tmp")
    wrong = {"ann": "return n * n", "bob": "return 3 * n"}
    for student, triple in wrong.items():
        work = answered(tick, triple=triple, own="print('and more')")
        write(tmp_path / "class" / f"{student}_{tick.name}.ipynb", work)
    words = [sys.executable, "-m", "tests.attacks.kills", str(tmp_path), str(kills), short]
    ran = subprocess.run(words, capture_output=True, text=True, timeout=3600)
    assert ran.returncode == 0, ran.stderr
    told = json.loads(ran.stdout)
    assert told["alive"] >= kills // 2 and told["left"] == []
    assert rows(tmp_path / "war") == rows(tmp_path / "peace") and len(rows(tmp_path / "war")) == 2
    monkeypatch.setattr(tempfile, "tempdir", short)
    remove_left()  # as the next grader does
    assert list(Path(short).glob("labkit-*")) == []
    assert list((tmp_path / "war").rglob(".unfinished-*")) == []
    shutil.rmtree(short)
