"""What instructors make from the reviews: files in ``data/`` that the ticks and lectures read.

`search_runs` makes the runs of tick 7 (``labkit data make-runs``),
`resampled_systems` the 150 systems of tick 8 (``labkit data make-systems``).
"""
