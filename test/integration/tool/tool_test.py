# test/integration/tool/tool_test.py - every command of `maquette`, with good input and with every kind of bad input
# SPDX-License-Identifier: Apache-2.0
"""usage: tool_test.py DIRECTORY_OF_MAQUETTE [unittest arguments]"""
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

BIN = os.path.abspath(sys.argv.pop(1))
PROGRAMS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "programs")
TIME_LIMIT = 120

SMALL_MACHINE = """name = "small"
description = "two nodes"
[node]
source = "test"
count = 2
cores = 4
memory_bandwidth = "10 GB/s"
memory_latency = "200 ns"
[network]
source = "test"
model = "logp"
latency = "1 us"
bandwidth = "10 GB/s"
"""


def maquette(*arguments, **options):
    return subprocess.run([os.path.join(BIN, "maquette"), *map(str, arguments)], capture_output=True, text=True,
                          timeout=TIME_LIMIT, **options)


class ToolTest(unittest.TestCase):
    """Programs are compiled once; each test has a folder of its own, which must hold nothing but what it expects."""
    built = None

    @classmethod
    def program(cls, name, *flags):
        if ToolTest.built is None:
            ToolTest.built = tempfile.mkdtemp(prefix="maquette-tool-test-")
            unittest.addModuleCleanup(shutil.rmtree, ToolTest.built)
        path = os.path.join(ToolTest.built,
                            "_".join([name, *flags]).replace("/", "_").replace('"', "").replace("\\", ""))
        if not os.path.exists(path):
            source = os.path.join(PROGRAMS, name + ".c")
            compiler = "maquette-cc" if os.path.exists(source) else "maquette-c++"
            subprocess.run([os.path.join(BIN, compiler), "-O1", "-g", *flags,
                            source if compiler == "maquette-cc" else source + "pp", "-o", path], check=True,
                           timeout=TIME_LIMIT)
        return path

    def setUp(self):
        self.folder = tempfile.mkdtemp(prefix="maquette-tool-test-")
        self.addCleanup(shutil.rmtree, self.folder)
        self.scratch = os.path.join(self.folder, "tmp")
        os.mkdir(self.scratch)
        self.machine = self.write("small.toml", SMALL_MACHINE)

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text):
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)
        return self.path(name)

    def maquette(self, *arguments, status=0, **options):
        done = maquette(*arguments, env=dict(os.environ, TMPDIR=self.scratch), **options)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        self.assertEqual(os.listdir(self.scratch), [], "temporary files were left")
        if status != 0:
            self.assertRegex(done.stderr, r"error: |interrupted")
        return done

    def json(self, name):
        with open(self.path(name), encoding="utf-8") as file:
            return json.load(file)

    def files(self):
        return sorted(set(os.listdir(self.folder)) - {"tmp", "small.toml"})


