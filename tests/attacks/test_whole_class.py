"""A class in which nearly everyone attacks: graded as one batch, each ends as a row."""

import csv
import re
from collections import defaultdict
from functools import cache

import pytest
from nbgrader.api import Gradebook

from labkit.instructor.grading.judging.tick import load_ticks
from labkit.instructor.grading.marks.grade_class import Running, grade
from labkit.instructor.grading.submissions.collect import collect
from tests.attacks.attacks import ATTACKS, HONEST, NAME, write_tick
from tests.attacks.handed_in import HANDED_IN, write_class

#: A class of many hostile files takes half a minute.
pytestmark = pytest.mark.slow

ODD, SHOWN = "<>=:\"' \u202e\u200b😀", ("summary.html", "grades.csv", "grades.json")
load = cache(load_ticks)
CASES = [(name, where) for name, attack in HANDED_IN.items() for where in attack.where]


@pytest.fixture(scope="module")
def ticks(tmp_path_factory):
    return write_tick(tmp_path_factory.mktemp("course")).parent


@pytest.mark.parametrize(("name", "where"), CASES)
def test_nobody_hands_in_as_another_or_in_anothers_time(ticks, tmp_path, name, where):
    found = collect(write_class(tmp_path, [HANDED_IN[name]], where), load(ticks))
    (ada,) = [s for s in found if s.student == "Ada-Lovelace_1001" and not s.ended]
    assert ada.file.startswith("Ada Lovelace_1001_assignsubmission_file_/") and ada.files == {}
    assert not any(s.dated for s in found)
    assert all(set(s.files) <= {"data.csv", "submission_metadata.yml"} for s in found)
    eves = [s for s in found if s.student != "Ada-Lovelace_1001"]
    assert eves and all(s.student.endswith("1002") or not s.student for s in eves)
    assert sum(not s.ended for s in eves) == (HANDED_IN[name].ends == "graded")
    assert HANDED_IN[name].ends == "graded" or all(s.reason for s in eves)


@pytest.mark.parametrize("where", ["zip", pytest.param("folder", marks=pytest.mark.long)])
@pytest.mark.usefixtures("sandbox")
def test_each_gets_what_it_earned_or_why_not_and_nothing_hidden_is_told(ticks, tmp_path, where):
    attacks = {name: attack for name, attack in HANDED_IN.items() if where in attack.where}
    place, out = write_class(tmp_path, attacks.values(), where), tmp_path / "out"
    done = grade(place, out, ticks, Running(jobs=2))
    lines = defaultdict(list)
    with open(out / "grades.csv", encoding="utf8", newline="") as file:
        for line in csv.DictReader(file):
            lines[line["student"].rpartition("_")[2]].append(line)
    assert [line["points"] for line in lines.pop("1001")] == [str(HONEST)]
    for number, (name, attack) in enumerate(attacks.items(), start=1002):
        wanted = {
            "status": ATTACKS[name].status if name in ATTACKS else "ran", "points": str(HONEST),
            "out_of": "8",  # the tick's own, whatever the notebook says
            "waiting": "" if name == "deleted-cells" else "essay",
        }  # fmt: skip
        found = lines.pop("" if name == "name-without-a-number" else str(number))
        graded = [line for line in found if not line["status"].startswith("refused: ")]
        assert len(graded) == (attack.ends == "graded"), name
        assert all(line.items() >= wanted.items() for line in graded), name
        assert not any(line["points"] for line in found if line not in graded), name
    assert not lines

    pages = list((out / "feedback").rglob("*.html"))
    assert len(pages) == done.graded == 1 + sum(a.ends == "graded" for a in attacks.values())
    for path in [*pages, *(out / name for name in SHOWN)]:
        assert not re.findall(r"31, 7|400\.0|SECRET", path.read_text(encoding="utf8")), path
    assert not [p for p in out.rglob("*.html") if "<img src=x" in p.read_text(encoding="utf8")]
    with Gradebook(f"sqlite:///{out / 'gradebook.db'}") as gradebook:
        dicts = gradebook.notebook_submission_dicts(NAME, NAME)
    scores = {d["student"]: (d["score"], d["max_score"]) for d in dicts}
    everyone = [row.record.student for row in done.rows if row.graded]
    assert scores == dict.fromkeys(everyone, (HONEST, 8))

    assert {path.name for path in tmp_path.iterdir()} == {place.name, "out"}
    written = list(out.rglob("*"))
    assert sum(path.stat().st_size for path in written) < 10_000_000
    assert not set("".join(str(path.relative_to(out)) for path in written)) & set(ODD)
