"""Tick 1: its questions, the cases students may see, and the hints."""

from labkit import tokenize
from labkit.checks import Case, Hint, Question, equals, says

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

UNKNOWN = "A word that is not in the lexicon should count for neither side."

EARLY_RETURN = (
    "Your function returns before its loop is through. How far is the line with return indented?"
)


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
            "early_return": EARLY_RETURN,
            "restarted": "Only the last line is left. Where should the dictionary be made, so "
            "that it is made once?",
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
                    early_return={"splendid": 2.8},
                    restarted={"creaky": -1.1},
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
            "swapped": "Even a review of a single word comes out wrong. Are the two classes the "
            "wrong way round?",
            "unknown": UNKNOWN,
            "early_return": EARLY_RETURN,
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
            Case((["good"], LEXICON), says("POS", "swapped")),
            Case((["dull"], LEXICON), says("NEG", "swapped")),
            Case((["good", "the", "end"], LEXICON), says("POS", "unknown")),
            Case((["dull", "the", "end"], LEXICON), says("NEG", "unknown")),
            Case((["a", "good"], LEXICON), says("POS", "early_return")),
            Case((["a", "dull"], LEXICON), says("NEG", "early_return")),
            Case((["fine", "nice", "bad", "fine", "awful"], LEXICON), says("POS", "valences")),
            Case((["good", "but", "awful"], LEXICON), says("POS", "ties_negative")),
            Case((["good", "dull", "bad", "awful"], LEXICON), says("NEG", "any_positive")),
            Case((["good", "dull", "dull"], LEXICON), says("NEG", "types")),
            Case((["the", "end"], LEXICON), says("POS", "ties_negative")),
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
            "floor": "Two strokes, //, divide and drop what is behind the point.",
            "early_return": EARLY_RETURN,
            "rounded": "The value is rounded. Round when you print, not when you compute.",
            "other": "Put the two lists under each other and count where they agree.",
        },
        cases=(
            Case(
                (
                    ["POS", "POS", "POS", "POS", "POS", "NEG", "NEG", "NEG", "POS", "POS"],
                    ["POS", "POS", "POS", "POS", "POS", "NEG", "NEG", "POS", "NEG", "NEG"],
                ),
                equals(
                    0.7,
                    percentage=70,
                    count=7,
                    errors=0.3,
                    one_class=0.5,
                    floor=0,
                    early_return=0.1,
                ),
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
            "same": "Both numbers are the accuracy of the whole. For each class, leave the "
            "reviews of the other class out altogether.",
            "percentage": "These are percentages; shares between 0 and 1 are asked for.",
            "early_return": EARLY_RETURN,
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
                    same={"POS": 5 / 8, "NEG": 5 / 8},
                    percentage={"POS": 300 / 5, "NEG": 200 / 3},
                    early_return={"POS": 3 / 5},
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
            "single": "Even a review of a single lexicon word comes out wrong. Are the classes "
            "the wrong way round, or does a kind of word not count at all?",
            "unknown": UNKNOWN,
            "unweighted": "A strong word should count strong_weight, whatever number that is.",
            "added": "A strong word counts strong_weight in all, not on top of the 1.",
            "negatives": "Negative words can be strong, too: think of the size of the valence, "
            "without its sign.",
            "boundary": "A word whose valence is exactly 2 in size: is it strong or weak?",
            "ties_negative": TIES_NEGATIVE,
            "names": OTHER_NAMES,
            "KeyError": "Most words of a review are not in the lexicon, and count nothing.",
            "other": "Work the weights of these words out by hand, and compare the two sides.",
        },
        cases=(
            Case((["nice"], LEXICON, 3), says("POS", "single")),
            Case((["dull"], LEXICON, 3), says("NEG", "single")),
            Case((["nice", "the", "end"], LEXICON, 3), says("POS", "unknown")),
            Case((["dull", "the", "end"], LEXICON, 3), says("NEG", "unknown")),
            Case((["fine", "fine", "dull"], LEXICON, 1), says("POS", "valences")),
            Case((["brilliant", "brilliant", "dull"], LEXICON, 3), says("POS", "weak_weighted")),
            Case((["brilliant"] + 3 * ["dull"], LEXICON, 4), says("POS", "unweighted")),
            Case((["brilliant"] + 4 * ["dull"], LEXICON, 3), says("NEG", "added")),
            Case((["bad", "good", "nice"], LEXICON, 3), says("NEG", "negatives")),
            Case((["awful", "good", "nice"], LEXICON, 3), says("NEG", "boundary")),
            Case((["bad", "good", "nice", "film"], LEXICON, 2), says("POS", "ties_negative")),
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
            "smallest": "Your function takes the smallest weight. Do the predictions that it "
            "judges change with the weight?",
            "worst": "Your function takes the weight with the lowest accuracy.",
            "ties": "Several weights do equally well here: which of them does the question ask "
            "for? The list need not be in order.",
            "other": "Work out the accuracy for each weight by hand: which is highest?",
        },
        cases=(
            Case(
                (
                    [
                        ["brilliant"] + 7 * ["dull"],
                        ["brilliant"] + 8 * ["dull"],
                        ["brilliant"] + 8 * ["dull"],
                        ["brilliant"] + 10 * ["dull"],
                        ["brilliant"] + 10 * ["dull"],
                        ["awful"] + 7 * ["good"],
                    ],
                    ["POS", "NEG", "NEG", "POS", "POS", "POS"],
                    LEXICON,
                    [6, 10, 3, 9, 7],
                ),
                equals(7, accuracy=4 / 6, position=4, first=6, largest=10, smallest=3, worst=9),
            ),
            Case(
                ([["brilliant", "dull"], ["bad"]], ["POS", "NEG"], LEXICON, [3, 2]),
                equals(2, ties=3),
            ),
            Case(
                ([["brilliant", "dull"], ["bad"]], ["POS", "NEG"], LEXICON, [2, 3]),
                equals(2, ties=3),
            ),
        ),
    ),
]
