"""Tick 3: its questions, the cases students may see, and the hints."""

from math import exp, log

from labkit.checks import Case, Question, equals
from labkit.laws import fit_zipf, rank_frequency, vocabulary_growth

REVIEWS = [["sly", "film", "sly", "plot", "zany"], ["film", "plot", "fun", "film", "fun", "apt"]]
ODD_TOKENS = [["US", "don't", "us", "US", "i", "US"], ["i", "us", "10", "US", "i"]]

ORDER = "Which of the three numbers is which? They come as rank, k, alpha; k is no logarithm."
POWER = "If it names ^: in Python a power is two stars; ^ means something else."

# As long as the course's texts are: what is searched from the beginning for each word shows here.
SHORT_REVIEWS = [[f"w{i * 7919 % 4999}"] for i in range(35_000)]
LONG_TEXT = [f"w{i * 7919 % 22_943}" for i in range(45_000)]
FREQUENCIES = [round(1e6 / (rank + 2) ** 0.9) for rank in range(1, 6_501)]
POINTS = [(log(rank), log(f), f) for rank, f in enumerate(FREQUENCIES, start=1)]
LAW = fit_zipf(FREQUENCIES)


def pairs(text):
    """Read words and their counts, as in "film 3, plot 2"."""
    return [(word, int(count)) for word, count in map(str.split, text.split(", "))]


RANKED = list(rank_frequency(SHORT_REVIEWS).itertuples(index=False, name=None))
GROWTH = list(vocabulary_growth([LONG_TEXT])[:-1].itertuples(index=False, name=None))


