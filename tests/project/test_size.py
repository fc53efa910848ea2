"""`make size` counts what layout and words do not change."""

from tests.project.size import size_of, table


def test_layout_and_words_cost_no_tokens():
    plain = size_of("def f(a):\n    return a + 1\n")
    assert plain == {"files": 1, "functions": 1, "lines": 2, "tokens": 10}
    worded = size_of('def f(\n    a,\n):\n    """Add one."""\n\n    # To a.\n    return a + 1\n')
    assert (worded["lines"], worded["tokens"]) == (7, 11)  # the comma
    assert size_of("""f"{f'{a:{b}}'} of {c}"\n""")["tokens"] == 1


def test_parts_and_rooms_add_up():
    rows = [line.replace(",", "").rsplit(maxsplit=4) for line in table().splitlines()[1:]]
    sizes = {name.strip(): [int(number) for number in numbers] for name, *numbers in rows}
    whole = sizes.pop("labkit")
    parts = sizes.pop("students' part"), sizes.pop("instructors' part")
    for several in (parts, sizes.values()):
        assert [sum(column) for column in zip(*several, strict=True)] == whole
    assert {"significance", "instructor/grading/marks", "text"} <= sizes.keys() and min(whole) > 0
