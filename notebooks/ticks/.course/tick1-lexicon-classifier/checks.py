"""Tick 1: its questions, the cases students may see, and the hints."""

from labkit import tokenize
from labkit.checks import Case, Hint, Question, equals
from labkit.checks.judges import otherwise, same

LEXICON = {"good": 1.9, "nice": 1.8, "fine": 0.8, "brilliant": 2.8}
LEXICON |= {"dull": -1.7, "creaky": -1.1, "slow": -0.4, "bad": -2.5, "awful": -2.0}
# None of these words is in the lexicon of the notebook.
OTHER_LEXICON = {"plot": 1.2, "scenery": 2.2, "yawn": -1.3, "reel": -2.4}
SIGNS = {":D": 2.3, "D:": -2.4}

OTHER_NAMES = "The classes are called 'POS' and 'NEG', in capitals."

EARLY_RETURN = "Does your loop reach its end? A return or a break in it ends it."

SPELLING = "Write single words, in lower case, without spaces, and with a straight apostrophe."

#: What both classifiers may do wrong in the same way.
OF_WORDS = {
    "names": OTHER_NAMES,
    "ties_negative": "Here the two sides are equal. What does the question say of that case?",
    "swapped": "Are the two classes the wrong way round?",
    "types": "Does a word that occurs twice in a review count twice?",
    "unknown": "Does a word that is not in the lexicon count for neither side?",
    "negation": 'Do you take each word as the lexicon has it? "not" changes nothing here.',
    "early_return": EARLY_RETURN,
    "KeyError": "If this is a word: most words of a review are not in the lexicon, and count for nothing. "
    "If not: nothing can be added to what has no entry yet.",
    "TypeError": "If it names NoneType: most words of a review are not in the lexicon; what do you get for "
    "those? If it names a list: that cannot be a key of a dictionary, nor of a cache.",
    "slow": "A review has hundreds of words and the lexicon thousands: look each word up once.",
}


def judge_judgements(value):
    """A dict from review numbers 1 to 4 to "POS" or "NEG"; any opinion is right."""
    if type(value) is not dict:
        return Hint("shape")
    if set(value) != {1, 2, 3, 4} or any(type(number) is bool for number in value):
        return Hint("missing")
    if not all(judgement in ("POS", "NEG") for judgement in value.values()):
        return Hint("names")
    return None


def judge_words(value):
    """A dict of ten words with a polarity each, at least three of both."""
    lists = type(value) is dict and any(type(part) in (list, set) for part in value.values())
    if type(value) is not dict or lists or (value and value.keys() <= {"positive", "negative"}):
        return Hint("shape")
    for word in value:
        tokens = tokenize(word) if type(word) is str else []
        if tokens != [word]:
            made = ", ".join(map(repr, tokens)) or "no word"
            made = f"Of {word!r} the tokenizer makes {made}" if len(made) < 100 else "One is long"
            return Hint("spelling", f"{made}. {SPELLING}")
    if not all(polarity in ("positive", "negative") for polarity in value.values()):
        return Hint("names")
    if len(value) != 10:
        return Hint("number")
    if not 3 <= list(value.values()).count("positive") <= 7:
        return Hint("one_sided")
    return None


def value_of(word, lexicon, strong_weight, boundary=2):
    """What a word counts, with its sign."""
    valence = lexicon.get(word, 0)
    size = strong_weight if abs(valence) >= boundary else 1
    return size * ((valence > 0) - (valence < 0))


def turned(tokens, lexicon, strong_weight):
    """The words' values where "not" turns the next one."""
    values = [value_of(word, lexicon, strong_weight) for word in tokens]
    return [-v if "not" in tokens[i - 1 : i] else v for i, v in enumerate(values)]


