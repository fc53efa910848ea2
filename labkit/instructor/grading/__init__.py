"""Grading a class: for instructors only, and not in the student pack.

Each room imports from those before it alone. `base` is what all of them stand on;
`sandbox` runs one notebook, confined; `judging` takes a submission to the record of its
marks; `submissions` finds those of a class; `marks` grades a class, and turns records into
tables, pages and a gradebook; `review` is what markers read and decide; `release` makes the
student pack.
"""
