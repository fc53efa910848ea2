"""The words that the reading aid knows. A sentence in other words is not read, or asked about."""

import re
import textwrap
from collections.abc import Iterator
from typing import NamedTuple

#: Letters: a picture in base 64 has no end.
LONGEST_SENTENCE = 2_000

# Kind -> words and phrases; "*" is any ending. Where two fit at one place, the first counts.
WORDS = {
    "skip": "not only, significant digit*, significance level*, significance test*, one can see, "
    "test of significance, level of significance, no doubt, better news, every one of, so far",
    "equal": "equally good, equally well, equally accurate, equally strong, equally effective, "
    "as good as, as accurate as, as strong as, just as good, just as well, equivalent, identical, "
    "interchangeable, indistinguishable, same quality, same accuracy, same performance, "
    "same level, are the same, are equal, are alike, on par, on a par, comparable, similar to, "
    "perform the same, draw level, no difference, no real difference, no effect, not differ, "
    "no different, makes no difference, accept the null*",
    "open": "inconclusiv*, not conclusive, undecided, not decided, not clear, unclear, unknown, "
    "insignif*, non-signif*, n.s., without signif*, no signif*, no conclusion*, no decision*, "
    "no winner, no claim*, no evidence, nothing can be*, remain* open, stays open, lacks signif*, "
    "within the margin of error",
    "down": "worse, worst, underperform*, under-perform*, inferior, less accurate, weaker than, "
    "outperformed by, beaten by, surpassed by, lags behind",
    "up": "better, best, outperform*, out-perform*, beat, beats, beating, beaten, surpass*, >, "
    "superior*, improves on, improves over, improves upon, more accurate, outdo*, stronger than",
    "significant": "signif*, reject*, distinguish*",
    "again": "same holds, same applies, same is true, same can be said, so is, so was, so does, "
    "so are, so do, as is, as are, as does",
    "not": "not, no, nor, neither, never, none, nothing, cannot, without, hardly, fail*, unable, "
    "few, instead of, could not, can not, may not, might not",
    "hedge": "if, whether, would, could, may, might, should, perhaps, possibl*, our hypothesis, "
    "hypothesis that, hypothesis was, hypotheses, nulls, believe*, expect*, hope*, fear*, claim, "
    "claims, question*, mistake, wrong, mean that, to conclude, except, but the, seems, studies, "
    "et al, reported, report that",
    "than": "than, then",
    "former": "the former",
    "latter": "the latter",
    "all": "every other*, every system*, every comparison, all systems, all other systems, all "
    "the other*, all the others, all of the others, any other*, the rest, the others",
    "stop": "and, or, while, whereas, although, though, but, because, since, so, which",
}  # fmt: skip

_EMPHASIS = re.compile(r"(?<!\w)(\*{1,3}|_{1,3}|`)(?=\S)([^*_`\n]*[^*_`\s])\1(?!\w)")
_BLOCK = re.compile(r"(?m)^[ \t]*(?:[|].*|(?:[-*+>]|\d+[.)])[ \t]+)")
_SENTENCE = re.compile(r"(?<=[.!?])(?<!\bvs\.)(?<!\bal\.)(?<!\be\.g\.)(?<!\bi\.e\.)\s+|;\s+")
_CLAUSE = re.compile(r"(?i),?\s+(?=(?:but|while|whereas|although|though|however)\b)")


class Word(NamedTuple):
    """A word or phrase: its kind, the systems that it names, and where it stands."""

    kind: str
    names: tuple[str, ...]
    start: int
    end: int


def pattern_of(words: list[str]) -> str:
    """Return a pattern of phrases, in which * is any ending and a blank any white space."""
    each = (re.escape(phrase).replace(r"\*", r"[\w-]*") for phrase in words)
    return "|".join(re.sub(r"(\\ )+", r"[\\s-]+", phrase) for phrase in each)


def sentences(text: str) -> Iterator[list[str]]:
    """Yield the clauses of each sentence, without the marks of Markdown, and without its tables."""
    parted = re.sub(r"(?m)^#+(.*)", r"\n\n\1\n\n", text)
    plain = _EMPHASIS.sub(r"\2", _BLOCK.sub("\n\n", parted).replace("$", ""))
    for paragraph in re.split(r"\n\s*\n", plain):
        for sentence in _SENTENCE.split(" ".join(paragraph.split())):
            for part in textwrap.wrap(sentence, LONGEST_SENTENCE):
                yield [clause for clause in _CLAUSE.split(part) if clause]
