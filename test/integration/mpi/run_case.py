# test/integration/mpi/run_case.py - runs one program on simulated ranks and checks how it ended
# SPDX-License-Identifier: Apache-2.0
"""usage: run_case.py [options] PROGRAM ARGS...

Exit status 0 when the run ended as the options say; by default, without a failure."""
import argparse
import json
import os
import subprocess
import sys
import tempfile


def parse():
    parser = argparse.ArgumentParser()
    parser.add_argument("--ranks", type=int, default=1)
    parser.add_argument("--machine", default="")
    parser.add_argument("--stack", default="automatic")
    parser.add_argument("--stack-bytes", type=int, default=0)
    parser.add_argument("--mode", default="skeleton")
    parser.add_argument("--host-cores", type=int, default=1)
    parser.add_argument("--files", default="folder")
    parser.add_argument("--set", action="append", default=[], help="table.key=value of the machine file")
    parser.add_argument("--member", action="append", default=[], help="MEMBER=NUMBER of the run's configuration")
    parser.add_argument("--kind", help="expected kind of the failure")
    parser.add_argument("--says", action="append", default=[], help="text that the failure's message must contain")
    parser.add_argument("--warns", action="append", default=[], help="text that a warning must contain")
    parser.add_argument("--warnings", type=int, help="expected number of warnings")
    parser.add_argument("--unchecked", action="append", default=[], help="a check that is off")
    parser.add_argument("--same", action="append", default=[],
                        help="member of the result that both stack strategies must agree on")
    parser.add_argument("--above", action="append", default=[],
                        help="MEMBER=VALUE: a member of the result that is more than that")
    parser.add_argument("command", nargs=argparse.REMAINDER)
    return parser.parse_args()


def simulate(options, stack, causality, folder):
    result_file = os.path.join(folder, "result.json")
    config = {"format": "maquette-run-config", "mode": options.mode, "ranks": options.ranks, "machine": options.machine,
              "oversubscribe": True, "stack": stack, "stack_bytes": options.stack_bytes, "result_file": result_file,
              "overrides": options.set, "unchecked": options.unchecked, "host_cores": options.host_cores,
              "causality": causality, "files": options.files}
    config.update({member: int(number) for member, number in (text.split("=") for text in options.member)})
    config_file = os.path.join(folder, "run.json")
    with open(config_file, "w") as file:
        json.dump(config, file)
    run = subprocess.run(options.command, env={**os.environ, "MAQUETTE_RUN": config_file}, capture_output=True,
                         text=True, timeout=240)
    print(run.stdout + run.stderr, end="")
    with open(result_file) as file:
        return run.returncode, json.load(file)


def problems_of_path(result):
    """Its segments are the whole run."""
    if "critical_path" not in result:
        return ["there is no critical path"]
    path = result["critical_path"]
    sums = [sum(row["picoseconds"] for row in path[rows]) for rows in ("by_line", "by_rank")]
    expected = round(result["predicted_seconds"] * 1e12)
    if [path["picoseconds"], *sums] != [expected] * 3:
        return [f"the critical path takes {path['picoseconds']} ps, its lines {sums[0]} ps and its ranks {sums[1]} ps; "
                f"the run {expected} ps"]
    return []


def problems(options, status, result):
    failures = result["failures"]
    for failure in failures:
        print(f"failure {failure['kind']}: {failure['message']}")
    warnings = [warning for warning in result["warnings"] if "[maquette-mpi-" in warning]
    print("\n".join("warning: " + warning for warning in warnings))
    missing = [f"no warning says '{text}'" for text in options.warns
               if not any(text in warning for warning in warnings)]
    if options.warnings is not None and len(warnings) != options.warnings:
        missing.append(f"{len(warnings)} warnings, not {options.warnings}: {warnings}")
    if missing:
        return missing
    if options.kind is None:
        return [] if status == 0 and not failures else [f"status {status}, failures {failures}"]
    if status != 3 or not failures:
        return [f"status {status} and {len(failures)} failures, but a failure of kind {options.kind} was expected"]
    found = [] if failures[0]["kind"] == options.kind else [f"kind is {failures[0]['kind']}, not {options.kind}"]
    return found + [f"the message lacks '{text}'" for text in options.says if text not in failures[0]["message"]]


def main():
    options = parse()
    stacks = ["slab", "copied"] if options.same else [options.stack]
    results, found = [], []
    for stack in stacks:
        causality = len(results) == 1 or "MAQUETTE_TEST_CAUSALITY" in os.environ # It changes nothing else.
        with tempfile.TemporaryDirectory() as folder:
            status, result = simulate(options, stack, causality, folder)
        if causality and not result["failures"]:
            found += problems_of_path(result)
        results.append(result)
        found += problems(options, status, result)
        for member, least in (text.split("=") for text in options.above):
            if not result[member] > float(least):
                found.append(f"{member} is {result[member]}, not above {least}")
    for member in options.same:
        if results[0][member] != results[1][member]:
            found.append(f"{member} differs: {results[0][member]} and {results[1][member]}")
    for problem in found:
        print(f"run_case: {problem}", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
