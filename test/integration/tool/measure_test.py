# test/integration/tool/measure_test.py - profiles as files, and what is measured with the host's own MPI
# SPDX-License-Identifier: Apache-2.0
"""usage: measure_test.py DIRECTORY_OF_MAQUETTE [unittest arguments]"""
import os
import re
import shlex
import shutil
import socket
import subprocess
import sys
import unittest
import unittest.mock

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import tool_test # Takes the first argument.
from tool_test import PROGRAMS, TIME_LIMIT, ToolTest
from two_cores import need_two_cores


class ProfileFiles(ToolTest):
    def profile(self):
        return self.profile_of_size(20000)

    def profile_of_size(self, size):
        path = self.path(f"{size}.profile")
        self.maquette("profile", "-n", 4, "-o", path, "--", self.program("halving_profiled"), size)
        return path

    def test_several_profiles_count_together(self):
        profiles = [self.profile_of_size(size) for size in (10000, 20000, 40000)]
        several = [argument for profile in profiles for argument in ("--profile", profile)]
        self.maquette("run", "-n", 4, "-m", self.machine, *several, "--noise=none", "--json", self.path("run.json"),
                      "--", self.program("halving_skeleton"), 30000)
        region = self.json("run.json")["regions"]["main#work"]
        self.assertEqual(region["extrapolated_seconds"], 0)
        self.assertEqual(region["unjudged_seconds"], 0) # Three sizes tell how well a fourth is known.

    def test_code_that_stays_is_not_counted_with_the_regions(self):
        shown = self.maquette("profile", "-n", 4, "-o", self.path("p"), "--", self.program("halving_profiled"),
                              10).stdout
        groups = self.json("p")["regions"]["main#work"]["groups"]
        regions, kept = (sum(group["count"] * group.get(part, 0) for group in groups) for part in ("mean", "kept"))
        self.assertGreater(kept, 0.05 * regions)
        amount, unit = re.search(r", (\S+) (\ws) of computing", shown).groups()
        self.assertAlmostEqual(float(amount) * {"ns": 1e3, "us": 1e6, "ms": 1e9}[unit] / regions, 1, delta=0.02)

    def test_another_number_of_ranks_is_said(self):
        profile = self.profile()
        self.maquette("run", "-n", 8, "-m", self.machine, "--profile", profile, "--json", self.path("run.json"), "--",
                      self.program("halving_skeleton"), 20000)
        self.assertEqual(self.json("run.json")["warnings"], [
            "predicted values (loop ends, message sizes) come from a profiled run with 4 ranks. If they depend on "
            "the number of ranks, profile with the number of this run, or merge profiles of several numbers"])

    def test_profiles_are_shown_merged_and_plotted(self):
        self.maquette("profile", "merge", "-o", self.path("all.profile"), self.profile_of_size(10000),
                      self.profile_of_size(40000))
        shown = self.maquette("profile", "show", self.path("all.profile"), "--json", self.path("all.json"),
                              "--plot", "main#work", "-o", self.path("work.svg")).stdout
        self.assertRegex(shown, r"main#work .* function .*10000\.\.40000")
        region, = self.json("all.json")["regions"]
        self.assertEqual((region["form"], region["count"]), ("function", 2 * 4 * 6))
        self.assertEqual(region["features"], [{"name": "feature 1", "min": 10000, "max": 40000}])
        with open(self.path("work.svg"), encoding="utf-8") as file:
            self.assertEqual(file.read().count("<circle"), 2)

    def test_a_region_that_is_not_there_can_not_be_plotted(self):
        done = self.maquette("profile", "show", self.profile(), "--plot", "nowhere", "-o", self.path("x.svg"), status=1)
        self.assertIn("the profile holds no region 'nowhere' [maquette-profile-unseen]", done.stderr)
        self.assertEqual(self.files(), ["20000.profile"])

    def test_a_region_costs_what_the_user_says(self):
        profile = self.profile()

        def computing(*options):
            self.maquette("run", "-n", 4, "-m", self.machine, "--profile", profile, "--noise=none", *options, "--json",
                          self.path("run.json"), "--", self.program("halving_skeleton"), 20000)
            return self.json("run.json")["regions"]["main#work"]["seconds"]
        self.assertAlmostEqual(computing("--region", "main#work=x0.5"), 0.5 * computing(), delta=1e-9)
        self.assertAlmostEqual(computing("--region", "main#work=2 ms"), 4 * 6 * 2e-3, delta=1e-9)
        done = self.maquette("run", "-n", 4, "-m", self.machine, "--profile", profile, "--region", "main#wrok=x2", "--",
                             self.program("halving_skeleton"), status=1)
        self.assertIn("--region main#wrok=x2: error: the profile holds no region 'main#wrok' "
                      "[maquette-region-override]", done.stderr)

    def test_interruptions_lengthen_computing(self):
        profile = self.profile()
        seconds = []
        for options in ((), ("--os-noise", "10 us:5 us")):
            self.maquette("run", "-n", 4, "-m", self.machine, "--profile", profile, "--noise=none", *options, "--json",
                          self.path("run.json"), "--", self.program("halving_skeleton"), 20000)
            seconds.append(self.json("run.json")["compute_seconds"])
        # Half as much again; six regions of some 20 us or more on four ranks draw ten interruptions or more.
        self.assertGreater(seconds[1], 1.1 * seconds[0])
        done = self.maquette("run", "-n", 4, "-m", self.machine, "--profile", profile, "--os-noise", "often", "--",
                             self.program("halving_skeleton"), status=1)
        self.assertIn("--os-noise often: error: is not INTERVAL:LENGTH [maquette-os-noise]", done.stderr)


