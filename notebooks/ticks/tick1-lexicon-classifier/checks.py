"""Tick 1: its questions, the cases students may see, and the hints."""

from labkit import tokenize
from labkit.grading import Case, Hint, Question, equals

LEXICON = {
    "good": 1.9,
    "nice": 1.8,
    "fine": 0.8,
    "brilliant": 2.8,
    "dull": -1.7,
    "bad": -2.5,
    "awful": -2.0,
}

TIES_NEGATIVE = (
    "Your function says NEG where the two sides come out equal. "
    "Read again what the question decides for that case."
)

OTHER_NAMES = "The classes are called 'POS' and 'NEG', in capitals."


def judge_judgements(value):
    """A dict from review numbers 1 to 4 to "POS" or "NEG"; any opinion is right."""
    if type(value) is not dict:
        return Hint("shape")
    if set(value) != {1, 2, 3, 4}:
        return Hint("missing")
    if not all(judgement in ("POS", "NEG") for judgement in value.values()):
        return Hint("names")
    return None


def judge_words(value):
    """A dict of ten words with a polarity each, at least three of both."""
    if type(value) is not dict:
        return Hint("shape")
    if not all(type(word) is str and tokenize(word) == [word] for word in value):
        return Hint("spelling")
    if not all(polarity in ("positive", "negative") for polarity in value.values()):
        return Hint("names")
    if len(value) != 10:
        return Hint("number")
    if not 3 <= list(value.values()).count("positive") <= 7:
        return Hint("one_sided")
    return None


