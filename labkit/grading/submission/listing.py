"""Code as it is shown: what hides is made visible, what is long is cut, and colours are added."""

from functools import cache, lru_cache

from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import PythonLexer

#: The most empty lines on end that are shown. Twice as many take pygments four times as long.
MOST_EMPTY = 20


def tidied(code: str) -> str:
    r"""Leave out empty lines where there are very many.

    Parameters
    ----------
    code : str
        Of one cell.

    Returns
    -------
    str
        With a comment that says so, if any were left out.

    Examples
    --------
    >>> tidied("a\n\nb") == "a\n\nb"
    True
    >>> tidied("a" + "\n" * 1000 + "b").splitlines()[-2:]
    ['# (979 empty lines are not shown)', 'b']
    """
    kept: list[str] = []
    empty = 0
    for line in [*code.split("\n"), None]:
        if line is not None and not line.strip():
            empty += 1
            continue
        kept += [""] * min(empty, MOST_EMPTY)
        if empty > MOST_EMPTY:
            kept.append(f"# ({empty - MOST_EMPTY:,} empty lines are not shown)")
        empty = 0
        if line is not None:
            kept.append(line)
    return "\n".join(kept)


def as_comment(code: str) -> str:
    """Make a comment of code that takes too long to be coloured."""
    lines = "\n".join(f"# {line}" for line in code.split("\n"))
    return (
        f"# This code takes too long to be shown in colours, so it is shown as a comment.\n{lines}"
    )


@lru_cache(maxsize=200)  # the course's own cells are in each submission
def highlighted(code: str) -> str:
    """Give code as HTML in colours.

    Parameters
    ----------
    code : str
        In Python.

    Returns
    -------
    str
        A ``div`` of pygments, in which everything is escaped.
    """
    made: str = highlight(code, PythonLexer(stripnl=False), _formatter())
    return made


@cache
def _formatter() -> HtmlFormatter:
    return HtmlFormatter()
