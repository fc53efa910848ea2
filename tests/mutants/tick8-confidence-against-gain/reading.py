# %% wrong: shape - the letters in a row
readings = "adf"

# %% wrong: letters - capitals do not matter
readings = {"A", "D", "F"}

# %% wrong: a - borderline is borderline, for all pairs
readings = {"d", "f"}

# %% wrong: b - the threshold is where significance begins
readings = {"a", "b", "d", "f"}

# %% wrong: c - twice the size, half the threshold
readings = {"a", "c", "d", "f"}

# %% wrong: d - a point is a point
readings = {"a", "f"}

# %% wrong: e - the confidence is a promise for other data
readings = {"a", "d", "e", "f"}

# %% wrong: f - a small p is a small p
readings = {"a", "d"}

# %% right: in another order
readings = {"f", "a", "d"}

# %% right: those that are true, from a table
judged = dict(a=True, b=False, c=False, d=True, e=False, f=True)
readings = {letter for letter, holds in judged.items() if holds}

# %% right: all without the wrong ones
readings = set("abcdef") - {"b", "c", "e"}
