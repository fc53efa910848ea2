"""Tick 2: its questions, the cases students may see, and the hints."""

from collections import Counter
from math import exp, inf, isinf, isnan, log, log2, log10

from labkit.checks import Case, Question, equals, showing
from labkit.checks.judges import otherwise, same
from labkit.checks.questions import Hint

CLASSES = ("POS", "NEG")

REVIEWS = [
    ["good", "good", "fun"],
    ["dull", "film"],
    ["fun", "films", "film"],
    ["a", "dull", "c'mon", "10"],
]
COUNTS = {"POS": {"good": 2, "fun": 2, "film": 1}, "NEG": {"dull": 1, "film": 1}}
OVERLAP = {"POS": {"fun": 1, "dull": 2, "apt": 1}, "NEG": {"fun": 3, "dull": 1}}
MANY = {"POS": {f"w{n}": 1 for n in range(6000)}, "NEG": {"w0": 3, "other": 5}}
MANY_REVIEWS = [[f"w{n + 1000 * (m % 16)}" for n in range(1000)] for m in range(32)]

EVEN = {"POS": log(0.5), "NEG": log(0.5)}
SKEWED = {"POS": log(0.2), "NEG": log(0.8)}


def logs(**words):
    """Make a model: word -> its probability in POS and in NEG."""
    pairs = {word: [log(p) if p else -inf for p in pair] for word, pair in words.items()}
    return {label: {w: pair[i] for w, pair in pairs.items()} for i, label in enumerate(CLASSES)}


MODEL = logs(
    good=(0.12, 0.03),
    fun=(0.09, 0.06),
    film=(0.0004, 0.0004),
    dull=(0.01, 0.05),
    slow=(0.02, 0.03),
    the=(0.2, 0.25),
)
#: Of these words each class lacks one.
UNSMOOTHED = logs(good=(0.3, 0.1), fun=(0.2, 0), worst=(0, 0.2), dull=(0.01, 0.05))
#: Two sums of these are as good as equal, and not equal.
NEAR = {"POS": {"fun": -6.5004, "apt": -7.25}, "NEG": {"fun": -6.5, "apt": -7.25}}


def reverse(table):
    """The same dictionary in the other order: NEG first."""
    return dict(reversed(table.items()))


NOT_LOGS = "These are probabilities; their logarithms are asked for."
BASE = "Use the natural logarithm, math.log with one argument."
EARLY_RETURN = "Does your loop reach its end? A return or a break in it ends it."
OWN_VOCABULARY = "Each class has an entry for every word of the vocabulary, even for words that only the other uses."
NO_ENTRY = (
    "If this is a word: a class counts only its own. How often does it use one that it does not have? If "
    "this is a class: it needs a dictionary before a word goes into it."
)
INFINITE = (
    "One word that a class has never used makes its sum minus infinity: do not skip it, nor put another "
    "number in its place, nor take one infinity from another."
)
SLOW = "What is the same for all words, as a total, should be worked out once, before the loop."
CHANGED = "The counts that your function is given are changed: build a new dictionary."


def table(expected, **mistakes):
    """Judge a dict with the two classes; what comes to the right value here is no mistake."""
    mistakes = {key: wrong for key, wrong in mistakes.items() if not same(wrong, expected)}
    judge = equals(expected, **mistakes)
    return otherwise(judge, lambda value: None if value.keys() <= expected.keys() else "names")


def of_labels(pos, neg):
    """Judge the log-priors of so many POS and NEG reviews."""
    counts, total = {"POS": pos, "NEG": neg}, pos + neg
    right = {label: log(n / total) for label, n in counts.items()}
    return table(
        right,
        probabilities={label: n / total for label, n in counts.items()},
        log_counts={label: log(n) for label, n in counts.items()},
        log_counts_2=counts,
        quotient={label: log(n) / log(total) for label, n in counts.items()},
        quotient_2={label: log(n) / total for label, n in counts.items()},
        base={label: log2(n / total) for label, n in counts.items()},
        base_2={label: log10(n / total) for label, n in counts.items()},
        sign={label: -p for label, p in right.items()},
        swapped=dict(zip(CLASSES, reversed(right.values()), strict=True)),
        early_return={"POS": right["POS"]},
        early_return_2={"NEG": right["NEG"]},
    )


