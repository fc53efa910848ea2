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


# %% wrong: slope_end - the derivative where the reading ends
def new_words(n, more, k, beta):
    return k * beta * (n + more) ** (beta - 1) * more


# %% wrong: share - how many of the tokens are new
def new_words(n, more, k, beta):
    return (k * (n + more) ** beta - k * n**beta) / more


# %% wrong: difference - the tokens before are known
def new_words(n, more, k, beta):
    return k * (n + more) ** beta - n


# %% wrong: down - words come whole
def new_words(n, more, k, beta):
    return int(k * (n + more) ** beta - k * n**beta)


# %% wrong: rounded - one digit is enough
def new_words(n, more, k, beta):
    return round(k * (n + more) ** beta - k * n**beta, 1)


# %% wrong: rounded - a part of a word is a word
def new_words(n, more, k, beta):
    return math.ceil(k * (n + more) ** beta - k * n**beta)


# %% wrong: printed - the number is there to be read
def new_words(n, more, k, beta):
    print(k * (n + more) ** beta - k * n**beta)


# %% wrong: other - the speed at each token, added up
def new_words(n, more, k, beta):
    return sum(k * beta * (n + i) ** (beta - 1) for i in range(more))


# %% right: the integral of the speed
from scipy.integrate import quad


def new_words(n, more, k, beta):
    return quad(lambda t: k * beta * t ** (beta - 1), n, n + more)[0]


# %% right: never below nothing
def new_words(n, more, k, beta):
    return max(0, k * (n + more) ** beta - k * n**beta)


# %% right: the law's object
from labkit.laws import PowerLaw


def new_words(n, more, k, beta):
    before, after = PowerLaw(k, beta)([n, n + more])
    return after - before


# %% wrong, hidden: other - no more new types than tokens
def new_words(n, more, k, beta):
    return min(more, k * (n + more) ** beta - k * n**beta)


# %% right: numpy's difference
import numpy as np


def new_words(n, more, k, beta):
    return float(np.diff(k * np.array([n, n + more], dtype=float) ** beta)[0])


# %% wrong: exchanged - beta is what is raised
def new_words(n, more, k, beta):
    return k * beta ** (n + more) - k * beta**n


# %% wrong: no_beta - types are a share of the tokens
def new_words(n, more, k, beta):
    return k * (n + more) - k * n


# %% wrong: arguments - the law is the notebook's
def new_words(n, more):
    return 0.0


# %% right: what the growth of the logarithm comes to
def new_words(n, more, k, beta):
    return k * n**beta * math.expm1(beta * math.log1p(more / n))


# %% wrong: end - more is where the text ends
def new_words(n, more, k, beta):
    return k * more**beta - k * n**beta