#: A mistake -> the values that it adds up, of the words, the lexicon and the weight of a strong word.
MISTAKEN = {
    "valences": lambda words, lexicon, _: [lexicon.get(word, 0) for word in words],
    "types": lambda words, lexicon, w: [value_of(word, lexicon, w) for word in {*words}],
    "unknown": lambda words, lexicon, w: [value_of(x, lexicon, w) or -1 for x in words],
    "early_return": lambda words, lexicon, w: [value_of(x, lexicon, w) for x in words[:1]],
    "negation": turned,
    "weak_ignored": lambda words, lexicon, w: [
        value_of(x, lexicon, w) for x in words if abs(lexicon.get(x, 0)) >= 2
    ],
}
#: Further ones where strong words weigh more.
WEIGHED_WRONG = {
    "weights_swapped": lambda words, lexicon, w: [value_of(x, lexicon, 1 / w) for x in words],
    "unweighted": lambda words, lexicon, _: [value_of(x, lexicon, 1) for x in words],
    "always_two": lambda words, lexicon, _: [value_of(x, lexicon, 2) for x in words],
    "added": lambda words, lexicon, w: [value_of(x, lexicon, w + 1) for x in words],
    "negatives": lambda words, lexicon, w: [
        value_of(x, lexicon, w if lexicon.get(x, 0) > 0 else 1) for x in words
    ],
    "boundary": lambda words, lexicon, w: [value_of(x, lexicon, w, 2.001) for x in words],
}


def of_words(mistaken, text, lexicon, strong_weight=1):
    """Judge the class of a review: each mistake that comes to the other one is known by its key."""
    words = text.split()
    balance = sum(value_of(word, lexicon, strong_weight) for word in words)
    label, other = ("POS", "NEG") if balance >= 0 else ("NEG", "POS")
    keys = [
        key
        for key, values in mistaken.items()
        if (sum(values(words, lexicon, strong_weight)) >= 0) != (balance >= 0)
    ]
    keys += ["swapped"] if balance else ["ties_negative"]
    judge = equals(label, **dict.fromkeys(keys, other))
    return otherwise(judge, lambda value: None if value in ("POS", "NEG") else "names")


def share(right, total, **mistakes):
    """Judge the share of right ones among all."""
    mistakes |= {"percentage": 100 * right / total, "count": right, "errors": 1 - right / total}
    mistakes |= {"one_less": right / (total - 1)}
    return equals(right / total, **mistakes, **({"floor": 0} if right < total else {}))


def shares(pos, neg, **mistakes):
    """Judge a dict with a share for each class; the mistakes are dicts, or two shares as well."""
    expected = {"POS": pos, "NEG": neg}
    mistakes |= {
        "exchanged": (neg, pos),
        "complement": (pos, 1 - pos),
        "complement_2": (1 - neg, neg),
    }
    for key, wrong in mistakes.items():
        mistakes[key] = dict(zip(expected, wrong, strict=True)) if type(wrong) is tuple else wrong
    mistakes = {key: wrong for key, wrong in mistakes.items() if not same(wrong, expected)}
    judge = equals(expected, **mistakes)
    return otherwise(judge, lambda value: None if value.keys() <= expected.keys() else "names")


def valences(expected, **mistakes):
    """Judge word -> valence; thousands of words are those of the whole file."""
    mistakes |= {
        "text": {word: str(valence) for word, valence in expected.items()},
        "whole": {word: int(valence) for word, valence in expected.items()},
        "rounded": {word: round(valence, 1) for word, valence in expected.items()},
        "sign": {word: abs(valence) for word, valence in expected.items()},
        "inverted": {valence: word for word, valence in expected.items()},
        "inverted_2": {str(valence): word for word, valence in expected.items()},
    }
    # What comes to the right value here is no mistake.
    mistakes = {key: wrong for key, wrong in mistakes.items() if not same(wrong, expected)}
    judge = equals(expected, **mistakes)

    def rule(value):
        if len(value) > 1000:
            return "file"
        return "skipped" if value.items() < expected.items() else None

    return otherwise(judge, rule)


def classes(letters):
    """Write the classes out: P for POS, N for NEG."""
    return [{"P": "POS", "N": "NEG"}[letter] for letter in letters]


