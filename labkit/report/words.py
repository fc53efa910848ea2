"""The words of a claim: each has a tag, one letter, and a pattern of tags says what is claimed.

"NB is more accurate than the SVM" is tagged NvMGtxN: a name, a verb, more, a good, than, another
word, a name; "M[xNk]{0,3}G" finds it. Words that are not listed are x, and a claim in such words is
not found. Source: Abney (1996), "Partial parsing via finite-state cascades": patterns of tags.
"""

import re
import textwrap
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

#: Stand for the first letter of a system's name and for the others, so that no name is read as a word.
MASK = "\ua66e", "\ua66c"

#: Letters: the time to read a sentence grows faster than its length, and a picture in base 64 has no end.
LONGEST_SENTENCE = 2_000

#: Tag -> words and phrases, in which "*" is any ending. Of two that fit, the longer one counts.
WORDS = {
    # Comparisons: verbs that say better (U) and worse (D), and better (B) and worse (W) themselves.
    "U": "outperform*, out-perform*, beat*, surpass*, exceed*, outscore*, outdo*, overtak*, "
    "overtook, dominat*, defeat*, crush*, trumps, excels, tops, superior*, improve* on, "
    "improve* over, improve* upon, ahead of, edges out, edged out, wins over, won over, "
    "winner over, win against, wins against, stronger than, points above, far above, scores "
    "above, scored above, preferred over, preferred to, favoured over, new state of the art, "
    "improve* the state of the art",
    "D": "underperform*, under-perform*, inferior*, lag, lags, lagged, trails, trailed, falls "
    "short, falls behind, no match for, cannot compete with, cannot keep up with, loses, lost "
    "to, is behind, points behind, far behind, points below, far below, scores below, weaker "
    "than, suffers, suffered, not as good as, not as accurate as, not as well as",
    "B": "better, best",
    "W": "worse, worst",
    # More (M) or less (L) of what is good (G) or of errors (E); a gain (g), and a difference (d).
    "M": "improve, improves, improved, more, higher, greater, increas*, rais*, rises, boost*, "
    "enhanc*, stronger",
    "L": "less, lower, lowers, fewer, smaller, reduc*, decreas*, cut, cuts, hurt*, harm*, degrad*, "
    "weaker",
    "G": "accura*, precision, recall, f1, f-score*, score*, result*, performance, quality, bleu, "
    "correct*, effective*, reliab*, precise*, robust*",
    "E": "error*, mistake*, perplexity",
    "g": "gain*, improvement*, advantage*, edge, lead, benefit*, upper hand, an increase, the "
    "increase, boost over, boost of",
    "d": "differ*, effect*, drop, comparison*, trend*",
    # What links them: than, all others, all, it, is, by, to; or parts (c).
    "t": "than, over, against, compared, relative, in comparison, unlike, versus, vs, replacing, "
    "switching from, moving from",
    "O": "all other*, all the other*, every other*, any other*, the others, the rest, all of them",
    "A": "all, both, each, every, two, three, four, five, six",
    "r": "it, its, they, their, this, these, them, former, latter, which",
    "v": "is, are, was, were, be, been, perform*, work, works, worked, do, does, did, seems, "
    "appears, fares",
    "b": "by, by two, by three, by four, by five, by six",
    "c": "how, why",
    "o": "to",
    # Significance and its lack, equality, and what takes a claim back (n) or leaves it open (q).
    "S": "significant*, reach* significance, approach* significance, attain* significance, reach* "
    "statistical significance",
    "i": "insignifican*, non-significan*, inconclusive, undecided, unclear, open whether, n.s*, "
    "cannot be told apart, cannot tell, statistically indistinguishable, margin of error, no "
    "evidence, insufficient evidence, not enough evidence",
    "e": "equally good, equally well, equally accurate, equally effective, perform* equally, as "
    "good as, as accurate as, just as well, just as good, perform* as well, work* as well, "
    "does as well, equivalent, on par, on a par, comparable, comparably to, competitive with, "
    "similar accurac*, similar result*, similar performance, similarly, similar to that of, "
    "close to that of, same performance, perform* the same, are the same, are equal, rivals, "
    "identical, interchangeable, indistinguishable, matches the performance, tied with, keeps "
    "up with, no difference, no real difference, not differ, no different, neither system is "
    "better",
    "n": "not, no, nor, never, neither, none, cannot, could not, can not, nothing, hardly, lack*, "
    "fail*, unable, insufficient, little, except, missed, far from",
    "q": "may, might, could, should, can, perhaps, hope*, want*, aim*, goal*, expect*, "
    "hypothesise*, hypothesize*, future, need*, question*, et al, according to, previous "
    "work, earlier work, studies, literature, authors, reported, claimed, claims, report "
    "that, reports that, nobody, not mean*, not imply, not only, room for, stars, mark, "
    "marks, bold, called, what, which parser, which system, which is, who, about which, know "
    "which, say which, show which, decide which, higher is better, lower is better, only the first, only the second, only the last, only one, only two, the first of, the second of, the first two, the other two, the third, some of, or there is no, no difference or, no real difference or",
    # A probability (p) or likely (l) of a hypothesis (H) or of chance (C), and what p is one of (w).
    "H": "null, hypothesis, hypotheses, H0, H1, H_0, H_1",
    "C": "due to chance, due to luck, by chance, by luck, to luck, just luck, just chance, "
    "coincidence, is real, be real, being real, is random, be random, being random, are "
    "wrong, is wrong, being wrong, be luck, be chance, not due to chance, not due to luck, not by chance, not by luck, no coincidence",
    "p": "probability, likelihood, chance, chances, odds, risk, certainty",
    "l": "likely, unlikely, probable, improbable, probably, sure, certain, confident",
    "R": "reject*",
    "a": "accept*",
    "w": "if, whether, would, when, where, under, given that, given the, assum*, suppos*, at "
    "least, extreme, such a, such an, so large, this large, this size, alarm*, misses, errs, "
    "hypothesis is that, hypothesis says, hypothesis makes, misread*, mistake to, wrong to, "
    "unknown, avoid*",
    # What a number is that is no score; and what may stand behind a number.
    "P": "not at, p, p-value*, alpha, α, omega, beta, lambda, level*, smoothing, weight*, "
    "confidence, power, threshold*, significance level*",
    "u": "per cent, percent, percentage point*, percentage, point, points",
    # Words that look like others.
    "x": "interval of the gain, interval for the gain, significant digit*, significant figure*, "
    "significant number, significant role, "
    "significance test*, equally likely, equally probable, more likely, most likely, "
    "comparable in, made no difference, makes no difference, the higher, the lower, with no, "
    "as expected, as hypothesi*, can be, can say, seem* to, appear* to, tend* to, found to, "
    "shown to, able to, prove* to, turn* out to, lead* to, led to, due to, close to",
}  # fmt: skip


