"""Lines in which a program has written more than a label: fastText, LIBSVM, R."""

import re
from pathlib import Path

from labkit.comparison.vocabulary import is_counted

_PREFIX = "__label__"
#: Labels with their probabilities, the best first, as fastText prints them.
_OF_FASTTEXT = re.compile(r"__label__\S+(?:\s+[\d.eE+-]+(?:\s+__label__\S+\s+[\d.eE+-]+)*)?\s*")
#: A class and its features, as LIBSVM and SVM-light are given them.
_WITH_FEATURES = re.compile(r"(\S+)((?:\s+\d+:\S+)+)\s*(?:#.*)?")
#: What may name an item.
_NUMBERED = re.compile(r"[\w-]*\d[\w-]*")
_QUOTED = re.compile(r'"[^"]*"')
_FIELD = re.compile(r'"(?:[^"\\]|\\.)*"|[^"\s]+')
_OF_ROW = re.compile(rf"(?:{_FIELD.pattern})(?:[ \t](?:{_FIELD.pattern}))*")


def plain_lines(file: Path, lines: list[str]) -> list[str]:
    """Give the lines of a file with its labels alone, or in columns with tabs between them."""
    as_given, lines = lines, [line.strip() for line in lines]
    some = [line for line in lines if line]
    if all(line.startswith(_PREFIX) for line in some):
        return [_of_fasttext(file, line) for line in lines]
    if _is_of_libsvm(some):
        return [line.split()[0] for line in some[1:]]
    rows = [line.split() for line in some]
    numbered = len(some) > 3 and all(len(row) == 2 and _NUMBERED.fullmatch(row[0]) for row in rows)
    if numbered and len({row[-1] for row in rows}) < len({row[0] for row in rows}) == len(rows):
        return ["\t".join(line.split()) for line in lines]  # SemEval's: an item and its label
    if all(_WITH_FEATURES.fullmatch(line) for line in some):
        return [line.split()[0] if line else "" for line in lines]
    return (_of_r(lines) if len(some) > 1 else []) or as_given


def _of_fasttext(file: Path, line: str) -> str:
    """Take the best label of a line; of a text with its label that."""
    labels = [word for word in line.split() if word.startswith(_PREFIX)]
    if len(labels) > 1 and not _OF_FASTTEXT.fullmatch(line):
        raise ValueError(f"{file} must have one label in each line, not {' and '.join(labels)}")
    return labels[0].removeprefix(_PREFIX) if labels else ""


def _is_of_libsvm(lines: list[str]) -> bool:
    """Say whether a header names the classes, and each line has one and the probability of each."""
    head = lines[0].split()
    if head[0] != "labels" or len(head) < 3 or len(lines) < 2:
        return False
    rows = map(str.split, lines[1:])
    return all(len(row) == len(head) and row[0] in head[1:] for row in rows)


def _of_r(lines: list[str]) -> list[str]:
    """Take off R's quotation marks, its header "x", and its numbers of rows; nothing if it is not R."""
    if all(map(_QUOTED.fullmatch, lines)):
        texts = [line[1:-1] for line in lines]
        return texts[1:] if texts[0] == "x" and "x" not in texts[1:] else texts
    found = [_FIELD.findall(line) if _OF_ROW.fullmatch(line) else [] for line in lines]
    if not found[0]:
        return []
    quoted = all(text.startswith('"') for text in found[0])
    named = all(row and row[0].startswith('"') for row in found)
    head, *rows = [[text.strip('"') for text in row] for row in found]
    more = {len(row) - len(head) for row in rows}  # 1 if rows have names
    counted = more == {1} and is_counted([row[0] for row in rows])
    columns = quoted and ((more == {1} and named) or (more == {0} and len(head) > 1))
    if not (counted or columns):
        return []
    if counted and len(head) == 1:
        return [label for _, label in rows]
    return ["\t".join(row) for row in ([*[""] * (more == {1}), *head], *rows)]