def counted(reviews, labels, of=list):
    """Count the words of each class's reviews, or what `of` makes of a review."""
    counts = {label: Counter() for label in CLASSES}
    for tokens, label in zip(reviews, labels, strict=True):
        counts[label].update(of(tokens))
    return {label: dict(words) for label, words in counts.items()}


def of_reviews(reviews, labels):
    """Judge the words counted in reviews."""
    right = counted(reviews, labels)
    every = dict(Counter(word for tokens in reviews for word in tokens))
    last, updated = ({label: {} for label in CLASSES} for _ in range(2))
    for tokens, label in zip(reviews, labels, strict=True):
        last[label] = dict(Counter(tokens))
        updated[label] |= last[label]
    first = counted(reviews[:1], labels[:1])
    return table(
        right,
        documents=counted(reviews, labels, of=set),
        ones={label: dict.fromkeys(words, 1) for label, words in right.items()},
        both_classes=dict.fromkeys(CLASSES, every),
        overwritten=last,
        overwritten_2={label: words for label, words in last.items() if words},
        updated=updated,
        zeros={label: dict.fromkeys(every, 0) | words for label, words in right.items()},
        first_time={c: {w: n - 1 for w, n in words.items()} for c, words in right.items()},
        first_time_2={c: {w: n + 1 for w, n in words.items()} for c, words in right.items()},
        early_return=first,
        early_return_2={label: words for label, words in first.items() if words},
        early_return_3={"POS": right["POS"]},
        missing_class={label: words for label, words in right.items() if words},
    )


def estimated(counts, share, log=log, own=False):
    """Class -> word -> log of a share, which is made of class and word; `own`: of its own words."""
    every = sorted(counts["POS"] | counts["NEG"])
    return {
        label: {
            word: log(share(label, word)) if share(label, word) else -inf
            for word in every
            if word in counts[label] or not own
        }
        for label in CLASSES
    }


def sizes(counts):
    """The number of a class's words, of its different words, and how often a class has a word."""
    total = {label: sum(words.values()) for label, words in counts.items()}
    types = {label: len(words) for label, words in counts.items()}
    return total, types, lambda label, word: counts[label].get(word, 0)


def is_gap(value):
    """Tell whether a value stands for none, or for a very small probability."""
    return type(value) is not str and (value in (None, 0) or isnan(value) or -inf < value < -4)


def is_text(value):
    """Tell whether a value is minus infinity in quotes."""
    return type(value) is str and "inf" in value


def of_counts(counts):
    """Judge the log-probabilities made of counts, some of which are minus infinity."""
    total, types, n = sizes(counts)

    def share(c, w):
        return n(c, w) / total[c]

    right = estimated(counts, share)
    judge = table(
        right,
        probabilities={c: {w: share(c, w) for w in words} for c, words in right.items()},
        own_vocabulary=estimated(counts, share, own=True),
        shared_only={
            c: {w: p for w, p in words.items() if w in counts["POS"] and w in counts["NEG"]}
            for c, words in right.items()
        },
        both_totals=estimated(counts, lambda c, w: n(c, w) / sum(total.values())),
        types=estimated(counts, lambda c, w: n(c, w) / types[c]),
        types_2=estimated(counts, lambda c, w: n(c, w) / len(right["POS"])),
        posterior=estimated(counts, lambda c, w: n(c, w) / (n("POS", w) + n("NEG", w))),
        log_counts=estimated(counts, n),
        base=estimated(counts, share, log2),
        base_2=estimated(counts, share, log10),
    )

    def judge_it(value):
        hint = judge(value)
        if hint and type(value) is dict and all(type(value.get(c)) is dict for c in right):
            gaps = {c: {w: p for w, p in words.items() if isinf(p)} for c, words in right.items()}
            odd = [value[c].get(w, 1) for c in gaps for w in gaps[c]]
            if same({c: value[c] | gaps[c] for c in right}, right):
                for key, rule in (("quoted", is_text), ("zero", is_gap)):
                    if all(map(rule, odd)):
                        return Hint(key)
        return hint

    return showing(right, judge_it, knows=judge.knows)


