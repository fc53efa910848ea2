# A thread that ends Python while another cell runs.
# expects: status=kernel died, points=4
# beside: more-deaths
# slow: each end costs a kernel
# %%
import os
import threading
import time

threading.Thread(target=lambda: (time.sleep(0.3), os._exit(1)), daemon=True).start()
# %%
import time

time.sleep(1)