class Counters(ToolTest):
    def use(self, library):
        """A PAPI library of the test's own."""
        compiler = shutil.which("cc") or shutil.which("gcc") or shutil.which("clang-19")
        os.makedirs(self.path("tmp.lib"))
        subprocess.run([compiler, "-shared", "-fPIC", "-O1", os.path.join(PROGRAMS, library),
                        "-o", self.path("tmp.lib/libpapi.so")],
                       check=True, timeout=TIME_LIMIT)
        os.environ["LD_LIBRARY_PATH"] = self.path("tmp.lib")
        self.addCleanup(os.environ.pop, "LD_LIBRARY_PATH")

    def test_events_are_counted_in_as_many_passes_as_it_takes(self):
        self.use("few_counters.c")
        done = self.maquette("profile", "-n", 2, "-o", self.path("c.profile"), "--counters", "A,B,C", "--",
                             self.program("halving_profiled"), 20000)
        self.assertIn("counted: A B C\n", done.stdout)
        profile = self.json("c.profile")
        self.assertEqual(profile["counters"], {"names": ["A", "B", "C"], "note": ""})
        group, = profile["regions"]["main#work"]["groups"]
        # From its begin to its end a region without calls or inner regions is looked at once more.
        self.assertEqual((group["count"], group["counters"]), (2 * 6, {"A": 1, "B": 2, "C": 3}))

    def test_ranks_of_a_profile_have_stacks_as_large_as_said(self):
        stacks = ("profile", "-n", 2, "-o", self.path("s.profile"), "--stack-size")
        self.maquette(*stacks, "4 MiB", "--stack=slab", "--", self.program("halving_profiled"), 1000)
        self.assertEqual(self.files(), ["s.profile"])
        done = self.maquette(*stacks, "4 bananas", "--", self.program("halving_profiled"), 1000, status=1)
        self.assertIn("--stack-size: error: unknown unit 'bananas'", done.stderr)

    def test_of_repeated_profiles_one_counts(self):
        profile = self.path("r.profile")
        done = self.maquette("profile", "-n", 2, "--repeat", 3, "-o", profile, "--", self.program("halving_profiled"),
                             20000)
        self.assertRegex(done.stdout, r"3 runs: [0-9.]+ \w+ to [0-9.]+ \w+ of computing in regions; the profile holds "
                                      "the medians")
        measured = self.json("r.profile")
        self.assertEqual((measured["ranks"], measured["regions"]["main#work"]["groups"][0]["count"]), (2, 2 * 6))

    def test_several_sets_of_arguments_make_one_profile(self):
        done = self.maquette("profile", "-n", 2, "--repeat", 2, "--arguments", "40000", "-o", self.path("s.profile"),
                             "--", self.program("halving_profiled"), 10000)
        for size in (10000, 40000):
            self.assertRegex(done.stdout, rf"(?m)^{size}: 2 runs: [0-9.]+ \w+ to [0-9.]+ \w+ of computing in regions; "
                                          r"the profile holds the medians$")
        self.assertIn("profiled 4 ranks of 2 runs: 1 regions", done.stdout)
        measured = self.json("s.profile")
        self.assertEqual([(run["arguments"], run["ranks"]) for run in measured["runs"]],
                         [(["10000"], 2), (["40000"], 2)])
        few, many = measured["regions"]["main#work"]["groups"]
        self.assertEqual((few["features"][0], many["features"][0], few["count"], many["count"]), (10000, 40000, 12, 12))
        self.assertGreater(many["mean"], 2 * few["mean"])

    def test_sets_of_arguments_that_do_not_belong_together_are_refused_before_anything_runs(self):
        done = self.maquette("profile", "-n", 2, "--arguments", "40000", "--arguments", "1000 print",
                             "-o", self.path("s.profile"), "--", self.program("halving_profiled"), 20000, status=1)
        self.assertIn('--arguments "1000 print": error: its options differ from those of the profiles before it',
                      done.stderr)
        self.assertEqual(self.files(), [])

    def test_what_the_runtime_takes_for_itself_is_not_taken_off_twice(self):
        profile = self.path("b.profile")
        for _ in range(3):
            self.maquette("profile", "-n", 2, "-o", profile, "--", self.program("blocks_profiled"))
            group, = self.json("b.profile")["regions"]["main#use"]["groups"]
            self.assertEqual(group["count"], 2 * 40000)
            self.assertLess(group["kept"], 1e9) # Picoseconds a block.

    def test_what_the_runtime_takes_does_not_lie_at_the_end_of_the_programs_heap(self):
        # Six blocks of 110,000 B are more than the 128 KiB from which on the GNU C library gives the end of its heap
        # back, natively in each of 60 rounds.
        program = self.program("trims_profiled")
        self.assertIn("60 of 60\n",
                      self.maquette("profile", "-n", 1, "-o", self.path("t.profile"), "--", program).stdout)
        self.assertIn("60 of 60\n", self.maquette("run", "-n", 1, "-m", self.machine, "--direct", "--", program).stdout)

    def test_an_event_that_the_host_lacks_is_named(self):
        self.use("few_counters.c")
        done = self.maquette("profile", "-n", 2, "-o", self.path("c.profile"), "--counters", "A,PAPI_NO_SUCH", "--",
                             self.program("halving_profiled"), 20000, status=1)
        self.assertIn("--counters: error: this host cannot count 'PAPI_NO_SUCH' [maquette-counters]", done.stderr)

    def test_a_status_other_than_0_is_a_failure_but_what_was_predicted_holds(self):
        done = self.maquette("run", "-n", 2, "-m", self.machine, "--", self.program("ring"), 6, status=3)
        self.assertIn("error: rank 0 ended with status 6 [maquette-program-status]", done.stderr)
        self.assertIn("Predicted time", done.stdout)

    def test_what_ends_with_another_status_than_0_is_measured_and_compared(self):
        program, profile = self.program("halving_profiled"), self.path("halving.profile")
        done = self.maquette("profile", "-n", 2, "-o", profile, "--", program, 20000, 6)
        self.assertIn("warning: rank 0 ended with status 6 [maquette-program-status]", done.stderr)
        self.assertTrue(os.path.exists(profile))
        done = self.maquette("verify", "-n", 2, "--full", self.program("ring"), "--skeleton", self.program("ring"),
                             "--", 6)
        self.assertIn("warning: rank 0 ended with status 6", done.stderr)
        self.assertIn("the skeleton communicates like the full program", done.stdout)

    def test_loops_that_stay_and_were_never_profiled_cost_nothing(self):
        profile = self.path("r.profile")
        self.maquette("profile", "-n", 2, "-o", profile, "--", self.program("halving_profiled"), 20000)
        seconds = []
        for more in ((), ("print",)):
            done = self.maquette("run", "-n", 2, "-m", self.machine, "--noise=none", "--profile", profile,
                                 "--json", self.path("run.json"), "--", self.program("halving_skeleton"), 20000, *more)
            seconds.append(self.json("run.json")["predicted_seconds"])
        self.assertEqual(seconds[0], seconds[1])
        self.assertIn("the profiled run did not reach 1 of the loops that stay in the skeleton (main#print): they "
                      "take no time",
                      done.stdout + done.stderr)

    def test_a_region_that_was_never_profiled_changes_no_call(self):
        profile = self.path("r.profile")
        self.maquette("profile", "-n", 2, "-o", profile, "--", self.program("halving_profiled"), 20000)
        skeleton = self.program("halving_skeleton", "-DCHARGE=maquette_compute")
        done = self.maquette("verify", "-n", 2, "--profile", profile, "--full", self.program("halving_profiled"),
                             "--skeleton", skeleton, "--", 20000, "print")
        self.assertIn("the profiled run did not reach 1 of the skeleton's regions (main#print): they take no time",
                      done.stdout + done.stderr)
        self.assertIn("the skeleton communicates like the full program", done.stdout)
        done = self.maquette("run", "-n", 2, "-m", self.machine, "--profile", profile, "--", skeleton, 20000, "print",
                             status=3)
        self.assertIn("the profile has no data for 'main#print'", done.stderr)

    def test_a_roofline_needs_counts(self):
        profile = self.path("c.profile")
        self.maquette("profile", "-n", 4, "-o", profile, "--counters", "none", "--", self.program("halving_profiled"),
                      20000)
        done = self.maquette("run", "-n", 4, "-m", self.machine, "--profile", profile,
                             "--roofline", "10 Gflop/s:5 GB/s", "--", self.program("halving_skeleton"), 20000, status=1)
        self.assertIn("has no counts of floating-point operations (PAPI_FP_OPS, PAPI_DP_OPS), which a roofline needs "
                      "[maquette-roofline]", done.stderr)


