# %% wrong: one_sided - a is the better one, so ask whether it is better
def claims(outputs, alpha):
    pairs = compare_all(outputs, test="randomization", adjust="holm")
    found = pairs[pairs["adjusted_pvalue"] <= alpha]
    return sorted(zip(found["system_a"], found["system_b"]))


# %% wrong: uncorrected - each pair for itself
def claims(outputs, alpha):
    pairs = compare_all(outputs, test="randomization", alternative="two-sided")
    found = pairs[pairs["pvalue"] <= alpha]
    return sorted(zip(found["system_a"], found["system_b"]))


# %% wrong: wrong_column - corrected, but the old column is read, one-sided
def claims(outputs, alpha):
    pairs = compare_all(outputs, test="randomization", adjust="holm")
    found = pairs[pairs["pvalue"] <= alpha]
    return sorted(zip(found["system_a"], found["system_b"]))


# %% wrong: bonferroni - another correction
def claims(outputs, alpha):
    pairs = compare_all(outputs, test="randomization", alternative="two-sided", adjust="bonferroni")
    found = pairs[pairs["adjusted_pvalue"] <= alpha]
    return sorted(zip(found["system_a"], found["system_b"]))


# %% wrong: false_discovery - the most powerful correction
def claims(outputs, alpha):
    pairs = compare_all(
        outputs, test="randomization", alternative="two-sided", adjust="benjamini-hochberg"
    )
    found = pairs[pairs["adjusted_pvalue"] <= alpha]
    return sorted(zip(found["system_a"], found["system_b"]))


# %% wrong: strict - below alpha
def claims(outputs, alpha):
    pairs = compare_all(outputs, test="randomization", alternative="two-sided", adjust="holm")
    found = pairs[pairs["adjusted_pvalue"] < alpha]
    return sorted(zip(found["system_a"], found["system_b"]))


# %% wrong: swapped - the worse one first
def claims(outputs, alpha):
    pairs = compare_all(outputs, test="randomization", alternative="two-sided", adjust="holm")
    found = pairs[pairs["adjusted_pvalue"] <= alpha]
    return sorted(zip(found["system_b"], found["system_a"]))


# %% wrong: unsorted - in the order of the table
def claims(outputs, alpha):
    pairs = compare_all(outputs, test="randomization", alternative="two-sided", adjust="holm")
    found = pairs[pairs["adjusted_pvalue"] <= alpha]
    return list(zip(found["system_a"], found["system_b"]))


# %% wrong: untested - the higher score wins
def claims(outputs, alpha):
    pairs = compare_all(outputs, test="randomization", alternative="two-sided", adjust="holm")
    found = pairs[pairs["gain"] > 0]
    return sorted(zip(found["system_a"], found["system_b"]))


# %% wrong: insignificant - the others
def claims(outputs, alpha):
    pairs = compare_all(outputs, test="randomization", alternative="two-sided", adjust="holm")
    found = pairs[pairs["adjusted_pvalue"] > alpha]
    return sorted(zip(found["system_a"], found["system_b"]))


# %% wrong: bootstrap - the test of this tick, which is one-sided
def claims(outputs, alpha):
    pairs = compare_all(outputs, adjust="holm")
    found = pairs[pairs["adjusted_pvalue"] <= alpha]
    return sorted(zip(found["system_a"], found["system_b"]))


# %% wrong: wrong_type - pairs as lists
def claims(outputs, alpha):
    pairs = compare_all(outputs, test="randomization", alternative="two-sided", adjust="holm")
    found = pairs[pairs["adjusted_pvalue"] <= alpha]
    return sorted(found[["system_a", "system_b"]].values.tolist())


# %% right: row by row
def claims(outputs, alpha):
    pairs = compare_all(outputs, test="randomization", alternative="two-sided", adjust="holm")
    found = []
    for pair in pairs.itertuples():
        if pair.adjusted_pvalue <= alpha:
            found.append((pair.system_a, pair.system_b))
    found.sort()
    return found


# %% right: one-sided, doubled, and corrected afterwards
from labkit import adjust_pvalues, compare_all


def claims(outputs, alpha):
    pairs = compare_all(outputs, test="randomization")
    twice = (2 * pairs["pvalue"]).clip(upper=1)
    found = pairs[adjust_pvalues(twice) <= alpha]
    return sorted(zip(found["system_a"], found["system_b"]))


# %% right: each pair tested alone
from itertools import combinations
from labkit import adjust_pvalues, randomization_test


def claims(outputs, alpha):
    duels = list(combinations(outputs, 2))
    results = [randomization_test(outputs[one], outputs[other]) for one, other in duels]
    corrected = adjust_pvalues([result.pvalue for result in results])
    found = [
        (one, other) if result.statistic > 0 else (other, one)
        for (one, other), result, p in zip(duels, results, corrected)
        if p <= alpha
    ]
    return sorted(found)


# %% wrong: sign_test - the test of tick 4
def claims(outputs, alpha):
    pairs = compare_all(outputs, test="sign", alternative="two-sided", adjust="holm")
    found = pairs[pairs["adjusted_pvalue"] <= alpha]
    return sorted(zip(found["system_a"], found["system_b"]))


# %% wrong: wrong_type - better than which, as text
def claims(outputs, alpha):
    pairs = compare_all(outputs, test="randomization", alternative="two-sided", adjust="holm")
    found = pairs[pairs["adjusted_pvalue"] <= alpha]
    return sorted(found["system_a"] + " > " + found["system_b"])


# %% wrong: wrong_type - who is better than another
def claims(outputs, alpha):
    pairs = compare_all(outputs, test="randomization", alternative="two-sided", adjust="holm")
    return sorted(set(pairs.loc[pairs["adjusted_pvalue"] <= alpha, "system_a"]))


