"""Lines that all files have at the same places and that are no labels: between sentences, and above all."""

from collections.abc import Mapping

from labkit.comparison.columns import Labels
from labkit.comparison.vocabulary import is_real

NOTE = (
    "Blank lines, which all files have at the same places, were read as ends of sentences. The words "
    "of a sentence are hardly independent: --groups says which belong together."
)


def without_blank_lines(
    truth: Labels, systems: Mapping[str, Labels]
) -> tuple[Labels, dict[str, Labels], bool]:
    """Leave out lines that are empty in all files; say whether there were such.

    The columns before each label, the same in all files, are left out as well. Files are given
    back as they were if they have names of items, or empty lines at different places.
    """
    files = [truth, *systems.values()]
    ends = _empty(truth)
    as_truth = (None, ends, len(truth))
    if not ends or any((one.items, _empty(one), len(one)) != as_truth for one in files):
        return truth, dict(systems), False
    # CoNLL-2003 begins documents with lines that are no words.
    found = [[label or "" for label in one.labels] for one in files]
    rows = [
        [text.split() for text in each if text[:10] not in ("", "-DOCSTART-")] for each in found
    ]
    before = [[row[:-1] for row in each] for each in rows]
    if len({len(row) for each in rows for row in each}) == 1 and all(
        each == before[0] for each in before
    ):
        rows = [[row[-1:] for row in each] for each in rows]
    if any(len(row) > 1 for each in rows for row in each):
        raise ValueError(
            f"{truth.path} and the predictions must have the same words, and tags, before each label "
            "where blank lines end sentences, or the labels alone"
        )
    plain = [
        Labels(one.path, tuple(map(" ".join, each))) for one, each in zip(files, rows, strict=True)
    ]
    return plain[0], dict(zip(systems, plain[1:], strict=True)), True


def without_header(
    truth: Labels, systems: Mapping[str, Labels]
) -> tuple[Labels, dict[str, Labels], list[str]]:
    """Leave out a first line that is a word in all files, above numbers, and say so.

    Above words it might be a label: ValueError if it comes nowhere else, and others come again.
    """
    files = [truth, *systems.values()]
    first = truth.labels[0] if len(truth) > 2 else None
    alike = all(one.items is None and one.labels[:1] == (first,) for one in files)
    rest = [label for one in files for label in one.labels[1:] if label is not None]
    if first is None or not alike or first in rest or is_real(first):
        return truth, dict(systems), []
    if not all(map(is_real, rest)):
        if 2 * len({*truth.labels[1:]}) <= len(truth):
            raise ValueError(
                f"{truth.path} must begin with a right answer, or with the header 'label', in all files: "
                f"which of these {first!r} is cannot be told"
            )
        return truth, dict(systems), []
    plain = [Labels(one.path, one.labels[1:]) for one in files]
    note = f"The first line of all files, {first!r}, was read as a header."
    return plain[0], dict(zip(systems, plain[1:], strict=True)), [note]


def _empty(one: Labels) -> list[int]:
    return [place for place, label in enumerate(one.labels) if label is None]
