#!/usr/bin/env python3
# test/bench/corrections.py - what each correction of measured spans is worth
# SPDX-License-Identifier: Apache-2.0
"""usage: corrections.py measure --bin BIN --examples FOLDER --work FOLDER [--seconds N] [--turns N]
                              [--variants NAME+NAME..] [--programs NAME..]
       corrections.py summary RUNS.. --commit HASH --date DATE --host TEXT --output FILE.csv
       corrections.py programs RUNS.. --without NAME+NAME --commit HASH --date DATE --host TEXT --output FILE.csv

measure runs a fixed set of programs with all corrections and with some left out (`--corrections=-NAME`), each alone
unless --variants says otherwise, on a quiet host and with disturb.c on its cores. It compares what is predicted with
native runs of the same turn. Every turn of a program becomes a line of WORK/runs.jsonl. With --seconds it stops at the
first program behind that time; call it again, and it goes on there.

summary says for each correction where it matters most, programs what the error of each program is with and without
some. Both read files runs.jsonl.

The programs of patterns.c do the same work on each of their ranks, so that one rank natively is the reference for any
number of ranks that take turns on one core. Those with two ranks on two cores run natively with two."""
import argparse
import collections
import csv
import json
import os
import pathlib
import random
import shlex
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent / "integration" / "examples"))
import example_test  # noqa: E402
import validate_examples  # noqa: E402

TURNS = ("steal", "touch", "touch-used", "touch-heap", "restore", "ratio", "ratio-place", "ratio-restored", "pipeline",
         "outliers", "rare-alone", "pace")
# By how a program is measured: what can change it there.
CORRECTIONS = {
    "turns": TURNS,
    "cores": ("steal", "touch", "touch-used", "touch-heap", "touch-shared", "moved", "bind", "pipeline", "outliers",
              "rare-alone", "pace"),
    "profile": ("steal", "touch", "touch-used", "touch-heap", "restore", "outliers", "rare-alone", "pace"),
}
# Some only show what they are worth when others do not hide it.
GROUPS = ("touch+touch-used+touch-heap", "touch-shared+moved")
FREE = """name = "free"
description = "a network that costs nothing"
[node]
source = "none: only computing counts"
count = 256
cores = 1
memory_bandwidth = "100000 GB/s"
memory_latency = "0 ns"
[network]
source = "none: only computing counts"
model = "logp"
latency = "0 ns"
bandwidth = "100000 GB/s"
[mpi]
source = "none: only computing counts"
send_overhead = "0 ns"
receive_overhead = "0 ns"
eager_threshold = "8 KiB"
"""

Program = collections.namedtuple("Program", "name how ranks code arguments native_ranks native_arguments")


def pattern(name, ranks, arguments, native_arguments=None, how="turns"):
    return Program(name, how, ranks, "patterns", arguments, 1, native_arguments or arguments)


def cube(n, iterations):
    return f"-n {n} {n} {n} --iterations {iterations} --tolerance 1e-30"


def example(name, how, ranks, code, arguments):
    return Program(name, how, ranks, code, arguments, ranks, arguments)