# %% wrong: wrong_type - the rows of the table
def claims(outputs, alpha):
    pairs = compare_all(outputs, test="randomization", alternative="two-sided", adjust="holm")
    found = pairs[pairs["adjusted_pvalue"] <= alpha]
    return found[["system_a", "system_b"]]


# %% wrong: wrong_type - how many
def claims(outputs, alpha):
    pairs = compare_all(outputs, test="randomization", alternative="two-sided", adjust="holm")
    return int((pairs["adjusted_pvalue"] <= alpha).sum())


# %% wrong: uncorrected - a confidence of alpha
def claims(outputs, alpha):
    pairs = compare_all(outputs, test="randomization", alternative="two-sided", adjust="holm")
    found = pairs[pairs["confidence"] >= 1 - alpha]
    return sorted(zip(found["system_a"], found["system_b"]))


# %% wrong: both_ways - each pair, in both orders
def claims(outputs, alpha):
    pairs = compare_all(outputs, test="randomization", alternative="two-sided", adjust="holm")
    found = pairs[pairs["adjusted_pvalue"] <= alpha]
    ways = set(zip(found["system_a"], found["system_b"]))
    return sorted(ways | {(b, a) for a, b in ways})


# %% right: query
def claims(outputs, alpha):
    pairs = compare_all(
        outputs, test="randomization", alternative="two-sided", adjust="holm", progress=False
    )
    found = pairs.query("adjusted_pvalue <= @alpha")[["system_a", "system_b"]]
    return sorted(found.itertuples(index=False, name=None))


# %% right: a comprehension over both columns
def claims(outputs, alpha):
    t = compare_all(outputs, test="randomization", alternative="two-sided", adjust="holm")
    rows = zip(t.system_a, t.system_b, t.adjusted_pvalue)
    return sorted([(a, b) for a, b, p in rows if p <= alpha])


# %% wrong, hidden: other - each p for itself against its own limit
def claims(outputs, alpha):
    t = compare_all(outputs, test="randomization", alternative="two-sided").sort_values("pvalue")
    found = []
    for i, (a, b, p) in enumerate(zip(t.system_a, t.system_b, t.pvalue)):
        if p * (len(t) - i) <= alpha:
            found.append((a, b))
    return sorted(found)


# %% right: Holm's steps by oneself
def claims(outputs, alpha):
    t = compare_all(outputs, test="randomization", alternative="two-sided").sort_values("pvalue")
    found = []
    for i, (a, b, p) in enumerate(zip(t.system_a, t.system_b, t.pvalue)):
        if p * (len(t) - i) > alpha:
            break
        found.append((a, b))
    return sorted(found)


# %% wrong: fixed_alpha - the level is 0.05
def claims(outputs, alpha):
    t = compare_all(
        outputs, test="randomization", adjust="holm", alternative="two-sided", progress=False
    )
    return sorted((r.system_a, r.system_b) for r in t.itertuples() if r.adjusted_pvalue <= 0.05)


# %% right: a query of the table
def claims(outputs, alpha=0.05):
    t = compare_all(
        outputs, test="randomization", adjust="holm", alternative="two-sided", progress=False
    ).query("adjusted_pvalue <= @alpha")
    return sorted(t[["system_a", "system_b"]].itertuples(index=False, name=None))


# %% wrong: halved - two sides share alpha
from labkit import compare_all


def claims(outputs, alpha):
    t = compare_all(outputs, test="randomization", alternative="two-sided", adjust="holm")
    w = t[t["adjusted_pvalue"] <= alpha / 2]
    return sorted(zip(w["system_a"], w["system_b"]))


# %% wrong: swapped - each pair in alphabetical order
from labkit import compare_all


def claims(outputs, alpha):
    t = compare_all(outputs, test="randomization", alternative="two-sided", adjust="holm")
    w = t[t["adjusted_pvalue"] <= alpha]
    return sorted(tuple(sorted(x)) for x in zip(w["system_a"], w["system_b"]))


# %% wrong: unsorted - the surest pair first
from labkit import compare_all


def claims(outputs, alpha):
    t = compare_all(outputs, test="randomization", alternative="two-sided", adjust="holm")
    w = t[t["adjusted_pvalue"] <= alpha].sort_values("pvalue")
    return list(zip(w["system_a"], w["system_b"]))


# %% wrong: unsorted - sorted from the end
from labkit import compare_all


def claims(outputs, alpha):
    t = compare_all(outputs, test="randomization", alternative="two-sided", adjust="holm")
    w = t[t["adjusted_pvalue"] <= alpha]
    return sorted(zip(w["system_a"], w["system_b"]), reverse=True)


# %% wrong: bootstrap - the table as it comes
from labkit import compare_all


def claims(outputs, alpha):
    t = compare_all(outputs)
    w = t[t["adjusted_pvalue"] <= alpha] if "adjusted_pvalue" in t else t[t["pvalue"] <= alpha]
    return sorted(zip(w["system_a"], w["system_b"]))


# %% right: the binomial of what differs, and Holm's steps
from itertools import combinations
from math import comb


def claims(outputs, alpha):
    ps = []
    for x, y in combinations(outputs, 2):
        w = sum(a > b for a, b in zip(outputs[x], outputs[y]))
        l = sum(a < b for a, b in zip(outputs[x], outputs[y]))
        n, k = w + l, max(w, l)
        p = min(1, 2 * sum(comb(n, i) for i in range(k, n + 1)) / 2**n) if w != l else 1.0
        ps.append((p, (x, y) if w > l else (y, x)))
    ps.sort()
    found = []
    for r, (p, pair) in enumerate(ps):
        if p * (len(ps) - r) > alpha:
            break
        found.append(pair)
    return sorted(found)
