# %% wrong: shape - a list is enough: the order says which review is meant
judgements = ["POS", "NEG", "NEG", "POS"]

# %% wrong: missing - reviews are numbered from 0
judgements = {0: "POS", 1: "NEG", 2: "NEG", 3: "POS"}

# %% wrong: names - the classes are called as the polarities of words are
judgements = {1: "positive", 2: "negative", 3: "negative", 4: "positive"}

# %% right: numbered by enumerate
judgements = dict(enumerate(["NEG", "NEG", "POS", "POS"], start=1))

# %% right: filled in one by one, in another order, into a defaultdict
from collections import defaultdict

judgements = defaultdict(lambda: "POS")
judgements[4] = "NEG"
for number in (3, 2, 1):
    judgements[number]

# %% wrong: missing - the numbers in quotes
judgements = {"1": "POS", "2": "NEG", "3": "NEG", "4": "POS"}

# %% wrong: missing - three are enough
judgements = {1: "POS", 2: "NEG", 3: "NEG"}

# %% wrong: names - small letters
judgements = {1: "pos", 2: "neg", 3: "neg", 4: "pos"}

# %% wrong: shape - one answer for all
judgements = "POS"

# %% right: all of one opinion, from pandas
import pandas as pd

judgements = pd.Series("NEG", index=[1, 2, 3, 4]).to_dict()


# %% wrong: wrong_type - one of the dots is left
judgements = {1: "POS", 2: "NEG", 3: "NEG", 4: ...}

# %% wrong: missing - True stands for the first
judgements = {True: "POS", 2: "NEG", 3: "NEG", 4: "POS"}

# %% right: numbers of numpy, and the classes from an Enum
from enum import Enum

import numpy as np


class Judgement(str, Enum):
    GOOD = "POS"
    BAD = "NEG"


judgements = dict(zip(np.arange(1, 5), [Judgement.GOOD, Judgement.BAD] * 2))
