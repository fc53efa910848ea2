"""Tick 3: its questions, the cases students may see, and the hints."""

from math import exp, log

from labkit.checks import Case, Question, equals

# Equally frequent words first come in the reverse of alphabetical order, so
# that sorting by frequency alone, forwards or in reverse, is noticed.
REVIEWS = [
    ["witty", "film", "witty", "plot", "zany"],
    ["film", "plot", "funny", "film", "funny", "apt"],
]

EARLY_RETURN = (
    "Your function returns before its loop is through. How far is the line with return indented?"
)

FROM_THE_START = "Words that came before the last point count as well."

POWER = "Did you write ^ for a power? In Python that is two stars; ^ means something else."

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
            "last_review": "Only the last review is counted. Do you start from an empty count "
            "each time?",
            "KeyError": "A word that was not seen yet has no entry to add to.",
            "TypeError": "Look at what you count: each review is a list of its own.",
            "other": "Write down all words of both reviews, count each, and sort.",
        },
        cases=(
            Case(
                (REVIEWS,),
                equals(
                    [
                        ("film", 3),
                        ("funny", 2),
                        ("plot", 2),
                        ("witty", 2),
                        ("apt", 1),
                        ("zany", 1),
                    ],
                    ties=[
                        ("film", 3),
                        ("witty", 2),
                        ("plot", 2),
                        ("funny", 2),
                        ("zany", 1),
                        ("apt", 1),
                    ],
                    alphabetical=[
                        ("apt", 1),
                        ("film", 3),
                        ("funny", 2),
                        ("plot", 2),
                        ("witty", 2),
                        ("zany", 1),
                    ],
                    documents=[
                        ("film", 2),
                        ("plot", 2),
                        ("apt", 1),
                        ("funny", 1),
                        ("witty", 1),
                        ("zany", 1),
                    ],
                    first_review=[("witty", 2), ("film", 1), ("plot", 1), ("zany", 1)],
                    last_review=[("film", 2), ("funny", 2), ("apt", 1), ("plot", 1)],
                ),
            ),
            # No ties: whatever is done with them, these mistakes show alone.
            Case(
                ([["zany", "apt", "zany"]],),
                equals(
                    [("zany", 2), ("apt", 1)],
                    ascending=[("apt", 1), ("zany", 2)],
                    words_only=["zany", "apt"],
                    swapped=[(2, "zany"), (1, "apt")],
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
            "sums": "The weights belong in both sums of the slope, the upper and the lower one.",
            "by_number": "A weighted mean is divided by the sum of the weights, not by the number "
            "of the points.",
            "inverse": "Points of large weight pull less here than those of small weight. Some "
            "functions ask for the uncertainty of a point, which is something else.",
            "x_on_y": "The lower sum is about the spread of the x, not that of the y.",
            "sign": "The slope is right. In the intercept, is something added or subtracted?",
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
                    sums=(4 / 11, 16 / 11),
                    by_number=(19 / 17, 11 / 17),
                    inverse=(1, 4 / 3),
                    x_on_y=(1 / 2, 5 / 4),
                    sign=(2 / 7, 17 / 7),
                ),
            ),
            Case(
                ([(0.0, 3.0, 2), (1.0, 1.0, 3), (4.0, 0.0, 1)],),
                equals(
                    (-9 / 13, 30 / 13),
                    unweighted=(-17 / 26, 63 / 26),
                    squared=(-147 / 181, 408 / 181),
                    plain_means=(-24 / 37, 268 / 111),
                    # The upper sum without weights, and the inverse of their squares:
                    # in the points above, the former happens to come out right.
                    sums=(-71 / 130, 1667 / 780),
                    inverse=(-122 / 181, 483 / 181),
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
            "both": "The slope is no logarithm: alpha needs no math.exp.",
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
                    both=(exp(3), exp(-1.25)),
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
            "all": "Only the rank is raised to the power alpha, not k.",
            "log": "This is the logarithm of the frequency.",
            "rounded": "Round when you print, not when you compute.",
            "TypeError": POWER,
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
                    all=(1000 / 9) ** 1.5,
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
            "every": "Note the two numbers at the powers of two only, not at every token.",
            "doubled": "The points are powers of two, not its multiples.",
            "all_types": "At each point, count the different words that were read until then, not "
            "those of the whole text.",
            "new_only": FROM_THE_START,
            "since_last": FROM_THE_START,
            "repeated": "A word that comes again is no new type.",
            "tokens_only": "Each entry should be a pair: words read, and different words among "
            "them.",
            "types_only": "Each entry should be a pair: words read, and different words among "
            "them.",
            "swapped": "In each pair the number of tokens comes first, that of types second.",
            "off_by_one": "Count the word itself before you look whether a power of two is "
            "reached.",
            "early_return": EARLY_RETURN,
            "other": "Go through the text word by word, and note the two numbers at each power of "
            "two.",
        },
        cases=(
            Case(
                (["a", "film", "about", "a", "film", "about", "film", "making", "and", "love"],),
                equals(
                    [(1, 1), (2, 2), (4, 3), (8, 4)],
                    start=[(2, 2), (4, 3), (8, 4)],
                    total=[(1, 1), (2, 2), (4, 3), (8, 4), (10, 6)],
                    every=[
                        (1, 1),
                        (2, 2),
                        (3, 3),
                        (4, 3),
                        (5, 3),
                        (6, 3),
                        (7, 3),
                        (8, 4),
                        (9, 5),
                        (10, 6),
                    ],
                    doubled=[(2, 2), (4, 3), (6, 3), (8, 4), (10, 6)],
                    all_types=[(1, 6), (2, 6), (4, 6), (8, 6)],
                    new_only=[(1, 1), (2, 1), (4, 1), (8, 1)],
                    since_last=[(1, 1), (2, 1), (4, 2), (8, 3)],
                    repeated=[(1, 1), (2, 2), (4, 4), (8, 8)],
                    tokens_only=[1, 2, 4, 8],
                    types_only=[1, 2, 3, 4],
                    swapped=[(1, 1), (2, 2), (3, 4), (4, 8)],
                    off_by_one=[(1, 0), (2, 1), (4, 3), (8, 3)],
                    early_return=[(1, 1)],
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
            "slope": "This is the speed of growth at the start of what is read. It falls as you "
            "read on.",
            "before": "These are all the different words before reading on; how many are there "
            "after?",
            "no_k": "Where does k come in?",
            "negative": "The later number is the larger one: what is subtracted from what?",
            "rounded": "Round when you print, not when you compute.",
            "TypeError": POWER,
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
                    slope=5.0 * 0.5 / 30 * 700,
                    before=150.0,
                    no_k=10.0,
                    negative=-50.0,
                ),
            ),
            Case(
                (100, 21, 0.75, 0.5),
                equals(0.75, rounded=1),
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
            "types": "How many of the different words occur exactly once? The others do not count "
            "above the line.",
            "floor": "Two strokes, //, divide and drop what is behind the point.",
            "percentage": "This is a percentage; a share between 0 and 1 is asked for.",
            "rounded": "Round when you print, not when you compute.",
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
                    types=5 / 13,
                    floor=0,
                    percentage=300 / 13,
                    rounded=0.23,
                ),
            ),
        ),
    ),
]
