#!/usr/bin/env python3
# docs/build.py - builds the documentation site and the man pages from docs/ and from the programs' --help
# SPDX-License-Identifier: Apache-2.0
"""usage: docs/build.py --bin BIN --out DIR [--test]

Writes DIR/html, with search, and DIR/man. BIN holds the built programs: each command's page is made from its --help.
The pages of docs/ are copied to DIR/source with their links led to the copies; links to other files of the tree become
names. A link that leads nowhere, a page that no index names, and every warning of Sphinx is an error.
  --test   leave out nothing, but exit with status 77 where Sphinx, MyST or furo is not installed: ctest skips it then

example: docs/build.py --bin build/release/bin --out build/release/docs"""
import argparse
import html.parser
import itertools
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import urllib.parse

ROOT = pathlib.Path(__file__).resolve().parent.parent
NEEDED = "import sphinx, myst_parser, furo"
LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s]+)\)")
# Pages whose links make the tree of the navigation. The first that names a page owns it, so the whole comes last.
INDEXES = ["guide/index.md", "reference/commands.md", "reference/index.md", "explanation/models.md",
           "explanation/decisions.md", "explanation/index.md", "results/index.md", "index.md"]


class Failure(Exception):
    pass


def python_with_sphinx():
    for python in (sys.executable, "/usr/bin/python3"):
        if subprocess.run([python, "-c", NEEDED], capture_output=True).returncode == 0:
            return python
    return None


# --- Pages --------------------


def pages_of_tree():
    """Where each page of the tree lies in the site, by its path in the tree."""
    pages = {path.relative_to(ROOT): path.relative_to(ROOT / "docs") for path in (ROOT / "docs").rglob("*.md")}
    pages[pathlib.Path("CHANGELOG.md")] = pathlib.Path("changelog.md")
    pages[pathlib.Path("CONTRIBUTING.md")] = pathlib.Path("contributing.md")
    for path in sorted(ROOT.glob("examples/*/README.md")):
        pages[path.relative_to(ROOT)] = pathlib.Path("examples") / (path.parent.name + ".md")
    return pages


def outside_fences(text, change):
    """The text with `change` applied to its parts outside of fenced code."""
    parts = re.split(r"(^```.*?^```[^\n]*$)", text, flags=re.M | re.S)
    return "".join(part if part.startswith("```") else change(part) for part in parts)


def led_to_copies(path, text, pages, problems):
    """The page with its links changed for the site."""
    def change(match):
        picture, words, target = match.groups()
        if re.match(r"\w+:", target):
            return match.group(0)
        name, _, anchor = target.partition("#")
        place = pathlib.Path(os.path.normpath(path.parent / name)) if name else path
        if picture:
            if not (ROOT / place).exists():
                problems.append(f"{path}: error: there is no picture '{target}'\n  fix: mend the link")
            return match.group(0)
        if place == pathlib.Path("README.md"):
            place = pathlib.Path("docs/index.md")
        if place in pages:
            led = os.path.relpath(pages[place], pages[path].parent) if name else ""
            return f"[{words}]({led}{'#' + anchor if anchor else ''})"
        if not (ROOT / place).exists():
            problems.append(f"{path}: error: '{target}' does not exist\n  fix: mend the link")
        code = f"`{place}`"
        return code if words.strip("`") in (str(place), place.name, target) else f"{words} ({code})"

    return outside_fences(text, lambda part: LINK.sub(change, part))


def with_navigation(source, problems):
    """Appends to each index the list of the pages that it owns, for Sphinx."""
    owned = {"index.md"}
    for index in INDEXES:
        file = source / index
        text = file.read_text()
        children = []
        for _, _, target in LINK.findall(re.sub(r"^```.*?^```", "", text, flags=re.M | re.S)):
            place = os.path.normpath(os.path.join(os.path.dirname(index), target.partition("#")[0]))
            if place.endswith(".md") and place not in owned and place != index and not (
                    place in INDEXES and INDEXES.index(place) > INDEXES.index(index)):
                owned.add(place)
                children.append(os.path.relpath(place, os.path.dirname(index) or "."))
        if children:
            file.write_text(f"{text}\n```{{toctree}}\n:hidden:\n" + "\n".join(children) + "\n```\n")
    for page in sorted(str(path.relative_to(source)) for path in source.rglob("*.md")):
        if page not in owned:
            problems.append(f"docs/{page}: error: no index names this page\n  fix: link it from one of: " +
                            ", ".join(INDEXES))


# --- Commands --------------------


