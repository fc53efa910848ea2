# %% wrong: mean - their own mean is what was expected
def recentre(gains, observed):
    mean = sum(gains) / len(gains)
    return [gain - mean for gain in gains]

# %% wrong: doubled - twice, as in figure 1
def recentre(gains, observed):
    return [gain - 2 * observed for gain in gains]

# %% wrong: added - the observed gain comes on top
def recentre(gains, observed):
    return [gain + observed for gain in gains]

# %% wrong: reversed - observed minus gain
def recentre(gains, observed):
    return [observed - gain for gain in gains]

# %% wrong: mirrored - no better means the other way round
def recentre(gains, observed):
    return [-gain for gain in gains]

# %% wrong: halved - half of each gain is luck
def recentre(gains, observed):
    return [gain / 2 for gain in gains]

# %% wrong: sizes - only the distance matters
def recentre(gains, observed):
    return [abs(gain - observed) for gain in gains]

# %% wrong: counted - the p-value at once
def recentre(gains, observed):
    return sum(gain - observed > observed for gain in gains) / len(gains)

# %% wrong: floored - a gain cannot be negative
def recentre(gains, observed):
    return [max(0, gain - observed) for gain in gains]

# %% right: a loop
def recentre(gains, observed):
    moved = []
    for gain in gains:
        moved.append(gain - observed)
    return moved

# %% right: numpy
import numpy as np

def recentre(gains, observed):
    return (np.array(gains) - observed).tolist()
