"""The words that the reading aid knows, each kind with its letter. Others are not read."""

import re
import textwrap
from collections.abc import Iterator
from typing import NamedTuple

#: Letter -> words and phrases; "*" is any ending. Where two fit at one place, the first counts.
WORDS = {
    "x": "not only, significant digit*, significance level*, level of significance, no doubt, better "
    "news, significance test*, equally likely, equally often, equally many, equally probable",
    # Claims: equal, open, worse (D), better (U), significant, and the same again (A).
    "E": "equally good, equally well, equally accurate, equally, equal quality, as good as, as accurate as, as strong as, just as good, identical, "
    "just as well, equivalent, interchangeable, indistinguishable, same quality, same accuracy, "
    "same performance, same level, are the same, are equal, are alike, on par, on a par, draw level, "
    "perform the same, comparable performance, no difference, no real difference, no different, not "
    "differ, no effect, no influence, no impact, no role, of them matters, makes no difference, "
    "accept the null*, neither gains nor loses",
    "O": "inconclusiv*, undecided, not decided, not clear, unclear, unknown, insignif*, non-signif*, "
    "n.s., without signif*, no signif*, lacks signif*, no conclusion*, no decision*, no winner, no "
    "claim*, no evidence, nothing can be*, remain* open, stays open, within the margin of error",
    "D": "worse, worst, underperform*, under-perform*, inferior, less accurate, weaker than, "
    "outperformed by, beaten by, surpassed by, lags behind",
    "U": "better, best, outperform*, out-perform*, beat, beats, beating, beaten, surpass*, superior*, "
    "improves on, improves over, improves upon, more accurate, outdo*, stronger than, >",
    "S": "signif*, reject*, distinguish*",
    "A": "same holds, same applies, same is true, same can be said, so is, so was, so does, so are, "
    "so do, as is, as are, as does",
    # What takes a claim back or leaves it open, and what speaks of a probability.
    "n": "not, no, nor, neither, never, none, nothing, cannot, without, hardly, fail*, unable, few, "
    "instead of, could not, can not, may not, might not",
    "h": "if, whether, would, could, may, might, should, perhaps, possibl*, our hypothesis, hypothesis "
    "that, hypothesis was, hypotheses, nulls, believe*, expect*, hope*, fear*, claim, claims, question*, "
    "mistake, wrong to, mean that, to conclude, except, but the, seems, studies, et al, reported, "
    "wanted, alone, under",
    "p": "probab*, likel*, chance*, odds, risk, certain*, sure, confident, luck, right in",
    # What stands for systems (N): all, the former, the latter, one or several; and other links.
    "a": "every other*, every system*, every comparison, all systems, all other systems, all the other*, "
    "all the others, all of the others, any other*, the rest, the others",
    "f": "the former",
    "l": "the latter",
    "s": "it, its, this, that, they, them, their, both, each, all, these, those, who, we, i, "
    "one, ones, first, second, third, fourth, last, two, three, four, five, six, other, others",
    "r": "test, tests, result*, effect*, comparison*, pair*, systems, only, there, differences, gains, "
    "null*, here",
    "c": "and, or, while, whereas, although, though, but, because, since, so, which",
    # Beside names and claims, a sentence has only these if it is plain.
    "w": "the, is, are, was, were, perform, performs, performed, does, do, did, clearly, also, much, "
    "slightly, statistically, by, with, at, p, on, in, our, a, an, of, film, movie, reviews, sign, "
    "than, level, alpha, gain, difference, point*, per, cent, accuracy, two-tailed, two-sided",
}  # fmt: skip

_EMPHASIS = re.compile(r"(?<!\w)(\*{1,3}|_{1,3}|`)(?=\S)([^*_`\n]*[^*_`\s])\1(?!\w)")
_BLOCK = re.compile(r"(?m)^[ \t]*(?:[|].*|(?:[-*+>]|\d+[.)])[ \t]+)")
_SENTENCE = re.compile(r"(?<=[.!?])(?<!\bvs\.)(?<!\bal\.)(?<!\be\.g\.)(?<!\bi\.e\.)\s+|;\s+")
_CLAUSE = re.compile(r"(?i),?\s+(?=(?:but|while|whereas|although|though)\b)")


class Word(NamedTuple):
    """A word or phrase: the systems that it names, and where it stands."""

    names: tuple[str, ...]
    start: int
    end: int


def pattern_of(phrases: str) -> str:
    """Return a pattern of phrases, in which * is any ending and a blank any white space."""
    each = (re.escape(phrase).replace(r"\*", r"[\w-]*") for phrase in phrases.split(", "))
    return "|".join(re.sub(r"(\\ )+", r"[\\s-]+", phrase) for phrase in each)


def sentences(text: str) -> Iterator[list[str]]:
    """Yield the clauses of each sentence, without the marks of Markdown, and without its tables."""
    parted = re.sub(r"(?m)^#+(.*)", r"\n\n\1\n\n", text)
    plain = _EMPHASIS.sub(r"\2", _BLOCK.sub("\n\n", parted).replace("$", ""))
    for paragraph in re.split(r"\n\s*\n", plain):
        for sentence in _SENTENCE.split(" ".join(paragraph.split())):
            for part in textwrap.wrap(sentence, 2_000):  # a picture in base 64 has no end
                yield _CLAUSE.split(part)


def unread(text: str, words: list[Word]) -> list[str]:
    """Return what remains of a text without the words that were read."""
    for word in reversed(words):
        text = f"{text[: word.start]} {text[word.end :]}"
    return re.findall(r"[^\W\d_]{2,}", text)
