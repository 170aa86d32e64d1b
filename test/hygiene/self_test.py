# test/hygiene/self_test.py - each hygiene check catches a planted fault and passes a clean tree
# SPDX-License-Identifier: Apache-2.0
import importlib.util
import os
import pathlib
import tempfile
import unittest

import class_size
import error_tags
import file_size
import format as code_format
import layering
import library_code
import line_length
import links
import machine_sources
import model_pages
import result_tables
import sources

BUILD = pathlib.Path(__file__).resolve().parents[2] / "docs/build.py"
site = importlib.util.module_from_spec(importlib.util.spec_from_file_location("site_build", BUILD))
site.__spec__.loader.exec_module(site)


class Planted(unittest.TestCase):
    def findings(self, check, **files):
        """Runs the check on a tree of these files; '__' stands for '/' and '_DOT_' for '.' in their names."""
        with tempfile.TemporaryDirectory() as root:
            for name, text in files.items():
                path = os.path.join(root, name.replace("__", "/").replace("_DOT_", "."))
                os.makedirs(os.path.dirname(path), exist_ok=True)
                with open(path, "w", encoding="utf-8") as file:
                    file.write(text)
            return check(root)

    def test_layering_refuses_paths_out_of_a_room(self):
        self.assertEqual(
            self.findings(layering.check, runtime__host__lib__bad_DOT_cpp='#include "../../formats/lib/files.h"\n'),
            ["runtime/host/lib/bad.cpp:1: error: runtime/host/ includes runtime/formats/lib/files.h by a path out of "
             "the room\n  fix: include it as 'maquette/<room>/...', and link that room"])

    def test_layering_keeps_llvm_in_the_skeletonizer(self):
        self.assertEqual(
            self.findings(layering.check, runtime__host__bad_DOT_cpp="\n#include <llvm/ADT/Twine.h>\n"),
            ["runtime/host/bad.cpp:2: error: runtime/host/ may not include llvm/ADT/Twine.h\n"
             "  fix: LLVM is known to skeletonizer/ only"])

    def test_layering_accepts_what_is_allowed_and_ignores_comments(self):
        self.assertEqual(self.findings(
            layering.check,
            models__lib__good_DOT_cpp='#include "../lib/network/pool.h"\n// #include "../../sim/lib/arena.h"\n',
            runtime__mpi__core__good_DOT_cpp='#include <mpi.h>\n#include "../p2p/request.h"\n'), [])

    def test_library_code_may_not_print_or_exit(self):
        self.assertEqual(
            self.findings(library_code.check, sim__lib__bad_DOT_cpp='void f() {\n  std::printf("x");\n  exit(1);\n}\n'),
            ["sim/lib/bad.cpp:2: error: library code prints ('printf')\n"
             "  fix: return a sim::Error and let tool/ print it",
             "sim/lib/bad.cpp:3: error: library code ends the process ('exit')\n"
             "  fix: return a sim::Error and let tool/ print it"])

    def test_library_code_may_speak_of_exits_and_call_members(self):
        self.assertEqual(self.findings(
            library_code.check,
            sim__lib__good_DOT_cpp='// exit(1)\nconst char *k = "abort()";\n'
                                   'void f(W &w) { w.abort(3); w.exit_status(); }\n',
            runtime__tool__main_DOT_cpp='int main() { std::printf("x"); }\n'), [])

    def test_file_size_fails_over_800_and_asks_for_a_reason_over_500(self):
        self.assertEqual(
            self.findings(file_size.check, sim__a_DOT_cpp="\n" * 800, sim__b_DOT_cpp="\n" * 600,
                          sim__c_DOT_cpp="// Size: one table.\n" + "\n" * 600, sim__d_DOT_cpp="\n" * 400),
            ["sim/a.cpp: error: 801 lines, more than 800\n  fix: split it by reason to change",
             "sim/b.cpp: error: 601 lines, more than 500, without a reason\n"
             "  fix: split it, or say why it is one file in a line 'Size: ...' at its top"])

    def test_classes_have_40_members_at_most(self):
        members = "".join(f"  int m{i};\n" for i in range(30)) + "".join(f"  void f{i}();\n" for i in range(10))
        self.assertEqual(
            self.findings(class_size.check, sim__good_DOT_h=f"class A {{\n  A(A &) = delete;\n{members}}};\n",
                          sim__bad_DOT_h=f"struct A {{ int own; }};\nclass B {{\n{members}  int more_;\n}};\n",
                          sim__nested_DOT_h=f"class C {{\n{members}  struct D {{ int a, b; }};\n}};\n"),
            ["sim/bad.h:2: error: B has 41 members, more than 40\n  fix: divide it by what changes together"])

    def test_error_tags_need_a_heading_and_headings_a_tag(self):
        self.assertEqual(
            self.findings(error_tags.check, sim__lib__e_DOT_cpp='f("maquette-new");\n',
                          docs__reference__errors_DOT_md="## maquette-old\n"),
            ["sim/lib/e.cpp:1: error: the tag 'maquette-new' has no heading in docs/reference/errors.md\n"
             "  fix: add '## maquette-new', sorted",
             "docs/reference/errors.md:1: error: no code reports 'maquette-old'\n  fix: remove the heading"])

    def test_error_tags_are_sorted(self):
        self.assertEqual(
            self.findings(error_tags.check, sim__lib__e_DOT_cpp='f("maquette-a"); f("maquette-b");\n',
                          docs__reference__errors_DOT_md="## maquette-b\n## maquette-a\n"),
            ["docs/reference/errors.md:2: error: 'maquette-a' is out of order\n  fix: sort the headings"])

    def test_error_tags_pass_when_they_agree(self):
        self.assertEqual(self.findings(
            error_tags.check, sim__lib__e_DOT_cpp='f("maquette-a"); g("maquette-cc");\n',
            docs__reference__errors_DOT_md="# Errors\n## maquette-a\n"), [])

    def test_sources_need_a_licence_line(self):
        self.assertEqual(
            self.findings(sources.check, sim__lib__x_DOT_cpp="int x;\n", examples__empty_DOT_txt=""),
            ["sim/lib/x.cpp: error: no licence line\n"
             "  fix: add 'SPDX-License-Identifier: Apache-2.0' to its first lines"])

    def test_examples_have_no_pragmas(self):
        text = "// SPDX-License-Identifier: Apache-2.0\n#" + "pragma  maquette keep\n"
        self.assertEqual(
            self.findings(sources.check, examples__a__x_DOT_c=text),
            ["examples/a/x.c:2: error: an example with a Maquette pragma\n"
             "  fix: examples are ordinary MPI programs: remove it"])

    def test_headers_have_guards(self):
        text = "// SPDX-License-Identifier: Apache-2.0\n#pragma once\n"
        self.assertEqual(len(self.findings(sources.check, sim__x_DOT_h=text)), 1)

    def test_links_lead_somewhere(self):
        self.assertEqual(
            self.findings(links.check, README_DOT_md="[a](docs/no.md) [b](docs/yes.md) [c](docs/yes.md#not) "
                                                     "[d](docs/yes.md#it-is)\n",
                          docs__yes_DOT_md="# It is\n[web](https://example.org) [top](../README.md)\n"),
            ["README.md:1: error: 'docs/no.md' does not exist\n  fix: mend the link",
             "README.md:1: error: docs/yes.md has no heading '#not'\n  fix: mend the link"])

    def test_lines_have_120_characters_at_most(self):
        word = "x" * 60
        self.assertEqual(
            self.findings(line_length.check, sim__a_DOT_cpp=f"// {word} {word}\n// {word}\n",
                          docs__a_DOT_md=f"| {word} | {word} |\n[{word}](https://example.org/{word})\n{word} {word}\n",
                          sim__table_DOT_def=f"ROW({word}, {word})\n"),
            ["docs/a.md:3: error: 121 characters, more than 120\n  fix: break the line",
             "sim/a.cpp:1: error: 124 characters, more than 120\n  fix: break the line"])

    def test_sources_of_machines_name_documents(self):
        self.assertEqual(
            self.findings(machine_sources.check,
                          models__machines__m_DOT_toml='a = { value = 1, source = "somebody said" }\n'
                          'b = { value = 1, source = "illustrative" }\n'
                          'c = { value = 1, source = "A. B., C, SC 2020" }\n'
                          'd = { value = 1, source = """A. B., \\\n  C, SC 2020""" }\n'
                          'e = { value = 1, source = """somebody \\\n  else""" }\n'),
            ["models/machines/m.toml:1: error: the source 'somebody said' names no document\n"
             "  fix: give an address, a publication with its year, or begin with 'illustrative'",
             "models/machines/m.toml:6: error: the source 'somebody else' names no document\n"
             "  fix: give an address, a publication with its year, or begin with 'illustrative'"])

    def test_pages_of_models_have_their_headings(self):
        whole = "# m\n## Scope and limitations\n## Equations\n## Parameters\n## Validation\n## References\n"
        self.assertEqual(
            self.findings(model_pages.check, docs__models__good_DOT_md=whole,
                          docs__models__bad_DOT_md=whole.replace("## Validation\n", ""),
                          docs__models__turned_DOT_md=whole.replace("## Equations\n", "") + "## Equations\n"),
            ["docs/models/bad.md: error: a model's page without '## Validation'\n"
             "  fix: have, in this order: Scope and limitations, Equations, Parameters, Validation, References",
             "docs/models/turned.md: error: a model's page with its headings out of order\n"
             "  fix: have, in this order: Scope and limitations, Equations, Parameters, Validation, References"])

    PAGE = "# R\n<!-- table: t -->\n| what | time | commit |\n|---|---|---|\n" \
           "| a | {} | `0123abc` |\n| b | 2 s | `4567def` |\n\n" \
           "All rows: date 2026-11-25; host two cores; command `bench a`.\n<!-- end of table -->\n"
    TABLE = "what,time,commit,date,host,command\na,1 s,0123abc,2026-11-25,two cores,bench a\n" \
            "b,2 s,4567def,2026-11-25,two cores,bench a\n"

    def test_result_tables_are_what_their_csv_gives(self):
        self.assertEqual(self.findings(
            result_tables.check, docs__results__p_DOT_md=self.PAGE.format("1 s"),
            docs__results__data__t_DOT_csv=self.TABLE), [])
        self.assertEqual(
            self.findings(result_tables.check, docs__results__p_DOT_md=self.PAGE.format("3 s"),
                          docs__results__data__t_DOT_csv=self.TABLE),
            ["docs/results/p.md: error: its tables are not what their CSV files give\n"
             "  fix: run docs/results/make_tables.py"])

    def test_result_tables_name_commit_date_host_and_command(self):
        page = "<!-- table: t -->\n<!-- end of table -->\n"
        for planted, what in ((self.TABLE.replace("0123abc", ""), "data/t.csv:2: error: '' is no commit"),
                              (self.TABLE.replace("2026-11-25", "today", 1), "data/t.csv:2: error: 'today' is no date"),
                              (self.TABLE.replace("b,2 s", "b"), "data/t.csv:3: error: 5 cells where the header has 6"),
                              (self.TABLE.replace(",host,", ",machine,"),
                               "data/t.csv:1: error: the last columns are not commit, date, host, command"),
                              (self.TABLE.split("\n")[0], "data/t.csv:1: error: no rows")):
            with self.subTest(what):
                found = self.findings(result_tables.check, docs__results__p_DOT_md=page,
                                      docs__results__data__t_DOT_csv=planted)
                self.assertEqual(len(found), 1)
                self.assertEqual(found[0].split("\n")[0], "docs/results/" + what)

    def test_result_tables_have_a_page_an_end_and_a_file(self):
        self.assertEqual(
            self.findings(result_tables.check,
                          docs__results__p_DOT_md="<!-- table: no -->\n<!-- end of table -->\n<!-- table: t -->\n",
                          docs__results__data__t_DOT_csv=self.TABLE),
            ["docs/results/p.md:1: error: docs/results/data/no.csv does not exist\n  fix: add it, or mend the name",
             "docs/results/p.md:3: error: the table 't' has no end\n  fix: add '<!-- end of table -->' below it",
             "docs/results/data/t.csv: error: no page shows this table\n"
             "  fix: add '<!-- table: t -->' to a page, or remove the file"])

    def test_format_finds_the_first_deviation_of_a_file(self):
        self.assertEqual(
            self.findings(code_format.check, **{
                "_DOT_clang-format": "BasedOnStyle: LLVM\n", "sim__lib__bad_DOT_cpp": "int a;\nint  b;\nint  c;\n",
                "sim__lib__good_DOT_cpp": "int a;\n", "test__bench__bad_DOT_cpp": "int  a;\n",
                "test__bench__programs__any_DOT_c": "int  a;\n", "test__lit__any_DOT_c": "int  a;\n"}),
            ["sim/lib/bad.cpp:2: error: not as clang-format-19 writes it\n  fix: clang-format-19 -i sim/lib/bad.cpp",
             "test/bench/bad.cpp:1: error: not as clang-format-19 writes it\n"
             "  fix: clang-format-19 -i test/bench/bad.cpp"])


