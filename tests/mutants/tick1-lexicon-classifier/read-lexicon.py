# %% wrong: ValueError - a blank separates the fields
def read_lexicon(lines):
    valence_of = {}
    for line in lines:
        fields = line.split()
        valence_of[fields[0]] = float(fields[1])
    return valence_of

# %% wrong: spaces - the first two numbers-or-words that a pattern finds are the fields
import re

def read_lexicon(lines):
    return {
        re.match(r"\w+", line).group(): float(re.search(r"-?\d+\.\d+", line).group())
        for line in lines
    }

# %% wrong: text - what looks like a number is one
def read_lexicon(lines):
    valence_of = {}
    for line in lines:
        word, valence, deviation, ratings = line.split("\t")
        valence_of[word] = valence
    return valence_of

# %% wrong: deviation - off by one: the mean stands in fields[2]
def read_lexicon(lines):
    return {line.split("\t")[0]: float(line.split("\t")[2]) for line in lines}

# %% wrong: sign - only the direction of a word matters
def read_lexicon(lines):
    polarity = {}
    for line in lines:
        fields = line.split("\t")
        polarity[fields[0]] = 1 if float(fields[1]) > 0 else -1
    return polarity

# %% wrong: early_return - return belongs to the loop
def read_lexicon(lines):
    valence_of = {}
    for line in lines:
        fields = line.split("\t")
        valence_of[fields[0]] = float(fields[1])
        return valence_of

# %% wrong: restarted - the dictionary is made where it is used
def read_lexicon(lines):
    for line in lines:
        valence_of = {}
        fields = line.split("\t")
        valence_of[fields[0]] = float(fields[1])
    return valence_of

# %% wrong: wrong_type - pairs are as good as a dictionary
def read_lexicon(lines):
    return [(line.split("\t")[0], float(line.split("\t")[1])) for line in lines]

# %% wrong: unanswered - printing is answering
def read_lexicon(lines):
    for line in lines:
        fields = line.split("\t")
        print(fields[0], float(fields[1]))

# %% right: a dict comprehension, split only as far as needed
def read_lexicon(lines):
    return {w: float(v) for w, v, _ in (line.split("\t", maxsplit=2) for line in lines)}

# %% right: csv and numpy floats in a defaultdict
import csv
from collections import defaultdict

import numpy as np

def read_lexicon(lines):
    valence_of = defaultdict(float)
    for row in csv.reader(lines, delimiter="\t", quoting=csv.QUOTE_NONE):
        valence_of[row[0]] = np.float64(row[1])
    return valence_of

# %% right: a pandas series
import pandas as pd

def read_lexicon(lines):
    table = pd.DataFrame([line.strip().split("\t") for line in lines])
    return table.set_index(0)[1].astype(float).to_dict()
