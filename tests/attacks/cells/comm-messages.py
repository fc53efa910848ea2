# Opens comms and sends large messages by them, and large buffers.
# expects: status=ran, points=4
# beside: patched
# %%
from ipykernel.comm import Comm

for number in range(5):
    opened = Comm(target_name="jupyter.widget", data={"state": "x" * 10**6})
    opened.send({"method": "update"}, buffers=[b"y" * 10**6])
    opened.close()
