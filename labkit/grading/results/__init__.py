"""What a class's records become: `marks` and `late` penalties, `pages`, nbgrader's `gradebook`."""
