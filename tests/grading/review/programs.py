"""Programs that are made up, and written with any names and any layout."""

from hypothesis import strategies as st

#: Variables of a program; each is written with the name that a list of names gives it.
VARIABLES = st.integers(0, 4)
FREE = st.sampled_from(["min", "max", "sorted", "split_ties"])

values = st.recursive(
    st.one_of(
        VARIABLES.map(lambda n: ("var", n)),
        st.integers(0, 3).map(lambda n: ("number", n)),
        st.sampled_from(["a", "b"]).map(lambda text: ("text", text)),
    ),
    lambda inner: st.one_of(
        st.tuples(st.just("sum"), st.sampled_from("+-*"), inner, inner),
        st.tuples(st.just("call"), FREE, inner),
        st.tuples(st.just("each"), VARIABLES, inner),
    ),
    max_leaves=4,
)
statements = st.recursive(
    st.one_of(
        st.tuples(st.just("assign"), VARIABLES, values),
        st.tuples(st.just("return"), values),
    ),
    lambda inner: st.one_of(
        st.tuples(st.just("for"), VARIABLES, values, st.lists(inner, min_size=1, max_size=3)),
        st.tuples(st.just("if"), values, st.lists(inner, min_size=1, max_size=3)),
    ),
    max_leaves=6,
)
programs = st.lists(statements, min_size=1, max_size=4)
names = st.lists(
    st.from_regex(r"[a-z]{2,6}_[0-9]", fullmatch=True), min_size=6, max_size=6, unique=True
)


def value(part, names):
    match part:
        case "var", n:
            return names[n]
        case "number", n:
            return str(n)
        case "text", text:
            return repr(text)
        case "sum", sign, left, right:
            return f"({value(left, names)} {sign} {value(right, names)})"
        case "call", name, argument:
            return f"{name}({value(argument, names)})"
        case "each", n, over:
            # Its own variable is another than any of the function's.
            return f"[{names[5]} for {names[5]} in [{names[n]}, {value(over, names)}]]"


def lines(body, names, step="    ", note=""):
    for part in body:
        match part:
            case "assign", n, what:
                yield f"{names[n]} = {value(what, names)}{note}"
            case "return", what:
                yield f"return {value(what, names)}{note}"
            case "for", n, over, inner:
                yield f"for {names[n]} in {value(over, names)}:{note}"
                yield from (step + line for line in lines(inner, names, step, note))
            case "if", what, inner:
                yield f"if {value(what, names)}:{note}"
                yield from (step + line for line in lines(inner, names, step, note))


def written(body, names, step="    ", note="", *, hints=False, name="answer"):
    """A program as text. All its variables are the parameters of one function."""
    head = ", ".join(f"{each}: 'int'" if hints else each for each in names[:5])
    inner = "\n".join(step + line for line in lines(body, names, step, note))
    doc = f'{step}"""What it does."""\n' if hints else ""
    result = " -> list[int]" if hints else ""
    return f"def {name}({head}){result}:\n{doc}{inner}\n"
