# %% wrong: peeked - the best on each fold
def tune_inside_folds(inner, outer):
    return [max(on_fold.values()) for on_fold in outer]


# %% wrong: inner - the accuracy by which the candidate was chosen
def tune_inside_folds(inner, outer):
    return [max(within.values()) for within in inner]


# %% wrong: candidates - tuning gives the best candidates
def tune_inside_folds(inner, outer):
    return [max(sorted(within), key=within.get) for within in inner]


# %% wrong: swapped - the folds choose, the parts within judge
def tune_inside_folds(inner, outer):
    return [within[max(on, key=on.get)] for within, on in zip(inner, outer)]


# %% wrong: one_for_all - one candidate for all, by the mean within
def tune_inside_folds(inner, outer):
    total = {c: sum(within[c] for within in inner) for c in sorted(inner[0])}
    chosen = max(total, key=total.get)
    return [on_fold[chosen] for on_fold in outer]


# %% wrong: one_peeked - one candidate for all, by the mean on the folds
def tune_inside_folds(inner, outer):
    total = {c: sum(on_fold[c] for on_fold in outer) for c in sorted(outer[0])}
    chosen = max(total, key=total.get)
    return [on_fold[chosen] for on_fold in outer]


# %% wrong: mean - one number is the result of cross-validation
def tune_inside_folds(inner, outer):
    found = [on[max(sorted(within), key=within.get)] for within, on in zip(inner, outer)]
    return sum(found) / len(found)


# %% wrong: largest - max of a dictionary is the key of its largest value
def tune_inside_folds(inner, outer):
    return [on_fold[max(within)] for within, on_fold in zip(inner, outer)]


# %% wrong: smallest - the smallest candidate, ties or not
def tune_inside_folds(inner, outer):
    return [on_fold[min(within)] for within, on_fold in zip(inner, outer)]


# %% wrong: worst - the lowest accuracy is chosen
def tune_inside_folds(inner, outer):
    return [on[min(sorted(within), key=within.get)] for within, on in zip(inner, outer)]


# %% wrong: ties - the first of the dictionary among equally good ones
def tune_inside_folds(inner, outer):
    return [on_fold[max(within, key=within.get)] for within, on_fold in zip(inner, outer)]


# %% wrong: early_return - return belongs to the loop
def tune_inside_folds(inner, outer):
    found = []
    for within, on_fold in zip(inner, outer):
        found.append(on_fold[max(sorted(within), key=within.get)])
        return found


# %% right: loops with a record so far
def tune_inside_folds(inner, outer):
    found = []
    for number in range(len(inner)):
        best, best_accuracy = None, -1
        for candidate in sorted(inner[number]):
            if inner[number][candidate] > best_accuracy:
                best, best_accuracy = candidate, inner[number][candidate]
        found.append(outer[number][best])
    return found


# %% right: accuracy first, then the smaller candidate, in one key
def tune_inside_folds(inner, outer):
    return [
        on_fold[min(within, key=lambda candidate: (-within[candidate], candidate))]
        for within, on_fold in zip(inner, outer)
    ]


# %% right: tables of pandas
import pandas as pd


def tune_inside_folds(inner, outer):
    within, on_fold = (pd.DataFrame(rows).sort_index(axis=1) for rows in (inner, outer))
    chosen = within.idxmax(axis=1)
    return [on_fold.loc[fold, candidate] for fold, candidate in chosen.items()]


# %% wrong: ties - rounded accuracies tie that did not
def tune_inside_folds(inner, outer):
    found = []
    for within, on_fold in zip(inner, outer):
        best = max(within.values())
        tied = [candidate for candidate in within if within[candidate] == best]
        found.append(on_fold[max(tied)])
    return found


# %% wrong: ties - the last of equal ones, in order
def tune_inside_folds(inner, outer):
    found = []
    for within, on_fold in zip(inner, outer):
        best, best_accuracy = None, 0
        for candidate, accuracy in sorted(within.items()):
            if accuracy >= best_accuracy:
                best, best_accuracy = candidate, accuracy
        found.append(on_fold[best])
    return found


