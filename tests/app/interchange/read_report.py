#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What other programs read in a report of a run, as JSON.

Usage: read_report.py page FILE.html | words FILE.pdf | journal RUN_FOLDER

page: the elements of the page, its texts, its tables as lists of rows, and its pictures. words: what pdftotext finds, with the last line of each page.
journal: what a report must tell, counted from the lines of the run's journals by this script alone.
"""
import base64
import html.parser
import json
import hashlib
import pathlib
import subprocess
import sys
import xml.etree.ElementTree as ElementTree


class Page(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.elements, self.attributes, self.sources, self.captions = set(), set(), [], []
        self.title, self.heading, self.language, self.sections = "", "", "", []
        self.rows, self.text = [], []
        self.inside = []

    def handle_starttag(self, tag, attributes):
        self.elements.add(tag)
        values = dict(attributes)
        self.attributes.update(values)
        if tag == "html":
            self.language = values["lang"]
        elif tag == "img":
            self.sources.append(values["src"])
            self.captions.append(values["alt"])
        elif tag == "tr":
            self.rows.append([])
        elif tag in ("td", "th"):
            self.rows[-1].append("")
        elif tag == "h2":
            self.sections.append("")
        if tag not in ("meta", "img"):
            self.inside.append(tag)

    def handle_endtag(self, tag):
        assert self.inside.pop() == tag, tag

    def handle_data(self, data):
        tag = self.inside[-1] if self.inside else ""
        if tag == "title":
            self.title += data
        elif tag == "h1":
            self.heading += data
        elif tag == "h2":
            self.sections[-1] += data
        elif tag in ("td", "th"):
            self.rows[-1][-1] += data
        elif tag == "p":
            self.text.append(data)


def drawn(source):
    """The texts of a picture."""
    kind, _, data = source.partition(";base64,")
    content = base64.b64decode(data, validate=True)
    if kind == "data:image/png":
        assert content.startswith(b"\x89PNG")
        return []
    assert kind == "data:image/svg+xml", kind
    texts = ElementTree.fromstring(content).iter("{http://www.w3.org/2000/svg}text")
    return ["".join(text.itertext()).strip() for text in texts]


def page(path):
    parser = Page()
    parser.feed(pathlib.Path(path).read_text(encoding="utf-8"))
    parser.close()
    assert not parser.inside, parser.inside
    return {"elements": sorted(parser.elements), "attributes": sorted(parser.attributes), "title": parser.title,
            "heading": parser.heading, "language": parser.language, "sections": parser.sections, "rows": parser.rows,
            "text": parser.text, "captions": parser.captions, "drawn": [drawn(source) for source in parser.sources]}


def words(path):
    read = subprocess.run(["pdftotext", "-layout", path, "-"], check=True, capture_output=True, text=True)
    pages = [[line.strip() for line in page.splitlines() if line.strip()] for page in read.stdout.split("\f")[:-1]]
    # The last line of a page is its number.
    return {"text": " ".join(read.stdout.split()), "pages": len(pages), "feet": [lines[-2] if len(lines) > 1 else "" for lines in pages],
            "lines": [line for lines in pages for line in lines]}


def journal(folder):
    folder = pathlib.Path(folder)
    attempts = []
    for attempt in sorted(folder.glob("attempt-*")):
        records = [json.loads(line) for line in (attempt / "rank-0.jsonl").read_text(encoding="utf-8").splitlines()]
        evaluated = [record for record in records if record["kind"] == "evaluated"]
        steps = [record for record in records if record["kind"] == "step"]
        attempts.append({"first": steps[0]["step"], "steps": steps[-1]["step"] + 1,
                         "top1": f"{evaluated[-1]['top1'] * 100:.2f} %" if evaluated else "",
                         "best": f"{max(record['top1'] for record in evaluated) * 100:.2f} %" if evaluated else "",
                         "loss": f"{steps[-1]['loss']:.4f}"})
    experiment = (folder / "experiment.lockstep.json").read_bytes()
    return {"attempts": attempts, "experiment": hashlib.sha256(experiment).hexdigest()}


if __name__ == "__main__":
    json.dump({"page": page, "words": words, "journal": journal}[sys.argv[1]](sys.argv[2]), sys.stdout)
