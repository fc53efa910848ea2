# %% wrong: unweighted - a least-squares line is what polyfit gives
import numpy as np


def weighted_line(points):
    x, y, w = zip(*points)
    slope, intercept = np.polyfit(x, y, 1)
    return slope, intercept


# %% wrong: squared - the weights of polyfit are those of the question
import numpy as np


def weighted_line(points):
    x, y, w = zip(*points)
    slope, intercept = np.polyfit(x, y, 1, w=w)
    return slope, intercept


# %% wrong: plain_means - a mean is a mean
def weighted_line(points):
    mean_x = sum(x for x, y, w in points) / len(points)
    mean_y = sum(y for x, y, w in points) / len(points)
    upper = sum(w * (x - mean_x) * (y - mean_y) for x, y, w in points)
    lower = sum(w * (x - mean_x) ** 2 for x, y, w in points)
    return upper / lower, mean_y - upper / lower * mean_x


# %% wrong: sums - once the means are weighted, the weights are dealt with
def weighted_line(points):
    total = sum(w for x, y, w in points)
    mean_x = sum(w * x for x, y, w in points) / total
    mean_y = sum(w * y for x, y, w in points) / total
    upper = sum((x - mean_x) * (y - mean_y) for x, y, w in points)
    lower = sum((x - mean_x) ** 2 for x, y, w in points)
    return upper / lower, mean_y - upper / lower * mean_x


# %% wrong: by_number - a mean is divided by the number of the points
def weighted_line(points):
    n = len(points)
    mean_x = sum(w * x for x, y, w in points) / n
    mean_y = sum(w * y for x, y, w in points) / n
    upper = sum(w * (x - mean_x) * (y - mean_y) for x, y, w in points)
    lower = sum(w * (x - mean_x) ** 2 for x, y, w in points)
    return upper / lower, mean_y - upper / lower * mean_x


# %% wrong: inverse - sigma is another name for the weights
import numpy as np
from scipy.optimize import curve_fit


def weighted_line(points):
    x, y, w = np.array(points, dtype=float).T
    (slope, intercept), _ = curve_fit(lambda x, a, b: a * x + b, x, y, sigma=np.sqrt(w))
    return slope, intercept


# %% wrong: x_on_y - the formula has the spread of the second variable below
def weighted_line(points):
    total = sum(w for x, y, w in points)
    mean_x = sum(w * x for x, y, w in points) / total
    mean_y = sum(w * y for x, y, w in points) / total
    upper = sum(w * (x - mean_x) * (y - mean_y) for x, y, w in points)
    lower = sum(w * (y - mean_y) ** 2 for x, y, w in points)
    return upper / lower, mean_y - upper / lower * mean_x


# %% wrong: sign - the line is the slope times x plus the mean of y
def weighted_line(points):
    total = sum(w for x, y, w in points)
    mean_x = sum(w * x for x, y, w in points) / total
    mean_y = sum(w * y for x, y, w in points) / total
    upper = sum(w * (x - mean_x) * (y - mean_y) for x, y, w in points)
    lower = sum(w * (x - mean_x) ** 2 for x, y, w in points)
    return upper / lower, mean_y + upper / lower * mean_x


# %% wrong: swapped - a line is written a + b x, so a comes first
def weighted_line(points):
    total = sum(w for x, y, w in points)
    mean_x = sum(w * x for x, y, w in points) / total
    mean_y = sum(w * y for x, y, w in points) / total
    b = sum(w * (x - mean_x) * (y - mean_y) for x, y, w in points)
    b /= sum(w * (x - mean_x) ** 2 for x, y, w in points)
    return mean_y - b * mean_x, b


# %% wrong: slope_only - the slope is all that Zipf's law needs
def weighted_line(points):
    total = sum(w for x, y, w in points)
    mean_x = sum(w * x for x, y, w in points) / total
    mean_y = sum(w * y for x, y, w in points) / total
    upper = sum(w * (x - mean_x) * (y - mean_y) for x, y, w in points)
    return upper / sum(w * (x - mean_x) ** 2 for x, y, w in points)


# %% wrong: through_origin - the means cancel out
def weighted_line(points):
    return sum(w * x * y for x, y, w in points) / sum(w * x * x for x, y, w in points), 0.0


# %% wrong: wrong_type - numpy's pair of coefficients will do
import numpy as np


def weighted_line(points):
    x, y, w = zip(*points)
    return np.polyfit(x, y, 1, w=np.sqrt(w))


# %% right: polyfit weights the distances, hence the root
import numpy as np


def weighted_line(points):
    x, y, w = zip(*points)
    return tuple(np.polyfit(x, y, 1, w=np.sqrt(w)))


# %% right: the normal equations
import numpy as np


def weighted_line(points):
    x, y, w = np.array(points, dtype=float).T
    sides = np.array([[np.sum(w * x * x), np.sum(w * x)], [np.sum(w * x), np.sum(w)]])
    slope, intercept = np.linalg.solve(sides, [np.sum(w * x * y), np.sum(w * y)])
    return float(slope), float(intercept)


