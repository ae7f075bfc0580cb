# SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
# Reads the page of sycl-image-info --html: python3 image_report.py FILE TABLE... . Elements must be closed, nothing may be loaded
# from elsewhere, each link must lead somewhere. Then prints the rows of the tables with these ids, one a line, cells with " | "
# between them and lines of a cell with "; ".
import html.parser
import sys

EMPTY = {"meta", "br"}


class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.stack, self.ids, self.links, self.rows, self.table = [], set(), set(), {}, None

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        assert not {"src", "background"} & attrs.keys() and tag not in ("link", "iframe"), "something is loaded: " + tag
        self.ids |= {attrs["id"]} if "id" in attrs else set()
        self.links |= {attrs["href"]} if "href" in attrs else set()
        if tag not in EMPTY:
            self.stack.append(tag)
        if tag == "table":
            self.table = attrs.get("id")
        if tag == "tr":
            self.rows.setdefault(self.table, []).append([])
        if tag in ("td", "th"):
            self.rows[self.table][-1].append("")
        if tag == "li" and "td" in self.stack:
            self.rows[self.table][-1][-1] += "; "

    def handle_endtag(self, tag):
        opened = self.stack.pop()
        assert opened == tag, "%s ends in %s at line %d" % (tag, opened, self.getpos()[0])

    def handle_data(self, data):
        if "td" in self.stack or "th" in self.stack:
            self.rows[self.table][-1][-1] += data


page = Page()
with open(sys.argv[1], encoding="utf-8") as f:
    page.feed(f.read())
assert not page.stack, page.stack
assert all(link[0] == "#" and link[1:] in page.ids for link in page.links), page.links
for table in sys.argv[2:]:
    for row in page.rows[table if table != "-" else None]:
        print(" | ".join(cell.strip() for cell in row))