QUESTIONS = [
    Question(
        "judgements",
        answer="judgements",
        points=0,
        hints={
            "shape": "Write a dictionary: the review's number, a colon, your judgement.",
            "missing": "There should be one judgement for each of the reviews 1, 2, 3 and 4; "
            "the numbers are whole numbers, without quotes.",
            "names": f"Each judgement is one of two. {OTHER_NAMES}",
        },
        cases=(Case(None, judge_judgements),),
    ),
    Question(
        "ten-words",
        answer="my_words",
        points=0,
        hints={
            "shape": "Write a dictionary: a word, a colon, its polarity.",
            "spelling": "Look the words up as the tokenizer would give them: one word each, "
            "in lower case, without spaces around it.",
            "names": "The polarities are called 'positive' and 'negative'.",
            "number": "Count your words: there should be ten different ones. A word that you "
            "wrote twice counts once.",
            "one_sided": "A list of nearly only one polarity cannot tell the classes apart: "
            "take at least three words of each.",
        },
        cases=(Case(None, judge_words),),
    ),
    Question(
        "read-lexicon",
        answer="read_lexicon",
        points=1,
        hints={
            "spaces": "A word of the lexicon may hold a space. What separates the fields?",
            "ValueError": "A word of the lexicon may hold a space. What separates the fields?",
            "text": "Your valences are still text; a number is wanted.",
            "deviation": "You took the standard deviation. Which field is the mean valence?",
            "sign": "You kept the direction and lost the size: the valence itself is wanted.",
            "other": "Print one line with repr(...) and compare what you take from it with the "
            "list of fields above.",
        },
        cases=(
            Case(
                (
                    [
                        "splendid\t2.8\t0.6\t[3, 3, 2, 3, 3, 3, 2, 4, 2, 3]",
                        "creaky\t-1.1\t0.7\t[-1, -2, -1, 0, -1, -2, -1, 0, -1, -2]",
                    ],
                ),
                equals(
                    {"splendid": 2.8, "creaky": -1.1},
                    text={"splendid": "2.8", "creaky": "-1.1"},
                    deviation={"splendid": 0.6, "creaky": 0.7},
                    sign={"splendid": 1, "creaky": -1},
                ),
            ),
            Case(
                (["run of the mill\t-0.9\t0.5\t[-1, -1, 0, -1, -1, -2, -1, -1, 0, -1]"],),
                equals(
                    {"run of the mill": -0.9},
                    spaces={"run": -0.9},
                    text={"run of the mill": "-0.9"},
                    deviation={"run of the mill": 0.5},
                ),
            ),
        ),
    ),
    Question(
        "classify-by-count",
        answer="classify_by_count",
        points=2,
        hints={
            "ties_negative": TIES_NEGATIVE,
            "any_positive": "One good word is not enough: the bad ones in the same review count "
            "as well.",
            "types": "A word that comes twice in a review counts twice.",
            "valences": "Here each word counts 1, however strong it is: use only the sign of "
            "its valence.",
            "names": OTHER_NAMES,
            "KeyError": "Most words of a review are not in the lexicon, and count nothing.",
            "other": "Count the positive and the negative words of this review by hand, and "
            "compare.",
        },
        cases=(
            Case((["a", "good", "film"], LEXICON), equals("POS", names="positive")),
            Case((["a", "dull", "film"], LEXICON), equals("NEG", names="negative")),
            Case((["good", "but", "awful"], LEXICON), equals("POS", ties_negative="NEG")),
            Case((["good", "dull", "bad", "awful"], LEXICON), equals("NEG", any_positive="POS")),
            Case((["good", "dull", "dull"], LEXICON), equals("NEG", types="POS")),
            Case(
                (["fine", "nice", "bad", "fine", "awful"], LEXICON), equals("POS", valences="NEG")
            ),
            Case((["the", "end"], LEXICON), equals("POS", ties_negative="NEG")),
        ),
    ),
    Question(
        "accuracy",
        answer="accuracy",
        points=1,
        hints={
            "percentage": "This is a percentage; a share between 0 and 1 is asked for.",
            "count": "This is how many are right; what share of all is that?",
            "errors": "This is the share that is wrong.",
            "one_class": "Only one of the two classes is counted. A review that is rightly "
            "called NEG is right as well.",
            "rounded": "The value is rounded. Round when you print, not when you compute.",
            "other": "Put the two lists under each other and count where they agree.",
        },
        cases=(
            Case(
                (["POS", "NEG", "POS", "NEG", "NEG"], ["POS", "POS", "POS", "NEG", "NEG"]),
                equals(0.8, percentage=80, count=4, errors=0.2, one_class=0.4),
            ),
            Case(
                (["POS", "NEG", "NEG"], ["POS", "POS", "NEG"]),
                equals(2 / 3, rounded=0.67, percentage=200 / 3),
            ),
        ),
    ),
    Question(
        "per-class-accuracy",
        answer="per_class_accuracy",
        points=2,
        hints={
            "precision": "You divide by how often the class was predicted. How many reviews "
            "truly are of that class?",
            "of_all": "You divide by all reviews. The share is asked for among the reviews of "
            "one class.",
            "swapped": "The two classes are swapped.",
            "accuracy": "This is one number for both classes; a dictionary with one for each "
            "class is asked for.",
            "other": "Cover the reviews of the other class, and count among those that are left.",
        },
        cases=(
            Case(
                (
                    ["POS", "POS", "POS", "NEG", "NEG", "NEG", "NEG", "POS"],
                    ["POS", "POS", "POS", "POS", "POS", "NEG", "NEG", "NEG"],
                ),
                equals(
                    {"POS": 3 / 5, "NEG": 2 / 3},
                    precision={"POS": 3 / 4, "NEG": 2 / 4},
                    of_all={"POS": 3 / 8, "NEG": 2 / 8},
                    swapped={"POS": 2 / 3, "NEG": 3 / 5},
                    accuracy=5 / 8,
                ),
            ),
        ),
    ),
    Question(
        "classify-by-magnitude",
        answer="classify_by_magnitude",
        points=2,
        hints={
            "valences": "A weak word counts 1 and a strong word counts strong_weight: the "
            "valence only tells which of the two it is.",
            "weak_weighted": "Here the weak words get the larger weight.",
            "unweighted": "Strong words should count more than weak ones, by strong_weight.",
            "negatives": "Negative words can be strong, too: think of the size of the valence, "
            "without its sign.",
            "boundary": "A word whose valence is exactly 2 in size: is it strong or weak?",
            "ties_negative": TIES_NEGATIVE,
            "names": OTHER_NAMES,
            "KeyError": "Most words of a review are not in the lexicon, and count nothing.",
            "other": "Work the weights of these words out by hand, and compare the two sides.",
        },
        cases=(
            Case((["fine", "fine", "dull"], LEXICON, 1), equals("POS", valences="NEG")),
            Case(
                (["brilliant", "brilliant", "dull"], LEXICON, 3), equals("POS", weak_weighted="NEG")
            ),
            Case((["brilliant", "dull", "dull"], LEXICON, 3), equals("POS", unweighted="NEG")),
            Case((["bad", "good", "nice"], LEXICON, 3), equals("NEG", negatives="POS")),
            Case((["awful", "good", "nice"], LEXICON, 3), equals("NEG", boundary="POS")),
            Case((["bad", "good", "nice", "film"], LEXICON, 2), equals("POS", ties_negative="NEG")),
            Case((["bad", "film"], LEXICON, 2), equals("NEG", names="negative")),
        ),
    ),
    Question(
        "tune-strong-weight",
        answer="tune_strong_weight",
        points=2,
        hints={
            "accuracy": "This is the best accuracy; the weight that reaches it is asked for.",
            "position": "This is the position of the weight in the list; give the weight.",
            "first": "Your function takes the first weight, whatever its accuracy.",
            "largest": "Your function takes the largest weight, whatever its accuracy.",
            "worst": "Your function takes the weight with the lowest accuracy.",
            "ties": "Several weights do equally well here: which of them does the question ask "
            "for? The list need not be in order.",
            "other": "Work out the accuracy for each weight by hand: which is highest?",
        },
        cases=(
            Case(
                (
                    [
                        ["brilliant", "dull"],
                        ["brilliant", "dull", "dull"],
                        ["brilliant", "dull", "dull", "dull"],
                        ["awful", "good", "nice", "fine"],
                        ["good"],
                    ],
                    ["POS", "POS", "POS", "POS", "NEG"],
                    LEXICON,
                    [2, 5, 1, 4, 3],
                ),
                equals(3, accuracy=0.8, position=4, first=2, largest=5, worst=1),
            ),
            Case(
                ([["brilliant", "dull"], ["bad"]], ["POS", "NEG"], LEXICON, [3, 2, 4]),
                equals(2, ties=3, largest=4),
            ),
            Case(
                ([["brilliant", "dull"], ["bad"]], ["POS", "NEG"], LEXICON, [2, 3, 4]),
                equals(2, ties=4, accuracy=1.0),
            ),
        ),
    ),
]
