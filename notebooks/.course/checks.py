"""The practice question of start-here."""

from labkit import load_reviews
from labkit.checks import Case, Question, equals

LABELS = load_reviews()["label"].tolist()
FIRST = LABELS[:1000]
POSITIVE = FIRST.count("POS")

QUESTIONS = [
    Question(
        "practice",
        answer="positive_reviews",
        points=0,
        hints={
            "negative": "These are the negative ones.",
            "every": "These are the positive ones among all the reviews. The question asks about "
            "the first 1,000.",
            "all": "These are all that you looked at. How many of them have the label POS?",
            "share": "This is a share; a number of reviews is asked for.",
            "other": "Compare the labels with 'POS', and sum: a True counts 1.",
        },
        cases=(
            Case(
                None,
                equals(
                    POSITIVE,
                    negative=len(FIRST) - POSITIVE,
                    every=LABELS.count("POS"),
                    all=len(FIRST),
                    share=POSITIVE / len(FIRST),
                ),
            ),
        ),
    ),
]