PROGRAMS = (
    pattern("sweep, 64 KiB on 16 ranks", 16, "sweep 1000 8192"),
    pattern("sweep, 768 KiB on 16 ranks", 16, "sweep 200 98304"),
    pattern("sweep, 1.5 MiB on 64 ranks", 64, "sweep 25 196608"),
    pattern("list of small blocks, 16 ranks", 16, "small 150 8192"),
    pattern("building such a list, 16 ranks", 16, "small 2 16384"),
    pattern("long and short spans in turn, 16 ranks", 16, "phases 200 98304"),
    pattern("spans of 0.3 us, 16 ranks", 16, "short 3000 2000"),
    pattern("pipeline of 0.3 us, 4 ranks", 4, "pipeline 8000 32000", "pipeline 8003 32000"),
    pattern("pipeline of 1 us, 16 ranks", 16, "pipeline 1200 100000", "pipeline 1215 100000"),
    pattern("large buffers, used to an eighth, 16 ranks", 16, "buffers 120 700000"),
    pattern("arrays of each step, 16 ranks", 16, "arrays 40 4000"),
    pattern("new memory in each step, 16 ranks", 16, "fresh 20 50000"),
    pattern("unequal ranks, 16 ranks", 16, "imbalance 300 8000"),
    pattern("short bursts, 16 ranks", 16, "bursts 150 10"),
    pattern("long bursts, 16 ranks", 16, "bursts 60 150"),
    pattern("two spans of 2 ms, 64 ranks", 64, "once 2 1500"),
    example("poisson3d 32^3, 1 rank", "turns", 1, "poisson3d", cube(32, 160)),
    example("particles 3,000, 1 rank", "turns", 1, "particles", "-n 3000 --steps 100"),
    example("poisson3d 48^3, 2 ranks in turns", "turns", 2, "poisson3d", cube(48, 160)),
    example("poisson3d 32^3, 2 ranks", "cores", 2, "poisson3d", cube(32, 160)),
    example("poisson3d 48^3, 2 ranks", "cores", 2, "poisson3d", cube(48, 160)),
    example("particles 3,000, 2 ranks", "cores", 2, "particles", "-n 3000 --steps 100"),
    example("halo of 8 KiB, 2 ranks", "cores", 2, "patterns", "halo 3000 1024"),
    example("new memory in each step, 2 ranks", "cores", 2, "patterns", "fresh 60 100000"),
    pattern("sweep, 768 KiB on 16 ranks, profile", 16, "sweep 200 98304", how="profile"),
    pattern("unequal ranks, 16 ranks, profile", 16, "imbalance 300 8000", how="profile"),
    pattern("two spans of 2 ms, 64 ranks, profile", 64, "once 2 1500", how="profile"),
    example("poisson3d 32^3, 1 rank, profile", "profile", 1, "poisson3d", cube(32, 160)),
    example("poisson3d 32^3, 2 ranks, profile", "profile", 2, "poisson3d", cube(32, 160)),
    example("particles 3,000, 2 ranks, profile", "profile", 2, "particles", "-n 3000 --steps 100"),
)
NATIVES = 2  # Before the runs in simulation, and behind those on the quiet host.
# On the core that is measured 2 ms in 14, as another program would; on the other 10 ms in 20, with more memory than the
# caches hold.
NEIGHBOURS = ((-1, 2000, 12000, 4), (-2, 10000, 10000, 64))


def run(command, **how):
    done = subprocess.run([str(word) for word in command], check=False, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, **how)
    if done.returncode != 0:
        sys.exit(f"{shlex.join(map(str, command))} ended with {done.returncode}:\n{done.stdout}")
    return done.stdout


class Neighbours:
    """disturb.c on the cores, stopped unless they are wanted."""

    def __init__(self, program):
        cores = sorted(os.sched_getaffinity(0))
        self.processes = []
        for core, busy, rest, size in NEIGHBOURS:
            if len(cores) >= -core:
                arguments = [program, str(cores[core]), str(busy), str(rest), str(size)]
                self.processes.append(subprocess.Popen(arguments))
        self.quiet()

    def tell(self, sign):
        for process in self.processes:
            process.send_signal(sign)

    def quiet(self):
        self.tell(signal.SIGSTOP)

    def disturb(self):
        self.tell(signal.SIGCONT)

    def end(self):
        for process in self.processes:
            process.kill()
            process.wait()


