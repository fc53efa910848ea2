"""The practice question of start-here."""

from labkit.checks import Case, Question, equals

QUESTIONS = [
    Question(
        "practice",
        answer="positive_reviews",
        points=0,
        hints={
            "negative": "These are the negative ones.",
            "all": "These are all the reviews. How many of them have the label POS?",
            "share": "This is a share; a number of reviews is asked for.",
            "other": "Compare the column label with 'POS', and sum: a True counts 1.",
        },
        cases=(Case(None, equals(12_471, negative=12_431, all=24_902, share=12_471 / 24_902)),),
    ),
]
