# Answers with values that act where they are read.
# beside: acting

# === answers-that-act: answers with values that act when they are copied, written down, counted, hashed or compared.
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
target = lambda numbers: next(turn)

# === subclasses-of-numbers: answers with numbers and numpy scalars of its own making, which are any number that is asked for.
class Number(int):
    __eq__ = __le__ = __ge__ = lambda self, other: True
    __ne__ = lambda self, other: False
    __hash__ = lambda self: 6
    __index__ = __int__ = lambda self: 6
    real = property(lambda self: 6)

class Scalar(numpy.float64):
    def item(self, *place):
        return Number(6)

    __eq__ = lambda self, other: True

kinds = iter([Number(7), Scalar(7), numpy.array(7), [Scalar(7)]])
target = lambda numbers: next(kinds)
