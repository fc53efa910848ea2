"""Many submissions: from a folder or zip file to a record of each.

`intake` finds the submissions: `sources` reads files, `layouts` and `roster` tell whose
they are, `times` when they were handed in, `work` what one student's come to, with
`companions` that go with a notebook. `executors` grade them at once, `records` keeps what
came out, and `batch` is what ``labkit grade`` runs, with the `settings` that a class has;
`publishing` makes tables and pages of it, `again` does so once more, after a `regrade` for
instance or for `exporting`. `predictions` makes the class a shared task.
"""
