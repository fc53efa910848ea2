# Answers with generators, ranges and views that never end, or change while they are looked at.
# expects: status=ran, points=4
# beside: acting
# %%
import collections


def forever():
    while True:
        yield 6


class Growing(collections.UserList):
    def __iter__(self):
        while True:
            self.data.append(6)
            yield 6


endless = iter([forever(), range(10**30), Growing([6]), collections.deque([6]).__iter__()])


def target(numbers):
    return next(endless)
