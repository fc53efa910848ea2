# Sends requests for input that nobody answers, though it was told that there is nobody.
# expects: status=timed out, points=4
# beside: more-time
# slow: it waits until it is interrupted
# %%
kernel = get_ipython().kernel
kernel._allow_stdin = True
type(kernel)._allow_stdin = True
while True:
    try:
        kernel._input_request("Your name? ", kernel.get_parent("shell"), password=False)
    except Exception:
        pass
