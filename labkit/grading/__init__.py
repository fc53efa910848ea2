"""Grading a class: for instructors only, and not in the student pack.

`notebook` runs one notebook, confined, and judges its answers; `submission`
takes one student's work from the file to a record; `classroom` does so for all
of them; `results` turns records into marks, pages and a gradebook; `release`
makes the student pack.
"""