class Run(ToolTest):
    def test_taking_the_time_often_costs_none(self):
        # 4,000 looks with tens of microseconds of work between each two, or 100,000 with half of one: nobody waits for
        # a time to come.
        for length in (20000, 800):
            self.maquette("run", "-n", 1, "-m", self.machine, "--direct", "--json", self.path("run.json"),
                          "--", self.program("stopwatch"), length)
            result = self.json("run.json")
            self.assertGreater(result["compute_seconds"], 0)
            self.assertLess(result["calls"]["MPI_Wtime"]["seconds"], 0.01 * result["compute_seconds"])

    def test_summary_json_and_report(self):
        done = self.maquette("run", "-n", 8, "-m", self.machine, "--direct", "--json", self.path("run.json"),
                             "--report", self.path("run.html"), "--stats", "--", self.program("ring"))
        self.assertIn("rank 0 of 8 heard from 7\n", done.stdout)
        self.assertIn("Predicted time: ", done.stdout)
        self.assertIn("MPI_Sendrecv", done.stdout)
        self.assertEqual(self.files(), ["run.html", "run.json"])
        result = self.json("run.json")
        for key in ("predicted_seconds", "compute_seconds", "mpi_seconds", "host_seconds", "bytes_per_rank",
                    "extrapolated_share", "predicted_values", "events", "peak_rss_bytes"):
            self.assertIn(key, result)
        self.assertEqual((result["ranks"], result["mode"], result["machine"], result["exit_status"]),
                         (8, "direct", "small", 0))
        self.assertEqual(result["calls"]["MPI_Sendrecv"]["count"], 8)
        self.assertEqual(result["calls"]["MPI_Sendrecv"]["bytes"], 8 * 4)
        self.assertGreaterEqual(result["messages"], 8)
        # One hop of at least the latency lies in it.
        self.assertGreater(result["predicted_seconds"], 1e-6)
        with open(self.path("run.html"), encoding="utf-8") as file:
            self.assertIn("MPI_Sendrecv", file.read())

    def test_report_shows_a_result_again(self):
        run = self.maquette("run", "-n", 2, "-m", self.machine, "--direct", "--json", self.path("run.json"), "--",
                            self.program("ring"))
        again = self.maquette("report", self.path("run.json"))
        self.assertEqual(again.stdout, run.stdout[run.stdout.index("Predicted time"):])
        self.maquette("report", self.path("run.json"), "-o", self.path("run.html"))
        self.assertEqual(self.files(), ["run.html", "run.json"])

    def test_messages_are_counted_by_pair_size_and_place_when_asked_for(self):
        run = self.maquette("run", "-n", 4, "-m", self.machine, "--matrix", self.path("matrix.csv"), "--sizes",
                            "--sites", "--json", self.path("run.json"), "--", self.program("ring"))
        self.assertRegex(run.stdout, r"Paths are relative to /.+/\.\n")
        self.assertRegex(run.stdout, r"\n  MPI_Sendrecv at main\(\) at ring\.c:1[23] ")
        with open(self.path("matrix.csv"), encoding="utf-8") as file:
            self.assertEqual(file.read(), "source,destination,messages,bytes\n0,1,1,4\n1,2,1,4\n2,3,1,4\n3,0,1,4\n")
        result = self.json("run.json")
        self.assertEqual([pair["destination"] for pair in result["matrix"]], [1, 2, 3, 0])
        self.assertEqual(result["message_sizes"], [{"from_bytes": 4, "messages": 4, "bytes": 16}])
        sites = {use["call"]: use for use in result["call_sites"]}
        self.assertRegex(sites["MPI_Sendrecv"]["site"], r"main\(\) at .*ring\.c:1[23]")
        for key in ("count", "bytes", "seconds", "wait_seconds"):
            self.assertAlmostEqual(sites["MPI_Sendrecv"][key], result["calls"]["MPI_Sendrecv"][key])

    def test_a_setting_changes_the_prediction(self):
        times = []
        for latency in ("1 us", "1 ms"):
            self.maquette("run", "-n", 8, "-m", self.machine, "--set", f"network.latency={latency}", "--json",
                          self.path("run.json"), "--", self.program("ring"))
            times.append(self.json("run.json")["predicted_seconds"])
        self.assertGreater(times[1], 50 * times[0])

    def test_what_if_runs_again_and_compares(self):
        done = self.maquette("run", "-n", 8, "-m", self.machine,
                             "--what-if", "network.latency=1000x,network.bandwidth=2x", "--json",
                             self.path("run.json"), "--", self.program("ring"))
        self.assertIn("What if network.latency=1000x, network.bandwidth=2x\n", done.stdout)
        result = self.json("run.json")
        self.assertEqual(result["what_if"]["changes"], ["network.latency=1000x", "network.bandwidth=2x"])
        self.assertGreater(result["what_if"]["result"]["predicted_seconds"], 50 * result["predicted_seconds"])
        self.assertIn("What if network.latency=1000x, network.bandwidth=2x\n",
                      self.maquette("report", self.path("run.json")).stdout)

    def test_machine_check_explains_the_numbers(self):
        done = self.maquette("machine", "check", self.machine, "--json", self.path("facts.json"))
        self.assertIn("\n  injection: ", done.stdout)
        self.assertEqual(self.json("facts.json")["facts"]["nodes"], 2)

    def test_oversubscribing_is_allowed_when_asked_for(self):
        done = self.maquette("run", "-n", 20, "-m", self.machine, "--oversubscribe", "--", self.program("ring"))
        self.assertIn("rank 0 of 20 heard from 19\n", done.stdout)


