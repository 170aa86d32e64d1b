# test/corpora/corpora.py - the run tests of GCC's test suites, as they lie in Debian's gcc-12-source
# SPDX-License-Identifier: Apache-2.0
import dataclasses
import glob
import os
import re
import subprocess
import tarfile

PACKAGE = "gcc-12-source"
FOLDERS = {
    "c": "gcc/testsuite/gcc.c-torture/execute",
    "c++": "gcc/testsuite/g++.dg",
    "libstdc++": "libstdc++-v3/testsuite",
}
# What Clang takes for an error where GCC has a warning, in the C that these tests are written in.
C_OPTIONS = ["-std=gnu17", "-Wno-implicit-int", "-Wno-implicit-function-declaration", "-Wno-int-conversion",
             "-Wno-incompatible-pointer-types", "-Wno-return-type"]
DIRECTIVE = re.compile(r"\{\s*dg-(do|options|additional-options|additional-sources)\s+(.*?)\s*\}\s*(?:\*/\s*)?$", re.M)
STANDARDS = {"c++98": 98, "c++11": 11, "c++14": 14, "c++17": 17, "c++1z": 17, "c++20": 20, "c++2a": 20, "c++23": 23,
             "c++2b": 23}
NAMES = {98: "gnu++98", 11: "gnu++11", 14: "gnu++14", 17: "gnu++17", 20: "gnu++20", 23: "gnu++2b"}
# Selectors that hold on Linux on x86-64. Those of another target name it.
HOLDS = re.compile(r"^(\*-\*-\*|\*-\*-linux\*|\*-\*-gnu\*|x86_64-\*-.*|native|lp64|init_priority|fpic|pthread|"
                   r"size32plus|int128|nonpic|pie_enabled|alias|weak|rtti|exceptions_enabled|hosted)$")


@dataclasses.dataclass
class Test:
    corpus: str
    name: str  # Its path in the corpus.
    path: str
    others: list  # Further sources.
    options: list
    folders: list  # To look for headers in.
    sources: list = dataclasses.field(default_factory=list)  # Further sources of the corpus' own library.
    data: str = ""  # A folder whose files the test reads.

    @property
    def language(self):
        return "c" if self.corpus == "c" else "c++"


def unpack(package, folder):
    """The tests of `package` (empty: the one that apt-get finds), in `folder`. Returns the root of GCC's sources."""
    ready = os.path.join(folder, "unpacked")
    if not os.path.exists(ready):
        os.makedirs(folder, exist_ok=True)
        if not package:
            subprocess.run(["apt-get", "download", "-q", PACKAGE], cwd=folder, check=True)
            package = glob.glob(os.path.join(folder, PACKAGE + "_*.deb"))[0]
        subprocess.run(["dpkg", "-x", package, os.path.join(folder, "package")], check=True)
        archive, = glob.glob(os.path.join(folder, "package/usr/src/gcc-12/gcc-12*.tar.*"))
        with tarfile.open(archive) as tar:
            wanted = tuple("/" + part + "/" for part in FOLDERS.values())
            tar.extractall(folder, (each for each in tar if any(part in each.name for part in wanted)))
        with open(ready, "w", encoding="utf-8") as file:
            file.write("all tests were unpacked\n")
    root, = glob.glob(os.path.join(folder, "gcc-12*/"))
    return root.rstrip("/")


def directives(text):
    found = {"do": "", "options": [], "additional-options": [], "additional-sources": []}
    for kind, rest in DIRECTIVE.findall(text):
        if kind == "do":
            found["do"] = rest
            continue
        match = re.match(r'"([^"]*)"\s*(.*)$|(\S+)\s*(.*)$', rest)
        words = (match.group(1) if match.group(3) is None else match.group(3)).split()
        selector = (match.group(2) or match.group(4) or "").strip()
        if holds(selector) is not False:
            found[kind] = words if kind == "options" else found[kind] + words
    return found


