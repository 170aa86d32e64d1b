# runtime/sweep/maquette/__init__.py - simulations from Python: one, or many
# SPDX-License-Identifier: Apache-2.0
"""Runs simulations from Python.

  import maquette
  result = maquette.run(["./app", "-x", "20"], "dragonfly", ranks=1024, options=["--profile", "app.profile"])
  print(result["predicted_seconds"])

  sweep = maquette.Sweep("scaling.toml")
  sweep.execute(jobs=4)
  rows = sweep.rows()           # dicts: pandas.DataFrame(rows) makes a table of them

A sweep's results are in one SQLite file beside its description. A run is known by what it is made of (program,
arguments, machine, options and the files they name), so what is there is never run again."""
from .description import text_of
from .runs import RunFailed, Wrong, executable, run
from .search import Search
from .sweep import Sweep
