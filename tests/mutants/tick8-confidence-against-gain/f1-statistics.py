# %% wrong: accuracy - correct is correct, for NEG too
def f1_counts(predicted, gold):
    return [(int(p == g), int(p == "POS"), int(g == "POS")) for p, g in zip(predicted, gold)]

# %% wrong: swapped - gold stands before guessed
def f1_counts(predicted, gold):
    return [(int(p == g == "POS"), int(g == "POS"), int(p == "POS")) for p, g in zip(predicted, gold)]

# %% wrong: summed - the sums are what F1 needs
def f1_counts(predicted, gold):
    correct = sum(p == g == "POS" for p, g in zip(predicted, gold))
    return correct, predicted.count("POS"), gold.count("POS")

# %% wrong: other_class - NEG is what is looked for
def f1_counts(predicted, gold):
    return [(int(p == g == "NEG"), int(p == "NEG"), int(g == "NEG")) for p, g in zip(predicted, gold)]

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
