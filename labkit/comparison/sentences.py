"""Labels of words, with a blank line behind each sentence."""

from collections.abc import Mapping

from labkit.comparison.columns import Labels

NOTE = (
    "Blank lines, which all files have at the same places, were read as ends of sentences. The words "
    "of a sentence are hardly independent: --groups says which belong together."
)


def without_blank_lines(
    truth: Labels, systems: Mapping[str, Labels]
) -> tuple[Labels, dict[str, Labels], bool]:
    """Leave out lines that are empty in all files; say whether there were such.

    A word before each label, the same in all files, is left out as well. Files are given back as
    they were if they have names of items, or empty lines at different places.
    """
    files = [truth, *systems.values()]
    ends = _empty(truth)
    if not ends or any(one.items is not None or _empty(one) != ends for one in files):
        return truth, dict(systems), False
    if len({len(one) for one in files}) > 1:
        return truth, dict(systems), False
    rows = [[label.split() for label in one.labels if label is not None] for one in files]
    if all(len(row) == 2 for each in rows for row in each):
        words = [[row[0] for row in each] for each in rows]
        if all(each == words[0] for each in words):
            rows = [[row[1:] for row in each] for each in rows]
    if any(len(row) > 1 for each in rows for row in each):
        return truth, dict(systems), False
    plain = [
        Labels(one.path, tuple(map(" ".join, each))) for one, each in zip(files, rows, strict=True)
    ]
    return plain[0], dict(zip(systems, plain[1:], strict=True)), True


def _empty(one: Labels) -> list[int]:
    return [place for place, label in enumerate(one.labels) if label is None]
