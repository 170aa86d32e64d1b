# runtime/sweep/maquette/command_line.py - what the commands have in common
# SPDX-License-Identifier: Apache-2.0
import argparse
import os
import signal
import sqlite3
import sys

from .runs import Wrong

USAGE_ERROR, SIGNALLED = 2, 128


class Interrupted(BaseException):
    """By a signal, whose number it has."""


def interrupt(number, _):
    raise Interrupted(number)


def usage_error(command, message):
    print(f"maquette {command}: error: {message} [maquette-usage]\n  fix: see maquette {command} --help",
          file=sys.stderr)
    return USAGE_ERROR


class Parser(argparse.ArgumentParser):
    """With our help and our form of errors."""

    def __init__(self, command, help_text):
        self.command, self.help_text = command, help_text
        super().__init__(prog=f"maquette {command}")

    def format_help(self):
        return self.help_text

    def error(self, message):
        sys.exit(usage_error(self.command, message))


def duration(seconds):
    return f"{seconds:.0f} s" if seconds < 100 else f"{seconds / 60:.0f} min" if seconds < 6000 else \
        f"{seconds / 3600:.1f} h"


def write(path, fill):
    """The file appears complete or not at all."""
    with open(path + ".part", "w", encoding="utf-8", newline="") as file:
        fill(file)
    os.rename(path + ".part", path)


def guarded(work, options):
    """The exit status of work(options); what is wrong is said."""
    for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, interrupt)
    try:
        return work(options)
    except Wrong as problem:
        print(problem, file=sys.stderr)
    except OSError as problem:
        print(f"{problem.filename or options.file}: error: {problem.strerror} [maquette-sweep]\n"
              "  fix: check the name, and that the disk has room", file=sys.stderr)
    except sqlite3.Error as problem:
        print(f"{options.database or options.file}: error: {problem} [maquette-sweep]\n"
              "  fix: check that the disk has room and the file may be written", file=sys.stderr)
    return 1
