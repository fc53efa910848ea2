"""Many submissions: from a folder or zip file to a record of each.

`intake` finds the submissions, `executors` grade them at once, `records` keeps
what came out, in files that are `atomic`, and `batch` is what ``labkit grade``
runs. `predictions` makes the class a shared task.
"""
