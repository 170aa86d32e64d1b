# runtime/sweep/maquette/batch.py - runs at work at the same time
# SPDX-License-Identifier: Apache-2.0
import ctypes
import json
import os
import shutil
import signal
import subprocess
import time

from .runs import executable, reason_of

GRACE = 5  # Seconds between asking a run to end and killing it.


def die_with_parent():
    """A run ends when the sweep is killed."""
    ctypes.CDLL(None).prctl(1, signal.SIGTERM) # PR_SET_PDEATHSIG


class Batch:
    """Runs at work at the same time, each a process."""

    def __init__(self, sweep, add, jobs, progress):
        self.sweep, self.add, self.jobs, self.progress = sweep, add, jobs, progress
        self.at_work = []
        self.limit = sweep.description.run.get("time_limit")

    def execute(self, batch, counts, scratch):
        """scratch: a folder of its own, for what runs at work write. One that was killed may have left it."""
        shutil.rmtree(scratch, ignore_errors=True)
        os.mkdir(scratch)
        total, left = len(batch), list(reversed(batch))
        began = time.monotonic()
        try:
            while left or self.at_work:
                while left and len(self.at_work) < self.jobs:
                    self.start(left.pop(), scratch)
                self.collect(counts)
                if self.progress:
                    self.progress(total - len(left) - len(self.at_work), total, len(self.at_work), counts,
                                  time.monotonic() - began)
                time.sleep(0.02)
        finally:
            self.end([process for process, *_ in self.at_work])
            shutil.rmtree(scratch, ignore_errors=True)

    @staticmethod
    def end(processes):
        """`maquette run` passes the signal on to the program; what does not end is killed with its program."""
        for process in processes:
            process.terminate()
        deadline = time.monotonic() + GRACE
        for process in processes:
            try:
                process.wait(max(deadline - time.monotonic(), 0))
            except subprocess.TimeoutExpired:
                os.killpg(process.pid, signal.SIGKILL)
                process.wait()

    def start(self, one, scratch):
        base = os.path.join(scratch, one["id"])
        with open(base + ".out", "wb") as out, open(base + ".err", "wb") as errors:
            process = subprocess.Popen([executable(), "run", "--json", base + ".json", *one["command"]],
                                       cwd=self.sweep.folder, stdin=subprocess.DEVNULL, stdout=out, stderr=errors,
                                       start_new_session=True, preexec_fn=die_with_parent)
        self.at_work.append((process, one, base, time.monotonic()))

    def collect(self, counts):
        still = []
        for process, one, base, began in self.at_work:
            seconds = time.monotonic() - began
            status = process.poll()
            if status is None and self.limit and seconds > self.limit:
                self.end([process])
                self.finish(one, base, counts, seconds, f"took more than the time_limit of {self.limit} s")
            elif status is None:
                still.append((process, one, base, began))
            else:
                self.finish(one, base, counts, seconds, None if status == 0 else status)
        self.at_work = still

    def finish(self, one, base, counts, seconds, problem):
        """problem: None, a text, or the exit status."""
        if problem is None:
            with open(base + ".json", encoding="utf-8") as file:
                self.add(one, "done", seconds, json.load(file))
            counts["done"] += 1
        else:
            with open(base + ".err", encoding="utf-8", errors="replace") as file:
                reason = problem if isinstance(problem, str) else reason_of(file.read(), problem)
            self.add(one, "failed", seconds, None, reason)
            counts["failed"] += 1
        for end in (".json", ".out", ".err"):
            if os.path.exists(base + end):
                os.unlink(base + end)
