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
