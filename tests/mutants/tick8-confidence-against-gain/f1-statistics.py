# %% wrong: accuracy - correct is correct, for NEG too
def f1_counts(predicted, gold):
    return [(int(p == g), int(p == "POS"), int(g == "POS")) for p, g in zip(predicted, gold)]


# %% wrong: swapped - gold stands before guessed
def f1_counts(predicted, gold):
    return [
        (int(p == g == "POS"), int(g == "POS"), int(p == "POS")) for p, g in zip(predicted, gold)
    ]


# %% wrong: summed - the sums are what F1 needs
def f1_counts(predicted, gold):
    correct = sum(p == g == "POS" for p, g in zip(predicted, gold))
    return correct, predicted.count("POS"), gold.count("POS")


# %% wrong: other_class - NEG is what is looked for
def f1_counts(predicted, gold):
    return [
        (int(p == g == "NEG"), int(p == "NEG"), int(g == "NEG")) for p, g in zip(predicted, gold)
    ]


# %% wrong: every_item - each item is guessed, and has a gold class
def f1_counts(predicted, gold):
    return [(int(p == g), 1, 1) for p, g in zip(predicted, gold)]


# %% wrong: spurious - correct, spurious, missed
def f1_counts(predicted, gold):
    return [
        (int(p == g == "POS"), int(p == "POS" != g), int(g == "POS" != p))
        for p, g in zip(predicted, gold)
    ]


# %% wrong: left_out - an item without POS has nothing to count
def f1_counts(predicted, gold):
    counts = []
    for p, g in zip(predicted, gold):
        if "POS" in (p, g):
            counts.append((int(p == g), int(p == "POS"), int(g == "POS")))
    return counts


# %% wrong: columns - three lists
def f1_counts(predicted, gold):
    correct = [int(p == g == "POS") for p, g in zip(predicted, gold)]
    return [correct, [int(p == "POS") for p in predicted], [int(g == "POS") for g in gold]]


# %% wrong: wrong_type - True and False
def f1_counts(predicted, gold):
    return [(p == g == "POS", p == "POS", g == "POS") for p, g in zip(predicted, gold)]


# %% right: a loop and sums of truth values
def f1_counts(predicted, gold):
    counts = []
    for said, true in zip(predicted, gold):
        guessed, wanted = int(said == "POS"), int(true == "POS")
        counts.append((guessed * wanted, guessed, wanted))
    return counts


# %% right: a table of the four kinds
def f1_counts(predicted, gold):
    table = {"POSPOS": (1, 1, 1), "POSNEG": (0, 1, 0), "NEGPOS": (0, 0, 1), "NEGNEG": (0, 0, 0)}
    return [table[p + g] for p, g in zip(predicted, gold)]


# %% wrong: wrong_type - true and false are counts, too
def f1_counts(predicted, gold):
    return [(p == g == "POS", p == "POS", g == "POS") for p, g in zip(predicted, gold)]


# %% wrong: wrong_type - precision, recall and F1 of all
def f1_counts(predicted, gold):
    correct = sum(p == g == "POS" for p, g in zip(predicted, gold))
    guessed, positive = predicted.count("POS"), gold.count("POS")
    return (
        correct / max(1, guessed),
        correct / max(1, positive),
        2 * correct / max(1, guessed + positive),
    )


# %% wrong: cumulative - the sums so far
def f1_counts(predicted, gold):
    rows, c, g, t = [], 0, 0, 0
    for said, true in zip(predicted, gold):
        c, g, t = c + (said == true == "POS"), g + (said == "POS"), t + (true == "POS")
        rows.append((int(c), int(g), int(t)))
    return rows


# %% wrong: guessed_right - the second counts what is guessed at all or missed
def f1_counts(predicted, gold):
    return [
        (int(p == g == "POS"), int(p == "POS" or g == "POS"), int(g == "POS"))
        for p, g in zip(predicted, gold)
    ]


# %% wrong: first_only - the return is indented too far
def f1_counts(predicted, gold):
    rows = []
    for p, g in zip(predicted, gold):
        rows.append((int(p == g == "POS"), int(p == "POS"), int(g == "POS")))
        return rows


# %% wrong: wrong_type - a list for each item
def f1_counts(predicted, gold):
    return [
        [int(p == g == "POS"), int(p == "POS"), int(g == "POS")] for p, g in zip(predicted, gold)
    ]


# %% right: pandas
import pandas as pd


def f1_counts(predicted, gold):
    said, true = pd.Series(predicted).eq("POS"), pd.Series(gold).eq("POS")
    frame = pd.DataFrame({"correct": said & true, "guessed": said, "gold": true}).astype(int)
    return list(frame.itertuples(index=False, name=None))


# %% right: named tuples
from collections import namedtuple

Counts = namedtuple("Counts", "correct guessed gold")


def f1_counts(predicted, gold):
    return [
        Counts(int(p == g == "POS"), int(p == "POS"), int(g == "POS"))
        for p, g in zip(predicted, gold)
    ]


# %% right: numbers that are multiplied
def f1_counts(predicted, gold):
    guessed = [1 if label == "POS" else 0 for label in predicted]
    positive = [1 if label == "POS" else 0 for label in gold]
    return [(g * p, g, p) for g, p in zip(guessed, positive)]


# %% wrong: order - correct comes last
def f1_counts(predicted, gold):
    return [
        (int(p == "POS"), int(g == "POS"), int(p == g == "POS")) for p, g in zip(predicted, gold)
    ]


# %% wrong: either - correct is one of the two
def f1_counts(predicted, gold):
    return [
        (int(p == "POS" or g == "POS"), int(p == "POS"), int(g == "POS"))
        for p, g in zip(predicted, gold)
    ]


# %% right: four cases of match
def f1_counts(predicted, gold):
    out = []
    for pair in zip(predicted, gold):
        match pair:
            case "POS", "POS":
                out.append((1, 1, 1))
            case "POS", _:
                out.append((0, 1, 0))
            case _, "POS":
                out.append((0, 0, 1))
            case _:
                out.append((0, 0, 0))
    return out


# %% right: three columns, zipped
def f1_counts(predicted, gold):
    p = [int(x == "POS") for x in predicted]
    g = [int(x == "POS") for x in gold]
    return list(zip(map(int.__and__, p, g), p, g))
