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


# %% wrong: wrong_type - a table of pandas' numbers, turned into dictionaries
import pandas as pd


def agreement_table(judgements, items, classes):
    table = pd.DataFrame(judgements).apply(lambda column: column.value_counts())
    return table.to_dict()


# %% wrong: wrong_type - a table of pandas
import pandas as pd


def agreement_table(judgements, items, classes):
    table = pd.DataFrame(judgements)[items].apply(lambda column: column.value_counts())
    return table.reindex(classes).fillna(0).T


# %% wrong: wrong_type - an array of numpy
import numpy as np


def agreement_table(judgements, items, classes):
    return np.array([[sum(p[i] == c for p in judgements) for c in classes] for i in items])


# %% wrong: classes - there are POS and NEG
def agreement_table(judgements, items, classes):
    table = []
    for item in items:
        pos = sum(person[item] == "POS" for person in judgements)
        table.append([pos, len(judgements) - pos])
    return table


# %% wrong: class_order - Counter's own order
from collections import Counter


def agreement_table(judgements, items, classes):
    return [
        list(
            Counter({c: 0 for c in sorted(classes)} | Counter(p[item] for p in judgements)).values()
        )
        for item in items
    ]


# %% wrong: shared_rows - multiplying a list copies what is in it
def agreement_table(judgements, items, classes):
    table = [[0] * len(classes)] * len(items)
    for row, item in enumerate(items):
        for person in judgements:
            table[row][classes.index(person[item])] += 1
    return table


# %% wrong: present_only - counts of the classes that occur
from collections import Counter


def agreement_table(judgements, items, classes):
    return [list(Counter(person[item] for person in judgements).values()) for item in items]


# %% wrong: wrong_type - rows as tuples
def agreement_table(judgements, items, classes):
    return [tuple(sum(p[item] == c for p in judgements) for c in classes) for item in items]


# %% wrong: wrong_type - a dictionary from item to row
def agreement_table(judgements, items, classes):
    return {i: [sum(p[i] == c for p in judgements) for c in classes] for i in items}


# %% wrong: by_number - items are numbered from 1
def agreement_table(judgements, items, classes):
    return [
        [sum(list(p.values())[number] == c for p in judgements) for c in classes]
        for number in range(len(items))
    ]


# %% wrong: changed - judgements are popped once counted
def agreement_table(judgements, items, classes):
    table = [[0] * len(classes) for _ in items]
    while judgements:
        person = judgements.pop()
        for row, item in zip(table, items):
            row[classes.index(person[item])] += 1
    return table


# %% right: the list's own count
def agreement_table(judgements, items, classes):
    table = []
    for item in items:
        chosen = [person[item] for person in judgements]
        table.append([chosen.count(c) for c in classes])
    return table


# %% right: a table of pandas, as lists
import pandas as pd


def agreement_table(judgements, items, classes):
    table = pd.DataFrame(judgements)
    return [[int((table[item] == c).sum()) for c in classes] for item in items]


# %% right: Counters, which know 0
from collections import Counter


def agreement_table(judgements, items, classes):
    return [
        [found[c] for c in classes]
        for found in (Counter(map(lambda person: person[item], judgements)) for item in items)
    ]


# %% right: counts as floats that are whole
import numpy as np


def agreement_table(judgements, items, classes):
    table = np.zeros((len(items), len(classes)))
    for person in judgements:
        for i, item in enumerate(items):
            table[i, classes.index(person[item])] += 1
    return table.tolist()


# %% wrong, hidden: other - a class is found inside another's name
def agreement_table(judgements, items, classes):
    return [[sum(c in p[i] for p in judgements) for c in classes] for i in items]


# %% right: an array for each item
import numpy as np


def agreement_table(judgements, items, classes):
    return [
        np.array([[p[i] == c for c in classes] for p in judgements], int)
        .reshape(-1, len(classes))
        .sum(0)
        .tolist()
        for i in items
    ]


# %% wrong: KeyError - items are numbered from 0
def agreement_table(judgements, items, classes):
    return [[sum(p[i] == c for p in judgements) for c in classes] for i in range(len(items))]


# %% wrong: classes - the first class and the others
def agreement_table(judgements, items, classes):
    out = []
    for i in items:
        n = sum(p[i] == classes[0] for p in judgements)
        out.append([n, len(judgements) - n])
    return out


# %% wrong, hidden: other - a class begins like another
def agreement_table(judgements, items, classes):
    return [[sum(p[i].startswith(c) for p in judgements) for c in classes] for i in items]


# %% right: numpy's bincount
import numpy as np


def agreement_table(judgements, items, classes):
    return [
        np.bincount([classes.index(p[i]) for p in judgements], minlength=len(classes)).tolist()
        for i in items
    ]


# %% right: pandas' counts in a given order
import pandas as pd


def agreement_table(judgements, items, classes):
    t = pd.DataFrame(judgements)
    return [t[i].value_counts().reindex(classes, fill_value=0).tolist() for i in items]

# %% wrong: present_only - a class that nobody chose has no column
def agreement_table(judgements, items, classes):
    used = [c for c in classes if any(c in person.values() for person in judgements)]
    return [[sum(person[item] == c for person in judgements) for c in used] for item in items]
