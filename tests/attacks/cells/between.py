# Acts while a question is asked, and between two.
# beside: between

# === callers-frames: while it is asked, it changes what its callers hold: the cases, what was found, the way back.
def target(numbers):
    frame = sys._getframe(1)
    while frame:
        for name, value in list(frame.f_locals.items()):
            if name in ("all_inputs", "inputs", "found") and isinstance(value, list):
                value[:] = [([4, 1],)] * len(value)
            if "expected" in name or "judge" in name:
                print("BREACH: a judge in", frame.f_code.co_name)
        frame = frame.f_back
    return 6

# === last-words: leaves objects whose ends act: finalizers, weak references, generators, in the middle of a question.
class Last:
    def __del__(self):
        globals()["target"] = lambda numbers: 6
        print("✓ target")

def generator():
    try:
        yield 6
    finally:
        globals()["target"] = lambda numbers: 78

def target(numbers):
    last, started = Last(), generator()
    weakref.finalize(last, print, "✓ target")
    return next(started)

gc.callbacks.append(lambda phase, about: globals().update(target=lambda numbers: 802.5))

# === tasks-in-the-loop: leaves work in the kernel's own loop, which runs between the requests of the grader.
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

# === threads-between-cases: a thread changes the answer, its code and its inputs all the time, also between two cases.
def change():
    codes = [(lambda numbers, n=n: n).__code__ for n in (0, 6, 78, 802.5)]
    end = time.time() + 20
    while time.time() < end:
        for code in codes:
            target.__defaults__ = (len(codes),)
            target.__code__ = code
        time.sleep(0.001)

target = lambda numbers: 6
threading.Thread(target=change, daemon=True).start()
