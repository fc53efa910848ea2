"""The words that a reading aid knows; a sentence in other words is not read, or asked about."""

import re
import textwrap
from collections.abc import Iterator
from typing import NamedTuple

#: Letters: a picture in base 64 has no end.
LONGEST_SENTENCE = 2_000

# Kind -> words and phrases; "*" is any ending. Where two kinds fit at one place, the first counts.
WORDS = {
    "skip": "not only, significant digit*, significance level*, significance test*, test of "
    "significance, level of significance, no doubt, better news, better off, if any, so far",
    "equal": "equally good, equally well, equally accurate, equally strong, equally effective, "
    "as good as, as accurate as, as well as each other, just as good, just as well, equivalent, "
    "identical, interchangeable, same quality, same accuracy, same performance, same level, the "
    "same system, are the same, are equal, are alike, on par, on a par, comparable, no difference, "
    "no real difference, no effect, not differ, no different, indistinguishable, as strong as, "
    "perform the same, no better or worse, draw level, similar to, similarly, do not matter",
    "open": "inconclusiv*, not conclusive, undecided, not decided, not clear, unclear, unknown, "
    "insignif*, non-signif*, n.s., without signif*, no signif*, no conclusion*, no decision*, "
    "no winner, lacks significance, remain* open, stays open, nothing can be*, no claim*, "
    "no evidence, within the margin of error",
    "down": "worse, worst, underperform*, under-perform*, inferior, less accurate, outperformed by, "
    "beaten by, surpassed by, lags behind, weaker than",
    "up": "better, best, outperform*, out-perform*, beat, beats, beating, beaten, surpass*, "
    "superior*, improves on, improves over, improves upon, more accurate, outdo*, stronger than, "
    "defeat*, >",
    "sure": "signif*, reject*",
    "not": "not, no, nor, neither, never, none, nothing, cannot, without, hardly, fail*, unable, "
    "few, instead of",
    "hedge": "if, whether, would, could, may, might, should, perhaps, possibl*, hypothes*, nulls, "
    "believe*, expect*, hope*, fear*, question*, claim that, claim, claims, mistake, wrong, "
    "mean that, except, but the, seems, wanted, we asked, studies, et al, reported, report that",
    "all": "every other*, all other*, all the other*, the others, the other five, the five others, the rest, "
    "all of the others, any other*",
    "end": "and, or, while, whereas, although, though, but, because, since, so, which",
}  # fmt: skip

_EMPHASIS = re.compile(r"(?<!\w)(\*{1,3}|_{1,3}|`)(?=\S)([^*_`\n]*[^*_`\s])\1(?!\w)")
_BLOCK = re.compile(r"(?m)^[ \t]*(?:[|].*|(?:[-*+>]|\d+[.)])[ \t]+)")
_SENTENCE = re.compile(r"(?<=[.!?])(?<!\bvs\.)(?<!\bal\.)(?<!\be\.g\.)(?<!\bi\.e\.)\s+|;\s+")
_CLAUSE = re.compile(r",?\s+(?=(?:but|while|whereas|although|though|however)\b)", re.IGNORECASE)


class Word(NamedTuple):
    """A word or phrase of a sentence: its kind, the systems that it names, and where it stands."""

    kind: str
    names: tuple[str, ...]
    start: int
    end: int


def listed(words: str) -> str:
    """Return a pattern of the words of a table, or of systems' names."""
    each = (re.escape(word).replace(r"\*", r"[\w-]*") for word in words.split(", "))
    return "|".join(re.sub(r"(\\ )+", r"[\\s-]+", word) for word in each)


def sentences(text: str) -> Iterator[str]:
    """Yield the sentences of a text, without the marks of Markdown; its tables are no sentences."""
    parted = re.sub(r"(?m)^#+(.*)", r"\n\n\1\n\n", text)
    plain = _EMPHASIS.sub(r"\2", _BLOCK.sub("\n\n", parted).replace("$", ""))
    for paragraph in re.split(r"\n\s*\n", plain):
        for sentence in _SENTENCE.split(" ".join(paragraph.split())):
            yield from textwrap.wrap(sentence, LONGEST_SENTENCE)


def clauses(sentence: str) -> list[str]:
    """Part a sentence where another claim may begin; what is in brackets is not read."""
    return [clause for clause in _CLAUSE.split(sentence) if clause]
