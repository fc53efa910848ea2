# Answers with values that act when they are copied, written down, counted, hashed or compared.
# expects: status=ran, points=4
# beside: acting
# %%
class Acting(list):
    def __reduce_ex__(self, protocol):
        print("BREACH: copied or pickled outside" if globals().get("elsewhere") else "")
        return print, ("✓ target",)

    def __iter__(self):
        yield from ()

    def __len__(self):
        return 10**18

    __copy__ = __deepcopy__ = lambda self, *_: 6
    __eq__ = lambda self, other: True
    __hash__ = lambda self: hash(6)


class Text(str):
    __eq__ = lambda self, other: True
    __hash__ = str.__hash__


class Pairs(dict):
    def items(self):
        return [(Text("value"), Acting())]


turn = iter([Acting(), [Acting()], Pairs(), {"value": Text("6")}])


def target(numbers):
    return next(turn)
