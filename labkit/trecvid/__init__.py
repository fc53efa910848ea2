"""Comparing search runs: score tables, and the job of randCompareMeans.pl.

NIST's TRECVID gives the groups that take part a ``search.results.table``: a row a run, its name
first, then its average precision on each topic. The script ``randCompareMeans.pl`` tests all
pairs of runs by randomization of their means and says which are significantly better than which;
`compare_means` does the same, exactly where it can, and prints it in the script's format.
"""

from labkit.tables import load_scores_table
from labkit.trecvid.means import MeansComparison, compare_means

__all__ = ["MeansComparison", "compare_means", "load_scores_table"]
