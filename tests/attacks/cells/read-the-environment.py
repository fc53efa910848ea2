# Reads environment variables, its own and those of every process that it can see.
# expects: status=ran, points=4
# beside: files
# %%
import os
from pathlib import Path

found = [str(dict(os.environ)).encode()]
for path in Path("/proc").glob("*/environ"):
    try:
        found.append(path.read_bytes())
    except OSError:
        pass
for text in found:
    if b"SECRET" in text:
        print("BREACH: the environment", text)
