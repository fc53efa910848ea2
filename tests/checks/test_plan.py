"""The plan of a course: its ticks in their order, and what a file must not say."""

import pytest

from labkit.checks.plan import FILE, PACK_ID, Planned, read_plan
from tests.ticks import COURSE, ROOT, notebook

TEXT = '[tick10-b]\nlecture = "x"\n[tick2-a]\ntitle = "Ä · 1"\n'


@pytest.fixture
def ticks(tmp_path):
    """The folder of three ticks, without a plan."""
    for name in ("tick10-b", "tick2-a", "tick3-c", ".course", "other"):
        (tmp_path / "ticks" / name).mkdir(parents=True)
    return tmp_path / "ticks"


def test_a_course_has_the_ticks_of_its_file_in_their_order(ticks):
    assert [*read_plan(ticks).items()] == [
        (n, Planned()) for n in ("tick2-a", "tick3-c", "tick10-b")
    ]
    (ticks.parent / FILE).write_text(TEXT, "utf-8-sig")
    plan = {"tick10-b": Planned(lecture="x"), "tick2-a": Planned("Ä · 1")}
    assert [*read_plan(ticks).items()] == [*plan.items()]
    # To a student's come those that a hub hands out later.
    (ticks.parent / PACK_ID).parent.mkdir()
    (ticks.parent / PACK_ID).touch()
    assert [*read_plan(ticks)] == ["tick10-b", "tick2-a", "tick3-c"]


@pytest.mark.parametrize(("text", "message"), [
    ('title = "A course"', r"ticks\.toml: title must stand below a tick's name"), ("[tick1]\n[tick1]", r"ticks\.toml: Cannot declare"),
    ("[tick1]\npoints = 2", r"\[tick1\] may have a title and a lecture, not points"), ("[tick1]\ntitle = 2", "not title"),
    (b"[tick1]\ntitle = '\xff'", r"ticks\.toml: 'utf-8' codec"),
])  # fmt: skip
def test_what_a_plan_must_not_say_is_named(ticks, text, message):
    path = ticks.parent / FILE
    path.write_bytes(text) if isinstance(text, bytes) else path.write_text(text)
    with pytest.raises(ValueError, match=message):
        read_plan(ticks)


def test_the_plan_of_the_eight_weeks_has_the_titles_and_lectures_that_are_there():
    plan = read_plan(ROOT / "notebooks" / "ticks")
    for n, tick in enumerate(COURSE, 1):
        title, lecture = plan[tick.name].title, plan[tick.name].lecture
        assert notebook(tick).cells[0].source.startswith(f"# Tick {n} · {title}\n")
        assert not lecture or (ROOT / "notebooks" / "lectures" / f"{lecture}.ipynb").is_file()
