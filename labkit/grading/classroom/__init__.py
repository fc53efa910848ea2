"""Grade a whole class: from a folder of submissions to marks, pages and a gradebook.

`intake` finds the submissions, `restore` puts the course's own cells back,
`needed` says which of these have to run, `worker` and `workers` mark them,
`store` keeps a record of each, and `batch` - what ``labkit grade`` runs -
derives the rest: `late`, `results`, `pages` and `shown`, `gradebook`.
`predictions` makes the class a shared task; `accuracy` grades the grader.
"""