def tokens(selector):
    return re.findall(r"[{}!]|&&|\|\||[^\s{}!]+", selector)


def holds(selector, standard=17):
    """Whether a selector like `target { c++11 && { ! simulator } }` holds with a standard."""
    words = tokens(selector)
    if not words:
        return True
    if words[0] not in ("target",):
        return True  # Expected to fail somewhere.
    end = next((i for i, word in enumerate(words) if word == "xfail"), len(words))
    return any_of(words[1:end], standard)


def any_of(words, standard):
    """The grammar of DejaGnu's selectors: names side by side are alternatives."""
    values, operators, negated, at = [], [], False, 0
    while at < len(words):
        word = words[at]
        if word == "{":
            depth, begin = 1, at + 1
            while depth:
                at += 1
                depth += {"{": 1, "}": -1}.get(words[at], 0)
            value = any_of(words[begin:at], standard)
        elif word == "!":
            negated = not negated
            at += 1
            continue
        elif word in ("&&", "||"):
            operators.append(word)
            at += 1
            continue
        else:
            value = holds_name(word, standard)
        values.append(value != negated)
        negated = False
        at += 1
    return all(values) if "&&" in operators else any(values)


def holds_name(name, standard):
    base = re.match(r"(c\+\+\w\w)(_only|_down)?$", name)
    if not base or base.group(1) not in STANDARDS:
        return bool(HOLDS.match(name))
    of = STANDARDS[base.group(1)]
    return standard == of if base.group(2) == "_only" else standard <= of if base.group(2) else standard >= of


def standard_for(selector):
    """The first of 17, 20, 23, 14, 11, 98 that a selector allows; none: not for this machine."""
    return next((each for each in (17, 20, 23, 14, 11, 98) if holds(selector, each)), None)


def inner(text):
    text = text.strip()
    return text[1:-1].strip() if text.startswith("{") and text.endswith("}") else text


def read(path):
    with open(path, encoding="utf-8", errors="surrogateescape") as file:
        return file.read()


def c_tests(root):
    folder = os.path.join(root, FOLDERS["c"])
    for path in sorted(glob.glob(folder + "/**/*.c", recursive=True)):
        name = os.path.relpath(path, folder)
        others = []
        if name.startswith("builtins/"):
            if name.startswith("builtins/lib/") or name.endswith("-lib.c"):
                continue
            others = [path[:-2] + "-lib.c", os.path.join(folder, "builtins/lib/main.c")]
        said = directives(read(path))
        options = said["options"] + said["additional-options"] + (["-fno-builtin"] if others else [])
        yield Test("c", name, path, others, [*C_OPTIONS, *options, "-lm"], [os.path.dirname(path)])


def cpp_tests(root, corpus):
    folder = os.path.join(root, FOLDERS[corpus])
    paths = [path for pattern in ("C", "cc") for path in glob.glob(f"{folder}/**/*.{pattern}", recursive=True)]
    for path in sorted(paths):
        said = directives(read(path))
        if not said["do"].startswith("run") or "xfail *-*-*" in said["do"] or "dg-shouldfail" in read(path):
            continue
        standard = standard_for(inner(said["do"][len("run"):]))
        if standard is None:
            continue
        options = said["options"] + said["additional-options"]
        if not any(each.startswith("-std=") for each in options):
            options = ["-std=" + NAMES[standard], *options]
        others = [os.path.join(os.path.dirname(path), each) for each in said["additional-sources"]]
        test = Test(corpus, os.path.relpath(path, folder), path, others, options, [os.path.dirname(path)])
        if corpus == "libstdc++":
            util = os.path.join(folder, "util")
            test.folders.append(util)
            test.sources = [os.path.join(util, each + ".cc") for each in
                            ("testsuite_abi", "testsuite_allocator", "testsuite_character", "testsuite_hooks")]
            test.data = os.path.join(folder, "data")
        yield test


def all_tests(root, names):
    return [test for name in names for test in (c_tests(root) if name == "c" else cpp_tests(root, name))]
