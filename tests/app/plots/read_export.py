#!/usr/bin/env python3
# SPDX-FileCopyrightText: The Lockstep authors
# SPDX-License-Identifier: GPL-3.0-or-later
"""What other programs read in an exported plot: its texts (SVG), its words (PDF) or its table (CSV), as JSON."""

import csv
import json
import subprocess
import sys
import xml.etree.ElementTree as ElementTree


def svg_texts(path):
    texts = ElementTree.parse(path).getroot().iter("{http://www.w3.org/2000/svg}text")
    return ["".join(text.itertext()).strip() for text in texts]


def pdf_words(path):
    read = subprocess.run(["pdftotext", "-bbox", path, "-"], check=True, capture_output=True)
    words = ElementTree.fromstring(read.stdout).iter("{http://www.w3.org/1999/xhtml}word")
    return [word.text for word in words]


def table(path):
    with open(path, newline="", encoding="utf-8") as file:
        return list(csv.reader(file))


READERS = {"svg": svg_texts, "pdf": pdf_words, "csv": table}

if __name__ == "__main__":
    name = sys.argv[1]
    json.dump(READERS[name.rsplit(".", 1)[-1]](name), sys.stdout)
