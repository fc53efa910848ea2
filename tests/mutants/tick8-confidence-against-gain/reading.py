# %% wrong: shape - the letters in a row
readings = "acf"

# %% wrong: letters - capitals do not matter
readings = {"A", "C", "F"}

# %% wrong: a - similar systems differ less, so they need more
readings = {"c", "f"}

# %% wrong: b - the threshold is where significance begins
readings = {"a", "b", "c", "f"}

# %% wrong: c - four times as many items, a quarter of the threshold
readings = {"a", "f"}

# %% wrong: d - as the paper found
readings = {"a", "c", "d", "f"}

# %% wrong: e - the confidence is a promise for other data
readings = {"a", "c", "e", "f"}

# %% wrong: f - a small p is a small p
readings = {"a", "c"}

# %% right: in another order
readings = {"f", "a", "c"}

# %% right: those that are true, from a table
judged = dict(a=True, b=False, c=True, d=False, e=False, f=True)
readings = {letter for letter, holds in judged.items() if holds}

# %% right: all without the wrong ones
readings = set("abcdef") - {"b", "d", "e"}
