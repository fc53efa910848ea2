# Leaves work in the kernel's own loop, which runs between the requests of the grader.
# expects: status=ran, points=4
# beside: between
# %%
import asyncio
import itertools

loop, guesses = asyncio.get_running_loop(), itertools.cycle([6, 78, 802.5, 0])


def again():
    value = next(guesses)
    globals()["target"] = lambda numbers: value
    loop.call_later(0.01, again)


async def spoil():
    while True:
        await asyncio.sleep(0.01)
        print("✓ target")


again()
task = asyncio.ensure_future(spoil())
