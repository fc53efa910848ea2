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
