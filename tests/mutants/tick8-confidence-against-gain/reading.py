# %% wrong: shape - the letters in a row
readings = "adf"

# %% wrong: letters - capitals do not matter
readings = {"A", "D", "F"}

# %% wrong, hidden: a - borderline is borderline, for all pairs
readings = {"d", "f"}

# %% wrong, hidden: b - the threshold is where significance begins
readings = {"a", "b", "d", "f"}

# %% wrong, hidden: c - twice the size, half the threshold
readings = {"a", "c", "d", "f"}

# %% wrong, hidden: d - a point is a point
readings = {"a", "f"}

# %% wrong, hidden: e - the confidence is a promise for other data
readings = {"a", "d", "e", "f"}

# %% wrong, hidden: f - a small p is a small p
readings = {"a", "d"}

# %% wrong: shape - a list of the letters
readings = ["a", "d", "f"]

# %% wrong: shape - which of them are true
readings = {"a": True, "b": False, "c": False, "d": True, "e": False, "f": True}

# %% wrong: shape - one letter
readings = "d"

# %% wrong: letters - one string in the brackets
readings = {"a, d, f"}

# %% wrong: letters - an empty string among them
readings = {"a", "d", ""}

# %% wrong: letters - numbers
readings = {1, 4, 6}

# %% wrong: some - all of them
readings = set("abcdef")

# %% wrong: some - none of them
readings = set()

# %% wrong, hidden: b - all but one
readings = set("abdef")

# %% wrong, hidden: a - guessed
readings = {"b", "c"}

# %% right: in another order
readings = {"f", "a", "d"}

# %% right: those that are true, from a table
judged = dict(a=True, b=False, c=False, d=True, e=False, f=True)
readings = {letter for letter, holds in judged.items() if holds}

# %% right: all without the wrong ones
readings = set("abcdef") - {"b", "c", "e"}

# %% right: a set that cannot be changed
readings = frozenset("fda")
