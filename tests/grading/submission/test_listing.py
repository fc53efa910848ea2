"""Code as it is shown: coloured, or as a comment, and nothing in it acts."""

from labkit.grading.submission.listing import as_comment, highlighted


def test_code_is_coloured_and_escaped():
    made = highlighted("\nx = '<b>'  # &amp;\n")
    assert made.startswith("<div") and "<b>" not in made
    assert "&lt;b&gt;" in made and "&amp;amp;" in made


def test_every_line_of_a_comment_is_one():
    made = as_comment("x = 1\n\ny = 2")
    assert all(line.startswith("#") for line in made.splitlines())
    assert made.endswith("# x = 1\n# \n# y = 2")
