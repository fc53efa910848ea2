# Leaves by quit() and exit(), as one does at a prompt, in the middle and in a scratch cell.
# expects: status=ran, points=4
# beside: answers
# %%
scratch = [1, 2, 3]
scratch
quit()
# %%
exit()
# %%
raise SystemExit