class BadInput(ToolTest):
    def refused(self, *arguments, says, fix):
        done = self.maquette("run", "-n", 2, "-m", self.machine, "--json", self.path("run.json"), *arguments, status=1)
        self.assertIn(says, done.stderr)
        self.assertIn("fix: " + fix, done.stderr)
        self.assertEqual(self.files(), [])
        self.assertEqual(done.stdout, "")

    def test_unknown_key_in_the_machine_file(self):
        self.machine = self.write("small.toml", SMALL_MACHINE.replace("latency = \"1 us\"", "latencyy = \"1 us\""))
        self.refused("--", self.program("ring"), says="small.toml:12:1: error: unknown key 'latencyy'",
                     fix="did you mean 'latency'?")

    def test_wrong_unit_in_the_machine_file(self):
        self.machine = self.write("small.toml", SMALL_MACHINE.replace("1 us", "1 kg"))
        self.refused("--", self.program("ring"), says="'1 kg'", fix="")

    def test_unknown_machine(self):
        self.machine = "fat-treee"
        self.refused("--", self.program("ring"), says="unknown machine 'fat-treee'", fix="did you mean 'fat-tree'?")

    def test_all_mistakes_are_reported_at_once(self):
        done = self.maquette("run", "-n", 9, "-m", self.machine, "--profile", self.path("none"),
                             "--json", "/nonexistent/x", "--", self.path("nothing"), status=1)
        for tag in ("too-many-ranks", "file-unreadable", "output-unwritable", "program-missing"):
            self.assertIn(f"[maquette-{tag}]", done.stderr)

    def test_more_ranks_than_cores(self):
        done = self.maquette("run", "-n", 9, "-m", self.machine, "--", self.program("ring"), status=1)
        self.assertEqual(done.stderr,
                         f"{self.machine}: error: 9 ranks do not fit: machine 'small' has 2 nodes of 4 cores, 8 cores "
                         "in total [maquette-too-many-ranks]\n"
                         "  fix: use -n 8 or fewer, a larger machine, or --oversubscribe to let ranks share cores\n")

    def test_output_folder_that_does_not_exist(self):
        done = self.maquette("run", "-n", 2, "-m", self.machine, "--report", "/nonexistent/r.html", "--",
                             self.program("ring"), status=1)
        self.assertIn("/nonexistent/r.html: error: cannot be written: No such file or directory", done.stderr)
        self.assertEqual(done.stdout, "", "the program ran although its results could not be written")

    def test_full_disk(self):
        done = self.maquette("run", "-n", 2, "-m", self.machine, "--json", "/dev/full", "--", self.program("ring"),
                             status=1)
        self.assertIn("/dev/full: error: cannot be written: No space left on device [maquette-output-unwritable]",
                      done.stderr)

    def test_program_that_was_not_built_with_the_wrapper(self):
        self.refused("--", "/bin/ls", says="/bin/ls: error: was not built with maquette-cc or maquette-c++",
                     fix="build it with CC=maquette-cc CXX=maquette-c++")

    def test_program_that_is_a_script(self):
        script = self.write("small.toml.sh", "#!/bin/sh\n")
        os.chmod(script, 0o755)
        done = self.maquette("run", "-n", 2, "-m", self.machine, "--", script, status=1)
        self.assertIn("is not a dynamically linked 64-bit program [maquette-program-not-built]", done.stderr)

    def test_skeleton_without_its_profile(self):
        self.refused("--", self.program("halving_skeleton"), says="this skeleton needs a profile",
                     fix="give --profile FILE, made by `maquette profile`")

    def test_damaged_profile(self):
        profile = self.write("small.toml.profile", '{"format": "maquette-profile", "version": 1')
        done = self.maquette("run", "-n", 2, "-m", self.machine, "--profile", profile,
                             "--", self.program("halving_skeleton"), status=1)
        self.assertIn("[maquette-profile-format]", done.stderr)

    def test_result_of_something_else(self):
        done = self.maquette("report", self.machine, status=1)
        self.assertIn("small.toml: error: ", done.stderr)
        self.assertIn("[maquette-run-result]", done.stderr)