class Bench:
    def __init__(self, options):
        self.bin, self.work, self.examples = options.bin, options.work, options.examples
        self.environment = dict(os.environ, PATH=f"{self.bin}{os.pathsep}{os.environ['PATH']}")
        self.environment.update(validate_examples.same_compilers(str(self.bin)))
        self.timer = next(self.bin.parent.glob("lib*/libmaquette-timer.so"))
        self.neighbours = None

    def build(self):
        """Once in a work folder: programs in three forms, machine files."""
        self.work.mkdir(parents=True, exist_ok=True)
        ready = self.work / "built"
        if not ready.exists():
            self.build_patterns()
            run(["cc", "-O2", HERE / "corrections" / "disturb.c", "-o", self.work / "disturb"])
            for name in ("poisson3d", "particles"):
                self.build_example(name)
            (self.work / "free.toml").write_text(FREE, encoding="utf-8")
            run(["maquette", "machine", "calibrate", "-o", self.work / "host.toml"], env=self.environment)
            ready.touch()
        self.neighbours = Neighbours(self.work / "disturb")

    def build_patterns(self):
        for kind in ("native", "full", "skeleton"):
            (self.work / kind).mkdir(exist_ok=True)
        source = HERE / "corrections" / "patterns.c"
        commands = [{"directory": str(self.work), "file": str(source),
                     "arguments": ["maquette-cc", "-O2", "-c", str(source), "-o", "patterns.o"]}]
        (self.work / "compile_commands.json").write_text(json.dumps(commands), encoding="utf-8")
        trees = self.work / "patterns"
        run(["maquette", "skeletonize", "-p", self.work, "-o", trees], env=self.environment)
        for kind, compiler, text in (("native", "mpicc", source), ("full", "maquette-cc", trees / "profiled"),
                                     ("skeleton", "maquette-cc", trees / "skeleton")):
            file = next(text.rglob("patterns.c")) if text.is_dir() else text
            run([compiler, "-O2", file, "-o", self.work / kind / "patterns"], env=self.environment)

    def build_example(self, name):
        paths = validate_examples.Paths(str(self.examples / name), str(self.bin), str(self.work / name))
        case = example_test.Case(paths)
        with open(os.devnull, "w", encoding="utf-8") as nowhere:
            shown, sys.stdout = sys.stdout, nowhere
            try:
                example_test.readme(case)
            finally:
                sys.stdout = shown
        shutil.copytree(case.source, self.work / name / "native")
        run(["make", "-C", self.work / name / "native"], env=self.environment)
        for kind, made in (("native", pathlib.Path(case.work, "native", name)),
                           ("full", pathlib.Path(case.copy, case.full)),
                           ("skeleton", pathlib.Path(case.copy, case.skeleton))):
            shutil.copy(made, self.work / kind / name)

    def native(self, program):
        """Processor seconds of the slowest process."""
        with tempfile.TemporaryDirectory(dir=self.work) as folder:
            environment = dict(self.environment, MAQUETTE_NATIVE_TIMES=folder, LD_PRELOAD=str(self.timer))
            run(["mpiexec", "-n", program.native_ranks, self.work / "native" / program.code,
                 *program.native_arguments.split()], env=environment)
            return max(float(path.read_text(encoding="utf-8").split()[1])
                       for path in pathlib.Path(folder).glob("*.time"))

    def predicted(self, program, variant):
        """Seconds, without some corrections."""
        left_out = ["--corrections=-" + variant.replace("+", ",-")] if variant else []
        result = self.work / "result.json"
        machine = "free.toml" if program.code == "patterns" and program.how != "cores" else "host.toml"
        to = ["-n", program.ranks, "-m", self.work / machine, "--oversubscribe", "--json", result]
        arguments = ["--", None, *program.arguments.split()]
        if program.how == "profile":
            arguments[1] = self.work / "full" / program.code
            profile = self.work / "measured.profile"
            run(["maquette", "profile", *left_out, "-n", program.ranks, "-o", profile, *arguments],
                env=self.environment)
            arguments[1] = self.work / "skeleton" / program.code
            run(["maquette", "run", *to, "--profile", profile, *arguments], env=self.environment)
        else:
            arguments[1] = self.work / "full" / program.code
            cores = program.ranks if program.how == "cores" else 1
            run(["maquette", "run", "--direct", *left_out, "--host-cores", cores, *to, *arguments],
                env=self.environment)
        return json.loads(result.read_text(encoding="utf-8"))["predicted_seconds"]

    def measure(self, program, chosen):
        """One turn: natives, and each variant on the quiet and on the disturbed host, in random order."""
        variants = ["", ""] + (chosen or list(CORRECTIONS[program.how]))
        self.native(program)
        natives = [self.native(program) for _ in range(NATIVES)]
        runs = []
        for host in ("quiet", "disturbed"):
            random.shuffle(variants)
            if host == "disturbed":
                self.neighbours.disturb()
            for variant in variants:
                runs.append([host, variant, self.predicted(program, variant)])
            if host == "quiet":
                natives += [self.native(program) for _ in range(NATIVES)]
        self.neighbours.quiet()
        return {"program": program.name, "native": natives, "runs": runs}


def measure(options):
    begun = time.monotonic()
    bench = Bench(options)
    log = options.work / "runs.jsonl"
    bench.build()
    try:
        done = collections.Counter(json.loads(line)["program"] for line in log.open()) if log.exists() else {}
        chosen = [program for program in PROGRAMS if not options.programs or program.name in options.programs]
        for turn in range(options.turns):
            for program in chosen:
                if done.get(program.name, 0) > turn:
                    continue
                if options.seconds and time.monotonic() - begun > options.seconds:
                    return
                before = time.monotonic()
                found = bench.measure(program, options.variants)
                with log.open("a", encoding="utf-8") as file:
                    file.write(json.dumps(found) + "\n")
                print(f"turn {turn + 1}: {program.name}, {time.monotonic() - before:.1f} s", flush=True)
    finally:
        bench.neighbours.end()


