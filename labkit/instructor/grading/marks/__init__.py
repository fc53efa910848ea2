"""What a class's records become: marks, penalties, pages, nbgrader's gradebook, exports."""