# 4 of 5 POS reviews are right and 10 of 12 NEG ones; each mistake comes to another number.
PREDICTED, LABELS = classes("PNPNNNPPNNNNNNNPP"), classes("PNPNNPNNNNNNNNNPP")

#: Reviews to count in.
COUNTED = (
    "brilliant",
    "awful",
    "good the end",
    "dull the end",
    "not good",
    "not dull",
    "goodness dull",
    "dull good good good slow",
    "very good dull dull",
    "dull dull good nice fine",
    "fine nice bad fine awful",
    "slow creaky but brilliant",
    "awful and good",
    "the end",
    "",
)

#: The same, with the weight of a strong word.
WEIGHED = (
    ("awful", 3),
    ("dull", 3),
    ("nice the end", 3),
    ("not good", 3),
    ("goodness dull", 3),
    ("dull good nice", 3),
    ("fine fine dull", 3),
    ("slow creaky but good", 3),
    ("very good creaky creaky", 3),
    ("brilliant dull dull dull dull dull", 6),
    ("bad nice good fine", 5),
    ("bad fine fine", 2.5),
    ("brilliant dull", 3),
    ("brilliant dull dull", 3),
    ("awful good nice", 3),
    ("brilliant creaky creaky creaky creaky", 3),
    ("brilliant slow creaky", 1.5),
    ("bad fine nice film", 2),
    ("", 2),
)


def reviews_of_real_size():
    """Invented reviews, as long as real ones and with a lexicon as large; 6 suits all of them."""
    lexicon = {f"weak{n}": -1.0 for n in range(12_000)} | {"loved": 3.0}
    filler = [f"word{n}" for n in range(330)]
    reviews = []
    for n in range(60):
        weak = [f"weak{50 * n + i}" for i in range(5 if n % 2 else 8)]
        reviews.append([*filler[n:], "loved", *weak, *filler[:n]])
    return reviews, ["NEG", "POS"] * 30, lexicon, [9, 6, 2]


