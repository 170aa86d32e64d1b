# test/integration/examples/example_test.py - the examples natively, and on the whole road: the commands of their
# README, then checks
# SPDX-License-Identifier: Apache-2.0
"""usage: example_test.py CASE --example FOLDER --bin BIN --work FOLDER

Case `native` needs a native MPI (exit status 77: none here). Case `readme` runs the Maquette commands of the example's
README in a copy of its folder; the other cases work on what it leaves there."""
import argparse
import json
import os
import re
import shutil
import subprocess
import sys

SKIPPED = 77
COMPILER = {"poisson3d": "CC", "particles": "CXX"}
SHORT = {"poisson3d": ["-n", "8", "8", "8", "--iterations", "12"], "particles": ["-n", "500", "--steps", "12"]}


class Failed(Exception):
    pass


def expect(condition, what):
    if not condition:
        raise Failed(what)


class Case:
    def __init__(self, arguments):
        self.source = arguments.example
        self.name = os.path.basename(arguments.example)
        self.work = arguments.work
        self.copy = os.path.join(arguments.work, self.name)
        self.full = os.path.join("maquette-out", "profiled", self.name)
        self.skeleton = os.path.join("maquette-out", "skeleton", self.name)
        self.profile = self.name + ".profile"
        self.environment = dict(os.environ, PATH=arguments.bin + os.pathsep + os.environ["PATH"])

    def fresh_copy(self):
        shutil.rmtree(self.work, ignore_errors=True)
        shutil.copytree(self.source, self.copy)

    def run(self, *command, status=0):
        """The output of a command in the copy of the example, which must end with this status."""
        done = subprocess.run(command, cwd=self.copy, env=self.environment, text=True, check=False,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        print("$", " ".join(command))
        print(done.stdout, flush=True)
        expect(done.returncode == status, f"exit status {done.returncode}, not {status}: {' '.join(command)}")
        return done.stdout

    def json_of(self, *command, status=0):
        """The document a Maquette command writes with --json, which is put after the subcommand."""
        path = os.path.join(self.work, "result.json")
        if os.path.exists(path):
            os.remove(path)
        self.run(*command[:2], "--json", path, *command[2:], status=status)
        with open(path, encoding="utf-8") as file:
            return json.load(file)

    def profile_of(self, arguments, ranks=8):
        self.run("maquette", "profile", "-n", str(ranks), "-o", "test.profile", "--", self.full, *arguments)
        return ("--profile", "test.profile")

    def simulate(self, ranks, program, options=(), arguments=None):
        return self.json_of("maquette", "run", "-n", str(ranks), "-m", "fat-tree", *options, "--", program,
                            *(SHORT[self.name] if arguments is None else arguments))


def check_native_output(name, ranks, output):
    if name == "poisson3d":
        match = re.search(r"^converged after \d+ iterations: .* largest error (\S+)$", output, re.M)
        # The stencil is exact for the solution, so the error is the solver's: of the order of the tolerance, 1e-6.
        expect(match and float(match.group(1)) < 1e-6, f"poisson3d on {ranks} ranks does not converge to its solution")
        return
    rows = [line.split() for line in output.splitlines() if re.match(r"\s*\d+\s+\d+\.\d+\s", line)]
    expect(len(rows) == 11, f"particles on {ranks} ranks printed {len(rows)} reports instead of 11")
    expect({int(row[2]) for row in rows} == {1000 * ranks}, f"particles on {ranks} ranks lost some")
    energies = [float(row[6]) for row in rows]
    # Velocity Verlet at dt = 0.01 and frequency 2 pi sqrt(0.05) = 1.4: relative error of the energy about (1.4 *
    # 0.01)^2 / 8.
    expect(max(energies) - min(energies) < 1e-3 * energies[0], f"particles on {ranks} ranks do not keep their energy")


def native(case):
    if not all(shutil.which(tool) for tool in ("mpicc", "mpicxx", "mpiexec")):
        print("skipped: no native MPI (mpicc, mpicxx, mpiexec) in PATH")
        sys.exit(SKIPPED)
    case.fresh_copy()
    flags = {"CC": "CFLAGS=-O2 -Wall -Wextra -Werror", "CXX": "CXXFLAGS=-O2 -Wall -Wextra -Werror"}[COMPILER[case.name]]
    case.run("make", flags)
    arguments = {"poisson3d": ["-n", "12", "10", "8"], "particles": ["-n", "1000"]}[case.name]
    program = "./" + case.name
    for ranks in (1, 2, 4, 8):
        check_native_output(case.name, ranks, case.run("mpiexec", "-n", str(ranks), program, *arguments))
    expect("usage:" in case.run("mpiexec", "-n", "2", program, "--help"), "--help prints no usage")
    expect("try --help" in case.run("mpiexec", "-n", "1", program, "--nonsense", status=1),
           "a wrong option is accepted")


def readme_commands(text):
    block = re.search(r"^## With Maquette\n.*?^```\n(.*?)^```$", text, re.M | re.S)
    expect(block, "the README has no block of commands under '## With Maquette'")
    return block.group(1)


def readme(case):
    case.fresh_copy()
    with open(os.path.join(case.copy, "README.md"), encoding="utf-8") as file:
        commands = readme_commands(file.read())
    case.run("bash", "-euxc", commands)
    for path in (case.full, case.skeleton, case.profile, "maquette-out/report.json", "maquette-out/report.html"):
        expect(os.path.getsize(os.path.join(case.copy, path)) > 0, f"{path} is missing or empty")


def verify(case, ranks):
    result = case.json_of("maquette", "verify", "-n", str(ranks), *case.profile_of(SHORT[case.name]),
                          "--full", case.full, "--skeleton", case.skeleton, "--", *SHORT[case.name])
    expect(result["ranks"] == ranks and result["mismatches"] == 0, "the calls differ")
    # At least MPI_Init, MPI_Finalize and one exchange per iteration or step.
    expect(result["calls_compared"] > 14 * ranks, f"only {result['calls_compared']} calls were compared")


def result_json(case):
    result = case.simulate(64, case.skeleton, case.profile_of(SHORT[case.name]))
    keys = ("ranks mode machine predicted_seconds compute_seconds mpi_seconds calls messages events host_seconds "
            "peak_rss_bytes bytes_per_rank extrapolated_share predicted_values exit_status").split()
    missing = [key for key in keys if key not in result]
    expect(not missing, f"the result lacks {missing}")
    expect((result["ranks"], result["mode"], result["exit_status"]) == (64, "skeleton", 0),
           "wrong ranks, mode or status")
    expect(result["predicted_seconds"] > result["compute_seconds"] > 0, "predicted time is not above computing time")
    call = {"poisson3d": "MPI_Isend", "particles": "MPI_Sendrecv"}[case.name]
    # Every rank sends to six sides, 13 times (first residual, 12 iterations); or along three axes both ways, 12 times.
    count = {"poisson3d": 64 * 6 * 13, "particles": 64 * 6 * 12}[case.name]
    expect(result["calls"][call]["count"] == count, f"{result['calls'][call]['count']} calls of {call}, not {count}")


def repeatable(case):
    profile = case.profile_of(SHORT[case.name])

    def predicted():
        result = case.simulate(27, case.skeleton, profile)
        return {key: value for key, value in result.items()
                if key not in ("host_seconds", "host_cpu_seconds", "peak_rss_bytes", "bytes_per_rank", "memory")}
    expect(predicted() == predicted(), "two runs with the same input differ")


def direct(case):
    """The skeleton sends what direct mode sends, and needs less memory; says how their times compare."""
    arguments = {"poisson3d": ["-n", "32", "32", "32", "--iterations", "30"],
                 "particles": ["-n", "5000", "--steps", "50"]}[case.name]
    # As many ranks as direct mode runs: they share the host's caches alike.
    profile = case.profile_of(arguments, 64)
    full = case.simulate(64, case.full, ("--direct",), arguments)
    skeleton = case.simulate(64, case.skeleton, profile, arguments)
    def ratio(key):
        return skeleton[key] / full[key]

    print(f"skeleton / direct: predicted {ratio('predicted_seconds'):.3f}, computing {ratio('compute_seconds'):.3f}, "
          f"CPU time {ratio('host_cpu_seconds'):.4f}, memory {ratio('peak_rss_bytes'):.3f}")
    # The times depend on how busy this host is: they are printed, and judged only by what no host explains. What the
    # ranks say to each other and what the skeleton keeps in memory do not.
    expect(0.02 < ratio("compute_seconds") < 50,
           f"the skeleton computes {ratio('compute_seconds')} times as long as direct mode")
    expect(skeleton["messages"] == full["messages"], f"{skeleton['messages']} messages, not {full['messages']}")
    expect(ratio("peak_rss_bytes") < 0.8, "the skeleton does not need less memory than direct mode")


CASES = {"native": native, "readme": readme, "verify_8": lambda case: verify(case, 8),
         "verify_27": lambda case: verify(case, 27),
         "result_json": result_json, "repeatable": repeatable, "direct": direct}


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("case", choices=CASES)
    for option in ("--example", "--bin", "--work"):
        parser.add_argument(option, required=True, type=os.path.abspath)
    arguments = parser.parse_args()
    try:
        CASES[arguments.case](Case(arguments))
    except Failed as failure:
        print(f"FAILED: {failure}")
        sys.exit(1)


if __name__ == "__main__":
    main()
