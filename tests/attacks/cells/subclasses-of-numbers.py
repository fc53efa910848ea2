# Answers with numbers and numpy scalars of its own making, which are any number that is asked for.
# expects: status=ran, points=4
# beside: acting
# %%
import numpy as np


class Number(int):
    __eq__ = __le__ = __ge__ = lambda self, other: True
    __ne__ = lambda self, other: False
    __hash__ = lambda self: 6
    __index__ = __int__ = lambda self: 6
    real = property(lambda self: 6)


class Scalar(np.float64):
    def item(self, *place):
        return Number(6)

    __eq__ = lambda self, other: True


kinds = iter([Number(7), Scalar(7), np.array(7), [Scalar(7)]])


def target(numbers):
    return next(kinds)