class FailingPrograms(ToolTest):
    @staticmethod
    def line_of(text):
        with open(os.path.join(PROGRAMS, "failing.c"), encoding="utf-8") as file:
            return next(number for number, line in enumerate(file, 1) if text in line)

    def failed(self, how, ranks=3, status=3):
        done = self.maquette("run", "-n", ranks, "-m", self.machine, "--direct", "--json", self.path("run.json"), "--",
                             self.program("failing"), how, status=status)
        self.assertNotIn("Predicted time", done.stdout)
        return done.stderr

    def test_deadlock_says_who_waits_for_whom_and_where(self):
        text = self.failed("deadlock")
        self.assertIn("deadlock", text)
        self.assertIn("MPI_Recv", text)
        for rank, other in ((0, 1), (1, 2), (2, 0)):
            self.assertIn(f"rank {rank} waits for a message from rank {other} with tag 3", text)
        self.assertIn(f"failing.c:{self.line_of('DEADLOCK')}", text)
        result = self.json("run.json")
        self.assertEqual(result["exit_status"], 3)
        self.assertEqual(result["failures"][0]["kind"], "deadlock")

    def test_crash_says_which_rank_and_where(self):
        text = self.failed("crash")
        self.assertRegex(text, r"rank 1\b")
        self.assertIn(f"failing.c:{self.line_of('CRASH')}", text)

    def test_abort_says_which_rank_and_where(self):
        text = self.failed("abort")
        self.assertRegex(text, r"rank 1\b")
        self.assertIn("MPI_Abort", text)
        self.assertIn(f"failing.c:{self.line_of('MPI_Abort(')}", text)

    def test_a_killed_program_is_reported(self):
        text = self.failed("kill")
        self.assertIn("was killed by signal 9 (Killed)", text)
        self.assertEqual(self.files(), [])

    def test_a_program_that_leaves_without_a_result_is_reported(self):
        self.assertIn("[maquette-", self.failed("leave"))

    def test_leaving_at_once_ends_the_rank(self):
        self.assertIn("rank 0 ended with status 4 before MPI_Finalize", self.failed("_exit"))

    def interrupt(self, command, number):
        child = subprocess.Popen([os.path.join(BIN, "maquette"), *map(str, command), "--", self.program("failing"),
                                  "spin"],
                                 stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                 env=dict(os.environ, TMPDIR=self.scratch))
        self.assertEqual(child.stdout.readline(), "spinning\n")
        child.send_signal(number)
        _, errors = child.communicate(timeout=30)
        self.assertEqual(child.returncode, 128 + number)
        self.assertIn("interrupted; this run wrote no results", errors)
        self.assertEqual(self.files(), [])
        self.assertEqual(os.listdir(self.scratch), [])

    def test_the_program_does_not_outlive_the_command(self):
        child = subprocess.Popen([os.path.join(BIN, "maquette"), "run", "-n", "1", "-m", self.machine, "--direct", "--",
                                  self.program("failing"), "spin"], stdout=subprocess.PIPE, text=True,
                                 env=dict(os.environ, TMPDIR=self.scratch))
        self.assertEqual(child.stdout.readline(), "spinning\n")
        child.kill()
        self.assertEqual(child.stdout.read(), "") # Ends when the last holder of the pipe has ended.
        child.wait(timeout=30)
        child.stdout.close()

    def test_ctrl_c_and_termination(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            self.interrupt(["run", "-n", 1, "-m", self.machine, "--direct", "--json", self.path("run.json")], number)


class ProfileRunVerify(ToolTest):
    def profile(self, program="halving_profiled", *flags):
        self.maquette("profile", "-n", 4, "-o", self.path("h.profile"), "--", self.program(program, *flags))
        return self.path("h.profile")

    def profiled_seconds(self, times):
        """Of so many executions of the region with the kept code around it, and of the rest of a rank's kept code."""
        profile = self.json("h.profile")
        group, = profile["regions"]["main#work"]["groups"]
        return (times * (group["mean"] + group["kept"]) + profile["kept_per_rank"]) * 1e-12

    def test_profile_holds_regions_and_values(self):
        self.profile()
        profile = self.json("h.profile")
        self.assertEqual((profile["model_id"], profile["ranks"], profile["version"]), ("halving-1", 4, 1))
        group, = profile["regions"]["main#work"]["groups"]
        self.assertEqual((group["features"], group["count"]), ([20000], 4 * 6)) # 0.5^6 = 0.0156 <= 0.02 < 0.5^5
        self.assertGreater(group["mean"], 20000 * 100) # A division takes more than 100 ps.
        more, = profile["values"]["main#more"]["groups"]
        self.assertEqual(more["sequence"], [[1, 5, 4], [0, 1, 4]])

    def test_skeleton_takes_the_profiled_time(self):
        profile = self.profile()
        self.maquette("run", "-n", 4, "-m", self.machine, "--profile", profile, "--noise=none",
                      "--json", self.path("run.json"), "--", self.program("halving_skeleton"))
        result = self.json("run.json")
        self.assertAlmostEqual(result["compute_seconds"], self.profiled_seconds(6), delta=1e-9)
        self.assertEqual(result["calls"]["MPI_Allreduce"]["count"], 4 * 6)
        self.assertEqual(result["predicted_values"]["main#more"]["count"], 4 * 6)
        self.assertEqual(result["extrapolated_share"], 0)
        self.assertEqual(result["warnings"], [])

    def test_larger_problems_are_scaled_and_marked(self):
        profile = self.profile()
        done = self.maquette("run", "-n", 8, "-m", self.machine, "--profile", profile, "--noise=none", "--json",
                             self.path("run.json"), "--", self.program("halving_skeleton"), 80000)
        result = self.json("run.json")
        self.assertAlmostEqual(result["compute_seconds"], self.profiled_seconds(4 * 6), delta=1e-9)
        # All but the code outside regions, first touches of memory among it.
        self.assertGreater(result["extrapolated_share"], 0.7)
        self.assertRegex(done.stdout,
                         r"% of predicted compute time is extrapolated, farthest by 4x in `feature 1` of main#work\.")
        self.assertIn("come from a profiled run with other arguments: none", done.stdout)

    def test_the_same_run_twice_gives_the_same(self):
        profile = self.profile()
        results = []
        for _ in range(2):
            self.maquette("run", "-n", 8, "-m", self.machine, "--profile", profile, "--json", self.path("run.json"),
                          "--", self.program("halving_skeleton"))
            result = self.json("run.json")
            for key in ("host_seconds", "host_cpu_seconds", "peak_rss_bytes", "bytes_per_rank", "memory"):
                result.pop(key)
            results.append(result)
        self.assertEqual(*results)

    def test_profile_of_another_skeleton(self):
        profile = self.profile("halving_profiled", "-DMODEL=\"other-2\"")
        done = self.maquette("run", "-n", 4, "-m", self.machine, "--profile", profile, "--json", self.path("run.json"),
                             "--", self.program("halving_skeleton"), status=1)
        self.assertIn(f"{profile}: error: this profile belongs to model 'other-2', but the skeleton to model "
                      f"'halving-1' "
                      "[maquette-profile-model]", done.stderr)
        self.assertEqual(self.files(), ["h.profile"])

    def test_profile_that_never_saw_a_region(self):
        profile = self.profile()
        content = self.json("h.profile")
        del content["regions"]["main#work"]
        self.write("h.profile", json.dumps(content))
        done = self.maquette("run", "-n", 4, "-m", self.machine, "--profile", profile, "--",
                             self.program("halving_skeleton"), status=3)
        self.assertIn("the profile has no data for 'main#work'", done.stderr)

    def test_programs_of_the_wrong_kind(self):
        for command, says in ((["profile", "-n", 2, "-o", self.path("x"), "--", self.program("ring")],
                               "not a profiled program"),
                              (["profile", "-n", 2, "-o", self.path("x"), "--", self.program("halving_skeleton")],
                               "this is a skeleton"),
                              (["run", "-n", 2, "-m", self.machine, "--direct", "--", self.program("halving_skeleton")],
                               "this is a skeleton"),
                              (["run", "-n", 2, "-m", self.machine, "--profile", self.profile(), "--",
                                self.program("halving_profiled")], "this is a profiled program")):
            with self.subTest(says=says, command=command[0]):
                done = self.maquette(*command, status=1)
                self.assertIn(says, done.stderr)
                self.assertIn("[maquette-wrong-program]", done.stderr)

    def test_profile_is_not_written_when_interrupted_or_failed(self):
        self.maquette("profile", "-n", 2, "-o", "/nonexistent/p", "--", self.program("halving_profiled"), status=1)
        program = self.program("halving_profiled")
        child = subprocess.Popen([os.path.join(BIN, "maquette"), "profile", "-n", "2", "-o", self.path("p"),
                                  "--", program,
                                  "100000000000"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        time.sleep(0.5)
        child.send_signal(signal.SIGINT)
        _, errors = child.communicate(timeout=30)
        self.assertEqual(child.returncode, 130, errors)
        self.assertEqual(self.files(), [])

    def verify(self, *flags, status):
        profile = self.profile()
        done = self.maquette("verify", "-n", 6, "--profile", profile, "--json", self.path("verify.json"), "--full",
                             self.program("halving_profiled"), "--skeleton", self.program("halving_skeleton", *flags),
                             status=0 if status == 0 else None)
        return done

    def maquette(self, *arguments, status=0):
        if status is not None:
            return super().maquette(*arguments, status=status)
        return maquette(*arguments, env=dict(os.environ, TMPDIR=self.scratch))

    def test_verify_holds_for_the_skeleton(self):
        done = self.verify(status=0)
        self.assertIn("the skeleton communicates like the full program", done.stdout)
        result = self.json("verify.json")
        self.assertEqual((result["ranks"], result["mismatches"], result["first_mismatch"]), (6, 0, None))
        self.assertEqual(result["predicted_bytes_error"], 0)
        self.assertGreaterEqual(result["calls_compared"], 6 * 6 * 2)

    def test_verify_finds_a_wrong_tag_and_shows_both_lines(self):
        done = self.verify("-DTAG=2", status=3)
        self.assertEqual(done.returncode, 3)
        self.assertRegex(done.stdout, r"full +MPI_Sendrecv.* tag 1.*halving.h:\d+")
        self.assertRegex(done.stdout, r"skeleton +MPI_Sendrecv.* tag 2.*halving_skeleton.c:\d+")
        self.assertEqual(self.json("verify.json")["first_mismatch"]["rank"], 0)


class CommandLine(ToolTest):
    def test_usage_mistakes(self):
        for arguments, says in (([], "no command was given"),
                                (["machin"], "unknown command 'machin'"),
                                (["run", "--stak=slab"], "unknown option '--stak'"),
                                (["run", "-n", "4"], "--machine is required"),
                                (["run", "-n", "0", "-m", "fat-tree", "--", "x"], "--ranks"),
                                (["run", "-n", "4", "-m", "fat-tree", "prog"], "unexpected argument 'prog'"),
                                (["run", "-n", "4", "-m", "fat-tree"], "no program was given"),
                                (["machine", "chek"], "unknown command 'chek'")):
            with self.subTest(arguments=arguments):
                done = self.maquette(*arguments, status=2)
                self.assertIn(says, done.stderr)
                self.assertRegex(done.stderr, r"\[maquette-usage\]\n  fix: ")

    def test_near_misses_get_a_suggestion(self):
        self.assertIn("did you mean '--stack'?", self.maquette("run", "--stak=slab", status=2).stderr)
        self.assertIn("did you mean 'machine'?", self.maquette("machin", status=2).stderr)

    def test_every_command_has_help_with_an_example(self):
        for command in (["run"], ["profile"], ["profile", "show"], ["profile", "merge"], ["verify"], ["validate"],
                        ["machine"], ["machine", "list"], ["machine", "show"], ["machine", "check"],
                        ["machine", "calibrate"], ["report"], ["config"]):
            with self.subTest(command=command):
                self.assertRegex(self.maquette(*command, "--help").stdout, r"Example:\n  \w+ ")

    def test_version(self):
        self.assertRegex(self.maquette("--version").stdout, r"^maquette \d+\.\d+\.\d+\n$")


class Skeletonizer(ToolTest):
    def test_is_named_when_it_was_not_built(self):
        lonely = os.path.join(self.folder, "tmp.bin")
        os.mkdir(lonely)
        shutil.copy(os.path.join(BIN, "maquette"), lonely)
        done = subprocess.run([os.path.join(lonely, "maquette"), "skeletonize", "-p", "x"], capture_output=True,
                              text=True, timeout=TIME_LIMIT)
        self.assertEqual(done.returncode, 1)
        self.assertIn("this Maquette was built without the skeletonizer [maquette-no-skeletonizer]", done.stderr)


if __name__ == "__main__":
    unittest.main()