def help_of(binary, words):
    done = subprocess.run([binary, *words, "--help"], capture_output=True, text=True, timeout=60)
    if done.returncode == 0:
        return done.stdout
    if "maquette-no-skeletonizer" in done.stderr:
        return "This build has no skeletonizer, which this command needs.\n"
    raise Failure(f"{binary} {' '.join(words)} --help: error: exit status {done.returncode}\n{done.stderr}")


def escaped(text):
    """Plain text of a help as Markdown; what stands in backquotes stays code."""
    parts = re.split(r"(`[^`]*`)", text)
    return "".join(part if part.startswith("`") else re.sub(r"([\\*_<>\[\]#|`])", r"\\\1", part) for part in parts)


def entries(lines):
    """(head, description) of lines as "  --option VALUE   what it does", the description perhaps on further lines."""
    found = []
    for line in lines:
        fresh = re.match(r"  (\S.*?)(?:   *(\S.*))?$", line) if not line.startswith("   ") else None
        if fresh:
            found.append([fresh[1], fresh[2] or ""])
        elif found:
            found[-1][1] = f"{found[-1][1]} {line.strip()}".strip()
    return found


def is_entries(lines):
    return bool(lines) and all(line.startswith("  ") for line in lines) and re.match(r"  [-A-Za-z]", lines[0]) and \
        any(re.match(r"  +\S.*?   *\S|   +\S", line) for line in lines)


def block(lines, level):
    """One paragraph of a help as Markdown."""
    title = re.fullmatch(r"([A-Z][A-Za-z ]*):", lines[0])
    if title:
        rest = lines[1:]
        head = [f"{level} {title[1]}", ""]
        if title[1] in ("Example", "Examples"):
            return head + ["```", *(line.removeprefix("  ") for line in rest), "```", ""]
        return head + (block(rest, level) if rest else [])
    if lines[0].lower().startswith("usage:"):
        shown = [lines[0][len("usage:"):].strip(), *(line.strip() for line in lines[1:])]
        return [f"{level} Synopsis", "", "```", *shown, "```", ""]
    if lines[0].lower().startswith("example:"):
        return [f"{level} Example", "", "```", lines[0][len("example:"):].strip(), *lines[1:], "```", ""]
    if is_entries(lines):
        made = []
        for head, words in entries(lines):
            made += [f"`{head}`", f": {escaped(words) or '.'}", ""]
        return made
    if any(line.startswith("  ") for line in lines):
        words = list(itertools.takewhile(lambda line: not line.startswith("  "), lines))
        head = [*(escaped(line) for line in words), ""] if words else []
        return head + ["```", *lines[len(words):], "```", ""]
    return [*(escaped(line) for line in lines), ""]


def page_of(title, text, level="##"):
    """The help of one command as a page, and its first sentence."""
    lines = [f"{level[1:]} {title}", ""]
    blocks, current = [], []
    for line in text.rstrip().split("\n") + [""]:
        begins = re.match(r"[A-Za-z ]+:$|usage:", line, re.I) and not line.startswith(" ")
        if (not line.strip() or begins) and current:
            blocks.append(current)
            current = []
        if line.strip():
            current.append(line.rstrip())
    summary = title
    for number, part in enumerate(blocks):
        if number == 0 and not part[0].lower().startswith("usage:"):
            summary = " ".join(part)
        lines += block(part, level)
    return lines, summary


def subcommands(text):
    match = re.search(r"^Subcommands:\n((?:  .*\n)+)", text, re.M)
    return [head.split(",")[0] for head, _ in entries(match[1].rstrip("\n").split("\n"))] if match else []


def write_commands(binary, folder):
    """A page of each command; gives what the man pages are made of."""
    folder.mkdir(parents=True)
    overview = help_of(binary, [])
    commands = subcommands(overview)
    if not commands:
        raise Failure(f"{binary} --help: error: no list of subcommands\n  fix: docs/build.py reads 'Subcommands:'")
    lines, summary = page_of("maquette", overview)
    lines += ["## See also", "", ", ".join(f"[maquette {name}](maquette-{name}.md)" for name in commands) + ", " +
              "[compiler wrappers](../compiler-wrappers.md)", ""]
    (folder / "maquette.md").write_text("\n".join(lines))
    made = [("maquette", summary)]
    summaries = dict(entries(re.search(r"^Subcommands:\n((?:  .*\n)+)", overview, re.M)[1].rstrip("\n").split("\n")))
    for name in commands:
        text = help_of(binary, [name])
        lines, _ = page_of(f"maquette {name}", text)
        for inner in subcommands(text):
            lines += page_of(f"maquette {name} {inner}", help_of(binary, [name, inner]), "###")[0]
        (folder / f"maquette-{name}.md").write_text("\n".join(lines))
        made.append((f"maquette-{name}", summaries[name]))
    index = folder.parent / "commands.md"
    links = "\n".join(f"- [{name.replace('-', ' ')}](commands/{name}.md)" for name, _ in made)
    index.write_text(index.read_text() + "\n" + links + "\n")
    return made