def of_smoothed(counts, omega):
    """Judge the smoothed log-probabilities made of counts."""
    total, types, n = sizes(counts)
    size = len(counts["POS"] | counts["NEG"])

    def share(c, w):
        return (n(c, w) + omega) / (total[c] + omega * size)

    def own_size(c, w):
        return (n(c, w) + omega) / (total[c] + omega * types[c])

    right = estimated(counts, share)
    return table(
        right,
        probabilities={c: {w: share(c, w) for w in words} for c, words in right.items()},
        numerator_only=estimated(counts, lambda c, w: (n(c, w) + omega) / total[c]),
        once=estimated(counts, lambda c, w: (n(c, w) + omega) / (total[c] + omega)),
        own_vocabulary=estimated(counts, share, own=True),
        own_vocabulary_2=estimated(counts, own_size, own=True),
        own_size=estimated(counts, own_size),
        own_size_2=estimated(
            counts, lambda c, w: (n(c, w) + omega) / (total[c] + omega * sum(types.values()))
        ),
        always_one=estimated(counts, lambda c, w: (n(c, w) + 1) / (total[c] + size)),
        not_times_omega=estimated(counts, lambda c, w: (n(c, w) + omega) / (total[c] + size)),
        unseen_only=estimated(counts, lambda c, w: (n(c, w) or omega) / total[c]),
        unseen_only_2=estimated(
            counts, lambda c, w: (n(c, w) or omega) / (total[c] + omega * size)
        ),
    )


def added_up(words, priors, model, *, prior=1, unknown=0.0, least=-inf):
    """Add up a review's log-probabilities: class -> sum."""
    return {
        label: prior * priors[label]
        + sum(max(model[label].get(word, unknown), least) for word in words)
        for label in CLASSES
    }


def until_unknown(words, priors, model):
    """Add up the words before the first that has no log-probability."""
    known = [word in model["POS"] for word in words]
    return added_up(words[: [*known, False].index(False)], priors, model)


def passed_over(words, priors, model):
    """Add up without the log-probabilities that are minus infinity."""
    finite = {c: {w: p for w, p in of_class.items() if p > -inf} for c, of_class in model.items()}
    return added_up(words, priors, finite)


def multiplied(words, priors, model):
    """Multiply probabilities, as a computer does."""
    return {c: exp(p) if p > -745 else 0.0 for c, p in added_up(words, priors, model).items()}


#: A mistake -> the sums of the two classes that it compares.
MISTAKEN = {
    "prior": lambda *given: added_up(*given, prior=0),
    "prior_each_word": lambda words, *learnt: added_up(words, *learnt, prior=len(words)),
    "types": lambda words, *learnt: added_up({*words}, *learnt),
    "unknown": lambda *given: added_up(*given, unknown=-inf),
    "stops": until_unknown,
    "infinite": passed_over,
    "floored": lambda *given: added_up(*given, least=-20.0),
    "underflow": multiplied,
}


def of_sums(words, priors, model):
    """Judge the class of a review: each mistake that comes to the other one is known by its key."""
    right = added_up(words, priors, model)
    label, other = CLASSES if right["POS"] >= right["NEG"] else reversed(CLASSES)
    keys = []
    for key, sums in MISTAKEN.items():
        found = sums(words, priors, model)
        keys += [key] * ((found["POS"] >= found["NEG"]) != (label == "POS"))
    keys += ["ties_negative"] if right["POS"] == right["NEG"] else ["swapped"]
    judge = equals(label, **dict.fromkeys(keys, other))
    return otherwise(judge, lambda value: None if value in CLASSES else "names")


