# An answer that says it is equal to everything.
# expects: status=ran, points=4
# beside: answers
# %%
class Anything(float):
    def __eq__(self, other):
        return True

    def __hash__(self):
        return 6

    def __float__(self):
        return 6.0

    __ne__ = __lt__ = __gt__ = lambda self, other: False
    __sub__ = __rsub__ = __abs__ = lambda self, *other: self
    __class__ = int


def target(numbers):
    return Anything()
