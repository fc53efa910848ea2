# Shows a million small objects at once, which take a hundred times as much memory where they are read.
# expects: status=too much output, points=4
# beside: outputs
# %%
kernel = get_ipython().kernel
content = {"data": {"application/json": [{"a": 0}] * 900_000}, "metadata": {}}
kernel.session.send(kernel.iopub_socket, "display_data", content, kernel.get_parent("shell"))