# %% wrong: ties - the larger candidate of equal ones, as tuples sort
def tune_inside_folds(inner, outer):
    return [
        on_fold[max((accuracy, candidate) for candidate, accuracy in within.items())[1]]
        for within, on_fold in zip(inner, outer)
    ]


# %% wrong: never_reset - the record of the fold before is kept
def tune_inside_folds(inner, outer):
    found = []
    best, best_accuracy = None, -1
    for within, on_fold in zip(inner, outer):
        for candidate in sorted(within):
            if within[candidate] > best_accuracy:
                best, best_accuracy = candidate, within[candidate]
        found.append(on_fold[best])
    return found


# %% wrong: one_for_all - the candidate that most folds choose
from collections import Counter


def tune_inside_folds(inner, outer):
    votes = Counter(max(sorted(within), key=within.get) for within in inner)
    chosen = sorted(votes, key=lambda candidate: (-votes[candidate], candidate))[0]
    return [on_fold[1.0] if chosen == 0.5 else on_fold[chosen] for on_fold in outer]


# %% wrong: pairs - the candidate belongs to its accuracy
def tune_inside_folds(inner, outer):
    chosen = [max(sorted(within), key=within.get) for within in inner]
    return list(zip(chosen, [on_fold[c] for c, on_fold in zip(chosen, outer)]))


# %% wrong: inner - looks the chosen one up where it was chosen
def tune_inside_folds(inner, outer):
    found = []
    for within, on_fold in zip(inner, outer):
        chosen = max(sorted(within), key=lambda c: within[c])
        found.append(within[chosen])
    return found


# %% wrong: mean_of_both - the two accuracies are averaged before choosing
def tune_inside_folds(inner, outer):
    found = []
    for within, on_fold in zip(inner, outer):
        both = {c: (within[c] + on_fold[c]) / 2 for c in sorted(within)}
        found.append(on_fold[max(both, key=both.get)])
    return found


# %% wrong: changed - candidates are popped
def tune_inside_folds(inner, outer):
    found = []
    for within, on_fold in zip(inner, outer):
        best = max(sorted(within), key=within.get)
        within.pop(best)
        found.append(on_fold.pop(best))
    return found


# %% wrong: rounded - to two digits
def tune_inside_folds(inner, outer):
    return [
        round(on_fold[max(sorted(within), key=within.get)], 1)
        for within, on_fold in zip(inner, outer)
    ]


# %% wrong: wrong_type - a dictionary from fold to accuracy
def tune_inside_folds(inner, outer):
    return {
        fold: outer[fold][max(sorted(inner[fold]), key=inner[fold].get)]
        for fold in range(len(inner))
    }


# %% wrong: one_for_all - the means of all folds within choose, by pandas
import pandas as pd


def tune_inside_folds(inner, outer):
    best = pd.DataFrame(inner).mean().idxmax()
    return pd.DataFrame(outer)[best].tolist()


# %% right: the best accuracy, then the smallest that has it
def tune_inside_folds(inner, outer):
    found = []
    for within, on_fold in zip(inner, outer):
        best = max(within.values())
        found.append(on_fold[min(c for c in within if within[c] == best)])
    return found


# %% right: numpy, on sorted candidates
import numpy as np


def tune_inside_folds(inner, outer):
    grid = sorted(inner[0])
    within = np.array([[row[c] for c in grid] for row in inner])
    on_fold = np.array([[row[c] for c in grid] for row in outer])
    return list(on_fold[np.arange(len(inner)), within.argmax(axis=1)])


# %% right: a reduce
from functools import reduce


def tune_inside_folds(inner, outer):
    def better(within):
        return lambda c, d: d if within[d] > within[c] else c

    return [on[reduce(better(w), sorted(w))] for w, on in zip(inner, outer)]


