"""The elements of a page, for tests of what is on it."""

from html.parser import HTMLParser


class Elements(HTMLParser):
    """All elements of some HTML with their attributes, and its text."""

    def __init__(self, html):
        super().__init__()
        self.found, self.text = [], ""
        self.feed(html)

    def handle_starttag(self, tag, attributes):
        self.found.append((tag, dict(attributes)))

    def handle_data(self, data):
        self.text += data
