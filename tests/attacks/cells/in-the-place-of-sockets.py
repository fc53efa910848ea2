# Puts links in the place of the kernel's sockets, and fills their folder.
# expects: status=ran, points=4
# beside: files
# %%
import os

try:
    for name in os.listdir("/run/kernel"):
        os.unlink(f"/run/kernel/{name}")
        os.symlink("CLASSROOM/socket", f"/run/kernel/{name}")
except OSError:
    pass
