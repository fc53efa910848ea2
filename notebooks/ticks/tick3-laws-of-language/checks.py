"""Tick 3: its questions, the cases students may see, and the hints."""

from math import exp, log

from labkit.checks import Case, Question, equals
from labkit.laws import fit_zipf, rank_frequency, vocabulary_growth

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

DROPPED = (
    "Every token of the reviews counts, short ones, numbers and words with an apostrophe as well."
)

CUT = "This is only the beginning of the list; every word is asked for."

# As long as the course's texts are: what is searched from the beginning for each word shows here.
# 25,000 reviews of one word each, and a text with as many words as many reviews have together.
SHORT_REVIEWS = [[f"w{i * 7919 % 4999}"] for i in range(35_000)]
LONG_TEXT = [f"w{i * 7919 % 22_943}" for i in range(45_000)]
FREQUENCIES = [round(1e6 / (rank + 2) ** 0.9) for rank in range(1, 6_501)]
LAW = fit_zipf(FREQUENCIES)

LECTURE = "smoothing-and-validation"

QUESTIONS = [
    Question(
        "rank-words",
        answer="rank_words",
        points=2,
        parameters=("reviews",),
        about="each different word and how often it occurs, the most frequent first",
        hints={
            "ascending": "The most frequent word should come first.",
            "ties": "Words that occur equally often should come in alphabetical order.",
            "alphabetical": "This is sorted by word; sort by frequency first.",
            "dropped": DROPPED,
            "cut": CUT,
            **dict.fromkeys(("letters", "words", "long"), DROPPED),
            "capitals": "Take each token as it stands: who split the review has seen to its capitals.",
            **dict.fromkeys(("first_hundred", "first_thousand"), CUT),
            "slow": "For 25,000 reviews this takes too long. Is each word searched in a list, or "
            "counted anew from the beginning, or are lists or counts put together with + again "
            "and again? A dictionary finds a word at once.",
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
            Case(
                ([["don't", "i", "10", "i"], ["well-made", "10", "i"]],),
                equals(
                    [("i", 3), ("10", 2), ("don't", 1), ("well-made", 1)],
                    dropped=[("don't", 1), ("well-made", 1)],
                    letters=[("i", 3)],
                    words=[("i", 3), ("don't", 1), ("well-made", 1)],
                    long=[("10", 2), ("don't", 1), ("well-made", 1)],
                ),
            ),
            Case(
                ([["US", "us", "US"], ["us", "film", "US"]],),
                equals(
                    [("US", 3), ("us", 2), ("film", 1)],
                    capitals=[("us", 5), ("film", 1)],
                    capitals_2=[("US", 5), ("FILM", 1)],
                ),
            ),
            Case(
                (SHORT_REVIEWS,),
                equals(
                    ranked := list(
                        rank_frequency(SHORT_REVIEWS).itertuples(index=False, name=None)
                    ),
                    cut=ranked[:10],
                    first_hundred=ranked[:100],
                    first_thousand=ranked[:1_000],
                ),
                seconds=1,
            ),
        ),
    ),
    Question(
        "weighted-line",
        answer="weighted_line",
        points=2,
        parameters=("points",),
        about="the slope and the intercept of the weighted least-squares line",
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
            "exchanged": "This line says what x belongs to a y. Which of the two comes first in a "
            "point?",
            "floor": "Two strokes, //, divide and drop what is behind the point.",
            "slow": "With 4,000 points this takes too long. Are the two means, or their sums, "
            "computed anew for each point? Compute them once, before the sums of the slope.",
            "ValueError": "Each point is a triple (x, y, weight), and its x and y are taken as they "
            "are: if they are to be logarithms, whoever calls the function takes these.",
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
                    plain_means_2=(2 / 7, 12 / 7),
                    swapped=(11 / 7, 2 / 7),
                    slope_only=2 / 7,
                    through_origin=(19 / 17, 0),
                    sums=(4 / 11, 16 / 11),
                    by_number=(19 / 17, 11 / 17),
                    inverse=(1, 4 / 3),
                    x_on_y=(1 / 2, 5 / 4),
                    sign=(2 / 7, 17 / 7),
                    exchanged=(1 / 2, 1 / 2),
                    floor=(0, 2),
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
            Case(
                ([(log(rank), log(f), f) for rank, f in enumerate(FREQUENCIES, start=1)],),
                equals((LAW.exponent, log(LAW.k))),
                seconds=1,
            ),
        ),
    ),
    Question(
        "zipf-parameters",
        answer="zipf_parameters",
        points=1,
        parameters=("slope", "intercept"),
        about="the k and the alpha of Zipf's law",
        hints={
            "sign": "In k / rank^alpha the rank is in the denominator: which sign has alpha, if "
            "the line falls?",
            "log_k": "The intercept is the logarithm of k.",
            "base": "The logarithms are natural ones: their inverse is math.exp.",
            "two": "The logarithms are natural ones: their inverse is math.exp.",
            "log": "The intercept is a logarithm already. What undoes one?",
            "inverse": "The intercept is the logarithm of k, not of 1 / k.",
            "both": "The slope is no logarithm: alpha needs no math.exp.",
            "both_signs": "The slope is no logarithm: alpha needs no math.exp.",
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
                    two=(8.0, 1.25),
                    log=(log(3), 1.25),
                    inverse=(exp(-3), 1.25),
                    both=(exp(3), exp(-1.25)),
                    both_signs=(exp(3), exp(1.25)),
                    swapped=(1.25, exp(3)),
                ),
            ),
        ),
    ),
    Question(
        "expected-frequency",
        answer="expected_frequency",
        points=1,
        parameters=("rank", "k", "alpha"),
        about="how often the law expects the word of this rank",
        hints={
            "times": "The frequency falls with the rank: is it multiplied or divided?",
            "no_alpha": "Where does alpha come in?",
            "product": "The rank is raised to the power alpha, not multiplied by it.",
            "all": "Only the rank is raised to the power alpha, not k.",
            "log": "This is the logarithm of the frequency.",
            "exponential": "The frequency falls with a power of the rank, not exponentially.",
            "exchanged": "Which is raised to the power of which, the rank or alpha?",
            "order": "Which of the three numbers is which? They come as rank, k, alpha.",
            "OverflowError": "Which of the three numbers is which? They come as rank, k, alpha, and k "
            "is no logarithm.",
            "zero_based": "Ranks begin at 1 here; nothing is to be taken off or added.",
            "one_more": "Ranks begin at 1 here; nothing is to be taken off or added.",
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
                    exponential=1000 * exp(-1.5 * 9),
                    exchanged=1000 / 1.5**9,
                    order=9 / 1000**1.5,
                    zero_based=1000 / 8**1.5,
                    one_more=1000 / 10**1.5,
                    rounded=37,
                ),
            ),
        ),
    ),
    Question(
        "vocabulary-growth",
        answer="vocabulary_growth",
        points=2,
        parameters=("tokens",),
        about="tokens read and types among them, at each power of two",
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
            "once": "These words occur once so far. A type counts however often it has come.",
            "slow": "For a long text this takes too long. Is each word searched in a list, or are "
            "the types counted anew at every token? A set knows at once whether it holds a word.",
            "RecursionError": "The function calls itself once for each word, and a text has more "
            "words than Python allows calls within calls. A loop has no such limit.",
            "other": "Go through the text word by word, and note the two numbers at each power of "
            "two.",
        },
        cases=(
            Case(
                (["a", "film", "about", "a", "film", "about", "film", "making", "and", "love"],),
                equals(
                    [(1, 1), (2, 2), (4, 3), (8, 4)],
                    start=[(2, 2), (4, 3), (8, 4)],
                    start_2=[(0, 0), (1, 1), (2, 2), (4, 3), (8, 4)],
                    total=[(1, 1), (2, 2), (4, 3), (8, 4), (10, 6)],
                    total_2=[(1, 1), (2, 2), (4, 3), (8, 4), (16, 6)],
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
                    once=[(1, 1), (2, 2), (4, 2), (8, 1)],
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
            Case(
                (LONG_TEXT,),
                equals(
                    list(vocabulary_growth([LONG_TEXT])[:-1].itertuples(index=False, name=None))
                ),
                seconds=1,
            ),
        ),
    ),
    Question(
        "new-words",
        answer="new_words",
        points=1,
        parameters=("n", "more", "k", "beta"),
        about="how many new types the law expects in what is read next",
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
            "slope_end": "This is the speed of growth at the end of what is read. It was higher "
            "before.",
            "share": "This is a share of what is read; the number of the new types is asked for.",
            "difference": "You subtract tokens from types.",
            "no_k": "Where does k come in?",
            "exchanged": "Nothing is left here. Which is raised to the power of which, the number of "
            "tokens or beta?",
            "no_beta": "Where does beta come in?",
            "end": "more says how many tokens are read after the n, and not where the reading ends.",
            "negative": "The later number is the larger one: what is subtracted from what?",
            "down": "Round when you print, not when you compute.",
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
                    slope_end=5.0 * 0.5 / 40 * 700,
                    share=50 / 700,
                    difference=200.0 - 900,
                    before=150.0,
                    no_k=10.0,
                    end=5.0 * 700**0.5 - 150,
                    negative=-50.0,
                    exchanged=0,
                    no_beta=3500.0,
                ),
            ),
            Case(
                (100, 21, 0.75, 0.5),
                equals(0.75, rounded=1, rounded_2=0.8, rounded_3=0.7, down=0),
            ),
        ),
    ),
    Question(
        "unseen-share",
        answer="unseen_share",
        points=1,
        parameters=("counts",),
        about="the share of a new text that will be unseen words, by Good and Turing's estimate",
        hints={
            "of_types": "This is the share of the different words. The share of the text is asked "
            "for: divide by all the words, repetitions counted.",
            "number": "This is how many words occur once: what share of the text are they?",
            "rest": "This is the share of the others.",
            "types": "How many of the different words occur exactly once? The others do not count "
            "above the line.",
            "floor": "This is 0 although some words occur once. Do you count them all? Two strokes, //, "
            "divide and drop what is behind the point.",
            "percentage": "This is a percentage; a share between 0 and 1 is asked for.",
            "odds": "Divide by all the words of the text, not only by the others.",
            "rarest": "Here no word occurs exactly once. How rarely the rarest word occurs does "
            "not matter.",
            "not_at_all": "A word with the frequency 0 does not occur, and so not exactly once either.",
            "at_most_two": "A word that occurs twice does not count: exactly once is asked for.",
            "without_once": "How many words occur exactly once? The others do not count above the "
            "line.",
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
                    odds=3 / 10,
                    without_once=2 / 13,
                ),
            ),
            Case(
                ({"so": 4, "what": 3, "then": 3},),
                equals(0.0, rarest=2 / 10, types=3 / 10),
            ),
            Case(
                ({f"w{i}": 1 if i < 7_000 else 2 for i in range(10_000)},),
                equals(7 / 13, at_most_two=10 / 13),
                seconds=1,
            ),
        ),
    ),
]
