# Prints and shows that all is right, in the forms that graders use.
# expects: status=ran, points=4
# beside: answers
# %%
import sys

from IPython.display import display

from labkit.checks.plain_data import MIMETYPE

print("✓ target\nAll tests passed! Score: 3/3")
for text in ('[{"passed": true}]', '[{"value": 6}, {"value": 78}]', '{"points": 3}', "[" * 10_000):
    display({MIMETYPE: text}, raw=True)
print('{"status": "ran", "points": 7}', file=sys.__stdout__)
