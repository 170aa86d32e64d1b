# docs/conf.py - Sphinx's settings for the documentation site and the man pages; docs/build.py runs it
# SPDX-License-Identifier: Apache-2.0
import json
import os

with open(os.path.join(os.path.dirname(os.path.abspath(__file__)), "man_pages.json"), encoding="utf-8") as file:
    _made = json.load(file)

project = "Maquette"
version = release = _made["version"]
author = "the Maquette developers"
copyright = author

extensions = ["myst_parser"]
myst_enable_extensions = ["deflist"]
myst_heading_anchors = 3  # As GitHub makes them, so that links hold in both places.
highlight_language = "none"
smartquotes = False  # "--option" is no dash.
nitpicky = True

html_theme = "furo"
html_title = f"Maquette {version}"
html_show_copyright = False
html_copy_source = False

man_pages = [(page["document"], page["name"], page["summary"], "", 1) for page in _made["pages"]]
man_show_urls = False
