# %% wrong: transposed - a row for each class
def agreement_table(judgements, items, classes):
    return [[sum(p[item] == c for p in judgements) for item in items] for c in classes]

# %% wrong: people - a row for each person
def agreement_table(judgements, items, classes):
    return [[list(p.values()).count(c) for c in classes] for p in judgements]

# %% wrong: class_order - the columns in alphabetical order
def agreement_table(judgements, items, classes):
    return [[sum(p[item] == c for p in judgements) for c in sorted(classes)] for item in items]

# %% wrong: shares - a table of proportions
def agreement_table(judgements, items, classes):
    n = len(judgements)
    return [[sum(p[item] == c for p in judgements) / n for c in classes] for item in items]

# %% wrong: dictionaries - the counts with their names
def agreement_table(judgements, items, classes):
    return [{c: sum(p[item] == c for p in judgements) for c in classes} for item in items]

# %% wrong: present_only - a Counter has all classes
from collections import Counter

def agreement_table(judgements, items, classes):
    table = []
    for item in items:
        found = Counter(person[item] for person in judgements)
        table.append([found[c] for c in classes if c in found])
    return table

# %% wrong: majority - what the class thinks of the item
from collections import Counter

def agreement_table(judgements, items, classes):
    return [Counter(p[item] for p in judgements).most_common(1)[0][0] for item in items]

# %% wrong: item_order - the rows in the order of numbers
def agreement_table(judgements, items, classes):
    return [[sum(p[item] == c for p in judgements) for c in classes] for item in sorted(items)]

# %% wrong: every_item - a row for all that was judged
def agreement_table(judgements, items, classes):
    return [[sum(p[item] == c for p in judgements) for c in classes] for item in judgements[0]]

# %% wrong: early_return - return belongs to the loop
def agreement_table(judgements, items, classes):
    table = []
    for item in items:
        table.append([sum(p[item] == c for p in judgements) for c in classes])
        return table

# %% wrong: KeyError - a class has a count once somebody chose it
def agreement_table(judgements, items, classes):
    table = []
    for item in items:
        found = {}
        for person in judgements:
            found[person[item]] = found.get(person[item], 0) + 1
        table.append([found[c] for c in classes])
    return table

# %% wrong: PermissionError - the library has the table already
from labkit import agreement

def agreement_table(judgements, items, classes):
    rows = [[person[item] for person in judgements] for item in items]
    return agreement.agreement_table(rows, classes).tolist()

# %% right: columns counted one judgement at a time
def agreement_table(judgements, items, classes):
    table = [[0] * len(classes) for _ in items]
    for person in judgements:
        for row, item in zip(table, items):
            row[classes.index(person[item])] += 1
    return table

# %% right: a Counter of pairs
from collections import Counter

def agreement_table(judgements, items, classes):
    found = Counter(pair for person in judgements for pair in person.items())
    return [[found[item, c] for c in classes] for item in items]

# %% right: numpy's sums
import numpy as np

def agreement_table(judgements, items, classes):
    chosen = np.array([[person[item] for person in judgements] for item in items])
    return np.stack([(chosen == c).sum(axis=1) for c in classes], axis=1).tolist()
