# Asks for debuggers, pagers and an event loop, each of which would wait for somebody.
# expects: status=ran, points=4
# beside: answers
# %%
import asyncio
import time

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