# %% right: scikit-learn
import numpy as np
from sklearn.linear_model import LinearRegression


def weighted_line(points):
    x, y, w = np.array(points, dtype=float).T
    line = LinearRegression().fit(x[:, None], y, sample_weight=w)
    return line.coef_[0], line.intercept_


# %% right: covariance and variance by numpy's averages
import numpy as np


def weighted_line(points):
    x, y, w = map(np.array, zip(*points))
    mx, my = np.average(x, weights=w), np.average(y, weights=w)
    slope = np.average((x - mx) * (y - my), weights=w) / np.average((x - mx) ** 2, weights=w)
    return slope, my - slope * mx


# %% wrong: slow - the means stand in the sums
def weighted_line(points):
    upper = sum(
        w
        * (x - sum(w * x for x, y, w in points) / sum(w for x, y, w in points))
        * (y - sum(w * y for x, y, w in points) / sum(w for x, y, w in points))
        for x, y, w in points
    )
    lower = sum(
        w * (x - sum(w * x for x, y, w in points) / sum(w for x, y, w in points)) ** 2
        for x, y, w in points
    )
    mean_x = sum(w * x for x, y, w in points) / sum(w for x, y, w in points)
    mean_y = sum(w * y for x, y, w in points) / sum(w for x, y, w in points)
    return upper / lower, mean_y - upper / lower * mean_x


# %% wrong: ValueError - the function takes the logarithms
def weighted_line(points):
    logs = [(math.log(x), math.log(y), w) for x, y, w in points]
    total = sum(w for x, y, w in logs)
    mean_x = sum(w * x for x, y, w in logs) / total
    mean_y = sum(w * y for x, y, w in logs) / total
    slope = sum(w * (x - mean_x) * (y - mean_y) for x, y, w in logs)
    slope /= sum(w * (x - mean_x) ** 2 for x, y, w in logs)
    return slope, mean_y - slope * mean_x


# %% wrong: ValueError - the points are three lists
def weighted_line(points):
    xs, ys = points
    return xs[0], ys[0]


# %% wrong: exchanged - which is x and which is y does not matter
import numpy as np


def weighted_line(points):
    x, y, w = zip(*points)
    return tuple(np.polyfit(y, x, 1, w=np.sqrt(w)))


# %% wrong: rounded - two digits are enough
import numpy as np


def weighted_line(points):
    x, y, w = zip(*points)
    slope, intercept = np.polyfit(x, y, 1, w=np.sqrt(w))
    return round(slope, 2), round(intercept, 2)


# %% wrong: rounded - six digits are plenty
import numpy as np


def weighted_line(points):
    x, y, w = zip(*points)
    return tuple(round(float(c), 6) for c in np.polyfit(x, y, 1, w=np.sqrt(w)))


# %% wrong: floor - two strokes divide as one does
def weighted_line(points):
    total = sum(w for x, y, w in points)
    mean_x = sum(w * x for x, y, w in points) / total
    mean_y = sum(w * y for x, y, w in points) / total
    upper = sum(w * (x - mean_x) * (y - mean_y) for x, y, w in points)
    lower = sum(w * (x - mean_x) ** 2 for x, y, w in points)
    return upper // lower, mean_y - upper // lower * mean_x


# %% wrong: unweighted - scipy's line
from scipy.stats import linregress


def weighted_line(points):
    x, y, w = zip(*points)
    line = linregress(x, y)
    return line.slope, line.intercept


# %% wrong: inverse - polyfit's weights are one over the uncertainty
import numpy as np


def weighted_line(points):
    x, y, w = zip(*points)
    return tuple(np.polyfit(x, y, 1, w=1 / np.sqrt(w)))


# %% wrong: printed - the line is there to be read
import numpy as np


def weighted_line(points):
    x, y, w = zip(*points)
    slope, intercept = np.polyfit(x, y, 1, w=np.sqrt(w))
    print(slope, intercept)


# %% wrong: changed - the logarithms are put in place
def weighted_line(points):
    points.sort(reverse=True)
    x = [p[0] for p in points]
    return float(x[0]), 0.0


# %% right: exact fractions
from fractions import Fraction


def weighted_line(points):
    x, y, w = ([Fraction(v) for v in column] for column in zip(*points))
    total = sum(w)
    sx, sy = (sum(a * b for a, b in zip(w, v)) / total for v in (x, y))
    upper = sum(c * a * b for a, b, c in zip(x, y, w)) - total * sx * sy
    lower = sum(c * a * a for a, c in zip(x, w)) - total * sx * sx
    return upper / lower, sy - upper / lower * sx


# %% right: the covariance with weights
import numpy as np


def weighted_line(points):
    x, y, w = np.array(points, dtype=float).T
    (xx, xy), (_, _) = np.cov(x, y, aweights=w, ddof=0)
    slope = xy / xx
    return slope, np.average(y, weights=w) - slope * np.average(x, weights=w)


# %% right: least squares of the weighted equations
import numpy as np


