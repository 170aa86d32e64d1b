# runtime/sweep/maquette/runs.py - one simulation
# SPDX-License-Identifier: Apache-2.0
import itertools
import json
import os
import shutil
import subprocess
import tempfile


class Wrong(Exception):
    """What is wrong, where, and what to do."""

    def __init__(self, where, what, fix, tag="maquette-sweep"):
        super().__init__(f"{where}: error: {what} [{tag}]\n  fix: {fix}")


class RunFailed(Exception):
    """A simulation that gave no prediction: why, and its exit status."""

    def __init__(self, reason, status):
        super().__init__(reason)
        self.status = status


def executable():
    """`maquette`: in PATH, or where this module was installed with it."""
    installed = os.path.join(os.path.dirname(os.path.realpath(__file__)), "..", "..", "..", "..", "bin", "maquette")
    found = os.environ.get("MAQUETTE_EXECUTABLE") or shutil.which("maquette") or \
        (installed if os.access(installed, os.X_OK) else None)
    if found is None:
        raise Wrong("maquette", "is not in PATH", "add the folder of the program maquette to PATH")
    return found


def words_of(program, machine, ranks, settings, options):
    """The words of a run behind `maquette run`."""
    changes = itertools.chain.from_iterable(("--set", f"{key}={value}") for key, value in settings.items())
    return ["-n", str(ranks), "-m", str(machine), *changes, *options, "--", *program]


def reason_of(errors, status):
    """The last lines of what a run wrote on stderr."""
    lines = [line for line in errors.strip().split("\n") if line]
    return "\n".join(lines[-10:]) or f"ended with status {status} and said nothing"


def run(program, machine, ranks=1, settings=None, options=(), folder=None):
    """Simulates `program` (a list: name and arguments) on `machine` (a name or a file) and returns what `maquette run
    --json` writes. settings: keys of the machine file and their values. Raises RunFailed."""
    with tempfile.TemporaryDirectory(prefix="maquette-") as scratch:
        json_file = os.path.join(scratch, "run.json")
        words = words_of(program, machine, ranks, settings or {}, options)
        done = subprocess.run([executable(), "run", "--json", json_file, *words], cwd=folder, stdin=subprocess.DEVNULL,
                              capture_output=True, text=True, check=False)
        if done.returncode != 0 or not os.path.exists(json_file):
            raise RunFailed(reason_of(done.stderr, done.returncode), done.returncode)
        with open(json_file, encoding="utf-8") as file:
            return json.load(file)