QUESTIONS = [
    Question(
        "judgements",
        answer="judgements",
        points=0,
        meaning="Tick 5 asks how far the judgements of your class agree.",
        hints={
            "shape": "Write a dictionary: the review's number, a colon, your judgement.",
            "missing": "Judge each of the reviews 1, 2, 3 and 4; these numbers have no quotes.",
            "names": f"Each judgement is one of two. {OTHER_NAMES}",
        },
        cases=(Case(None, judge_judgements),),
    ),
    Question(
        "ten-words",
        answer="my_words",
        points=0,
        meaning="Your ten words are kept: ticks 2 to 5 and 8 come back to them.",
        hints={
            "shape": "Write a dictionary: a word, a colon, its polarity.",
            "spelling": SPELLING,
            "names": "The polarities are called 'positive' and 'negative'.",
            "number": "Count your words: there should be ten different ones.",
            "one_sided": "Take at least three words of each polarity.",
        },
        cases=(Case(None, judge_words),),
    ),
    Question(
        "read-lexicon",
        answer="read_lexicon",
        points=1,
        parameters=("lines",),
        meaning="Of the whole file it makes 7,506 words: a few stand in it twice.",
        hints={
            "spaces": "A word of the lexicon may hold a space. What separates the fields?",
            "ValueError": "Print the fields of one line: how many are there, and which do you need? Is each "
            "whole, also where a word holds a space?",
            "IndexError": 'Is the line in pieces, and at the tabs? A tab is written "\\t".',
            "text": "Your valences are still text; a number is wanted.",
            "deviation": "You took the standard deviation. Which field is the mean valence?",
            "whole": "You keep whole numbers only. A valence has digits after its point.",
            "inverted": "The words should be the keys of the dictionary, the valences its values.",
            "early_return": EARLY_RETURN,
            "restarted": "Only the last line is left. Where is the dictionary made, and how often?",
            "file": "Read the lines that the function is given, and not the file once more.",
            "sign": "A minus sign is lost: some words are negative.",
            "skipped": "Some of these lines are left out: each of them gives a word.",
            "other": "Take one line, and write down by hand what the dictionary should say of it.",
        },
        cases=(
            Case(
                (
                    [
                        "creaky\t-1.1\t0.7\t[-1, -2, -1, 0, -1, -2, -1, 0, -1, -2]",
                        "splendid\t2.8\t0.6\t[3, 3, 2, 3, 3, 3, 2, 4, 2, 3]",
                        "dire\t-2.25\t1.0\t[-1, -3, -2, -3, -2, -1, -4, -2]",
                    ],
                ),
                valences(
                    {"splendid": 2.8, "creaky": -1.1, "dire": -2.25},
                    deviation={"splendid": 0.6, "creaky": 0.7, "dire": 1.0},
                    early_return={"creaky": -1.1},
                    restarted={"dire": -2.25},
                ),
            ),
            Case(
                (["run of the mill\t-0.9\t0.5\t[-1, -1, 0, -1, -1, -2, -1, -1, 0, -1]"],),
                valences(
                    {"run of the mill": -0.9},
                    spaces={"run": -0.9},
                    text_2={"run": "of"},
                    spaces_2={"mill": -0.9},
                    spaces_3={"runofthemill": -0.9},
                    deviation={"run of the mill": 0.5},
                ),
            ),
            Case(([":D\t2.3\t0.78102\t[2, 3, 3, 2, 1, 3, 2, 2, 4, 1]"],), valences({":D": 2.3})),
            Case((['"ugh\t-1.8\t0.6\t[-2, -2, -1, -3, -1, -2]'],), valences({'"ugh': -1.8})),
        ),
    ),
    Question(
        "classify-by-count",
        answer="classify_by_count",
        points=2,
        parameters=("tokens", "lexicon"),
        meaning="It has never seen a review with its class: all it knows is single words.",
        without=("labkit.classifiers:LexiconClassifier.decision_function",),
        hints=OF_WORDS
        | {
            "valences": "Here each word counts 1, however strong it is: use only its valence's sign.",
            "weak_ignored": "Words with a small valence count, too: only its sign matters here.",
            "other": "Count the positive and the negative words of this review by hand.",
        },
        cases=(
            *(Case((text.split(), LEXICON), of_words(MISTAKEN, text, LEXICON)) for text in COUNTED),
            *(
                Case((text.split(), lexicon), of_words(MISTAKEN, text, lexicon))
                for text, lexicon in (("scenery yawn reel", OTHER_LEXICON), ("the end D:", SIGNS))
            ),
            Case(
                (["plot"] * 3 + 3496 * ["a"] + 4 * ["yawn"], OTHER_LEXICON),
                equals("NEG"),
                seconds=2,
            ),
        ),
    ),
    Question(
        "accuracy",
        answer="accuracy",
        points=1,
        parameters=("predicted", "labels"),
        meaning="Guessing is right about half of the time: 0.5 is the number to beat.",
        without=(
            "labkit.metrics:accuracy",
            "sklearn.metrics:accuracy_score",
            "sklearn.metrics:precision_recall_fscore_support",
        ),
        hints={
            "percentage": "This is a percentage; a share between 0 and 1 is asked for.",
            "count": "This is how many are right; what share of all is that?",
            "errors": "This is the share that is wrong.",
            "one_class": "Only one class is counted: reviews of both can be right.",
            "balanced": "This is the mean of the classes' shares. Here each review counts the same.",
            "floor": "Your function gives 0 where some are right. Does its count grow? Does // drop what is "
            "after the point? (== between two lists only asks whether all agree.)",
            "skipped": "One review is left out. Does your loop reach from the first to the last?",
            "one_less": "You divide by one less than the number of reviews.",
            "early_return": "A single review is counted. Does the loop reach its end, where does the count "
            "begin, and does it grow?",
            "slow": "Compare each pair once: is there a search through a whole list in your loop?",
            "other": "Put the two lists under each other and count where they agree.",
        },
        cases=(
            Case(
                (PREDICTED, LABELS),
                share(
                    14,
                    17,
                    errors_2=3,
                    one_class=4 / 17,
                    one_class_2=10 / 17,
                    early_return=1 / 17,
                    skipped=13 / 17,
                    skipped_2=13 / 16,
                    balanced=(4 / 5 + 10 / 12) / 2,
                ),
            ),
            Case((classes("PN"), classes("PN")), share(2, 2)),
            Case((classes("NPP"), classes("NNN")), share(1, 3)),
            Case((classes("NPP"), classes("NNP")), share(2, 3, balanced=3 / 4)),
            Case((classes("PN") * 900, classes("PNN") * 600), equals(0.5), seconds=2),
        ),
    ),
    Question(
        "per-class-accuracy",
        answer="per_class_accuracy",
        points=2,
        parameters=("predicted", "labels"),
        meaning="Two numbers in place of one: now a bias towards one class cannot hide.",
        without=(
            "labkit.classifiers:class_counts",
            "labkit.classifiers:per_class_accuracy",
            "sklearn.metrics:confusion_matrix",
            "sklearn.metrics:precision_recall_fscore_support",
        ),
        hints={
            "precision": "You divide by how often the class was predicted. How many reviews "
            "truly are of that class?",
            "of_all": "You divide by all reviews: divide by those of the class.",
            "accuracy": "This is the accuracy of all reviews: leave those of the other class out.",
            "exchanged": "The two classes are exchanged.",
            "complement": "The share of one class says nothing about the other: compute each from its "
            "own reviews.",
            "count": "These are numbers of reviews; a share of each class is asked for.",
            "percentage": "These are percentages; shares between 0 and 1 are asked for.",
            "names": "The dictionary's keys are the two classes: 'POS' and 'NEG', in capitals.",
            "missing_class": "A class of which no review is predicted correctly has a share as well: which?",
            "early_return": "Only one class is left. Is return indented too far, or the dictionary "
            "made twice?",
            "KeyError": "A class needs an entry before anything is added to it, also where no review of it "
            "is predicted correctly.",
            "slow": "Compare each pair once: is there a search through a whole list in your loop?",
            "other": "Cover the reviews of the other class, and count among those that are left.",
        },
        cases=(
            Case(
                (PREDICTED, LABELS),
                shares(
                    4 / 5,
                    10 / 12,
                    precision=(4 / 6, 10 / 11),
                    of_all=(4 / 17, 10 / 17),
                    accuracy=14 / 17,
                    accuracy_2=(14 / 17, 14 / 17),
                    count=(4, 10),
                    percentage=(400 / 5, 1000 / 12),
                    early_return={"POS": 4 / 5},
                    early_return_2={"NEG": 10 / 12},
                ),
            ),
            Case((classes("NP"), classes("NP")), shares(1.0, 1.0)),
            Case(
                (classes("PNPP"), classes("PPNN")),
                shares(1 / 2, 0.0, precision=(1 / 3, 0), missing_class={"POS": 1 / 2}),
            ),
            Case(
                (classes("NNPN"), classes("NNNP")),
                shares(0.0, 2 / 3, of_all=(0, 1 / 2), missing_class={"NEG": 2 / 3}),
            ),
            Case((classes("PN") * 900, classes("PNN") * 600), shares(1 / 2, 1 / 2), seconds=2),
        ),
    ),
    Question(
        "classify-by-magnitude",
        answer="classify_by_magnitude",
        points=2,
        parameters=("tokens", "lexicon", "strong_weight"),
        meaning="With a weight of 1 it is your first classifier again.",
        without=("labkit.classifiers:LexiconClassifier.decision_function",),
        hints=OF_WORDS
        | {
            "valences": "A weak word counts 1 and a strong word counts strong_weight: the "
            "valence only tells which of the two it is.",
            "weak_ignored": "The weak words are left out: each of them counts 1.",
            "unweighted": "Your strong words count no more than weak ones: where does strong_weight "
            "come in?",
            "always_two": "A strong word should count strong_weight, whatever number that is.",
            "weights_swapped": "Which words count strong_weight, and which count 1? Read that line of "
            "the question again.",
            "added": "Does a strong word count strong_weight alone: not on top of the 1, nor times its valence?",
            "negatives": "Negative words can be strong, too: a valence of -3 is as strong as one of 3.",
            "boundary": "Where is the boundary: is a word of valence 2 or -2 strong, and one of 1.9 weak?",
            "other": "Work the weights of these words out by hand, and compare the two sides.",
        },
        cases=(
            *(
                Case(
                    (text.split(), lexicon, weight),
                    of_words(MISTAKEN | WEIGHED_WRONG, text, lexicon, weight),
                )
                for text, weight, lexicon in (
                    *((text, weight, LEXICON) for text, weight in WEIGHED),
                    ("plot plot reel", 3, OTHER_LEXICON),
                    ("the end D:", 3, SIGNS),
                )
            ),
            Case(
                (["scenery"] + 3496 * ["a"] + 4 * ["yawn"], OTHER_LEXICON, 3),
                equals("NEG"),
                seconds=2,
            ),
        ),
    ),
    Question(
        "tune-strong-weight",
        answer="tune_strong_weight",
        points=2,
        parameters=("reviews", "labels", "lexicon", "weights"),
        meaning="With the weight that it chooses, 141 of the 200 test reviews are right: 11 more than by "
        "counting.",
        without=("labkit.tuning:tune_lexicon_weight",),
        hints={
            "accuracy": "This is the best accuracy; the weight that reaches it is asked for.",
            "pair": "The weight alone is asked for, without its accuracy.",
            "position": "This is the position of the weight in the list; give the weight.",
            "first": "Your function takes the first weight, whatever its accuracy.",
            "smallest": "Your function takes the smallest weight. Does the weight make a difference to "
            "what you compare?",
            "last": "Your function takes the last weight. Is the best accuracy so far kept?",
            "worst": "Your function takes the weight with the lowest accuracy.",
            "ties": "Several weights do equally well here: which of them is asked for?",
            "balanced": "The accuracy of all reviews decides: not that of one class, nor their mean.",
            "untried": "Is each of the weights tried? Does your loop reach the last?",
            "slow": "Whatever one review costs, you pay thousands of times. Does classify_by_magnitude go "
            "through the whole lexicon?",
            "other": "Work out the accuracy for each weight by hand: which is highest?",
        },
        cases=(
            Case(
                (
                    [["brilliant"] + n * ["dull"] for n in (0, 7, 8, 8, 10, 10)]
                    + [["awful"] + 7 * ["good"]],
                    classes("PPNNPPP"),
                    LEXICON,
                    [6, 10, 7, 3, 9, 8, 4],
                ),
                equals(
                    7,
                    accuracy=5 / 7,
                    **{"pair": (7, 5 / 7), "pair_2": (5 / 7, 7), "position": 2, "position_2": 3},
                    **{"first": 6, "last": 4, "smallest": 3, "worst": 9, "worst_2": 8},
                ),
            ),
            Case(
                ([["brilliant", "dull"], ["bad"]], ["POS", "NEG"], LEXICON, [4, 2, 3]),
                equals(2, position=1, position_2=0, first=4, last=3, ties=4, ties_2=3),
            ),
            Case(
                (
                    [["scenery", "yawn", "yawn", "yawn"]]
                    + [["reel", "plot", "plot", "plot", "plot"]] * 3
                    + [["yawn"]] * 3,
                    classes("PPNNNNN"),
                    OTHER_LEXICON,
                    [5, 2, 3],
                ),
                equals(5, position=0, smallest=2, balanced=3, last=3),
            ),
            Case(
                ([["brilliant"] + 10 * ["dull"], ["dull"]], ["POS", "NEG"], LEXICON, [8, 9, 11]),
                equals(11, position=2, smallest=8, untried=8, untried_2=9, first=8),
            ),
            Case(reviews_of_real_size(), equals(6, first=9, last=2, smallest=2), seconds=1.5),
        ),
    ),
]
