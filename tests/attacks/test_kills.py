"""`labkit grade`, killed at random moments: who grades next comes to the same marks, and nothing is left.

``python -m tests.attacks.test_kills FOLDER KILLS SCRATCH`` grades the class in ``FOLDER/class`` in
peace, and then so many times with a kill and one who goes on. It prints, as JSON, what each kill
came to, also the command lines of processes that outlived it, since those are handed down to it.
"""

import json
import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import pytest

from labkit.instructor.grading.sandbox import run
from tests.instructor.grading.sandbox.kills import become_subreaper, outlived
from tests.instructor.grading.tiny import answered, make_tick, write

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("sandbox")]
SEED = 20


def rows(folder):
    found = json.loads((folder / "grades.json").read_text(encoding="utf8"))
    return [{k: v for k, v in row.items() if k != "seconds"} for row in found]


@pytest.mark.parametrize("kills", [1, pytest.param(20, marks=pytest.mark.long)])
def test_graders_killed_at_random_moments_give_the_same_marks(tmp_path, monkeypatch, kills):
    tick = make_tick(tmp_path / "notebooks" / "ticks")
    for student, triple in {"ann": "return n * n", "bob": "return 3 * n"}.items():
        work = answered(tick, triple=triple, own="print('and more')")
        write(tmp_path / "class" / f"{student}_{tick.name}.ipynb", work)
    with tempfile.TemporaryDirectory(prefix="k", dir="/tmp") as short:
        words = [sys.executable, "-m", "tests.attacks.test_kills", str(tmp_path), str(kills), short]
        killed = subprocess.run(words, capture_output=True, text=True, timeout=3600)
        assert killed.returncode == 0, killed.stderr
        told = json.loads(killed.stdout)
        assert len(told) == kills and all(kill["same"] and not kill["left"] for kill in told), told
        assert len(rows(tmp_path / "peace")) == 2
        monkeypatch.setattr(tempfile, "tempdir", short)
        monkeypatch.setattr(run, "OLD", -1)
        run.remove_left()  # as a grader does an hour later
        assert list(Path(short).glob("labkit-*")) == []
    assert list(tmp_path.rglob(".unfinished-*")) == []


def grade(folder, out, seconds, *more):
    """Grade, and kill the grader after so long; give the seconds that it took, None if it was killed."""
    words = ["-m", "labkit", "grade", f"{folder}/class", "--out", f"{folder}/{out}"]
    words += ["--source", str(folder), "--jobs", "2", *more]
    began = time.monotonic()
    try:
        ran = subprocess.run([sys.executable, *words], capture_output=True, timeout=seconds)
    except subprocess.TimeoutExpired:
        return None
    assert ran.returncode == 0, ran.stderr.decode()
    return time.monotonic() - began


def main(folder, kills):
    become_subreaper()
    shortest, rng = grade(folder, "peace", None), random.Random(SEED)
    told, left = [], []
    while len(told) < kills:
        # All anew: in a folder of its own, and then over the marks that are there.
        out, moment = f"war-{len(told) // 2}", rng.uniform(0, 0.9 * shortest)
        took = grade(folder, out, moment, "--force")
        left += outlived()
        if took:  # on a machine that has less to do by now, it takes less time than it did in peace
            shortest = min(shortest, took)
            continue
        if len(told) % 4 == 0:  # one who goes on is killed as well
            grade(folder, out, rng.uniform(0, shortest))
            left += outlived()
        grade(folder, out, None)
        same = rows(folder / out) == rows(folder / "peace")
        told.append({"seed": SEED, "moment": moment, "left": left, "same": same})
        left = []
    print(json.dumps(told))


if __name__ == "__main__":
    os.environ["TMPDIR"] = sys.argv[3]
    main(Path(sys.argv[1]), int(sys.argv[2]))
