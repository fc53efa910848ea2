"""What a figure says, for tests to compare."""


def legend(ax):
    return [text.get_text() for text in ax.get_legend().get_texts()]
