"""How numbers and names are written: every p, score, interval and name of the lab comes from here."""

import unicodedata
from collections.abc import Iterable

_SUPERSCRIPTS = str.maketrans("-.0123456789", "⁻·⁰¹²³⁴⁵⁶⁷⁸⁹")


def write_p(p: float, n_resamples: int | None = None) -> str:
    """Return a p-value in three digits, never as 0: it is too small for a float, or for so few resamples.

    Examples
    --------
    >>> write_p(0.02), write_p(8.464e-6), write_p(0), write_p(0, n_resamples=10_000)
    ('0.0200', '8.46 × 10⁻⁶', '< 10⁻³⁰⁰', '< 0.0001')
    """
    if p > 0:
        return "1" if p >= 0.9995 else _three_digits(p)
    return f"< {with_power(f'{1 / n_resamples:.3g}' if n_resamples else '1e-300')}"


def _three_digits(value: float) -> str:
    """Return a number in three digits, also where the last of them are 0."""
    return with_power(f"{value:#.3g}")


def with_power(number: str) -> str:
    """Return a number as people write it, where programs write 1e-06.

    Examples
    --------
    >>> with_power("1e-06"), with_power("2.5e+20"), with_power("0.01")
    ('10⁻⁶', '2.5 × 10²⁰', '0.01')
    """
    digits, _, power = number.partition("e")
    times = "" if digits == "1" else f"{digits} × "
    return f"{times}10{write_power(int(power), 0)}" if power else digits.rstrip(".")


def write_power(power: float, digits: int = 2) -> str:
    """Return an exponent as it stands raised beside its base.

    Examples
    --------
    >>> f"n{write_power(-0.5)}", f"2{write_power(10, 0)}"
    ('n⁻⁰·⁵⁰', '2¹⁰')
    """
    return f"{power:.{digits}f}".translate(_SUPERSCRIPTS)


def round_p(p: float) -> str:
    """Return a p-value as a report or a table prints it: in two digits, and none below 0.001.

    Examples
    --------
    >>> round_p(0.03516), round_p(0.00002), round_p(0.999)
    ('0.035', '< 0.001', '1')
    """
    return "< 0.001" if p < 0.001 else f"{p:.2g}" if p < 0.995 else "1"


def equation(name: str, written: str) -> str:
    """Return an equation, or an inequality where the value is written as one.

    Examples
    --------
    >>> equation("p", "0.0352"), equation("p", "< 0.001")
    ('p = 0.0352', 'p < 0.001')
    """
    return f"{name} {'' if written.startswith('<') else '= '}{written}"


def write_number(value: float) -> str:
    """Return a whole number as it is, and any other in three digits."""
    return str(value) if isinstance(value, int) else f"{value:.3g}"


def write_share(share: float, digits: int = 0) -> str:
    """Return a share as a percentage; 0 and 100 are what is never and always.

    Examples
    --------
    >>> [write_share(share, 1).split() for share in (0.0328, 0.0001, 0.99996, 0)]
    [['3.3', '%'], ['<', '0.1', '%'], ['>', '99.9', '%'], ['0', '%']]
    """
    if share in (0, 1):
        return f"{100 * share:.0f}\N{NO-BREAK SPACE}%"
    percent = f"{100 * share:.{digits}f}"
    rare = {0.0: f"< {10.0**-digits:.{digits}f}", 100.0: f"> {100 - 10.0**-digits:.{digits}f}"}
    return f"{rare.get(float(percent), percent)}\N{NO-BREAK SPACE}%"


def write_interval(low: float, high: float) -> str:
    """Return the limits of an interval in three digits.

    Examples
    --------
    >>> write_interval(0.0312, 0.05)
    '0.0312 to 0.0500'
    """
    return f"{_three_digits(low)} to {_three_digits(high)}"


def plain(name: object) -> str:
    r"""Return a name in one line, with signs in the place of what would hide or turn others round.

    Examples
    --------
    >>> plain("one\ntwo\u202e")
    'one two⟨U+202E⟩'
    """
    hidden = "Cc Cf Cs Co Cn"
    shown = [
        f"⟨U+{ord(sign):04X}⟩"
        if unicodedata.category(sign) in hidden and sign != "\u200d"
        else sign
        for sign in " ".join(str(name).split())
    ]
    return "".join(shown) or "⟨no name⟩"


def shorten(name: object, longest: int = 24) -> str:
    """Return a name, or the beginning and the end of one that is too long."""
    line, half = plain(name), (longest - 1) // 2
    return line if len(line) <= longest else f"{line[:half]}…{line[-half:]}"


def join_words(words: Iterable[str]) -> str:
    """Return a list as a sentence has it.

    Examples
    --------
    >>> join_words(["a", "b", "c"])
    'a, b and c'
    """
    *most, last = words
    return f"{', '.join(most)} and {last}" if most else last
