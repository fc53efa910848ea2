# Prints what changes a terminal or a page: escape sequences, links, writing from right to left.
# expects: status=ran, points=4
# beside: patched
# %%
bombs = [
    "\x1b[2J\x1b[H\x1b]0;title\x07\x1b]8;;file:///etc/passwd\x07link\x1b]8;;\x07",
    "\x1bP+q544e\x1b\\\x1b[21t\x1b]52;c;ZXhpdA==\x07",
    "\x1b[38;5;" + "1;" * 10_000 + "m",
    "\u202e\u2066\u200b\x00\x08\x7f\ufeff" * 1000,
    "\r" + "a\u0300" * 10_000,
    "\x1b[999999999b\x1b[1000000000C",
]
print(*bombs)
