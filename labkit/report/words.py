"""The words that the reading aid knows, each of a kind. Others are of the kind "unknown"."""

import re
from collections.abc import Iterator
from itertools import groupby

#: Kind -> words and phrases; "*" is any ending. Where two fit at one place, the first counts.
WORDS = {
    "skipped": "not only, significant digit*, significance level*, level of significance, no doubt, better news, significance test*, equally likely, equally often, equally many, equally probable",
    "equal": "equally good, equally well, equally accurate, equally, equal quality, as good as, as accurate as, as strong as, just as good, just as well, identical, equivalent, interchangeable, indistinguishable, same quality, same accuracy, same performance, same level, are the same, are equal, are alike, on par, on a par, draw level, perform the same, comparable performance, no difference, no real difference, no different, not differ, no effect, no influence, no impact, no role, of them matters, makes no difference, accept the null*, neither gains nor loses",
    "open": "inconclusiv*, undecided, not decided, not clear, unclear, unknown, insignif*, non-signif*, n.s., without signif*, no signif*, lacks signif*, no conclusion*, no decision*, no winner, no claim*, no evidence, nothing can be*, remain* open, stays open, within the margin of error",
    "worse": "worse, worst, underperform*, under-perform*, inferior, less accurate, weaker than, outperformed by, beaten by, surpassed by, lags behind",
    "better": "better, best, outperform*, out-perform*, beat, beats, beating, beaten, surpass*, superior*, improves on, improves over, improves upon, more accurate, outdo*, stronger than, >",
    "significant": "signif*, reject*, distinguish*",
    "not": "*n't, *n’t, not, no, nor, neither, never, none, nothing, cannot, without, hardly, fail*, unable, few, instead of, could not, can not, may not, might not",
    "supposed": "if, given, assum*, suppos*, when the null, when both, when there, whether, would, could, may, might, should, perhaps, possibl*, our hypothesis, hypothesis that, hypothesis was, hypotheses, nulls, believe*, expect*, hope*, fear*, claim, claims, question*, mistake, wrong to, mean that, to conclude, except, but the, seems, studies, et al, reported, wanted, alone, under",
    "probable": "probab*, likel*, chance*, odds, risk, certain*, sure, confident, luck, right in",
    "all": "every other*, every system*, every comparison, all systems, all other systems, all the other*, all the others, all of the others, any other*, the rest, the others",
    "vague": "•, the former, the latter, it, its, this, that, they, them, their, both, each, all, these, those, who, we, one, ones, first, second, third, fourth, last, two, three, four, five, six, other, others, test, tests, result*, effect*, comparison*, pair*, systems, only, there, differences, gains, null*, here",
    "link": "while, whereas, although, though, but, because, since, so, which",
    "small": "and, or, the, is, are, was, were, perform, performs, performed, does, do, did, clearly, also, much, slightly, statistically, by, with, at, p, on, in, our, a, an, of, film, movie, reviews, sign, than, level, alpha, gain, difference, point*, per, cent, accuracy, two-tailed, two-sided",
}  # fmt: skip
CLAIMS = {"equal", "open", "worse", "better", "significant"}
_MARKS = re.compile(r"[*`$]|(?<!\w)_|_(?!\w)")
_BLOCK = re.compile(r"(?m)^[ \t]*(?:[|].*|(?:#+|[-*+>]|\d+[.)])[ \t]+)")
_END = re.compile(r"(?<=[.!?])(?<!vs\.)(?<!\.[eg]\.)\s+(?!However|But|Yet|This)|;\s+|\n\s*\n")

Names = tuple[str, ...]
Word = tuple[str, Names]  # its kind, and the systems that it names


def sentences(text: str) -> Iterator[str]:
    """Yield the sentences of a text, without the marks of Markdown, and without its tables."""
    for sentence in _END.split(_MARKS.sub("", _BLOCK.sub("\n\n• ", text))):
        yield from re.findall(".{1,2000}", " ".join(sentence.split()))  # a picture has no end


def pattern_of(names: list[str]) -> tuple[re.Pattern[str], dict[str, Word]]:
    """Return a pattern with a group for each kind of words, and the groups that name systems."""
    ends = {name.split()[-1] for name in names if " " in name}  # "the lexicons" are all that end so
    named = {f"{end}s": ("systems", tuple(n for n in names if n.endswith(end))) for end in ends}
    named |= {name: ("system", (name,)) for name in names}
    # "magnitude lexicon" is not to be read as "lexicon", nor BERT-large as BERT.
    longest = dict(enumerate(sorted(named, key=len, reverse=True)))
    groups = {f"N{i}": name for i, name in longest.items()} | WORDS
    known = "|".join(f"(?P<{kind}>{_any_of(phrases)})" for kind, phrases in groups.items())
    every = rf"(?<![\w-])(?:{known})(?!\w|-\w)|(?P<unknown>[^\W\d_]{{2,}})|[,()]"
    systems = {f"N{i}": named[name] for i, name in longest.items()}
    return re.compile(every, re.IGNORECASE), systems | {"all": ("systems", (*names,))}


def _any_of(phrases: str) -> str:
    """Return a pattern of phrases: * is any ending, a blank any white space; "a" is not "A"."""
    pattern = re.escape(phrases).replace(r",\ ", "|").replace(r"\*", r"[\w-]*")
    return re.sub(r"(\\ )+", r"[\\s-]+", pattern) if len(phrases) > 1 else f"(?-i:{pattern})"


def parts(words: list[Word]) -> Iterator[list[Word]]:
    """Part a sentence at links, so that each part has systems and what is said of them."""
    part, says = list[Word](), CLAIMS | {"not"}
    for link, group in groupby(words, key=lambda word: word[0] == "link"):
        new = [] if link else [*group]
        if says & {*dict(part)} and says & {*dict(new)} and (names_in(new) or "equal" in dict(new)):
            yield part
            part = []
        part += new
    yield part


def names_in(words: list[Word]) -> Names:
    """List the systems that some words name."""
    return tuple(dict.fromkeys(name for _, names in words for name in names))
