"""Grading a class: for instructors only, and not in the student pack.

Each room imports from those before it alone. `base` is what all of them stand on;
`notebook` runs one notebook, confined, and judges its answers; `submission`
takes one student's work from the file to a record; `results` turns records into
marks, pages and a gradebook; `classroom` takes in and grades all of a class;
`review` is what markers read and decide; `release` makes the student pack.
"""
