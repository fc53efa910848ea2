"""One submission: from the notebook that was handed in to the record of its marks, see `grade`."""
