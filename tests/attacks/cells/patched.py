# Changes what the kernel speaks by.
# beside: patched

# === control-characters: prints what changes a terminal or a page: escape sequences, links, writing from right to left.
bombs = [
    "\x1b[2J\x1b[H\x1b]0;title\x07\x1b]8;;file:///etc/passwd\x07link\x1b]8;;\x07",
    "\x1bP+q544e\x1b\\\x1b[21t\x1b]52;c;ZXhpdA==\x07",
    "\x1b[38;5;" + "1;" * 10_000 + "m",
    "\u202e\u2066\u200b\x00\x08\x7f\ufeff" * 1000,
    "\r" + "a\u0300" * 10_000,
    "\x1b[999999999b\x1b[1000000000C",
]
print(*bombs)

# === expressions-of-its-own: answers the question itself, in forms that the judge does not expect.
shell = get_ipython()
evaluate, forms = shell.user_expressions, iter(
    ['[{"value": 6}' + ", 0" * 100_000 + "]", "[" * 100_000, '{"value": 6}', '"\\ud800"', 7, None, ["a"], ""]
)

def instead(expressions):
    if "'target'" in str(expressions):
        data = {MIMETYPE: next(forms, "null")}
        return {"answer": {"status": "ok", "data": data, "metadata": {}}}
    return evaluate(expressions)

shell.user_expressions = instead
target = lambda numbers: None

# === odd-outputs: shows what is no output: wrong kinds, halves of characters, names without end, very deep data.
kernel, deep = get_ipython().kernel, []
parent = kernel.get_parent("shell")
for _ in range(300):
    deep = [deep]
contents = [
    ("display_data", {"data": {"text/html": ["<script>1</script>", "\ud800"]}, "metadata": {}}),
    ("display_data", {"data": {"text/plain": "\udcff", "x" * 10_000: "y"}, "metadata": {"a": "\ud800"}}),
    ("display_data", {"data": {"application/json": deep}, "metadata": {}}),
    ("display_data", {"data": {"text/plain": 7}, "metadata": 7}), ("stream", {"name": "stderr", "text": "\ud83d"}),
    ("stream", {"name": "no such stream", "text": "a"}), ("stream", {"name": "stdout", "text": {"a": "b"}}),
    ("execute_result", {"data": {"text/plain": "a"}, "metadata": {}, "execution_count": -(10**30)}),
    ("clear_output", {"wait": "\ud800"}), ("status", {"execution_state": ["idle"]}),
]
for kind, content in contents:
    with suppress(Exception):
        kernel.session.send(kernel.iopub_socket, kind, content, parent)

# === patched-messages: patches what the kernel speaks by, pickle and the session, to answer in the judge's words.
session = get_ipython().kernel.session
send = type(session).send

def forge(self, stream, kind, content=None, *arguments, **options):
    answer = (content or {}).get("user_expressions", {}).get("answer", {}) if isinstance(content, dict) else {}
    if "ours" in repr(answer):
        answer["data"] = {MIMETYPE: '[{"value": 6}, {"passed": true}, {"hint": null}, {"points": 3}]'}
    return send(self, stream, kind, content, *arguments, **options)

type(session).send = forge
pickle.loads = pickle.dumps = lambda *_, **__: b""
target = lambda numbers: "ours"

# === settings-changed: changes everything that calculations and comparisons depend on: locale, time zone, limits, hooks.
os.environ.update(TZ="Pacific/Kiritimati", LANG="tr_TR.UTF-8", PYTHONHASHSEED="0")
time.tzset()
os.umask(0o777)
os.chdir("/tmp")
decimal.getcontext().prec = 1
numpy.seterr(all="raise")
numpy.set_printoptions(threshold=0, precision=0)
sys.set_int_max_str_digits(640)
sys.excepthook = sys.unraisablehook = lambda *_: print("BREACH: a hook")
warnings.simplefilter("error")
gc.disable()
sys.path[:] = []
sys.dont_write_bytecode = False
