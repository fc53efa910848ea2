# Shows what is no output: wrong kinds, halves of characters, names without end, very deep data.
# expects: status=ran, points=4
# beside: patched
# %%
from IPython.display import display

kernel = get_ipython().kernel
parent = kernel.get_parent("shell")
deep = []
for _ in range(300):
    deep = [deep]
contents = [
    ("display_data", {"data": {"text/html": ["<script>1</script>", "\ud800"]}, "metadata": {}}),
    ("display_data", {"data": {"text/plain": "\udcff", "x" * 10_000: "y"}, "metadata": {"a": "\ud800"}}),
    ("display_data", {"data": {"application/json": deep}, "metadata": {}}),
    ("display_data", {"data": {"text/plain": 7}, "metadata": 7}),
    ("stream", {"name": "stderr", "text": "\ud83d"}),
    ("stream", {"name": "no such stream", "text": "a"}),
    ("stream", {"name": "stdout", "text": {"a": "b"}}),
    ("execute_result", {"data": {"text/plain": "a"}, "metadata": {}, "execution_count": -(10**30)}),
    ("clear_output", {"wait": "\ud800"}),
    ("status", {"execution_state": ["idle"]}),
]
for kind, content in contents:
    try:
        kernel.session.send(kernel.iopub_socket, kind, content, parent)
    except Exception:
        pass
