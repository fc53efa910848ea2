"""From a folder or a zip file that a class handed in to a `Submission` for each notebook."""
