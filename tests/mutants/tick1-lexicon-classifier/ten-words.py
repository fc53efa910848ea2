# %% wrong: shape - only the words are asked for
my_words = [
    "brilliant",
    "moving",
    "superb",
    "funny",
    "lovely",
    "dull",
    "waste",
    "worst",
    "bad",
    "boring",
]

# %% wrong: spelling - capitals do not matter
my_words = {
    "Brilliant": "positive",
    "Moving": "positive",
    "Superb": "positive",
    "Funny": "positive",
    "Lovely": "positive",
    "Dull": "negative",
    "Waste": "negative",
    "Worst": "negative",
    "Bad": "negative",
    "Boring": "negative",
}

# %% wrong: names - words have classes as reviews have
my_words = {
    "brilliant": "POS",
    "moving": "POS",
    "superb": "POS",
    "funny": "POS",
    "lovely": "POS",
    "dull": "NEG",
    "waste": "NEG",
    "worst": "NEG",
    "bad": "NEG",
    "boring": "NEG",
}

# %% wrong: number - a word written twice is two words
my_words = {
    "brilliant": "positive",
    "moving": "positive",
    "superb": "positive",
    "funny": "positive",
    "brilliant": "positive",
    "dull": "negative",
    "waste": "negative",
    "worst": "negative",
    "bad": "negative",
    "boring": "negative",
}

# %% wrong: one_sided - praise is what matters
my_words = dict.fromkeys(
    "brilliant moving superb funny lovely great best perfect excellent".split(), "positive"
)
my_words["bad"] = "negative"

# %% right: two lists, joined
liked = ["brilliant", "moving", "superb", "well-made", "perfect", "great"]
disliked = ["dull", "waste", "worst", "awful"]
my_words = {word: "positive" for word in liked} | {word: "negative" for word in disliked}

# %% right: pairs, with an apostrophe in one word
my_words = dict(
    [("isn't", "negative"), ("no", "negative"), ("dire", "negative")]
    + [(word, "positive") for word in ("joy", "wit", "charm", "warm", "fresh", "wise", "bold")]
)


# %% wrong: shape - the polarities are the keys
my_words = {"positive": ["superb", "moving"], "negative": ["dull", "worst"]}

# %% wrong: wrong_type - the dots are left below the words
my_words = {"superb": "positive", ...: ...}

# %% wrong: shape - the classes are the keys
my_words = {"POS": ["superb", "moving"], "NEG": ["dull", "worst"]}

# %% wrong: spelling - an apostrophe out of a text program
my_words = dict.fromkeys("superb moving warm fresh wise".split(), "positive")
my_words |= dict.fromkeys("dull worst dire bad can\u2019t".split(), "negative")

# %% wrong: spelling - a mark is a word
my_words = dict.fromkeys("superb moving warm fresh 10/10".split(), "positive")
my_words |= dict.fromkeys("dull worst dire bad poor".split(), "negative")

# %% right: the words positive and negative are words, too
my_words = dict.fromkeys("positive moving naïve fresh well-made".split(), "positive")
my_words |= dict.fromkeys("negative worst dire bad can't".split(), "negative")
