"""Cells are matched by what is certain before what is likely, and once each."""

import random
import time

from nbformat.v4 import new_code_cell, new_markdown_cell

from labkit.grading.submission.matching import answers_of, defined, matched
from tests.grading.tiny import graded

GIVEN = [
    new_markdown_cell("# Title", id="title"),
    new_code_cell("def f(n):\n    ...", id="f", metadata=graded("f", solution=True)),
    new_code_cell("check('f', f)", id="f-check", metadata=graded("f-check", locked=True)),
    new_code_cell("mine = ...", id="mine", metadata=graded("mine", solution=True)),
    new_markdown_cell("Say why.", id="why"),
    new_markdown_cell("*Here.*", id="essay", metadata=graded("essay", solution=True, grade=True)),
]


def bare(*sources):
    """Cells without names; what begins with a capital letter is a text."""
    makes = [
        new_markdown_cell if s[:1].isupper() or s[:1] in "#*" else new_code_cell for s in sources
    ]
    return [make(source) for make, source in zip(makes, sources, strict=True)]


def names(cells):
    found = matched(cells, GIVEN)
    return {cells[here].source: GIVEN[there].id for here, there in sorted(found.places.items())}


def test_names_that_a_cell_defines():
    text = "async def a(): pass\nclass B:\n    c = 1\nd = e = 2\nf: int = 3\ng == 4\nh += 1\n%%time\nk=1"
    assert defined(text) == {"a", "B", "d", "f", "k"}
    assert defined("def f(:\n  broken") == {"f"}
    assert [sorted(answers_of(cell)) for cell in GIVEN] == [[], ["f"], [], ["mine"], [], []]


def test_without_names_by_text_by_definition_and_by_place():
    cells = bare(
        "# Title", "def f(n):\n    return n", "check('f', f)", "mine = 3", "Say why.", "So."
    )
    assert list(names(cells).values()) == ["title", "f", "f-check", "mine", "why", "essay"]


def test_a_function_counts_before_a_variable_and_a_variable_before_nothing():
    assert names(bare("def f(n):\n    return n", "f = f(3)")) == {"def f(n):\n    return n": "f"}
    assert names(bare("f = lambda n: n")) == {"f = lambda n: n": "f"}


def test_a_written_answer_is_found_before_what_follows_it():
    (position,) = [i for i, cell in enumerate(GIVEN) if cell.id == "essay"]
    found = matched(bare("So.", "End."), [*GIVEN[position:], new_markdown_cell("End.", id="end")])
    assert found.places == {1: 1, 0: 0}


def test_of_several_parts_of_a_written_answer_the_last_takes_its_place():
    parts = [new_markdown_cell(text) for text in ("*Here.*", "One.", "Two.", "Three.")]
    for part in parts:
        part.metadata = graded("essay", solution=True, grade=True)
    found = matched(parts, GIVEN)
    assert (found.places, found.joined) == ({3: 5}, {3: [1, 2]})
    found = matched(bare("Say why.", "One.", "x = 1", "", "Two."), GIVEN)
    assert (found.places, found.joined) == ({0: 4, 4: 5}, {4: [1]})


def test_a_written_answer_is_found_beside_its_own_cell_where_that_says_nothing():
    why, essay = GIVEN[4], GIVEN[5]
    empty = new_markdown_cell(" ", id="essay", metadata=essay.metadata)
    for own in (essay, empty):
        for cells, places, joined in (
            ([why, own, *bare("So.")], {0: 4, 2: 5}, {}),
            ([why, own, *bare("So.", "x = 1", "And so.")], {0: 4, 4: 5}, {4: [2]}),
            ([why, *bare("So.", "And so."), own], {0: 4, 2: 5}, {2: [1]}),
            ([*bare("No."), why, *bare("So."), own, *bare("Yes.")], {1: 4, 4: 5}, {}),
        ):
            found = matched(cells, GIVEN)
            assert (found.places, found.joined) == (places, joined)
            assert found.left == {cells.index(own): "essay"} and not found.found
    for own in (essay, empty):  # nobody's words, or another cell's
        for others in ([], bare("", "x = 1"), bare("*Here.*"), [GIVEN[0], *bare("So.")]):
            assert matched([why, own, *others], GIVEN).left == {}
    answered = new_markdown_cell("Because.", id="essay", metadata=essay.metadata)
    assert matched([why, answered, *bare("A note.")], GIVEN).left == {}


def test_an_answer_in_another_cell_is_known_and_a_stub_is_none():
    assert matched(bare("def f(n):\n    return n\nmine = 3"), GIVEN).elsewhere == {"mine"}
    assert matched(bare("def f(n):\n    ...", "mine = ..."), GIVEN).elsewhere == set()


def test_each_place_is_taken_once_whatever_the_cells():
    rng = random.Random(3)
    texts = [cell.source for cell in GIVEN] + ["def f(n): return 1\nmine = 2", "f = 1", "So.", "x"]
    for _ in range(300):
        cells = bare(*rng.choices(texts, k=rng.randint(0, 9)))
        for cell in cells:
            if rng.random() < 0.3:
                cell.metadata = graded(rng.choice(["f", "essay", "other"]))
        found = matched(cells, GIVEN)
        assert len(set(found.places.values())) == len(found.places)
        parts = [part for some in found.joined.values() for part in some]
        assert len(set(parts)) == len(parts) and not set(parts) & set(found.places)
        assert not found.left.keys() & {*parts, *found.places}


def test_it_is_quick_whatever_the_cells():
    cells = bare(*["mine = 1\n" * 100, "So.", "f: " * 200] * 600)
    cells[0].source = "a : " * 100_000
    cells[1].source = "So.\n" * 100_000
    began = time.monotonic()
    matched(cells, GIVEN)
    assert time.monotonic() - began < 3