#: A review, priors and a model.
CLASSIFIED = (
    ("good good", EVEN, MODEL),
    ("film dull film", EVEN, MODEL),
    ("dull film", EVEN, MODEL),
    ("dull zither", EVEN, MODEL),
    ("zither dull", EVEN, MODEL),
    ("dull zither dull", EVEN, MODEL),
    ("dull dull dull", EVEN, MODEL),
    ("fun film", SKEWED, MODEL),
    ("dull", {"POS": log(0.9), "NEG": log(0.1)}, MODEL),
    ("good film good", SKEWED, MODEL),
    ("fun fun fun fun fun", SKEWED, MODEL),
    ("slow slow slow slow good", EVEN, MODEL),
    ("dull good good fun", EVEN, MODEL),
    ("fun apt", EVEN, NEAR),
    ("film", EVEN, MODEL),
    ("", EVEN, MODEL),
    ("film", reverse(EVEN), reverse(MODEL)),
    ("worst good good", EVEN, UNSMOOTHED),
    ("fun dull dull", reverse(SKEWED), UNSMOOTHED),
    ("dull fun worst dull", SKEWED, UNSMOOTHED),
    ("worst fun good", reverse(EVEN), UNSMOOTHED),
)

LONG = (["film"] * 120 + ["dull"], EVEN, MODEL)
VERY_LONG = (
    ["w1", "w2", "w3", "zither"] * 6000,
    EVEN,
    {c: {f"w{n}": p for n in range(15_000)} for c, p in (("POS", -9.0), ("NEG", -8.0))},
)