def _pattern(entry: str) -> str:
    """Return the pattern of a word or phrase of the table, a group."""
    words = re.escape(entry).replace(r"\*", r"[\w-]*").replace(r"\ ", r"\s+")
    return rf"({words}(?![\w-]))"


# Of phrases with one first letter the longer comes first; a word is only held against its letter's.
_LISTED = sorted(
    ((entry, tag) for tag, entries in WORDS.items() for entry in entries.split(", ")),
    key=lambda listed: (listed[0][0].lower(), -len(listed[0])),
)
_LETTERS = [
    f"(?={letter})(?:{'|'.join(_pattern(entry) for entry, _ in listed)})"
    for letter, listed in groupby(_LISTED, key=lambda listed: listed[0][0].lower())
]
_WORD = re.compile(
    rf"({MASK[0]}{MASK[1]}*(?:['’]s)?)|(\.?\d(?:[\d.,]*\d)?)|(\w+n['’]t\b)|(%)|([,;:()])|"
    rf"(?<![\w-])(?:{'|'.join(_LETTERS)})|[^\s,;:(){MASK[0]}]+",
    re.IGNORECASE,
)
#: The tag of each of its groups; a word of no group is x.
_TAGS = ["x", "N", "k", "n", "u", "c", *(tag for _, tag in _LISTED)]

#: One system is said to be better or worse than another.
_COMPARISON = re.compile(
    "[UDBW]|"  # outperforms, lags, better, worse
    "[ML][xNk]{0,3}[GE]|"  # higher accuracy, fewer errors
    "[GE][xNvbS]{0,6}[ML](?=t)|"  # the accuracy of A is higher than
    "MSt|"  # improves significantly over
    "g(?=[^c]{0,6}t)(?!.*vk)"  # a gain over, but not: the gain over B is 0.02
)
#: "Better" and "worse" compare systems behind a verb, before "than", or at the end of a clause.
_BEHIND_VERB, _BEFORE_THAN = re.compile("v[xSnM]{0,3}$"), re.compile("G?c?$|[^c]{0,6}t")
#: A difference is denied or left open; two systems are equal, or their null hypothesis is accepted.
_DENIED = re.compile(rf"i|n[^c]{{0,6}}(?:S|{_COMPARISON.pattern})|e.*S|S.*e")
_EQUAL, _ACCEPTED = re.compile("^(?!.*S).*?e"), re.compile("a.*H|H.*a")
#: What stands before a claim that is not sure: an aim is "to be better".
_UNSURE = re.compile("[nqw]|o[vxS]{0,2}$")
_MISREAD = re.compile(
    "p[^c]{0,9}[HC]|[HC][^c]{0,6}p|"  # the probability of the null hypothesis, or that it was chance
    "[HC][^c]{0,6}l|l[^c]{0,5}H|ku?l|"  # the null hypothesis is unlikely, 97 % sure
    "p[^c]{0,4}c?[^c]{0,3}[UBe]|[UBe][^c]{0,6}(?:ku?p|px?k)"  # better with a probability of 97 %
)

