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


# %% wrong: printed - printing is answering
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


# %% wrong: unanswered - the dictionary is forgotten
def read_lexicon(lines):
    valence_of = {}
    for line in lines:
        word, valence = line.split("\t")[:2]
        valence_of[word] = float(valence)


# %% wrong: first_missing - the first line is a heading
def read_lexicon(lines):
    valence_of = {}
    for line in lines[1:]:
        fields = line.split("\t")
        valence_of[fields[0]] = float(fields[1])
    return valence_of


# %% wrong: last_missing - range ends one too early
def read_lexicon(lines):
    valence_of = {}
    for i in range(len(lines) - 1):
        fields = lines[i].split("\t")
        valence_of[fields[0]] = float(fields[1])
    return valence_of


# %% wrong: whole - a number is an int
def read_lexicon(lines):
    return {line.split("\t")[0]: int(float(line.split("\t")[1])) for line in lines}


# %% wrong: rounded - rounded as in the table
def read_lexicon(lines):
    return {line.split("\t")[0]: round(float(line.split("\t")[1])) for line in lines}


# %% wrong: size - the size of the valence
def read_lexicon(lines):
    return {line.split("\t")[0]: abs(float(line.split("\t")[1])) for line in lines}


# %% wrong: polarity - positive or negative
def read_lexicon(lines):
    found = {}
    for line in lines:
        word, valence, *_ = line.split("\t")
        found[word] = "positive" if float(valence) > 0 else "negative"
    return found


# %% wrong: inverted - the number finds the word
def read_lexicon(lines):
    return {float(line.split("\t")[1]): line.split("\t")[0] for line in lines}


# %% wrong: letters - words in small letters
def read_lexicon(lines):
    return {line.split("\t")[0].lower(): float(line.split("\t")[1]) for line in lines}


# %% wrong: file - the file is read, as far as it is needed
from labkit.corpora import lexicon_lines


def read_lexicon(lines):
    found = {}
    for line in lexicon_lines()[:1500]:
        fields = line.split("\t")
        found[fields[0]] = float(fields[1])
    return found


# %% wrong: spaces - the blanks are taken out first
def read_lexicon(lines):
    found = {}
    for line in lines:
        fields = line.replace(" ", "").split("\t")
        found[fields[0]] = float(fields[1])
    return found


# %% wrong: wrong_type - a number and its deviation
def read_lexicon(lines):
    return {line.split("\t")[0]: [float(x) for x in line.split("\t")[1:3]] for line in lines}


# %% wrong: changed - the lines are replaced by their fields
def read_lexicon(lines):
    for i in range(len(lines)):
        lines[i] = lines[i].split("\t")
    return {fields[0]: float(fields[1]) for fields in lines}


# %% right: partition, twice
def read_lexicon(lines):
    found = {}
    for line in lines:
        word, _, rest = line.partition("\t")
        found[word] = float(rest.partition("\t")[0])
    return found


# %% right: a pattern with groups
import re


def read_lexicon(lines):
    pattern = re.compile(r"([^\t]+)\t(-?[\d.]+)\t")
    return {m[1]: float(m[2]) for m in map(pattern.match, lines)}


# %% right: pandas reads the text
import csv
import io

import pandas as pd


def read_lexicon(lines):
    table = pd.read_csv(
        io.StringIO("\n".join(lines)),
        sep="\t",
        header=None,
        quoting=csv.QUOTE_NONE,
        keep_default_na=False,
    )
    return dict(zip(table[0], table[1]))


# %% right: decimals, exact as they are printed
from decimal import Decimal


def read_lexicon(lines):
    return {fields[0]: Decimal(fields[1]) for fields in (line.split("\t") for line in lines)}


# %% right: lists of words and numbers, zipped
def read_lexicon(lines):
    words = [line.split("\t")[0] for line in lines]
    numbers = map(float, [line.split("\t")[1] for line in lines])
    return dict(zip(words, numbers))


# %% right: numbers of single precision
import numpy as np


def read_lexicon(lines):
    return {line.split("\t")[0]: np.float32(line.split("\t")[1]) for line in lines}


# %% right: the mean of the ten ratings
import ast


def read_lexicon(lines):
    found = {}
    for line in lines:
        word, *_, ratings = line.split("\t")
        ratings = ast.literal_eval(ratings)
        found[word] = sum(ratings) / len(ratings)
    return found


# %% wrong, hidden: other - a word without a direction is left out
def read_lexicon(lines):
    pairs = (line.split("\t")[:2] for line in lines)
    return {word: float(valence) for word, valence in pairs if float(valence)}


# %% wrong, hidden: spaces - the first number ends the word
def read_lexicon(lines):
    d = {}
    for l in lines:
        p = l.split()
        i = 0
        while not p[i].lstrip("-").replace(".", "").isdigit():
            i += 1
        d[" ".join(p[:i])] = float(p[i])
    return d


# %% right: a walrus and a star
def read_lexicon(lines, sep="\t"):
    return {
        w: float(v) for line in lines if (f := line.rstrip("\n").split(sep)) for w, v, *_ in [f]
    }


# %% right: numpy columns
import numpy as np


def read_lexicon(lines):
    arr = np.array([l.split("\t")[:2] for l in lines])
    return dict(zip(arr[:, 0].tolist(), arr[:, 1].astype(float).tolist()))


# %% wrong: IndexError - a slash stands for a tab
def read_lexicon(lines):
    return {line.split("/t")[0]: float(line.split("/t")[1]) for line in lines}


# %% wrong: spaces - lines of several words are no words
def read_lexicon(lines):
    fields = [line.split("\t") for line in lines]
    return {first[0]: float(first[1]) for first in fields if " " not in first[0]}


# %% wrong: letters - words as the tokenizer has them
from labkit import tokenize


def read_lexicon(lines):
    return {" ".join(tokenize(line.split("\t")[0])): float(line.split("\t")[1]) for line in lines}


# %% wrong, hidden: other - what comes behind a hash is a comment
def read_lexicon(lines):
    kept = [line.split("\t") for line in lines if "#" not in line]
    return {fields[0]: float(fields[1]) for fields in kept}


# %% wrong, hidden: other - a hyphen joins two words
def read_lexicon(lines):
    kept = [line.split("\t") for line in lines if "-" not in line.split("\t")[0]]
    return {fields[0]: float(fields[1]) for fields in kept}


# %% wrong: minus - only digits and a point make a number
def read_lexicon(lines):
    valence_of = {}
    for line in lines:
        word, valence, *_ = line.split("\t")
        if valence.replace(".", "").isdigit():
            valence_of[word] = float(valence)
    return valence_of


# %% wrong, hidden: other - a quotation mark begins a field
import csv


def read_lexicon(lines):
    return {row[0]: float(row[1]) for row in csv.reader(lines, delimiter="\t")}


# %% wrong, hidden: other - pandas knows which values are missing
import csv
import io

import pandas as pd


def read_lexicon(lines):
    text = io.StringIO("\n".join(lines))
    table = pd.read_csv(text, sep="\t", header=None, quoting=csv.QUOTE_NONE)
    return dict(zip(table[0], table[1]))

# %% wrong: kept - the dictionary is made where the parameters are
def read_lexicon(lines, valence_of={}):
    for line in lines:
        word, valence = line.split("\t")[:2]
        valence_of[word] = float(valence)
    return valence_of


# %% right: a pattern, a match statement and Fractions
from fractions import Fraction


def read_lexicon(lines):
    valence_of = {}
    for line in lines:
        match line.split("\t"):
            case [word, valence, *_]:
                valence_of[word] = Fraction(valence)
    return valence_of