QUESTIONS = [
    Question(
        "class-log-priors",
        answer="class_log_priors",
        points=1,
        parameters=("labels",),
        meaning="Half of the training reviews are POS: both log-priors will be -0.69, and change nothing.",
        without=("labkit.classifiers:NaiveBayes.fit", "sklearn.naive_bayes:MultinomialNB.fit"),
        hints={
            "probabilities": NOT_LOGS,
            "log_counts": "Make the number of reviews a share of all reviews, then take its logarithm.",
            "quotient": "Divide first, then take the logarithm of the share.",
            "base": BASE,
            "sign": "The logarithm of a number below 1 is negative. Where does its sign go?",
            "swapped": "The two classes are swapped.",
            "names": "The dictionary's keys are the two classes: 'POS' and 'NEG', in capitals.",
            "early_return": "Only one class is left. Is return indented too far, or the dictionary made "
            "twice?",
            "ValueError": "If math.log was given 0: is a share rounded down, as // does, or a class written "
            "in another way?",
            "other": "Count the labels by hand, divide by their number, and take math.log.",
        },
        cases=(
            Case((["POS", "POS", "NEG", "POS", "NEG"],), of_labels(3, 2)),
            Case((["NEG", "NEG", "POS", "NEG"],), of_labels(1, 3)),
            Case((["NEG", "POS", "NEG", "NEG", "NEG"],), of_labels(1, 4)),
        ),
    ),
    Question(
        "count-words",
        answer="count_words",
        points=2,
        parameters=("reviews", "labels"),
        meaning="The training reviews have 26,945 different words; both classes use only 9,507 of them.",
        without=(
            "labkit.laws:rank_frequency",
            "sklearn.feature_extraction.text:CountVectorizer.fit_transform",
            "sklearn.feature_extraction.text:CountVectorizer.transform",
        ),
        hints={
            "documents": "A word that occurs twice in a review counts twice.",
            "ones": "Each word is counted once, however often it occurs.",
            "both_classes": "Each class should have its own words only. Do the two share a dictionary?",
            "overwritten": "Only the last review of each class is left: add each review to those "
            "before it.",
            "updated": "A word's count is that of the last review with it. Is each review added to the count "
            "so far? A dictionary's update, and =, replace it.",
            "zeros": "A class has only the words that occur in it: leave the others out.",
            "first_time": "Each count is off by one. What is a word's entry after the first time?",
            "early_return": EARLY_RETURN,
            "missing_class": "A class without reviews has an empty dictionary: do not leave it out.",
            "names": "The keys are 'POS' and 'NEG', and under each is a dictionary from word to count.",
            "KeyError": "What you have not met yet, a class or a word, has no entry to add to.",
            "TypeError": "If it names a list: a review is a list of words; count the words, and not the list. "
            "If it names NoneType: what does get give for a word that you have not met yet?",
            "slow": "The training reviews have hundreds of thousands of words: go through them once. "
            "list.count goes through all of them for each word.",
            "other": "Write down the words of the POS reviews, and count each by hand.",
        },
        cases=(
            Case((REVIEWS, ["POS", "NEG"] * 2), of_reviews(REVIEWS, ["POS", "NEG"] * 2)),
            Case(
                ([["US", "us", "US"], ["US"]], ["NEG", "POS"]),
                of_reviews([["US", "us", "US"], ["US"]], ["NEG", "POS"]),
            ),
            Case(
                ([["dull"], ["a", "a"]], ["NEG", "NEG"]),
                of_reviews([["dull"], ["a", "a"]], ["NEG", "NEG"]),
            ),
            Case(
                (MANY_REVIEWS, ["POS", "NEG"] * 16),
                equals(counted(MANY_REVIEWS, ["POS", "NEG"] * 16)),
                seconds=1,
            ),
        ),
    ),
    Question(
        "word-log-probabilities",
        answer="word_log_probabilities",
        points=2,
        parameters=("counts",),
        meaning="In the NEG reviews every 153rd word is film: its log-probability there is -5.03.",
        without=("labkit.classifiers:NaiveBayes.fit", "sklearn.naive_bayes:MultinomialNB.fit"),
        hints={
            "probabilities": NOT_LOGS,
            "own_vocabulary": OWN_VOCABULARY,
            "shared_only": "Words that only one class has are missing: the vocabulary has every word of "
            "the one or the other.",
            "both_totals": "You divide by the words of both classes: divide by those of the class.",
            "types": "You divide by the number of different words. How many words does the class have "
            "if each counts as often as it occurs?",
            "posterior": "You ask how many of this word's occurrences are in the class. Ask how "
            "many of the class's words are this one.",
            "log_counts": "Make the count a share of the class's words, then take its logarithm.",
            "base": BASE,
            "zero": "A word that the class lacks has the probability 0, nothing else: what is the "
            "logarithm of 0? Python writes it -math.inf.",
            "quoted": "In quotes -math.inf is text: write it without them.",
            "ValueError": "If math.log was given 0, that is an error in Python: treat the probability 0 on its own.",
            "KeyError": NO_ENTRY,
            "changed": CHANGED,
            "slow": SLOW,
            "other": "Take one word of one class, and work out by hand what your function should say.",
        },
        cases=(
            Case((COUNTS,), of_counts(COUNTS)),
            Case((OVERLAP,), of_counts(OVERLAP)),
            Case((MANY,), of_counts(MANY), seconds=1),
        ),
    ),
    Question(
        "classify",
        answer="classify",
        points=2,
        parameters=("tokens", "log_priors", "log_probabilities"),
        meaning="That is all of Naive Bayes: count, take logarithms, add, compare.",
        without=("labkit.classifiers:NaiveBayes.joint_log_likelihood",),
        hints={
            "names": "The classes are called 'POS' and 'NEG', in capitals.",
            "swapped": "The larger sum wins: of two negative numbers that is the one nearer to 0.",
            "prior": "The classes are not equally frequent here. Where do the log-priors come in?",
            "prior_each_word": "Does the log-prior weigh too much? It counts once, beside the sum of the "
            "words (not with each word, nor beside their mean).",
            "types": "Does a word that occurs twice count twice?",
            "unknown": "Do you skip a token without a log-probability? It rules no class out.",
            "stops": "Does your loop go on behind a token without a log-probability?",
            "underflow": "Do you multiply? Here products of probabilities become 0 in both classes: add "
            "their logarithms.",
            "ties_negative": "Here the two sums are equal. What does the question say of that case?",
            "infinite": INFINITE,
            "floored": INFINITE,
            "KeyError": "If this is a token: it never occurs in the training reviews, and has no "
            "log-probability. Skip it. If this is a class: its sum needs a value to begin with.",
            "TypeError": "If it names NoneType: a token that never occurs in the training reviews has no "
            "log-probability; what do you add?",
            "slow": "Look each token of the review up once, instead of going through all known words.",
            "other": "Add up by hand: the log-prior of a class and the log-probability there of "
            "each word. Which class has the larger sum?",
        },
        cases=(
            *(
                Case((words.split(), *learnt), of_sums(words.split(), *learnt))
                for words, *learnt in CLASSIFIED
            ),
            Case(LONG, of_sums(*LONG)),
            Case(VERY_LONG, of_sums(*VERY_LONG), seconds=1),
        ),
    ),
    Question(
        "smoothed-log-probabilities",
        answer="smoothed_log_probabilities",
        points=2,
        parameters=("counts", "omega"),
        meaning="A word that a class has never used is now unlikely, and no longer impossible.",
        without=("labkit.classifiers:NaiveBayes.fit", "sklearn.naive_bayes:MultinomialNB.fit"),
        hints={
            "probabilities": NOT_LOGS,
            "numerator_only": "You add to the counts and not to their total, so the "
            "probabilities of a class no longer sum to 1.",
            "once": "You add to the total once. By how much does it grow when every word of the "
            "vocabulary gets omega more?",
            "own_vocabulary": OWN_VOCABULARY,
            "own_size": "|V| is the same for both classes: all the words that either uses, each once.",
            "always_one": "This is right for omega = 1: where does omega come in?",
            "not_times_omega": "The total grows by omega for each word of the vocabulary, not by 1.",
            "unseen_only": "Every word gets omega more, and not only those that the class lacks.",
            "KeyError": NO_ENTRY,
            "changed": CHANGED,
            "slow": SLOW,
            "other": "Take one class: do the probabilities of all the words sum to 1?",
        },
        cases=(
            Case((COUNTS, 1), of_smoothed(COUNTS, 1)),
            Case((COUNTS, 0.5), of_smoothed(COUNTS, 0.5)),
            Case((OVERLAP, 2), of_smoothed(OVERLAP, 2)),
            Case((COUNTS, 1.5), of_smoothed(COUNTS, 1.5)),
        ),
    ),
    Question(
        "telling-words",
        answer="telling_words",
        points=1,
        parameters=("tokens", "log_probabilities", "k"),
        meaning="Now your classifier can say which words made it think so.",
        hints={
            "once": "A word's evidence counts each time it occurs.",
            "absolute": "Some of these words speak for NEG: those that speak for POS are asked for.",
            "ascending": "These are the words at the other end of the list.",
            "probable": "These words are frequent in POS reviews. Are they rarer in NEG reviews?",
            "repeated": "Each word should stand in the list once.",
            "ties": "Two words with the same evidence come in alphabetical order.",
            "pairs": "The words alone are asked for, without their evidence.",
            "filtered": "Words that speak for NEG come last, but they do come: k words are asked for.",
            "KeyError": "Does each word have a value before you add to it? Words without a log-probability have no "
            "evidence: skip them.",
            "IndexError": "A review may have fewer than k different words.",
            "other": "Work out each word's evidence by hand, and sort: the strongest first.",
        },
        cases=(
            Case(
                (["a", "good", "film", "fun", "fun", "the", "dull", "fun", "fun"], MODEL, 2),
                equals(
                    ["fun", "good"],
                    absolute=["fun", "dull"],
                    ascending=["dull", "the"],
                    probable=["the", "good"],
                    repeated=["fun", "fun"],
                    once=["good", "fun"],
                    pairs=[("fun", 4 * log(1.5)), ("good", log(4))],
                ),
            ),
            Case((["good", "fun", "fun", "fun"], MODEL, 1), equals(["good"])),
            Case((["fun", "good", "fun", "fun", "fun"], MODEL, 1), equals(["fun"], once=["good"])),
            Case(
                (["a", "good", "film", "fun", "fun", "the", "dull", "fun", "fun"], MODEL, 9),
                equals(
                    ["fun", "good", "film", "the", "dull"],
                    filtered=["fun", "good", "film"],
                    filtered_2=["fun", "good"],
                    once=["good", "fun", "film", "the", "dull"],
                ),
            ),
            Case(
                (["zesty", "apt", "the"], logs(apt=(0.02, 0.01), zesty=(0.02, 0.01)), 2),
                equals(["apt", "zesty"], ties=["zesty", "apt"]),
            ),
            # Once with much evidence, and twice with half of it.
            Case(
                (
                    ["wry", "apt", "wry"],
                    {"POS": {"apt": -1.0, "wry": -2.0}, "NEG": {"apt": -3.0, "wry": -3.0}},
                    2,
                ),
                equals(["apt", "wry"], ties=["wry", "apt"]),
            ),
        ),
    ),
]
