"""Tick 3: its questions, the cases students may see, and the hints."""

from math import exp, log

from labkit.grading import Case, Question, equals

REVIEWS = [
    ["the", "plot", "of", "the", "film"],
    ["a", "film", "without", "plot", "a", "plot"],
]

QUESTIONS = [
    Question(
        "rank-words",
        answer="rank_words",
        points=2,
        hints={
            "ascending": "The most frequent word should come first.",
            "ties": "Words that occur equally often should come in alphabetical order.",
            "alphabetical": "This is sorted by word; sort by frequency first.",
            "documents": "You count the reviews that hold the word. A word that comes twice in a "
            "review counts twice.",
            "words_only": "Each entry should be a pair: the word and its frequency.",
            "swapped": "The word comes first in a pair, its frequency second.",
            "first_review": "Only the first review is counted. Does the loop end too early?",
            "other": "Write down all words of both reviews, count each, and sort.",
        },
        cases=(
            Case(
                (REVIEWS,),
                equals(
                    [
                        ("plot", 3),
                        ("a", 2),
                        ("film", 2),
                        ("the", 2),
                        ("of", 1),
                        ("without", 1),
                    ],
                    ascending=[
                        ("of", 1),
                        ("without", 1),
                        ("a", 2),
                        ("film", 2),
                        ("the", 2),
                        ("plot", 3),
                    ],
                    ties=[
                        ("plot", 3),
                        ("the", 2),
                        ("film", 2),
                        ("a", 2),
                        ("of", 1),
                        ("without", 1),
                    ],
                    alphabetical=[
                        ("a", 2),
                        ("film", 2),
                        ("of", 1),
                        ("plot", 3),
                        ("the", 2),
                        ("without", 1),
                    ],
                    documents=[
                        ("film", 2),
                        ("plot", 2),
                        ("a", 1),
                        ("of", 1),
                        ("the", 1),
                        ("without", 1),
                    ],
                    words_only=["plot", "a", "film", "the", "of", "without"],
                    swapped=[
                        (3, "plot"),
                        (2, "a"),
                        (2, "film"),
                        (2, "the"),
                        (1, "of"),
                        (1, "without"),
                    ],
                    first_review=[("the", 2), ("film", 1), ("of", 1), ("plot", 1)],
                ),
            ),
        ),
    ),
    Question(
        "weighted-line",
        answer="weighted_line",
        points=2,
        hints={
            "unweighted": "This is the line in which every point counts alike: where do the "
            "weights come in?",
            "squared": "The weights come in squared. numpy's polyfit, for one, weights the "
            "distances and not their squares.",
            "plain_means": "The mean of the x, and that of the y, are weighted, too.",
            "swapped": "The slope comes first, the intercept second.",
            "slope_only": "Two numbers are asked for, the slope and the intercept.",
            "through_origin": "The line need not go through the origin: measure x and y from "
            "their means.",
            "other": "Work the two weighted means out by hand, then the two sums.",
        },
        cases=(
            Case(
                ([(0, 1, 1), (1, 3, 1), (2, 2, 4)],),
                equals(
                    (2 / 7, 11 / 7),
                    unweighted=(1 / 2, 3 / 2),
                    squared=(2 / 9, 43 / 27),
                    plain_means=(1 / 5, 9 / 5),
                    swapped=(11 / 7, 2 / 7),
                    slope_only=2 / 7,
                    through_origin=(19 / 17, 0),
                ),
            ),
            Case(
                ([(0.0, 3.0, 2), (1.0, 1.0, 3), (4.0, 0.0, 1)],),
                equals(
                    (-9 / 13, 30 / 13),
                    unweighted=(-17 / 26, 63 / 26),
                    squared=(-147 / 181, 408 / 181),
                    plain_means=(-24 / 37, 268 / 111),
                ),
            ),
        ),
    ),
    Question(
        "zipf-parameters",
        answer="zipf_parameters",
        points=1,
        hints={
            "sign": "In k / rank^alpha the rank is in the denominator: which sign has alpha, if "
            "the line falls?",
            "log_k": "The intercept is the logarithm of k.",
            "base": "The logarithms are natural ones: their inverse is math.exp.",
            "swapped": "k comes first, alpha second.",
            "other": "Take logarithms on both sides of f = k / rank^alpha, and compare with the "
            "line.",
        },
        cases=(
            Case(
                (-1.25, 3.0),
                equals(
                    (exp(3), 1.25),
                    sign=(exp(3), -1.25),
                    log_k=(3.0, 1.25),
                    base=(1000.0, 1.25),
                    swapped=(1.25, exp(3)),
                ),
            ),
        ),
    ),
    Question(
        "expected-frequency",
        answer="expected_frequency",
        points=1,
        hints={
            "times": "The frequency falls with the rank: is it multiplied or divided?",
            "no_alpha": "Where does alpha come in?",
            "product": "The rank is raised to the power alpha, not multiplied by it.",
            "log": "This is the logarithm of the frequency.",
            "rounded": "Round when you print, not when you compute.",
            "other": "Put rank 1 in: what should come out?",
        },
        cases=(
            Case(
                (9, 1000.0, 1.5),
                equals(
                    1000 / 27,
                    times=27_000.0,
                    no_alpha=1000 / 9,
                    product=1000 / 13.5,
                    log=log(1000 / 27),
                    rounded=37,
                ),
            ),
        ),
    ),
    Question(
        "vocabulary-growth",
        answer="vocabulary_growth",
        points=2,
        hints={
            "start": "The first power of two is 1.",
            "total": "Leave out the end of the text where it is not a power of two.",
            "missing_last": "If the text ends exactly at a power of two, that point counts.",
            "all_types": "At each point, count the different words that were read until then, not "
            "those of the whole text.",
            "new_only": "Words that came before the last point count as well.",
            "tokens_only": "Each entry should be a pair: words read, and different words among "
            "them.",
            "off_by_one": "Count the word itself before you look whether a power of two is "
            "reached.",
            "doubled": "The points are powers of two, not multiples.",
            "other": "Go through the text word by word, and note the two numbers at words 1, 2, 4, "
            "8 ...",
        },
        cases=(
            Case(
                (["a", "film", "about", "a", "film", "about", "film", "making", "and", "love"],),
                equals(
                    [(1, 1), (2, 2), (4, 3), (8, 4)],
                    start=[(2, 2), (4, 3), (8, 4)],
                    total=[(1, 1), (2, 2), (4, 3), (8, 4), (10, 6)],
                    all_types=[(1, 6), (2, 6), (4, 6), (8, 6)],
                    new_only=[(1, 1), (2, 1), (4, 2), (8, 4)],
                    tokens_only=[1, 2, 4, 8],
                    off_by_one=[(1, 0), (2, 1), (4, 3), (8, 3)],
                    doubled=[(2, 2), (4, 3), (6, 3), (8, 4), (10, 6)],
                ),
            ),
            Case(
                (["so", "so", "dull", "so"],),
                equals(
                    [(1, 1), (2, 1), (4, 2)],
                    missing_last=[(1, 1), (2, 1)],
                    all_types=[(1, 2), (2, 2), (4, 2)],
                ),
            ),
        ),
    ),
    Question(
        "new-words",
        answer="new_words",
        points=1,
        hints={
            "alone": "This is what a text of that length would hold on its own. Most of its words "
            "are known from the text before.",
            "total": "These are all the different words after reading on; how many of them are "
            "new?",
            "linear": "The number of different words does not grow in proportion to the text.",
            "negative": "The later number is the larger one: what is subtracted from what?",
            "other": "How many different words does Heaps' law expect before, and how many after?",
        },
        cases=(
            Case(
                (900, 700, 5.0, 0.5),
                equals(
                    50.0,
                    alone=5.0 * 700**0.5,
                    total=200.0,
                    linear=5.0 * 30 / 900 * 700,
                    negative=-50.0,
                ),
            ),
        ),
    ),
    Question(
        "unseen-share",
        answer="unseen_share",
        points=1,
        hints={
            "of_types": "This is the share of the different words. The share of the text is asked "
            "for: divide by all the words, repetitions counted.",
            "number": "This is how many words occur once: what share of the text are they?",
            "rest": "This is the share of the others.",
            "percentage": "This is a percentage; a share between 0 and 1 is asked for.",
            "other": "Count by hand: how many words occur exactly once, and how long is the text?",
        },
        cases=(
            Case(
                ({"film": 7, "dull": 1, "plot": 3, "zither": 1, "hum": 1},),
                equals(
                    3 / 13,
                    of_types=3 / 5,
                    number=3,
                    rest=10 / 13,
                    percentage=300 / 13,
                ),
            ),
        ),
    ),
]