QUESTIONS = [
    Question(
        "rank-words",
        answer="rank_words",
        points=2,
        parameters=("reviews",),
        without=("labkit.laws:rank_frequency",),
        hints={
            "ascending": "The most frequent word should come first.",
            "ties": "Words that occur equally often should come in alphabetical order.",
            "alphabetical": "This is sorted by word; sort by frequency first.",
            "tokens": "Every token counts, as it stands: short ones, numbers, and capitals, too.",
            "once": "Words that occur only once count as well.",
            "cut": "This is only the beginning of the list; every word is asked for.",
            "documents": "A word that comes twice in a review counts twice.",
            "swapped": "The word comes first in a pair, its frequency second.",
            "last_review": "Only the last review counts here. Where does the count start from empty?",
            "slow": "For the notebook's reviews this takes too long. Is each word searched in a list, "
            "or are lists put together again and again? A dictionary finds a word at once.",
            "first_time": "Each frequency is one too small. What is a word's entry after the first time?",
            "TypeError": "If it names a list: look at what you count; each review is a list of its own. If it "
            "names NoneType: what does get give for a word that you have not met yet?",
            "other": "Take the reviews on the card. Write down each word with its count, and compare.",
        },
        cases=(
            Case(
                (REVIEWS,),
                equals(
                    pairs("film 3, fun 2, plot 2, sly 2, apt 1, zany 1"),
                    ties=pairs("film 3, sly 2, plot 2, fun 2, zany 1, apt 1"),
                    alphabetical=pairs("apt 1, film 3, fun 2, plot 2, sly 2, zany 1"),
                    documents=pairs("film 2, plot 2, apt 1, fun 1, sly 1, zany 1"),
                    last_review=pairs("film 2, fun 2, apt 1, plot 1"),
                    once=pairs("film 3, fun 2, plot 2, sly 2"),
                    first_time=pairs("film 2, fun 1, plot 1, sly 1, apt 0, zany 0"),
                ),
            ),
            Case(
                ([["zany", "apt", "zany"]],),
                equals(
                    [("zany", 2), ("apt", 1)],
                    once=[("zany", 2)],
                    ascending=[("apt", 1), ("zany", 2)],
                    swapped=[(2, "zany"), (1, "apt")],
                ),
            ),
            Case(
                (ODD_TOKENS,),
                equals(
                    pairs("US 4, i 3, us 2, 10 1, don't 1"),
                    tokens=pairs("us 6, i 3, 10 1, don't 1"),
                    tokens_2=pairs("US 4, i 3, us 2"),
                    tokens_4=pairs("US 4, i 3, us 2, don't 1"),
                    tokens_3=pairs("US 4, us 2, 10 1, don't 1"),
                ),
            ),
            Case((SHORT_REVIEWS,), equals(RANKED, cut=RANKED[:10], cut_2=RANKED[:100]), seconds=1),
        ),
    ),
    Question(
        "weighted-line",
        answer="weighted_line",
        points=2,
        parameters=("points",),
        without=("sklearn.linear_model:LinearRegression.fit",),
        hints={
            "unweighted": "In this line all points count the same: where do the weights come in?",
            "squared": "The weights come in squared (numpy's polyfit weights distances).",
            "plain_means": "The means of x and of y are weighted, too.",
            "sums": "The weights belong in both sums of the slope, the upper and the lower one.",
            "by_number": "A weighted mean is divided by the sum of the weights.",
            "inverse": "Here points of large weight pull less than those of small weight.",
            "sign": "The slope is right. In the intercept, is something added or subtracted?",
            "swapped": "The slope comes first, the intercept second.",
            "slow": "With 6,500 points this takes too long. Is a point repeated as often as its weight "
            "says, or are the means computed anew for each point? Multiply by the weight, and "
            "compute the means once.",
            "ValueError": "Each point is a triple (x, y, weight); x and y are logarithms already.",
            "other": "Take the points on the card by hand: the weighted means first, then the sums.",
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
                    sums=(4 / 11, 16 / 11),
                    by_number=(19 / 17, 11 / 17),
                    inverse=(1, 4 / 3),
                    sign=(2 / 7, 17 / 7),
                    swapped=(11 / 7, 2 / 7),
                ),
            ),
            Case(
                ([(0.0, 3.0, 2), (1.0, 1.0, 3), (4.0, 0.0, 1)],),
                equals(
                    (-9 / 13, 30 / 13),
                    unweighted=(-17 / 26, 63 / 26),
                    squared=(-147 / 181, 408 / 181),
                    plain_means=(-24 / 37, 268 / 111),
                    plain_means_2=(-9 / 13, 97 / 39),
                    sums=(-90 / 113, 549 / 226),
                    sums_2=(-71 / 113, 757 / 339),
                    by_number=(3 / 19, 50 / 19),
                    inverse=(-44 / 67, 171 / 67),
                    sign=(-9 / 13, 9 / 13),
                    swapped=(30 / 13, -9 / 13),
                ),
            ),
            Case((POINTS,), equals((LAW.exponent, log(LAW.k))), seconds=1),
        ),
    ),
    Question(
        "zipf-parameters",
        answer="zipf_parameters",
        points=1,
        parameters=("slope", "intercept"),
        without=("labkit.laws:fit_heaps", "labkit.laws:fit_zipf"),
        meaning="Two numbers now stand for a line through 10,000 points, and so for the law.",
        hints={
            "sign": "The line falls, and yet the law divides by a power of the rank: which sign has alpha?",
            "log_k": "The intercept is the logarithm of k. What undoes a logarithm?",
            "base": "The logarithms are natural ones: their inverse is math.exp.",
            "both": "The slope is no logarithm: alpha needs no math.exp.",
            "swapped": "k comes first, alpha second.",
            "other": "Write log f = log k - alpha log r below the line on the card, and compare term by term.",
        },
        cases=(
            Case(
                (-1.25, 3.0),
                equals(
                    (exp(3), 1.25),
                    sign=(exp(3), -1.25),
                    log_k=(3.0, 1.25),
                    base=(1000.0, 1.25),
                    base_2=(8.0, 1.25),
                    both=(exp(3), exp(-1.25)),
                    both_2=(exp(3), exp(1.25)),
                    swapped=(1.25, exp(3)),
                    rounded=(20, 1.25),
                    rounded_2=(20.1, 1.25),
                ),
            ),
        ),
    ),
    Question(
        "expected-frequency",
        answer="expected_frequency",
        points=1,
        parameters=("rank", "k", "alpha"),
        without=("labkit.laws:PowerLaw.__call__",),
        hints={
            "times": "The frequency falls with the rank: is it multiplied or divided?",
            "product": "The rank is raised to the power alpha, not multiplied by it.",
            "all": "Only the rank is raised to the power alpha, not k.",
            "exchanged": "Which is raised to the power of which, the rank or alpha?",
            "order": ORDER,
            "OverflowError": ORDER,
            "TypeError": POWER,
            "root": "The power is alpha, which is not always one half.",
            "floor": "// and int() drop what is after the point. Here the frequency is not whole.",
            "other": "Take the case on the card: compute the power of the rank first, then the frequency.",
        },
        cases=(
            Case(
                (9, 1000.0, 1.5),
                equals(
                    1000 / 27,
                    times=27_000.0,
                    product=1000 / 13.5,
                    all=(1000 / 9) ** 1.5,
                    exchanged=1000 / 1.5**9,
                    order=9 / 1000**1.5,
                    root=1000 / 3,
                    floor=37,
                    rounded=37,
                ),
            ),
            Case(
                (81, 101.5, 0.25),
                equals(
                    101.5 / 3,
                    times=304.5,
                    product=101.5 / 20.25,
                    all=(101.5 / 81) ** 0.25,
                    exchanged=101.5 / 0.25**81,
                    order=81 / 101.5**0.25,
                    root=101.5 / 9,
                    floor=33,
                    rounded=34,
                ),
            ),
        ),
    ),
    Question(
        "vocabulary-growth",
        answer="vocabulary_growth",
        points=2,
        parameters=("tokens",),
        without=("labkit.laws:vocabulary_growth",),
        hints={
            "start": "The first power of two is 1.",
            "every": "Only the powers of two are asked for, and not every token.",
            "total": "Leave out the end of the text where it is not a power of two.",
            "missing_last": "If the text ends exactly at a power of two, that point counts.",
            "all_types": "At each point, count the different words that were read until then.",
            "since_last": "Words that came before the last point count as well.",
            "off_by_one": "Count the word itself before you look whether it is a power of two.",
            "early_return": "Only the first point is there. Does your loop reach its end, and the next power of two?",
            "slow": "For a long text this takes too long. Is each word searched in a list, or are "
            "the types counted anew at every token? A set knows at once whether it holds a word.",
            "other": "Take the text on the card, and write down both numbers at the first powers of two.",
        },
        cases=(
            Case(
                (["a", "film", "about", "a", "film", "about", "film", "making", "and", "love"],),
                equals(
                    points := [(1, 1), (2, 2), (4, 3), (8, 4)],
                    start=points[1:],
                    total=[*points, (10, 6)],
                    every=list(enumerate((1, 2, 3, 3, 3, 3, 3, 4, 5, 6), start=1)),
                    all_types=[(1, 6), (2, 6), (4, 6), (8, 6)],
                    since_last=[(1, 1), (2, 1), (4, 1), (8, 1)],
                    since_last_2=[(1, 1), (2, 1), (4, 2), (8, 3)],
                    off_by_one=[(1, 0), (2, 1), (4, 3), (8, 3)],
                    early_return=points[:1],
                ),
            ),
            Case(
                (["so", "so", "dull", "so"],),
                equals([(1, 1), (2, 1), (4, 2)], missing_last=[(1, 1), (2, 1)]),
            ),
            Case((LONG_TEXT,), equals(GROWTH), seconds=1),
        ),
    ),
    Question(
        "new-words",
        answer="new_words",
        points=1,
        parameters=("n", "more", "k", "beta"),
        without=("labkit.laws:PowerLaw.__call__",),
        meaning="However much is read, new words still come: no list of words is ever complete.",
        hints={
            "alone": "That is how many a text of this length has on its own. Here most are already known.",
            "total": "These are all the types after reading on; how many of them are new?",
            "before": "These are all the types before reading on; how many are there after?",
            "linear": "The number of types does not grow in proportion to the text.",
            "slope": "This is the speed of growth at one point. It falls as you read on.",
            "end": "more says how many tokens follow, and not where the reading ends.",
            "negative": "The later number is the larger one: what is subtracted from what?",
            "TypeError": POWER,
            "other": "Take the case on the card. How many types does the law expect before, how many after?",
        },
        cases=(
            Case(
                (900, 700, 5.0, 0.5),
                equals(
                    50.0,
                    alone=5.0 * 700**0.5,
                    total=200.0,
                    before=150.0,
                    linear=350 / 3,
                    slope=175 / 3,
                    end=5.0 * 700**0.5 - 150,
                    negative=-50.0,
                ),
            ),
            Case(
                (100, 21, 0.75, 0.5),
                equals(0.75, rounded=1, rounded_2=0.8, rounded_3=0.7, rounded_4=0),
            ),
        ),
    ),
    Question(
        "unseen-share",
        answer="unseen_share",
        points=1,
        parameters=("counts",),
        without=("scipy.stats:percentileofscore",),
        meaning="The training text alone tells how much of the next text it will not know.",
        hints={
            "of_types": "This is a share of the types. Divide by all the tokens of the text.",
            "number": "This is how many words occur once: what share of the text are they?",
            "rest": "This is the share of the others.",
            "types": "How many types occur exactly once? The others do not count above the line.",
            "percentage": "This is a percentage; a share between 0 and 1 is asked for.",
            "at_most": "Only words that occur exactly once count: not those that occur twice, or never.",
            "other": "Take the counts on the card: which words count above the line, and what stands below?",
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
                    percentage=300 / 13,
                ),
            ),
            Case(({"so": 4, "what": 3, "then": 3},), equals(0.0, types=3 / 10)),
            Case(
                ({f"w{i}": 1 if i < 7_000 else 2 for i in range(10_000)},),
                equals(7 / 13, at_most=10 / 13, of_types=7 / 10),
                seconds=1,
            ),
        ),
    ),
]