# --- The site --------------------


class Links(html.parser.HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.targets, self.names = [], set()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        for key, value in attributes:
            if key in ("href", "src") and value:
                self.targets.append(value)
            elif key == "id":
                self.names.add(value)


def check_site(folder):
    """Each link of the built pages to another of them leads to a file and an anchor."""
    pages = {path: Links(path.read_text()) for path in folder.rglob("*.html")}
    problems = []
    for path, links in pages.items():
        for target in links.targets:
            parts = urllib.parse.urlsplit(target)
            if parts.scheme or parts.netloc:
                continue
            place = (path.parent / urllib.parse.unquote(parts.path)).resolve() if parts.path else path
            if not place.exists():
                problems.append(f"{path}: error: '{target}' does not exist")
            elif parts.fragment and place in pages and urllib.parse.unquote(parts.fragment) not in pages[place].names:
                problems.append(f"{path}: error: '{target}' has no such anchor")
    if not (folder / "search.html").exists() or not (folder / "searchindex.js").exists():
        problems.append(f"{folder}: error: the site has no search")
    return problems


def sphinx(python, builder, source, out):
    done = subprocess.run([python, "-m", "sphinx", "-q", "-W", "--keep-going", "-E", "-b", builder,
                           "-d", out.parent / f"doctrees-{builder}", source, out], capture_output=True, text=True)
    if done.returncode != 0:
        raise Failure(done.stdout + done.stderr + f"docs/build.py: error: Sphinx, builder {builder}, reports the above")


def version():
    return re.search(r"project\(maquette VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text())[1]


def build(python, binaries, out):
    source = out / "source"
    for old in ("source", "html", "man", "doctrees-html", "doctrees-man"):
        shutil.rmtree(out / old, ignore_errors=True)
    source.mkdir(parents=True)
    pages, problems = pages_of_tree(), []
    for path, place in pages.items():
        (source / place).parent.mkdir(parents=True, exist_ok=True)
        (source / place).write_text(led_to_copies(path, (ROOT / path).read_text(), pages, problems))
    for picture in (ROOT / "docs").rglob("*.svg"):
        shutil.copy(picture, source / picture.relative_to(ROOT / "docs"))
    made = write_commands(binaries / "maquette", source / "reference/commands")
    with_navigation(source, problems)
    if problems:
        raise Failure("\n".join(problems))
    shutil.copy(ROOT / "docs/conf.py", source)
    man = [{"document": f"reference/commands/{name}", "name": name, "summary": words} for name, words in made]
    man.append({"document": "reference/compiler-wrappers", "name": "maquette-cc",
                "summary": "compile and link MPI programs for Maquette"})
    (source / "man_pages.json").write_text(json.dumps({"version": version(), "pages": man}))
    sphinx(python, "html", source, out / "html")
    sphinx(python, "man", source, out / "man")
    for name in ("maquette-c++", "maquette-fc"):
        (out / "man" / f"{name}.1").write_text(".so man1/maquette-cc.1\n")
    problems = check_site(out / "html")
    problems += [f"{out}/man: error: there is no {page['name']}.1" for page in man
                 if not (out / "man" / f"{page['name']}.1").exists()]
    if problems:
        raise Failure("\n".join(problems))
    return len(pages) + len(made), len(man) + 2


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n")[0].removeprefix("usage: "), add_help=True)
    parser.add_argument("--bin", required=True, type=pathlib.Path)
    parser.add_argument("--out", required=True, type=pathlib.Path)
    parser.add_argument("--test", action="store_true")
    options = parser.parse_args()
    python = python_with_sphinx()
    if python is None:
        print("docs/build.py: error: Sphinx, MyST or furo is missing\n  fix: cmake/install-dependencies.sh --docs",
              file=sys.stderr)
        return 77 if options.test else 1
    try:
        counts = build(python, options.bin.resolve(), options.out.resolve())
    except Failure as failure:
        print(failure, file=sys.stderr)
        return 1
    print(f"{options.out}/html/index.html: {counts[0]} pages; {options.out}/man: {counts[1]} man pages")
    return 0


if __name__ == "__main__":
    sys.exit(main())