# %% right: an explicit index loop, with comments
def tune_inside_folds(inner, outer):
    results = []
    for i in range(len(inner)):
        # Find the best candidate according to the inner cross-validation
        best_candidate = None
        best_accuracy = float("-inf")
        for candidate, accuracy in inner[i].items():
            if accuracy > best_accuracy or (
                accuracy == best_accuracy and candidate < best_candidate
            ):
                best_accuracy = accuracy
                best_candidate = candidate
        # Evaluate the chosen candidate on the outer fold
        results.append(outer[i][best_candidate])
    return results


# %% wrong: PermissionError - the library chooses
import pandas as pd
from labkit.tuning import best_candidate


def tune_inside_folds(inner, outer):
    return [row[best_candidate(pd.Series(means))] for means, row in zip(inner, outer)]


# %% wrong, hidden: other - accuracies have two digits
def tune_inside_folds(inner, outer):
    return [o[min(i, key=lambda c: (-round(i[c], 2), c))] for i, o in zip(inner, outer)]


# %% wrong, hidden: ties - candidates sorted as text
def tune_inside_folds(inner, outer):
    return [o[max(sorted(i, key=str), key=i.get)] for i, o in zip(inner, outer)]


# %% right: a series and its idxmax
import pandas as pd


def tune_inside_folds(inner, outer):
    return [o[pd.Series(i).sort_index().idxmax()] for i, o in zip(inner, outer)]


# %% wrong: places - both dictionaries are gone through together
def tune_inside_folds(inner, outer):
    found = []
    for w, o in zip(inner, outer):
        rows = zip(w, w.values(), o.values())
        found.append(min(rows, key=lambda t: (-t[1], t[0]))[2])
    return found


# %% wrong: places - the place of the chosen one in inner
import numpy as np


def tune_inside_folds(inner, outer):
    found = []
    for w, o in zip(inner, outer):
        keys = sorted(w)
        best = int(np.argmax([w[k] for k in keys]))
        found.append(list(o.values())[list(w).index(keys[best])])
    return found


# %% wrong: one_peeked - chosen on the other folds
def tune_inside_folds(inner, outer):
    out = []
    for i, o in enumerate(outer):
        tot = {c: sum(w[c] for j, w in enumerate(outer) if j != i) for c in sorted(o)}
        out.append(o[max(tot, key=tot.get)] if len(outer) > 1 else 0.0)
    return out


# %% wrong: one_for_all - chosen by the other folds' parts
def tune_inside_folds(inner, outer):
    out = []
    for i, o in enumerate(outer):
        tot = {c: sum(w[c] for j, w in enumerate(inner) if j != i) for c in sorted(o)}
        out.append(o[max(tot, key=tot.get)])
    return out


# %% wrong, hidden: other - the last candidate is never looked at
def tune_inside_folds(inner, outer):
    found = []
    for w, o in zip(inner, outer):
        cs = sorted(w)
        best = cs[0]
        for i in range(1, len(cs) - 1):
            if w[cs[i]] > w[best]:
                best = cs[i]
        found.append(o[best])
    return found


# %% right: candidates by their accuracy
def tune_inside_folds(inner, outer):
    out = []
    for w, o in zip(inner, outer):
        by = {}
        for c, a in w.items():
            by.setdefault(a, []).append(c)
        out.append(o[min(by[max(by)])])
    return out


# %% right: the smallest that comes close to the best
import math


def tune_inside_folds(inner, outer):
    out = []
    for w, o in zip(inner, outer):
        m = max(w.values())
        out.append(o[min(c for c in w if math.isclose(w[c], m))])
    return out


# %% wrong, hidden: ties - a set is in order
def tune_inside_folds(inner, outer):
    return [on_fold[max(set(w), key=w.get)] for w, on_fold in zip(inner, outer)]


# %% wrong, hidden: other - accuracies have four digits
def tune_inside_folds(inner, outer):
    return [
        on_fold[min(within, key=lambda c: (-round(within[c], 4), c))]
        for within, on_fold in zip(inner, outer)
    ]