# ---- What it comes to ----

FEWEST = 2  # Turns.


def read(files):
    """For each program and host the turns, each with the error of every variant: predicted over native, less one."""
    errors = collections.defaultdict(list)
    for path in files:
        for line in path.read_text(encoding="utf-8").splitlines():
            found = json.loads(line)
            native = statistics.median(found["native"])
            turn = collections.defaultdict(lambda: collections.defaultdict(list))
            for host, variant, seconds in found["runs"]:
                turn[host][frozenset(filter(None, variant.split("+")))].append(seconds / native - 1)
            for host, variants in turn.items():
                medians = {variant: statistics.median(each) for variant, each in variants.items()}
                errors[found["program"], host].append(medians)
    return errors


class Effect:
    """What leaving out some corrections changes in a program: pairs of the same turn that differ in them only."""

    def __init__(self, turns, left_out):
        pairs = [(errors[variant], errors[variant | left_out]) for errors in turns for variant in errors
                 if not variant & left_out and variant | left_out in errors]
        self.count = len(pairs)
        if pairs:
            self.with_them, self.without = (statistics.median(each) for each in zip(*pairs))
            gains = sorted(100 * (abs(without) - abs(with_them)) for with_them, without in pairs)
            self.gain = statistics.median(gains)
            self.quartiles = gains[len(gains) // 4], gains[-1 - len(gains) // 4]

    def cells(self):
        low, high = self.quartiles
        return [percent(self.with_them), percent(self.without), f"{self.gain:+.1f}", f"{low:+.1f} to {high:+.1f}",
                str(self.count)]


CELLS = ["error with", "error without", "gain, points", "middle half of the gains", "pairs"]


def percent(share):
    return f"{100 * share:+.1f} %"


def write(header, rows, options):
    provenance = {"commit": options.commit, "date": options.date, "host": options.host,
                  "command": "test/bench/corrections.py measure"}
    with options.output.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file, lineterminator="\n")
        writer.writerow(header + list(provenance))
        writer.writerows(row + list(provenance.values()) for row in rows)


def summary(options):
    """Where each matters most: there even the lower quarter of the pairs gains."""
    errors, rows = read(options.runs), []
    for name in sorted({name for names in CORRECTIONS.values() for name in names}) + list(GROUPS):
        for state in ("quiet", "disturbed"):
            effects = {program: Effect(turns, frozenset(name.split("+"))) for (program, host), turns in errors.items()
                       if host == state}
            known = {program: effect for program, effect in effects.items() if effect.count >= FEWEST}
            if known:
                program = max(known, key=lambda each: known[each].quartiles[0])
                rows.append([name.replace("+", ", "), state, program, *known[program].cells()])
    write(["left out", "host is", "matters most in", *CELLS], rows, options)


def programs(options):
    errors, rows = read(options.runs), []
    for (program, host), turns in errors.items():
        compared = [{variant: turn[variant] for variant in (frozenset(), options.without) if variant in turn}
                    for turn in turns]
        effect = Effect(compared, options.without)
        if effect.count >= FEWEST:
            rows.append([program, host, *effect.cells()])
    write(["program", "host is", *CELLS], rows, options)


def main():
    def absolute(text):
        return pathlib.Path(text).absolute()
    parser = argparse.ArgumentParser()
    commands = parser.add_subparsers(dest="command", required=True)
    measuring = commands.add_parser("measure")
    for option in ("--bin", "--examples", "--work"):
        measuring.add_argument(option, required=True, type=absolute)
    measuring.add_argument("--seconds", type=float, default=0)
    measuring.add_argument("--turns", type=int, default=7)
    measuring.add_argument("--variants", nargs="*", default=[])
    measuring.add_argument("--programs", nargs="*", default=[])
    for name in ("summary", "programs"):
        command = commands.add_parser(name)
        command.add_argument("runs", nargs="+", type=absolute)
        command.add_argument("--output", required=True, type=absolute)
        for option in ("--commit", "--date", "--host"):
            command.add_argument(option, required=True)
    command.add_argument("--without", required=True, type=lambda text: frozenset(text.split("+")))
    options = parser.parse_args()
    {"measure": measure, "summary": summary, "programs": programs}[options.command](options)


if __name__ == "__main__":
    main()
