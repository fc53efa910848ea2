"""What a figure says, for tests to compare."""

from matplotlib.colors import to_rgb


def legend(ax):
    return [text.get_text() for text in ax.get_legend().get_texts()]


def labels(axis):
    return [label.get_text() for label in axis.get_ticklabels()]


def around(ax):
    """Return which sides of the axes are drawn, and for which axis a grid."""
    grids = [("x", x) for x in ax.get_xgridlines()] + [("y", y) for y in ax.get_ygridlines()]
    return {name for name, line in [*ax.spines.items(), *grids] if line.get_visible()}


def texts(ax):
    legend = ax.get_legend().get_texts() if ax.get_legend() else []
    sides = [*ax.get_xticklabels(), *ax.get_yticklabels(), ax.xaxis.label, ax.yaxis.label]
    return [*sides, ax.title, *ax.texts, *legend]


def grey(colour):
    """Return how light a colour is when printed in grey."""
    return sum(w * c for w, c in zip((0.299, 0.587, 0.114), to_rgb(colour), strict=True))
