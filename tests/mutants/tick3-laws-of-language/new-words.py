# %% wrong: alone - what is read brings the types of a text of its length
def new_words(n, more, k, beta):
    return k * more**beta

# %% wrong: total - the law at the end is the answer
def new_words(n, more, k, beta):
    return k * (n + more) ** beta

# %% wrong: before - the law at n is the answer
def new_words(n, more, k, beta):
    return k * n**beta

# %% wrong: linear - twice the text has twice the types
def new_words(n, more, k, beta):
    types = k * n**beta
    return types * (n + more) / n - types

# %% wrong: slope - the derivative times the length
def new_words(n, more, k, beta):
    return k * beta * n ** (beta - 1) * more

# %% wrong: no_k - the difference of the two powers
def new_words(n, more, k, beta):
    return (n + more) ** beta - n**beta

# %% wrong: negative - before minus after
def new_words(n, more, k, beta):
    return k * n**beta - k * (n + more) ** beta

# %% wrong: rounded - words come whole
def new_words(n, more, k, beta):
    return float(round(k * (n + more) ** beta - k * n**beta))

# %% wrong: TypeError - ^ is a power, as on paper
def new_words(n, more, k, beta):
    return k * (n + more) ^ beta - k * n ^ beta

# %% right: k taken out
def new_words(n, more, k, beta):
    return k * ((n + more) ** beta - n**beta)

# %% right: a helper function inside, by logarithms
def new_words(n, more, k, beta):
    def types(length):
        return math.exp(math.log(k) + beta * math.log(length))

    return types(n + more) - types(n)

# %% right: numpy's difference of two powers
import numpy as np

def new_words(n, more, k, beta):
    return np.diff(k * np.array([n, n + more], dtype=float) ** beta)[0]