def weighted_line(points):
    x, y, w = np.array(points, dtype=float).T
    root = np.sqrt(w)
    sides = np.column_stack([x, np.ones_like(x)]) * root[:, None]
    slope, intercept = np.linalg.lstsq(sides, y * root, rcond=None)[0]
    return slope, intercept


# %% right: a named tuple
from collections import namedtuple

Line = namedtuple("Line", "slope intercept")


def weighted_line(points):
    n = sum(p[2] for p in points)
    mx, my = sum(p[2] * p[0] for p in points) / n, sum(p[2] * p[1] for p in points) / n
    b = sum(p[2] * (p[0] - mx) * (p[1] - my) for p in points)
    b = b / sum(p[2] * (p[0] - mx) ** 2 for p in points)
    return Line(b, my - b * mx)


# %% right: the polynomial class, lowest power first
import numpy as np


def weighted_line(points):
    x, y, w = zip(*points)
    line = np.polynomial.Polynomial.fit(x, y, 1, w=np.sqrt(w)).convert()
    return line.coef[1], line.coef[0]


# %% wrong, hidden: other - a weight is at least 1
def weighted_line(points):
    points = [(x, y, max(w, 1)) for x, y, w in points]
    W = sum(w for *_, w in points)
    mx = sum(w * x for x, y, w in points) / W
    my = sum(w * y for x, y, w in points) / W
    s = sum(w * (x - mx) * (y - my) for x, y, w in points) / sum(
        w * (x - mx) ** 2 for x, y, w in points
    )
    return s, my - s * mx


# %% wrong, hidden: other - a dictionary of x has one point each
def weighted_line(points):
    d = {x: (y, w) for x, y, w in points}
    points = [(x, y, w) for x, (y, w) in d.items()]
    W = sum(w for *_, w in points)
    mx = sum(w * x for x, y, w in points) / W
    my = sum(w * y for x, y, w in points) / W
    s = sum(w * (x - mx) * (y - my) for x, y, w in points) / sum(
        w * (x - mx) ** 2 for x, y, w in points
    )
    return s, my - s * mx


# %% right: two equations, solved
import numpy as np


def weighted_line(points):
    A = [[0.0] * 2 for _ in range(2)]
    b = [0.0, 0.0]
    for x, y, w in points:
        A[0][0] += w * x * x
        A[0][1] += w * x
        A[1][0] += w * x
        A[1][1] += w
        b[0] += w * x * y
        b[1] += w * y
    return tuple(np.linalg.solve(A, b).tolist())


# %% right: least squares of scaled rows
import numpy as np


def weighted_line(points):
    a = np.array(points, float)
    r = np.sqrt(a[:, 2])
    (s, i), *_ = np.linalg.lstsq(
        np.c_[a[:, 0], np.ones(len(a))] * r[:, None], a[:, 1] * r, rcond=None
    )
    return s, i


# %% wrong, hidden: other - a point that comes twice is one point
def weighted_line(points):
    points = sorted(set(points))
    total = sum(w for x, y, w in points)
    mean_x = sum(w * x for x, y, w in points) / total
    mean_y = sum(w * y for x, y, w in points) / total
    upper = sum(w * (x - mean_x) * (y - mean_y) for x, y, w in points)
    slope = upper / sum(w * (x - mean_x) ** 2 for x, y, w in points)
    return slope, mean_y - slope * mean_x


# %% wrong: arguments - three lists in place of triples
def weighted_line(xs, ys, weights):
    return 0.0, 0.0


# %% right: scipy fits a line, given each point's uncertainty
import numpy as np
from scipy.optimize import curve_fit


def weighted_line(points):
    x, y, weights = np.array(points, dtype=float).T
    (slope, intercept), _ = curve_fit(lambda x, a, b: a * x + b, x, y, sigma=weights**-0.5)
    return slope, intercept


# %% wrong: plain_means - the intercept comes from plain means
import numpy as np

def weighted_line(points):
    x, y, weight = np.array(points, dtype=float).T
    covariance = np.cov(x, y, aweights=weight)
    slope = covariance[0, 1] / covariance[0, 0]
    return slope, y.mean() - slope * x.mean()


# %% right: scipy's curve_fit, with the uncertainties that belong to the weights
import numpy as np
from scipy.optimize import curve_fit

def weighted_line(points):
    x, y, weight = np.array(points, dtype=float).T
    (slope, intercept), _ = curve_fit(lambda x, a, b: a * x + b, x, y, sigma=1 / np.sqrt(weight))
    return slope, intercept


# %% wrong, hidden: other - a little below the line, against a division by 0
def weighted_line(points):
    total = sum(w for _, _, w in points)
    mean_x = sum(w * x for x, _, w in points) / total
    mean_y = sum(w * y for _, y, w in points) / total
    upper = sum(w * (x - mean_x) * (y - mean_y) for x, y, w in points)
    slope = upper / (sum(w * (x - mean_x) ** 2 for x, _, w in points) + 1e-9)
    return slope, mean_y - slope * mean_x