_EMPHASIS = re.compile(r"(?<!\w)(\*{1,3}|_{1,3}|`)(?=\S)([^*_`\n]*[^*_`\s])\1(?!\w)")
_BLOCK = re.compile(r"(?m)^[ \t]*(?:[|].*|(?:[-*+>]|\d+[.)])[ \t]+)")
_SENTENCE = re.compile(r"(?<=[.!?])(?<!\bvs\.)(?<!\bal\.)(?<!\be\.g\.)(?<!\bi\.e\.)\s+")
_CLAUSE = re.compile(
    r";\s+|(?<!\bis)(?<!\bis,)(?<!\bare)(?<!\bare,),?\s+(?=(?:but(?! one)|although|though|while|whereas|however)\b)|"
    r",\s+(?=(?:and|so|which)\b|(?:just\s+)?as\s[^,]*,?\s+too\b|as\s+(?:does|do|did|is|are|was|were)\b)|\s+(?=which\s+(?:shows?|means?|proves?|implies)\b|(?:so|hence|thus|therefore)\s+(?:the|all|both|they)\b)|,?\s+(?=(?:as|since|because)\s+(?:the\s+(?:tests?|p|results?|differences?)|p|there|no)\b)"
)
_FIRST_CLAUSE = re.compile(
    r"(?i)(?:while|whereas|although|though|even (?:though|if)|(?:since|because|as) (?:the|p|there|no))\b[^,;]*,\s+"
)


class Phrase(NamedTuple):
    """Which words of a clause compare, whether the first system is the worse, and if with all others."""

    start: int
    end: int
    down: bool
    of_all: bool


@dataclass(frozen=True)
class Clause:
    """A clause, the places of its words in it, their tags, and its systems by the places of their tags."""

    text: str
    places: list[tuple[int, int]]
    tags: str
    systems: dict[int, str]

    @property
    def significant(self) -> bool:
        """Tell whether a test is claimed."""
        return re.search("[SR]", self.tags) is not None

    def words(self, start: int, end: int) -> str:
        """Return the text from one word to the one before another."""
        return self.text[self.places[start][0] : self.places[end - 1][1]]

    @property
    def comparison(self) -> Phrase | None:
        """The first comparison, if there is one."""
        for found in _COMPARISON.finditer(self.tags):
            first, last = found[0][0], found[0][-1]
            before, after = self.tags[: found.start()], self.tags[found.end() :]
            behind_verb = _BEHIND_VERB.search(before) and not after.startswith("o")
            if first not in "BW" or behind_verb or _BEFORE_THAN.match(after):
                down = (first in "DWLE") != (len(found[0]) > 1 and last in "LE")
                of_all = self.words(*found.span()).lower() in ("best", "worst")
                return Phrase(*found.span(), down, of_all)
        return None

    @property
    def meaning(self) -> str:
        """What is said of systems: "null", "equal", "denied", "claimed", or "" where that is not sure."""
        tags, comparison, of_null = self.tags, self.comparison, "H" in self.tags
        if _MISREAD.search(tags) and not re.search("[nqwR]", tags):
            return "null"
        equal = (_ACCEPTED if of_null else _EQUAL).search(tags)
        if equal and not _UNSURE.search(tags[: equal.end() - 1]):
            return "equal"
        denied = re.search("n.*R", tags) if of_null else _DENIED.search(tags)
        if denied:
            return "" if re.search("[nqw]", tags[: denied.start()]) else "denied"
        if re.search("[nC]", tags) or (of_null and "R" not in tags):
            return ""
        places = [tags.find(tag) for tag in "SR" if tag in tags]
        if comparison:
            places.append(comparison.start)
        elif not re.search("[gdR]", tags):
            return ""
        return "claimed" if places and not _UNSURE.search(tags[: min(places)]) else ""


def sentences(text: str) -> Iterator[str]:
    """Yield the sentences of a text, without the marks of Markdown; its tables are no sentences."""
    parted = re.sub(r"(?m)^#+(.*)", r"\n\n\1\n\n", text)
    plain = _EMPHASIS.sub(r"\2", _BLOCK.sub("\n\n", parted).replace("$", ""))
    for paragraph in re.split(r"\n\s*\n", plain):
        for sentence in _SENTENCE.split(" ".join(paragraph.split())):
            yield from textwrap.wrap(sentence, LONGEST_SENTENCE)


def clauses(sentence: str) -> Iterator[str]:
    """Yield the clauses of a sentence."""
    if first := _FIRST_CLAUSE.match(sentence):
        yield first[0].rstrip(", ")
        sentence = sentence[first.end() :]
    yield from (clause.strip(" .!?,") for clause in _CLAUSE.split(sentence))


def tag(text: str, masked: str, names: list[str]) -> Clause:
    """Tag the words of a clause, which is `masked` where the `names` of systems stand in it."""
    found = list(_WORD.finditer(masked))
    tags = "".join(_TAGS[match.lastindex or 0] for match in found)
    systems = dict(zip((i for i, tag in enumerate(tags) if tag == "N"), names, strict=False))
    return Clause(text, [match.span() for match in found], tags, systems)
