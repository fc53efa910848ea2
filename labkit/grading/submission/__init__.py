"""One submission: from the student's file to a record of its marks.

`tick` is what the course asked, and `cells` what nbgrader notes of a cell;
`restore` puts the course's own cells back; `slicing` finds which of these have
to run; `grade` runs and marks; `sanitize` makes harmless what the student wrote;
`record` is what is known in the end, and its form in a file.
"""