class Site(unittest.TestCase):
    """docs/build.py: what it makes of pages, and which faults of theirs it reports."""

    def led(self, text):
        problems = []
        pages = {pathlib.Path("docs/guide/index.md"): pathlib.Path("guide/index.md"),
                 pathlib.Path("CONTRIBUTING.md"): pathlib.Path("contributing.md")}
        return site.led_to_copies(pathlib.Path("docs/guide/index.md"), text, pages, problems), problems

    def test_links_to_pages_lead_to_their_copies(self):
        self.assertEqual(self.led("[rules](../../CONTRIBUTING.md#recipes)"),
                         ("[rules](../contributing.md#recipes)", []))

    def test_links_to_other_files_become_their_names(self):
        self.assertEqual(self.led("[the licence](../../LICENSE), [LICENSE](../../LICENSE)"),
                         ("the licence (`LICENSE`), `LICENSE`", []))

    def test_a_link_that_leads_nowhere_is_an_error(self):
        self.assertEqual(self.led("[a](no.md)\n```\n[b](neither.md)\n```\n")[1],
                         ["docs/guide/index.md: error: 'no.md' does not exist\n  fix: mend the link"])

    def test_a_page_that_no_index_names_is_an_error(self):
        with tempfile.TemporaryDirectory() as folder:
            source, problems = pathlib.Path(folder), []
            for index in site.INDEXES:
                (source / index).parent.mkdir(exist_ok=True)
                (source / index).write_text("[one](one.md)\n" if index == "guide/index.md" else
                                            "[guide](guide/index.md)\n" if index == "index.md" else "")
            (source / "guide/one.md").write_text("# One\n")
            (source / "guide/two.md").write_text("# Two\n")
            site.with_navigation(source, problems)
            self.assertIn("one.md", (source / "guide/index.md").read_text().split("{toctree}")[1])
            self.assertIn("docs/guide/two.md: error: no index names this page", "\n".join(problems))
            self.assertNotIn("docs/guide/one.md", "\n".join(problems))

    def test_a_help_becomes_a_page(self):
        lines, summary = site.page_of("maquette x", "Does *x*\nUsage: maquette x [OPTIONS]\n\nOptions:\n"
                                      "  -n,--ranks INT              Ranks\n                              to run\n")
        self.assertEqual(summary, "Does *x*")
        self.assertEqual("\n".join(lines), "# maquette x\n\nDoes \\*x\\*\n\n## Synopsis\n\n```\n"
                         "maquette x [OPTIONS]\n```\n\n## Options\n\n`-n,--ranks INT`\n: Ranks to run\n")

    def test_words_of_a_help_before_a_table_are_a_paragraph(self):
        lines, _ = site.page_of("maquette x", "x writes *two* things:\n  OUT/a   this\n  OUT/b   that\n")
        self.assertEqual("\n".join(lines), "# maquette x\n\nx writes \\*two\\* things:\n\n```\n"
                         "  OUT/a   this\n  OUT/b   that\n```\n")

    def test_broken_anchors_of_the_built_site_are_errors(self):
        with tempfile.TemporaryDirectory() as folder:
            out = pathlib.Path(folder)
            for name, text in (("a.html", '<a href="b.html#there">x</a><a href="b.html#not">y</a>'),
                               ("b.html", '<h1 id="there">B</h1>'), ("search.html", ""), ("searchindex.js", "")):
                (out / name).write_text(text)
            self.assertEqual([problem.split("error: ")[1] for problem in site.check_site(out)],
                             ["'b.html#not' has no such anchor"])


if __name__ == "__main__":
    unittest.main()
