# %% wrong: strict - significant is less than alpha
def runs_beaten(runs, alpha):
    beaten = dict.fromkeys(runs, 0)
    for one, other in itertools.permutations(runs, 2):
        gains = [x - y for x, y in zip(runs[one], runs[other])]
        beaten[one] += sum(gains) > 0 and exact_p(gains) < alpha
    return beaten

# %% wrong: untested - the higher mean is better
def runs_beaten(runs, alpha):
    return {one: sum(sum(runs[one]) > sum(runs[other]) for other in runs) for one in runs}

# %% wrong: swapped - the lower sum is the better one
def runs_beaten(runs, alpha):
    beaten = dict.fromkeys(runs, 0)
    for one, other in itertools.permutations(runs, 2):
        gains = [x - y for x, y in zip(runs[one], runs[other])]
        if sum(gains) < 0 and exact_p(gains) <= alpha:
            beaten[one] += 1
    return beaten

# %% wrong: both - how many significant pairs a run has
def runs_beaten(runs, alpha):
    beaten = dict.fromkeys(runs, 0)
    for one, other in itertools.permutations(runs, 2):
        if exact_p([x - y for x, y in zip(runs[one], runs[other])]) <= alpha:
            beaten[one] += 1
    return beaten

# %% wrong: left_out - only the winners
def runs_beaten(runs, alpha):
    beaten = {}
    for one, other in itertools.permutations(runs, 2):
        gains = [x - y for x, y in zip(runs[one], runs[other])]
        if sum(gains) > 0 and exact_p(gains) <= alpha:
            beaten[one] = beaten.get(one, 0) + 1
    return beaten

# %% right: each pair once
def runs_beaten(runs, alpha):
    beaten = dict.fromkeys(runs, 0)
    for one, other in itertools.combinations(runs, 2):
        gains = [x - y for x, y in zip(runs[one], runs[other])]
        if exact_p(gains) <= alpha and sum(gains) != 0:
            beaten[one if sum(gains) > 0 else other] += 1
    return beaten

# %% right: a count for each run
import numpy as np

def runs_beaten(runs, alpha):
    def better(one, other):
        gains = (np.array(runs[one]) - np.array(runs[other])).tolist()
        return sum(gains) > 0 and exact_p(gains) <= alpha

    return {one: len([other for other in runs if better(one, other)]) for one in runs}
