# test/freeze/freeze_test.py - two records of one build are equal, and what changes is told
# SPDX-License-Identifier: Apache-2.0
"""usage: freeze_test.py DIRECTORY_OF_MAQUETTE [unittest arguments]"""
import copy
import json
import os
import subprocess
import sys
import tempfile
import unittest

BIN = os.path.abspath(sys.argv.pop(1))
FREEZE = os.path.join(os.path.dirname(os.path.abspath(__file__)), "freeze.py")
ENTRIES = (
    r"^(network: (logp|flow-fair, torus, minimal)|profile: noise, seed 1|profile: verified|warnings: faults leaks"
    r"|direct: requests|journey: convergence\.c|journey: several programs|lit: lambda\.cpp)$")
RUN = "network: logp"
# In place of `maquette`: the same, but each run has a slower network.
OTHER_MAQUETTE = """#!/bin/sh
case "$1" in
run) shift; exec '{bin}/maquette' run --set network.latency="2 us" "$@" ;;
*) exec '{bin}/maquette' "$@" ;;
esac
"""


def freeze(*arguments):
    return subprocess.run([sys.executable, "-B", FREEZE, *arguments],
                          capture_output=True,
                          text=True,
                          timeout=500,
                          check=False)


class Freeze(unittest.TestCase):

    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.mkdtemp(prefix="maquette-freeze-test-")
        cls.addClassCleanup(subprocess.run, ["rm", "-rf", cls.folder], check=True)
        cls.first = cls.record("first.json", ENTRIES, BIN)

    @classmethod
    def path(cls, name):
        return os.path.join(cls.folder, name)

    @classmethod
    def record(cls, name, entries, bin_folder):
        done = freeze("record", "--only", entries, "--work", cls.path(name + " work"), bin_folder, cls.path(name))
        if done.returncode != 0:
            raise AssertionError(done.stdout + done.stderr)
        with open(cls.path(name), encoding="utf-8") as file:
            return json.load(file)

    def compared(self, document, *options):
        """Exit status and text of the comparison of the first record with this one."""
        with open(self.path("changed.json"), "w", encoding="utf-8") as file:
            json.dump(document, file)
        done = freeze("compare", *options, self.path("first.json"), self.path("changed.json"))
        self.assertEqual(done.stderr, "")
        return done.returncode, done.stdout

    def changed(self):
        return copy.deepcopy(self.first)

    def test_a_second_record_in_another_folder_is_equal(self):
        self.assertEqual((len(self.first["simulations"]), len(self.first["skeletons"])), (6, 3))
        again = self.record("a longer name of the second.json", ENTRIES, BIN)
        self.assertEqual(again, self.first)
        self.assertEqual(self.compared(again), (0, "0 of 9 entries differ\n"))

    def test_another_result_of_a_build_is_told(self):
        other = self.path("other bin")
        os.mkdir(other)
        for name in ("maquette", "maquette-cc", "maquette-c++"):
            text = OTHER_MAQUETTE if name == "maquette" else "#!/bin/sh\nexec '{bin}/" + name + "' \"$@\"\n"
            with open(os.path.join(other, name), "w", encoding="utf-8") as file:
                file.write(text.format(bin=BIN))
            os.chmod(file.name, 0o755)
        slower = self.record("slower.json", r"^network: logp$", other)
        document = self.changed()
        document["simulations"][RUN] = slower["simulations"][RUN]
        status, text = self.compared(document, "--ignore-wording")
        self.assertEqual(status, 1)
        self.assertIn(f"{RUN}/printed/0\n", text)
        self.assertIn("\n1 of 9 entries differ\n", text)
        self.assertIn(f"{RUN}/result/predicted_seconds\n", self.compared(document, "--all")[1])

    def test_the_last_bit_of_a_time_is_told(self):
        document = self.changed()
        document["simulations"][RUN]["result"]["predicted_seconds"] *= 1 + 2.0**-52
        status, text = self.compared(document, "--ignore-wording")
        self.assertEqual((status, text.splitlines()[0]), (1, f"{RUN}/result/predicted_seconds"))

    def test_another_emitted_file_is_told(self):
        document = self.changed()
        files = document["skeletons"]["journey: several programs"]["files"]
        self.assertLessEqual({"skeleton/ring.c", "profiled/ring.c", "skeleton/strip.c", "skeleton/strip.h"},
                             set(files))
        files["profiled/sums.c"] = files["profiled/ring.c"]
        status, text = self.compared(document, "--ignore-wording")
        self.assertEqual((status, text.splitlines()[0]), (1, "journey: several programs/files/profiled/sums.c"))

    def test_a_missing_entry_is_told(self):
        document = self.changed()
        del document["simulations"][RUN]
        status, text = self.compared(document, "--ignore-wording")
        self.assertEqual((status, text.splitlines()[0]), (1, RUN))

    def test_wording_may_change_when_asked_for_but_not_what_an_error_is(self):
        document = self.changed()
        warnings = document["simulations"]["warnings: faults leaks"]["result"]["warnings"]
        place = next(i for i, warning in enumerate(warnings) if "[maquette-mpi-leak]" in warning)
        warnings[place] = "in other words [maquette-mpi-leak]"
        self.assertEqual(self.compared(document)[0], 1)
        self.assertEqual(self.compared(document, "--ignore-wording")[0], 0)
        warnings[place] = "in other words [maquette-mpi-phase]"
        self.assertEqual(self.compared(document, "--ignore-wording")[0], 1)
        del warnings[place]
        self.assertEqual(self.compared(document, "--ignore-wording")[0], 1)

    def test_nothing_of_the_host_is_kept(self):
        text = json.dumps(self.first)
        for word in (self.folder, BIN, '"host_', '"peak_rss_bytes"', '"bytes_per_rank"', '"slowdown"'):
            self.assertNotIn(word, text)


if __name__ == "__main__":
    unittest.main(verbosity=2)
