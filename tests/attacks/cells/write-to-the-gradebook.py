# Gives itself a better mark in the gradebook, and changes another submission.
# expects: status=ran, points=4
# beside: files
# %%
import sqlite3
from pathlib import Path

try:
    with sqlite3.connect("CLASSROOM/gradebook.db") as gradebook:
        gradebook.execute("UPDATE grade SET auto_score = 100")
        print("BREACH: wrote to the gradebook")
except (sqlite3.Error, OSError):
    pass
try:
    other = Path("CLASSROOM/submitted/ada/tick-attacked/tick-attacked.ipynb")
    other.write_text(other.read_text().replace("SECRET", "CHANGED"))
    print("BREACH: changed another submission")
except OSError:
    pass
