"""Tick 1: its questions, the cases students may see, and the hints."""

from labkit import tokenize
from labkit.checks import Case, Hint, Question, equals, says

LEXICON = {
    "good": 1.9,
    "nice": 1.8,
    "fine": 0.8,
    "brilliant": 2.8,
    "dull": -1.7,
    "creaky": -1.1,
    "slow": -0.4,
    "bad": -2.5,
    "awful": -2.0,
}
# None of these words is in the lexicon of the notebook.
OTHER_LEXICON = {"plot": 1.2, "scenery": 2.2, "yawn": -1.3, "reel": -2.4}
SIGNS = {":D": 2.3, "D:": -2.4}
VERY_STRONG = {"marvel": 3.4, "yawn": -1.3}

TIES_NEGATIVE = (
    "Your function says NEG where the two sides come out equal. "
    "Read again what the question decides for that case."
)

OTHER_NAMES = "The classes are called 'POS' and 'NEG', in capitals."

EARLY_RETURN = (
    "Your function returns before its loop is through. How far is the line with return indented?"
)

SPELLING = (
    "Write the words as the tokenizer would give them: one word each, in lower case, without "
    "spaces around it, and with a straight apostrophe."
)

#: What both classifiers may do wrong in the same way.
OF_WORDS = {
    "ties_negative": TIES_NEGATIVE,
    "unknown": "A word that is not in the lexicon should count for neither side.",
    "early_return": EARLY_RETURN,
    "negation": 'Take each word as the lexicon has it, whatever word stands before it: "not", '
    '"very" and "but" change nothing here.',
    "parts": "A lexicon word inside a longer word is not that word: compare whole tokens.",
    "capitals": "Some of the lexicon's words are signs, or hold capitals: take each token as it "
    "stands.",
    "types": "A word that comes twice in a review counts twice.",
    "squared": "A word that comes n times should add n times its weight. Do you count it anew each "
    "time that it comes?",
    "long": "This review is long, and its last words decide. Does every token count?",
    "names": OTHER_NAMES,
    "outside": "Look the words up in the lexicon that the function is given, not in another one.",
    "KeyError": "Most words of a review are not in the lexicon, and count nothing.",
    "TypeError": "Most words of a review are not in the lexicon: what do you get for those? (A list, as "
    "the words of a review are, can be no key of a dictionary, nor of a cache.)",
    "ZeroDivisionError": "A review may hold no word of the lexicon, or no word at all.",
    "RecursionError": "A review can have thousands of words, and Python lets a function call itself "
    "only about a thousand times: use a loop.",
    "slow": "A review has hundreds of words and the lexicon thousands. Look each word of the review "
    "up once; what does not change from word to word belongs before the loop.",
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


def judge_classes(expected, **mistakes):
    """Judge a dict with a share for each class, whose keys may be spelt wrongly."""
    judge = equals(expected, **mistakes)

    def judge_it(value):
        if type(value) is dict and not value.keys() <= {"POS", "NEG"}:
            return Hint("names")
        return judge(value)

    return judge_it


def judge_lines(expected, **mistakes):
    """Judge word -> valence; thousands of words are those of the whole file."""
    judge = equals(expected, **mistakes)

    def judge_it(value):
        if type(value) is dict and len(value) > 1000:
            return Hint("file")
        kept = (
            type(value) is dict and len(value) > len(expected) and expected.items() <= value.items()
        )
        return Hint("kept") if kept else judge(value)

    return judge_it


def judge_weight(expected, weights, **mistakes):
    """Judge a weight, which should be one of those given."""
    judge = equals(expected, **mistakes)

    def judge_it(value):
        hint = judge(value)
        listed = type(value) not in (int, float) or value in weights
        return hint if listed or not hint or hint.key != "other" else Hint("not_listed")

    return judge_it


# 4 of 5 POS reviews are right and 10 of 12 NEG ones; each mistake comes to another number. The first
# five are right, so that who stops at an error has another number than who looks a class up.
PREDICTED = ["POS", "NEG", "POS", "NEG", "NEG", "NEG", "POS", "POS"] + ["NEG"] * 7 + ["POS"] * 2
LABELS = ["POS", "NEG", "POS", "NEG", "NEG", "POS", "NEG", "NEG"] + ["NEG"] * 7 + ["POS"] * 2


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
            "spelling": SPELLING,
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
        parameters=("lines",),
        about="the words of these lines, each with its mean valence",
        hints={
            "spaces": "A word of the lexicon may hold a space. What separates the fields?",
            "ValueError": "A word of the lexicon may hold a space. What separates the fields?",
            "IndexError": 'Is the line in pieces, and at the tabs? A tab is written "\\t"; print the '
            "list of pieces, and count.",
            "text": "Your valences are still text; a number is wanted.",
            "deviation": "You took the standard deviation. Which field is the mean valence?",
            "sign": "You kept the direction and lost the size: the valence itself is wanted.",
            "polarity": "The polarity only tells the direction: the valence itself is wanted.",
            "whole": "You keep whole numbers only. A valence has a point, and digits behind it.",
            "size": "You lost the sign: a negative valence stays negative.",
            "minus": "The words with a negative valence are missing. A number may begin with a minus "
            "sign, and is one all the same.",
            "inverted": "The words should be the keys of the dictionary, the valences its values.",
            "first_missing": "The first line is a word as the others are: there is no heading.",
            "last_missing": "The last line is missing. Where does your loop or your slice end?",
            "early_return": EARLY_RETURN,
            "restarted": "Only the last line is left. Where should the dictionary be made, so "
            "that it is made once?",
            "letters": "Some of the lexicon's words are signs, or hold capitals: take each as it "
            "stands.",
            "kept": "There are more words here than lines. Does the dictionary keep what was in it when "
            "the function was called before? Make it inside, anew for each call.",
            "file": "Read the lines that the function is given, and not the file once more.",
            "other": "Print one line with repr(...) and compare what you take from it with the "
            "list of fields above.",
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
                judge_lines(
                    {"splendid": 2.8, "creaky": -1.1, "dire": -2.25},
                    text={"splendid": "2.8", "creaky": "-1.1", "dire": "-2.25"},
                    deviation={"splendid": 0.6, "creaky": 0.7, "dire": 1.0},
                    sign={"splendid": 1, "creaky": -1, "dire": -1},
                    polarity={"splendid": "positive", "creaky": "negative", "dire": "negative"},
                    polarity_2={"splendid": "POS", "creaky": "NEG", "dire": "NEG"},
                    whole={"splendid": 2, "creaky": -1, "dire": -2},
                    size={"splendid": 2.8, "creaky": 1.1, "dire": 2.25},
                    inverted={2.8: "splendid", -1.1: "creaky", -2.25: "dire"},
                    inverted_2={"2.8": "splendid", "-1.1": "creaky", "-2.25": "dire"},
                    first_missing={"splendid": 2.8, "dire": -2.25},
                    last_missing={"splendid": 2.8, "creaky": -1.1},
                    early_return={"creaky": -1.1},
                    minus={"splendid": 2.8},
                    restarted={"dire": -2.25},
                ),
            ),
            Case(
                (["run of the mill\t-0.9\t0.5\t[-1, -1, 0, -1, -1, -2, -1, -1, 0, -1]"],),
                judge_lines(
                    {"run of the mill": -0.9},
                    spaces={"run": -0.9},
                    spaces_2={"mill": -0.9},
                    spaces_3={"runofthemill": -0.9},
                    spaces_4={},
                    text={"run of the mill": "-0.9"},
                    deviation={"run of the mill": 0.5},
                ),
            ),
            Case(
                ([":D\t2.3\t0.78102\t[2, 3, 3, 2, 1, 3, 2, 2, 4, 1]"],),
                judge_lines(
                    {":D": 2.3},
                    letters={":d": 2.3},
                    letters_2={"D": 2.3},
                    letters_3={},
                    letters_4={"d": 2.3},
                    letters_5={"": 2.3},
                ),
            ),
        ),
    ),
    Question(
        "classify-by-count",
        answer="classify_by_count",
        points=2,
        parameters=("tokens", "lexicon"),
        about="the class of a review with these words, by this lexicon",
        hints=OF_WORDS
        | {
            "swapped": "Even a review of one good word comes out NEG. Are the two classes the "
            "wrong way round, or is one of them never returned?",
            "never_negative": "Even a review of one bad word comes out POS. Does it count, and can "
            "your function return NEG?",
            "strong_only": "Here each word of the lexicon counts, a weak one as much as a strong "
            "one.",
            "any_positive": "One word is not enough: the others in the same review count as well, "
            "the good ones and the bad ones.",
            "valences": "Here each word counts 1, however strong it is: use only the sign of "
            "its valence.",
            "other": "Count the positive and the negative words of this review by hand, and "
            "compare.",
        },
        cases=(
            Case((["brilliant"], LEXICON), says("POS", "swapped")),
            Case((["awful"], LEXICON), says("NEG", "never_negative")),
            Case((["dull"], LEXICON), says("NEG", "strong_only")),
            Case((["slow"], LEXICON), says("NEG", "strong_only")),
            Case((["good", "the", "end"], LEXICON), says("POS", "unknown")),
            Case((["dull", "the", "end"], LEXICON), says("NEG", "unknown")),
            Case((["a", "dull"], LEXICON), says("NEG", "early_return")),
            Case((["not", "good"], LEXICON), says("POS", "negation")),
            Case((["not", "dull"], LEXICON), says("NEG", "negation")),
            Case((["goodness", "dull"], LEXICON), says("NEG", "parts")),
            Case((["good", "dull", "bad", "awful"], LEXICON), says("NEG", "any_positive")),
            Case((["dull", "nice", "good"], LEXICON), says("POS", "any_positive")),
            Case((["good", "brilliant", "dull"], LEXICON), says("POS", "any_positive")),
            Case((["good", "dull", "dull"], LEXICON), says("NEG", "types")),
            Case((["good", "good", "dull", "bad", "awful"], LEXICON), says("NEG", "squared")),
            Case((["fine", "nice", "bad", "fine", "awful"], LEXICON), says("POS", "valences")),
            Case((["very", "good", "dull", "bad"], LEXICON), says("NEG", "negation")),
            Case((["bad", "dull", "but", "good"], LEXICON), says("NEG", "negation")),
            Case((["good", "and", "awful"], LEXICON), says("POS", "ties_negative")),
            Case((["the", "end"], LEXICON), says("POS", "ties_negative")),
            Case(([], LEXICON), says("POS", "ties_negative")),
            Case((["scenery", "yawn", "reel"], OTHER_LEXICON), says("NEG", "outside")),
            Case((["the", "end", "D:"], SIGNS), says("NEG", "capitals")),
            Case(
                (["plot"] * 3 + 3496 * ["a"] + 4 * ["yawn"], OTHER_LEXICON),
                says("NEG", "long"),
                seconds=2,
            ),
        ),
    ),
    Question(
        "accuracy",
        answer="accuracy",
        points=1,
        parameters=("predicted", "labels"),
        about="the share of these predictions that are right",
        hints={
            "percentage": "This is a percentage; a share between 0 and 1 is asked for.",
            "count": "This is how many are right; what share of all is that?",
            "errors": "This is the share that is wrong.",
            "one_class": "Only one of the two classes is counted. A review that is rightly "
            "called NEG is right as well, and so is one rightly called POS.",
            "nothing": "All these reviews are right, and your function finds none that is. Does "
            "its comparison ever hold? Are the classes spelt 'POS' and 'NEG' in it?",
            "floor": "A list that is not right throughout gets 0. Two strokes, //, divide and drop "
            "what is behind the point; and == between two lists asks whether all agree.",
            "of_class": "This is the share in one class, or the mean of two such shares. The "
            "reviews of both classes count alike here.",
            "divisor": "The number of right ones is divided by another number than that of all the "
            "reviews.",
            "skipped": "One review is left out, one that is right. Does your loop begin with the first "
            "and end with the last?",
            "all_right": "Not all of these are right. Is each prediction compared with the true "
            "class of the same review?",
            "stopped": "Your function stops at the first review that is wrong.",
            "early_return": "A single review is counted in the end. How far is return indented, where "
            "does the count begin, and does each right one add to it?",
            "RecursionError": "There can be thousands of reviews, and Python lets a function call "
            "itself only about a thousand times: use a loop.",
            "slow": "Compare each pair once: is there a search through a whole list in your loop?",
            "other": "Put the two lists under each other and count where they agree.",
        },
        cases=(
            Case(
                (PREDICTED, LABELS),
                equals(
                    14 / 17,
                    percentage=1400 / 17,
                    count=14,
                    errors=3 / 17,
                    errors_2=3,
                    one_class=4 / 17,
                    one_class_2=10 / 17,
                    early_return=1 / 17,
                    early_return_2=5 / 17,
                    stopped_2=5,
                    skipped=13 / 17,
                    skipped_2=13 / 16,
                    of_class=4 / 5,
                    of_class_2=10 / 12,
                    of_class_3=4 / 6,
                    of_class_4=10 / 11,
                    of_class_5=(4 / 5 + 10 / 12) / 2,
                    divisor=14 / 8.5,
                    divisor_2=14 / 34,
                    divisor_3=14 / 16,
                    divisor_4=14 / 18,
                    divisor_5=14 / 3,
                    divisor_6=14 / 5,
                    divisor_7=14 / 12,
                    divisor_8=14 / 6,
                    divisor_9=14 / 11,
                    divisor_10=14 / 2,
                    divisor_11=14 / 8,
                    all_right=1,
                ),
            ),
            Case((["POS", "NEG"], ["POS", "NEG"]), equals(1.0, nothing=0)),
            Case(
                (["POS", "NEG", "NEG"], ["POS", "POS", "NEG"]),
                equals(2 / 3, floor=0, percentage=200 / 3, all_right=1),
            ),
            Case((["POS", "NEG"] * 900, ["POS", "NEG", "NEG"] * 600), equals(0.5), seconds=2),
        ),
    ),
    Question(
        "per-class-accuracy",
        answer="per_class_accuracy",
        points=2,
        without=("labkit.classifiers:per_class_accuracy",),
        parameters=("predicted", "labels"),
        about="for each class, the share of its own reviews that were predicted rightly",
        hints={
            "precision": "You divide by how often the class was predicted. How many reviews "
            "truly are of that class? Are the two lists the wrong way round somewhere?",
            "of_all": "You divide by all reviews. The share is asked for among the reviews of "
            "one class.",
            "half": "You divide by half of all reviews. The two classes need not be of one size.",
            "swapped": "The two classes are swapped.",
            "not_reset": "The numbers of one class hold those of the class before it: where does each "
            "count begin?",
            "accuracy": "This is one number for both classes; a dictionary with one for each "
            "class is asked for.",
            "same": "Both numbers are the accuracy of the whole. For each class, leave the "
            "reviews of the other class out altogether.",
            "complement": "The shares of the two classes need not sum to 1: count the second one "
            "for itself.",
            "errors": "These are the shares that are wrong.",
            "count": "These are numbers of reviews; a share of each class is asked for.",
            "sizes": "This does not depend on which predictions are right: you compare how often a "
            "class was predicted, or is true, and not review by review.",
            "percentage": "These are percentages; shares between 0 and 1 are asked for.",
            "names": "The dictionary's keys are the two classes: 'POS' and 'NEG', in capitals.",
            "missing_class": "A class of which no review is predicted rightly belongs into the "
            "dictionary as well. What is its share?",
            "KeyError": "A class of which no review is predicted rightly has a share as well.",
            "nothing": "All these reviews are right, and your function finds none that is. Does "
            "its comparison ever hold?",
            "floor": "Two strokes, //, divide and drop what is behind the point.",
            "restarted": "Only one class is left. Is the dictionary made anew for each class, or "
            "returned before the other one is in it?",
            "early_return": EARLY_RETURN,
            "PermissionError": "labkit has this function ready; here the counting is your part.",
            "RecursionError": "There can be thousands of reviews, and Python lets a function call "
            "itself only about a thousand times: use a loop.",
            "slow": "Compare each pair once: is there a search through a whole list in your loop?",
            "other": "Cover the reviews of the other class, and count among those that are left.",
        },
        cases=(
            Case(
                (PREDICTED, LABELS),
                judge_classes(
                    {"POS": 4 / 5, "NEG": 10 / 12},
                    precision={"POS": 4 / 6, "NEG": 10 / 11},
                    of_all={"POS": 4 / 17, "NEG": 10 / 17},
                    half={"POS": 4 / 8.5, "NEG": 10 / 8.5},
                    half_2={"POS": 4 / 8, "NEG": 10 / 8},
                    swapped={"POS": 10 / 12, "NEG": 4 / 5},
                    not_reset={"POS": 4 / 5, "NEG": 14 / 12},
                    not_reset_2={"POS": 4 / 5, "NEG": 14 / 17},
                    not_reset_3={"POS": 14 / 5, "NEG": 10 / 12},
                    not_reset_4={"POS": 14 / 17, "NEG": 10 / 12},
                    accuracy=14 / 17,
                    same={"POS": 14 / 17, "NEG": 14 / 17},
                    complement={"POS": 4 / 5, "NEG": 1 / 5},
                    complement_2={"POS": 2 / 12, "NEG": 10 / 12},
                    complement_3={"POS": 4 / 5, "NEG": 2 / 12},
                    complement_4={"POS": 4 / 14, "NEG": 10 / 14},
                    errors={"POS": 1 / 5, "NEG": 2 / 12},
                    count={"POS": 4, "NEG": 10},
                    sizes={"POS": 5 / 17, "NEG": 12 / 17},
                    sizes_2={"POS": 6 / 17, "NEG": 11 / 17},
                    sizes_3={"POS": 6 / 5, "NEG": 11 / 12},
                    percentage={"POS": 400 / 5, "NEG": 1000 / 12},
                    early_return={"POS": 4 / 5},
                    restarted={"NEG": 10 / 12},
                ),
            ),
            Case(
                (["NEG", "POS"], ["NEG", "POS"]),
                judge_classes({"POS": 1.0, "NEG": 1.0}, nothing={"POS": 0, "NEG": 0}),
            ),
            Case(
                (["POS", "NEG", "POS", "POS"], ["POS", "POS", "NEG", "NEG"]),
                judge_classes(
                    {"POS": 1 / 2, "NEG": 0.0},
                    floor={"POS": 0, "NEG": 0},
                    missing_class={"POS": 1 / 2},
                ),
            ),
            Case(
                (["POS", "NEG"] * 900, ["POS", "NEG", "NEG"] * 600),
                judge_classes({"POS": 1 / 2, "NEG": 1 / 2}),
                seconds=2,
            ),
        ),
    ),
    Question(
        "classify-by-magnitude",
        answer="classify_by_magnitude",
        points=2,
        parameters=("tokens", "lexicon", "strong_weight"),
        about="the class of a review with these words, by this lexicon and this weight",
        hints=OF_WORDS
        | {
            "valences": "A weak word counts 1 and a strong word counts strong_weight: the "
            "valence only tells which of the two it is.",
            "weak_weighted": "Here the weak words get the larger weight.",
            "summed": "Each side adds up the weights of all its words: neither the largest of them "
            "decides, nor their mean.",
            "single": "Even a review of a single lexicon word comes out wrong. Are the classes "
            "the wrong way round, is one of them never returned, or does a kind of word not count "
            "at all?",
            "unweighted": "A strong word should count strong_weight, whatever number that is, and "
            "a weak word 1.",
            "whole": "The weight need not be a whole number: take it as it is.",
            "added": "A strong word counts strong_weight in all, not on top of the 1.",
            "negatives": "Negative words can be strong, too: think of the size of the valence, "
            "without its sign.",
            "boundary": "A word whose valence is exactly 2 in size: is it strong or weak?",
            "nearly": "A word whose valence is nearly 2 in size: is it strong or weak?",
            "other": "Work the weights of these words out by hand, and compare the two sides.",
        },
        cases=(
            Case((["brilliant"], LEXICON, 3), says("POS", "single")),
            Case((["awful"], LEXICON, 3), says("NEG", "single")),
            Case((["dull"], LEXICON, 3), says("NEG", "single")),
            Case((["slow"], LEXICON, 3), says("NEG", "single")),
            Case((["nice", "the", "end"], LEXICON, 3), says("POS", "unknown")),
            Case((["dull", "the", "end"], LEXICON, 3), says("NEG", "unknown")),
            Case((["a", "dull"], LEXICON, 3), says("NEG", "early_return")),
            Case((["not", "good"], LEXICON, 3), says("POS", "negation")),
            Case((["not", "dull"], LEXICON, 3), says("NEG", "negation")),
            Case((["goodness", "dull"], LEXICON, 3), says("NEG", "parts")),
            Case((["fine", "dull", "slow"], LEXICON, 1), says("NEG", "summed")),
            Case((["fine", "fine", "dull"], LEXICON, 1), says("POS", "valences")),
            Case((["good", "slow", "creaky"], LEXICON, 1), says("NEG", "valences")),
            Case((["fine", "dull", "dull"], LEXICON, 3), says("NEG", "types")),
            Case((["fine", "fine", "dull", "slow", "creaky"], LEXICON, 3), says("NEG", "squared")),
            Case((["brilliant", "brilliant", "dull"], LEXICON, 3), says("POS", "weak_weighted")),
            Case((["brilliant"] + 5 * ["creaky"], LEXICON, 3), says("NEG", "valences")),
            Case((["brilliant"] + 4 * ["creaky"], LEXICON, 3), says("NEG", "added")),
            Case((["brilliant"] + 3 * ["creaky"], LEXICON, 4), says("POS", "unweighted")),
            Case((["brilliant", "slow", "creaky"], LEXICON, 1.5), says("NEG", "unweighted")),
            Case((["good", "creaky", "creaky"], LEXICON, 3), says("NEG", "nearly")),
            Case((["bad", "good", "nice"], LEXICON, 3), says("NEG", "negatives")),
            Case((["awful", "good", "nice"], LEXICON, 3), says("NEG", "boundary")),
            Case((["bad", "fine", "nice"], LEXICON, 2.5), says("NEG", "whole")),
            Case((["marvel", *["yawn"] * 3], VERY_STRONG, 2.5), says("NEG", "unweighted")),
            Case((["very", "good", "dull", "slow"], LEXICON, 3), says("NEG", "negation")),
            Case((["dull", "slow", "but", "good"], LEXICON, 3), says("NEG", "negation")),
            Case((["bad", "fine", "nice", "film"], LEXICON, 2), says("POS", "ties_negative")),
            Case(([], LEXICON, 2), says("POS", "ties_negative")),
            Case((["plot", "plot", "reel"], OTHER_LEXICON, 3), says("NEG", "outside")),
            Case((["the", "end", "D:"], SIGNS, 3), says("NEG", "capitals")),
            Case(
                (["scenery"] + 3496 * ["a"] + 4 * ["yawn"], OTHER_LEXICON, 3),
                says("NEG", "long"),
                seconds=2,
            ),
        ),
    ),
    Question(
        "tune-strong-weight",
        answer="tune_strong_weight",
        points=2,
        parameters=("reviews", "labels", "lexicon", "weights"),
        about="the smallest of the weights with the highest accuracy on these reviews",
        hints={
            "accuracy": "This is the best accuracy; the weight that reaches it is asked for.",
            "count": "This is how many are right with the best weight; the weight is asked for.",
            "pair": "The weight alone is asked for, without its accuracy.",
            "position": "This is the position of the weight in the list; give the weight.",
            "first": "Your function takes the first weight, whatever its accuracy.",
            "last": "Your function takes the last weight, whatever its accuracy. Is the best "
            "accuracy so far kept each time?",
            "largest": "Your function takes the largest weight here, and it is not the best. Is the best "
            "accuracy so far kept, and are reviews of both classes counted?",
            "smallest": "Your function takes the smallest weight here, and it is not the best. Do the "
            "predictions that it judges change with the weight, and are all of them counted?",
            "worst": "Your function takes the weight with the lowest accuracy.",
            "not_listed": "This is none of the weights that the function was given.",
            "ties": "Several weights do equally well here: which of them does the question ask "
            "for? The list need not be in order.",
            "slow": "The reviews are classified once for each weight, so what one review costs "
            "counts thousands of times. Does classify_by_magnitude go through the whole lexicon?",
            "other": "Work out the accuracy for each weight by hand: which is highest?",
        },
        cases=(
            Case(
                (
                    [
                        ["brilliant"],
                        ["brilliant"] + 7 * ["dull"],
                        ["brilliant"] + 8 * ["dull"],
                        ["brilliant"] + 8 * ["dull"],
                        ["brilliant"] + 10 * ["dull"],
                        ["brilliant"] + 10 * ["dull"],
                        ["awful"] + 7 * ["good"],
                    ],
                    ["POS", "POS", "NEG", "NEG", "POS", "POS", "POS"],
                    LEXICON,
                    [6, 10, 7, 3, 9, 8, 4],
                ),
                judge_weight(
                    7,
                    [6, 10, 7, 3, 9, 8, 4],
                    accuracy=5 / 7,
                    count=5,
                    pair=(7, 5 / 7),
                    pair_2=(5 / 7, 7),
                    position=2,
                    first=6,
                    last=4,
                    largest=10,
                    smallest=3,
                    worst=9,
                    worst_2=8,
                ),
            ),
            Case(
                ([["brilliant", "dull"], ["bad"]], ["POS", "NEG"], LEXICON, [3, 2]),
                judge_weight(2, [3, 2], ties=3),
            ),
            Case(
                ([["brilliant", "dull"], ["bad"]], ["POS", "NEG"], LEXICON, [2, 3]),
                judge_weight(2, [2, 3], ties=3),
            ),
            Case(
                (
                    [["reel"] + 3 * ["plot"], ["scenery", "scenery"] + 5 * ["yawn"]],
                    ["POS", "NEG"],
                    OTHER_LEXICON,
                    [4, 2.5, 1.5, 2],
                ),
                judge_weight(1.5, [4, 2.5, 1.5, 2], ties=2.5, ties_2=2, worst=4),
            ),
            Case(reviews_of_real_size(), equals(6), seconds=1.5),
        ),
    ),
]
