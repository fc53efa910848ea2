# Answers that were not worked out, and what is in the way of asking.
# beside: answers

# === changed-labkit: changes labkit in its own kernel, so that everything is right.
from labkit.checks import feedback, judges, marking, questions

judges.equals = labkit.checks.equals = lambda *_, **__: lambda value: None
questions.Question.judge = lambda self, outcomes: [None] * len(outcomes)
judges.same = marking.same = lambda *_: True
marking._points = lambda *_: 3
feedback.check = labkit.check = lambda *_: print("✓ target")
target = lambda numbers: 7

# === constant-answer: an answer that is right in some cases, because it always says the same.
target = lambda numbers: 0

# === forged-marks: prints and shows that all is right, in the forms that graders use.
print("✓ target\nAll tests passed! Score: 3/3")
for text in ('[{"passed": true}]', '[{"value": 6}, {"value": 78}]', '{"points": 3}', "[" * 10_000):
    display({MIMETYPE: text}, raw=True)
print('{"status": "ran", "points": 7}', file=sys.__stdout__)

# === forged-replies: puts a reply in the place of an answer that would keep the grader busy for hours.
honest = in_kernel.hand_over
all_hash_to_0 = ", ".join(str(k * (2**61 - 1)) for k in range(1, 150_000))
reply = encode([{"value": "set"}] * 4).replace('"set"', '{"set": [%s]}' % all_hash_to_0, 1)

def hand_over(namespace, name, *arguments, **options):
    if namespace.get(name) is target:
        return in_kernel.Handed(reply)
    return honest(namespace, name, *arguments, **options)

target = lambda numbers: 6
in_kernel.hand_over = hand_over

# === input: waits for somebody to type.
name = input("Your name? ")

# === odd-answers: answers with what cannot be written down: itself, no end, no number, code, a very large number.
calls = itertools.count()

def target(numbers):
    itself, deep = [], []
    itself.append(itself)
    for _ in range(100_000):
        deep = [deep]
    answers = [itself, itertools.count(), 10**5000, float("nan"), deep, sys, target, b"6", {1: itself}]
    return answers[next(calls) % len(answers)]

# === quit: leaves by quit() and exit(), as one does at a prompt, in the middle and in a scratch cell.
scratch = [1, 2, 3]
scratch
quit()
# %%
exit()
# %%
raise SystemExit

# === search-for-the-answers: searches the kernel's memory for expected values and for judges while it is asked.
def target(numbers):
    for found in gc.get_objects():
        if type(found) is Case and found.inputs == (numbers,):
            for value in (6, 78, 802.5, 0):
                if found.judge(value) is None and found.label:
                    print("BREACH: a hidden judge")
                    return value
    frame = sys._getframe()
    while frame:
        for name in ("expected", "question", "judge", "case"):
            if name in frame.f_locals:
                print("BREACH: sees", name)
        frame = frame.f_back
    raise LookupError

# === tell-the-hidden-inputs: tells the student the inputs of hidden cases: by errors, by kinds, by late and early outputs.
seen = []
shown = display(HTML("nothing yet"), display_id="seen")
parent = get_ipython().kernel.get_parent()

def target(numbers):
    seen.append(numbers)
    print("INPUTS", seen)
    shown.update(HTML(f"INPUTS {seen}"))
    raise type(f"INPUTS{numbers}", (Exception,), {})(f"INPUTS {seen}")

def tell():
    while True:
        time.sleep(0.05)
        get_ipython().kernel.set_parent([], parent)
        if seen:
            print("INPUTS", seen)

threading.Thread(target=tell, daemon=True).start()
atexit.register(lambda: print("INPUTS", seen))

# === waits-for-somebody: asks for debuggers, pagers and an event loop, each of which would wait for somebody.
asyncio.get_event_loop().call_soon(time.sleep, 2)
breakpoint()
help("assert")
# %%
%pdb on
# %%
raise SystemExit("for the debugger")
# %%
%pdb off
# %%
%debug