class Native(ToolTest):
    """Needs an MPI library of the host."""

    def setUp(self):
        super().setUp()
        self.mpicc = next((name for name in map(shutil.which, ("mpicc.mpich", "mpicc.openmpi", "mpicc")) if name), None)
        if self.mpicc is None or shutil.which("mpiexec") is None:
            self.skipTest("no MPI library on this host")

    def test_native_profile_is_merged_from_all_processes(self):
        flags = shlex.split(self.maquette("config", "--native-flags").stdout)
        program = self.path("tmp.native")
        subprocess.run([self.mpicc, "-O1", os.path.join(PROGRAMS, "halving_profiled.c"), *flags, "-o", program],
                       check=True, timeout=TIME_LIMIT)
        self.maquette("profile", "--native", "-n", 2, "-o", self.path("n.profile"), "--", program)
        profile = self.json("n.profile")
        self.assertEqual((profile["ranks"], profile["model_id"]), (2, "halving-1"))
        self.assertEqual(profile["regions"]["main#work"]["groups"][0]["count"], 2 * 6)
        self.assertEqual(profile["values"]["main#more"]["groups"][0]["sequence"], [[1, 5, 2], [0, 1, 2]])
        self.maquette("profile", "-n", 2, "-o", self.path("tmp.alone"), "--", self.program("halving_profiled"))
        both = ("--profile", self.path("tmp.alone"), "--profile", self.path("n.profile"))
        self.maquette("run", "-n", 2, "-m", self.machine, *both, "--", self.program("halving_skeleton"))
        if profile.get("node_load", 0) > 0: # The host has more than one core.
            done = self.maquette("profile", "merge", "-o", self.path("x.profile"), self.path("n.profile"),
                                 self.path("tmp.alone"), status=1)
            self.assertIn("[maquette-profile-load]", done.stderr)

    def test_rounds_before_one_that_fails_count(self):
        noting, order = self.noting()
        failing = self.write("tmp.failing", f'#!/bin/sh\n"{noting}" "$@" && test $(wc -l < "{order}") -lt 5\n')
        os.chmod(failing, 0o755)
        done = self.maquette("profile", "--native", "-n", 1, "--repeat", 4, "--arguments", "30000", "-o",
                             self.path("n.profile"), "--", failing, 20000, status=3)
        self.assertIn("stopped in round 3 of 4: the profile holds the rounds before it", done.stderr)
        self.assertIn("30000: 2 runs", done.stdout)
        self.assertEqual([run["arguments"] for run in self.json("n.profile")["runs"]], [["20000"], ["30000"]])

    def test_program_without_the_library_is_named(self):
        program = self.path("tmp.native")
        subprocess.run([self.mpicc, "-O1", os.path.join(PROGRAMS, "ring.c"), "-o", program], check=True,
                       timeout=TIME_LIMIT)
        done = self.maquette("profile", "--native", "-n", 2, "-o", self.path("n.profile"), "--", program, status=1)
        self.assertIn("only 0 of 2 processes wrote measurements [maquette-native-parts]", done.stderr)
        self.assertEqual(self.files(), ["tmp.native"])

    # mpicc and mpiexec as a host has them whose starter does not work.
    def test_a_native_run_that_fails_says_what_to_try(self):
        for name, text in (("mpicc", "exit 0\n"), ("mpiexec", "echo no slots >&2\nexit 3\n")):
            with open(self.write(name, "#!/bin/sh\n" + text), encoding="utf-8") as file:
                os.chmod(file.name, 0o755)
        done = tool_test.maquette("machine", "calibrate", "-o", self.path("host.toml"),
                                  env=dict(os.environ, PATH=f"{self.path('')}:{os.environ['PATH']}"))
        self.assertEqual(done.returncode, 3, done.stderr)
        self.assertIn("no slots\n", done.stderr)
        self.assertIn("error: the native run failed [maquette-program-died]\n  fix: check that this command works: "
                      "mpiexec -n 2 hostname\n", done.stderr)
        self.assertFalse(os.path.exists(self.path("host.toml")))

    # Clang leaves out copies that nobody reads.
    def test_calibration_writes_a_machine_file_that_can_be_used(self):
        machine = self.path("tmp.host.toml")
        clang = shutil.which("clang-19") or shutil.which("clang")
        self.enterContext(unittest.mock.patch.dict(os.environ, {"MPICH_CC": clang, "OMPI_CC": clang} if clang else {}))
        for attempt in range(3):
            try:
                done = self.maquette("machine", "calibrate", "-o", machine)
                break
            except AssertionError as failure: # A host that is busy all the time says so.
                if "the host was too busy" not in str(failure):
                    raise
                if attempt == 2:
                    self.skipTest("the host is too busy to be calibrated")
        self.assertRegex(done.stdout,
                         r"error of the fit over [0-9]+ message sizes: median [0-9.]+ %, maximum [0-9.]+ %")
        self.maquette("machine", "check", machine)
        with open(machine, encoding="utf-8") as file:
            megabytes = float(re.search(r'local_copy_bandwidth = "([0-9.]+) MB/s"', file.read())[1])
        self.assertTrue(100 < megabytes < 1e6, megabytes)

    def test_one_node_is_no_network(self):
        fix = ("  fix: name two nodes, for example --hosts node1,node2, or leave the option out to measure inside this "
               "node\n")
        done = self.maquette("machine", "calibrate", "--hosts", "a,a", "-o", self.path("x.toml"), status=1)
        self.assertEqual(done.stderr,
                         "--hosts: error: names only one node, a, but a network needs two [maquette-calibration]\n" +
                         fix)
        with open(self.path("hosts"), "w", encoding="utf-8") as file:
            file.write("# ours\nnode1:4\nnode1 slots=2\n")
        done = self.maquette("machine", "calibrate", "--hostfile", self.path("hosts"), "-o", self.path("x.toml"),
                             status=1)
        self.assertIn("hosts: error: names only one node, node1, but a network needs two", done.stderr)

    def test_two_names_of_one_node_are_no_network(self):
        names = "localhost," + socket.gethostname()
        done = tool_test.maquette("machine", "calibrate", "--hosts", names, "-o", self.path("x.toml"),
                                  env=dict(os.environ, TMPDIR=self.scratch))
        # Starters that ask for another shell, or hosts that are busy.
        if "there is no network between them" not in done.stderr:
            self.skipTest("two processes by names do not run here: " + done.stderr[-300:])
        self.assertEqual(done.returncode, 1)
        self.assertIn(names + ": error: both processes ran on ", done.stderr)
        self.assertFalse(os.path.exists(self.path("x.toml")))

    def noting(self):
        """The profiled program built with the native MPI, and the file where each of its processes notes its
        argument."""
        native = self.path("tmp.native")
        flags = shlex.split(self.maquette("config", "--native-flags").stdout)
        subprocess.run([self.mpicc, "-O1", os.path.join(PROGRAMS, "halving_profiled.c"), *flags, "-o", native],
                       check=True, timeout=TIME_LIMIT)
        order = self.path("tmp.order")
        noting = self.write("tmp.noting", f'#!/bin/sh\necho "$1" >> "{order}"\nexec "{native}" "$@"\n')
        os.chmod(noting, 0o755)
        return noting, order

    def test_validation_compares_three_ways_to_run(self):
        noting, order = self.noting()
        profile = self.path("tmp.profile")
        self.maquette("profile", "-n", 2, "-o", profile, "--", self.program("halving_profiled"), 20000)
        self.maquette("validate", "-n", 1, "-m", self.machine, "--repeat", 2, "--native", noting, "--full",
                      self.program("halving_profiled"), "--skeleton", self.program("halving_skeleton"),
                      "--profile", profile,
                      "--arguments", "40000", "--json", self.path("v.json"), "--plot", self.path("v.svg"), "--", 20000)
        found = self.json("v.json")
        self.assertEqual([(row["args"], row["ranks"]) for row in found["rows"]], [("20000", 1), ("40000", 1)])
        for row in found["rows"]:
            self.assertGreater(row["measured_seconds"], 0)
            self.assertGreater(row["direct_seconds"], 0)
            self.assertGreater(row["skeleton_seconds"], 0)
        self.assertLessEqual(found["median_error"], found["worst_error"])
        with open(order, encoding="utf-8") as file: # In rounds; runs that were disturbed are repeated after them.
            self.assertEqual(file.read().split()[:4], ["20000", "40000", "20000", "40000"])

    def test_validation_profiles_in_turns_with_what_it_compares(self):
        need_two_cores(self)
        noting, order = self.noting()
        folder = self.path("profiles")
        os.mkdir(folder)
        full, skeleton = self.program("halving_profiled"), self.program("halving_skeleton")
        options = ["-m", self.machine, "--repeat", 2, "--statistic", "minimum", "--native", noting, "--full", full,
                   "--skeleton", skeleton, "--profile-arguments", "10000", "--profile-arguments", "30000"]
        self.maquette("validate", "-n", 2, *options, "--profile-native", noting, "--profiles-to", folder,
                      "--json", self.path("v.json"), "--", 20000)
        self.assertEqual(self.json("v.json")["statistic"], "minimum")
        row, = self.json("v.json")["rows"]
        self.assertEqual(row["measured_seconds"], row["measured_range"][0])
        self.assertEqual(row["direct_seconds"], row["direct_range"][0])
        self.assertGreater(row["skeleton_seconds"], 0)
        with open(order, encoding="utf-8") as file: # Two processes each.
            self.assertEqual(file.read().split()[:12], 2 * ["10000", "10000", "30000", "30000", "20000", "20000"])
        alone, busy = (self.json(os.path.join("profiles", name)) for name in ("alone.profile", "busy.profile"))
        self.assertNotIn("node_load", alone)
        self.assertGreater(busy["node_load"], 0)
        for profile in (alone, busy):
            self.assertEqual([run["arguments"] for run in profile["runs"]], [["10000"], ["30000"]])
        done = self.maquette("validate", "-n", 1, *options, "--profile-native", noting, "--", 20000, status=1)
        self.assertIn("--profile-native: error: --profile-native measures contention between ranks, but there is only "
                      "one rank", done.stderr)
        done = self.maquette("validate", "-n", 1, *options, "--profile-arguments", "--loud 30000", "--", 20000,
                             status=1)
        self.assertIn("[maquette-profile-arguments]", done.stderr)
        self.assertIn('--profile-arguments "--loud 30000": error: ', done.stderr)
        done = self.maquette("validate", "-n", 1, *options, "--profiles-to", "/proc", "--", 20000, status=1)
        self.assertIn("/proc/alone.profile: error: ", done.stderr)

    def validate_directly(self, program, *options):
        """What `maquette validate` says on stderr of one rank and two, and its rows."""
        native = self.path(f"tmp.{program}")
        subprocess.run([self.mpicc, "-O1", "-pthread", os.path.join(PROGRAMS, f"{program}.c"), "-o", native],
                       check=True, timeout=TIME_LIMIT)
        done = self.maquette("validate", "-n", "1,2", "-m", self.machine, "--repeat", 2, *options, "--native", native,
                             "--full", self.program(program), "--json", self.path("v.json"))
        rows = self.json("v.json")["rows"]
        for row in rows:
            self.assertGreater(row["direct_seconds"], 0)
        return done.stderr, rows

    def test_validation_in_direct_mode_uses_a_core_for_each_rank(self):
        need_two_cores(self)
        said, rows = self.validate_directly("ring")
        self.assertEqual([row["host_cores"] for row in rows], [1, 2])
        self.assertNotIn("one core", said)
        self.assertEqual([row["host_cores"] for row in self.validate_directly("ring", "--host-cores", 1)[1]], [1, 1])

    def test_validation_uses_one_core_for_what_processes_cannot(self):
        need_two_cores(self)
        said, rows = self.validate_directly("helper_thread")
        self.assertEqual([row["host_cores"] for row in rows], [1, 1])
        self.assertEqual(said.count("maquette: warning: direct mode computes on one core of the host: "), 1)
        self.assertIn("creates threads", said)
        self.assertNotIn("error:", said)

    def test_more_ranks_than_cores_are_refused(self):
        done = self.maquette("validate", "-n", 1, "-m", self.machine, "--host-cores", 4096, "--native", "/bin/true",
                             "--full", self.program("ring"), status=1)
        self.assertIn("--host-cores 4096: error: this process may use", done.stderr)
        done = self.maquette("validate", "-n", os.cpu_count() + 1, "-m", self.machine, "--native", "/bin/true",
                             "--full", self.program("ring"), status=1)
        self.assertIn("[maquette-too-many-ranks]", done.stderr)


if __name__ == "__main__":
    unittest.main()
