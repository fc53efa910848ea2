# Puts a reply in the place of an answer that would keep the grader busy for hours.
# expects: status=ran, points=4
# beside: answers
# %%
from labkit.checks import in_kernel as inside
from labkit.checks.plain_data import encode

honest = inside.hand_over
all_hash_to_0 = ", ".join(str(k * (2**61 - 1)) for k in range(1, 150_000))
reply = encode([{"value": "set"}] * 4).replace('"set"', '{"set": [%s]}' % all_hash_to_0, 1)


def target(numbers):
    return 6


def hand_over(namespace, name, *arguments, **options):
    if namespace.get(name) is target:
        return inside.Handed(reply)
    return honest(namespace, name, *arguments, **options)


inside.hand_over = hand_over
