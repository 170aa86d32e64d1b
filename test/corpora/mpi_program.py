# test/corpora/mpi_program.py - makes an MPI program of a test
# SPDX-License-Identifier: Apache-2.0
import re

SKIPPED = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.S)
RAW = re.compile(r'R"([^()\\ ]*)\(.*?\)\1"', re.S)
MAIN = re.compile(r"(?<![\w.>:])main\s*\(([^()]*(?:\([^()]*\)[^()]*)*)\)")
ENDS = re.compile(r"(?<![\w.>])(?:std\s*::\s*|::\s*)?\b(abort|exit)(\s*\()")


class NoMain(Exception):
    """The text has no function main that could be found."""


def blanked(text):
    """Comments and literals as blanks: what is left can be searched; places stay."""
    def blank(match):
        return re.sub(r"[^\n]", " ", match.group())
    return SKIPPED.sub(blank, RAW.sub(blank, text))


def body_of_main(text):
    """Of main: what is before its name, its parameters, where its body begins, and where it ends."""
    code = blanked(text)
    for match in MAIN.finditer(code):
        brace = code.find("{", match.end())
        between = code[match.end():brace]
        # Old style declares parameters there; a prototype or a call ends before.
        if brace < 0 or re.search(r"[)(=}]", between) or (";" in between and not re.match(r"\s*\w", between)):
            continue
        if ";" in between and not match.group(1).strip():
            continue
        depth = 0
        for at in range(brace, len(code)):
            depth += {"{": 1, "}": -1}.get(code[at], 0)
            if depth == 0:
                before = code[:match.start()].rsplit(";", 1)[-1].rsplit("}", 1)[-1].rsplit("\n\n", 1)[-1]
                return before, match.group(1), brace, at, between
    raise NoMain


def parameters(text):
    return 0 if text.strip() in ("", "void") else text.count(",") + 1


def renamed_ends(text):
    return ENDS.sub(lambda match: "corpus_" + match.group(1) + match.group(2), text)


def mpi_program(text):
    """The test's text with another main around its own. Leaving main without a value is 0, as the language has it."""
    before, given, _, end, between = body_of_main(text)
    returns = not re.search(r"\bvoid\s*$", before)
    if returns and not re.search(r"\btry\b", between):
        text = text[:end] + ";return 0;" + text[end:]
    call = "main(" + ", ".join(("corpus_argc", "corpus_argv", "corpus_environment")[:parameters(given)]) + ")"
    status = f"corpus_exit(corpus_{call});" if returns else f"corpus_{call}; corpus_exit(0);"
    return (f"#define main corpus_main\n#line 1\n{renamed_ends(text)}\n#undef main\n"
            "int main(int corpus_argc, char **corpus_argv) {\n"
            "  char *nothing[] = {0}, **corpus_environment = nothing;\n"
            "  (void)corpus_environment;\n"
            "  corpus_start(&corpus_argc, &corpus_argv);\n"
            f"  {status}\n}}\n")
