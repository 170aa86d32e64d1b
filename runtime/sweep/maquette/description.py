# runtime/sweep/maquette/description.py - what a sweep runs, from its TOML file
# SPDX-License-Identifier: Apache-2.0
import ast
import itertools
import math
import operator
import os
import random
import re
import sys

from .runs import Wrong

try:
    import tomllib
except ImportError:
    sys.exit("maquette: error: Python is older than 3.11 [maquette-sweep-python]\n  fix: install Python 3.11 or later")

PARAMETERS, RUN, SAMPLING, SEARCH = "parameters", "run", "sampling", "search"
KEYS = {RUN: {"program", "ranks", "machine", "options", "repeats", "time_limit"},
        SAMPLING: {"method", "count", "seed", "constraints"},
        SEARCH: {"minimize", "targets", "runs"}}
RANGE_KEYS = {"from", "to", "steps", "unit", "scale"}
REPEAT_KEYS = {"least", "most", "within"}
METHODS = ("grid", "list", "latin-hypercube")
MOST_RUNS = 1_000_000
# What a row of results has beside the parameters.
COLUMNS = ("predicted_seconds", "compute_seconds", "mpi_seconds", "wait_seconds", "imbalance", "messages",
           "extrapolated_share", "host_seconds", "peak_rss_bytes")
RESERVED = {*COLUMNS, "seed", "state", "run_seconds", "reason", "id"}


def text_of(value):
    if isinstance(value, bool):
        return "true" if value else "false"
    return f"{value:.12g}" if isinstance(value, float) else str(value)


def is_count(value, least=1):
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= MOST_RUNS


def is_number(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


OPERATORS = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv,
             ast.FloorDiv: operator.floordiv, ast.Mod: operator.mod, ast.Pow: operator.pow, ast.Lt: operator.lt,
             ast.LtE: operator.le, ast.Gt: operator.gt, ast.GtE: operator.ge, ast.Eq: operator.eq,
             ast.NotEq: operator.ne}


def evaluate(node, names):
    """Arithmetic, comparisons, and, or, not; nothing else."""
    if isinstance(node, ast.Expression):
        return evaluate(node.body, names)
    if isinstance(node, ast.Constant) and isinstance(node.value, (int, float, str)):
        return node.value
    if isinstance(node, ast.Name) and node.id in names:
        return names[node.id]
    if isinstance(node, ast.BinOp) and type(node.op) in OPERATORS:
        return OPERATORS[type(node.op)](evaluate(node.left, names), evaluate(node.right, names))
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.Not)):
        value = evaluate(node.operand, names)
        return not value if isinstance(node.op, ast.Not) else -value
    if isinstance(node, ast.BoolOp):
        values = (evaluate(value, names) for value in node.values)
        return all(values) if isinstance(node.op, ast.And) else any(values)
    if isinstance(node, ast.Compare) and all(type(op) in OPERATORS for op in node.ops):
        values = [evaluate(value, names) for value in (node.left, *node.comparators)]
        return all(OPERATORS[type(op)](a, b) for op, a, b in zip(node.ops, values, values[1:]))
    raise ValueError(f"'{ast.unparse(node)}' is no parameter, number or operation")


class Range:
    """Values from one number to another, on a linear or logarithmic scale, with a unit if it has one."""

    def __init__(self, table):
        self.begin, self.end = table["from"], table["to"]
        self.steps = table.get("steps")
        self.unit = table.get("unit", "")
        self.logarithmic = table.get("scale", "linear") == "log"
        self.whole = isinstance(self.begin, int) and isinstance(self.end, int)

    def number(self, share):
        """share: from 0 to 1."""
        if self.logarithmic:
            value = self.begin * (self.end / self.begin) ** share
        else:
            value = self.begin + (self.end - self.begin) * share
        return round(value) if self.whole else value

    def at(self, share):
        """The same with its unit."""
        value = self.number(share)
        return f"{text_of(value)} {self.unit}" if self.unit else value

    def values(self):
        return [self.at(i / (self.steps - 1)) for i in range(self.steps)] if self.steps > 1 else [self.at(0)]


class Description:
    """A sweep's TOML file: what is run, with which parameters."""

    def __init__(self, path):
        self.path = path
        self.folder = os.path.dirname(os.path.abspath(path))
        try:
            with open(path, "rb") as file:
                self.tables = tomllib.load(file)
        except OSError as problem:
            raise Wrong(path, f"cannot be read: {problem.strerror}", "check the name") from problem
        except UnicodeDecodeError as problem:
            raise Wrong(path, "is no text", "check the name") from problem
        except tomllib.TOMLDecodeError as problem:
            raise Wrong(path, f"is no TOML: {problem}", "correct the line") from problem
        self.check_keys()
        self.run = self.tables.get(RUN, {})
        self.sampling = self.tables.get(SAMPLING, {})
        self.method = self.sampling.get("method", "grid")
        self.search = self.tables.get(SEARCH)
        self.parameters = {name: self.parameter(name, value) for name, value in
                           self.tables.get(PARAMETERS, {}).items()}
        self.check_run()
        self.check_sampling()
        if self.search is not None:
            self.check_search()

    def wrong(self, what, fix):
        return Wrong(self.path, what, fix)

    def check_keys(self):
        for name, table in self.tables.items():
            if name not in (*KEYS, PARAMETERS) or not isinstance(table, dict):
                raise self.wrong(f"unknown table '{name}'", f"known tables: {RUN}, {PARAMETERS}, {SAMPLING}")
            for key in table:
                if key not in KEYS.get(name, table):
                    raise self.wrong(f"unknown key '{key}' in [{name}]",
                                     "known keys: " + ", ".join(sorted(KEYS[name])))

    def parameter(self, name, value):
        if name in RESERVED:
            raise self.wrong(f"'{name}' is the name of a result", "give the parameter another name")
        if isinstance(value, list) and value and all(isinstance(each, (int, float, str)) for each in value):
            return value
        if not isinstance(value, dict):
            raise self.wrong(f"parameter '{name}' has no values", f'write "{name}" = [1, 2, 4] or a range')
        if not {"from", "to"} <= set(value) <= RANGE_KEYS or not is_number(value["from"]) or \
                not is_number(value["to"]):
            raise self.wrong(f"parameter '{name}' is no range", "write { from = 1, to = 100, steps = 5 }; unit and "
                             'scale = "log" may follow')
        if value.get("scale", "linear") not in ("linear", "log"):
            raise self.wrong(f"parameter '{name}': unknown scale '{value['scale']}'", "use linear or log")
        if value.get("scale") == "log" and min(value["from"], value["to"]) <= 0:
            raise self.wrong(f"parameter '{name}': a logarithmic scale has no 0", "begin above 0")
        if self.method != "latin-hypercube" and self.search is None and not is_count(value.get("steps")):
            raise self.wrong(f"parameter '{name}' has no steps", "add steps = 5, the number of values")
        return Range(value)

    def check_run(self):
        program = self.run.get("program")
        if not isinstance(program, list) or not program or not all(isinstance(word, str) for word in program):
            raise self.wrong("[run] has no program", 'write program = ["./app", "-x", "{size}"]')
        if "machine" not in self.run and "machine" not in self.parameters:
            raise self.wrong("[run] has no machine", 'write machine = "dragonfly", or make it a parameter')
        self.check_texts("options", self.run.get("options", []))
        limit = self.run.get("time_limit", 1)
        if not is_number(limit) or limit <= 0:
            raise self.wrong("'time_limit' is no number of seconds", "write time_limit = 600")
        repeats = self.run.get("repeats", 1)
        if not is_count(repeats) and not self.is_repeats(repeats):
            raise self.wrong("'repeats' is no number of runs",
                             "write repeats = 3, or repeats = { least = 3, most = 20, within = 0.02 }")
        self.point_of({name: values[0] if isinstance(values, list) else values.at(0)
                       for name, values in self.parameters.items()})

    def check_texts(self, key, words):
        if not isinstance(words, list) or not all(isinstance(word, str) for word in words):
            raise self.wrong(f"'{key}' is no list of texts", f'write {key} = ["one", "another"]')

    @staticmethod
    def is_repeats(table):
        return isinstance(table, dict) and set(table) == REPEAT_KEYS and is_count(table["least"], 2) and \
            is_count(table["most"], table["least"]) and is_number(table["within"]) and table["within"] > 0

    def check_sampling(self):
        if self.method not in METHODS:
            raise self.wrong(f"unknown method '{self.method}'", "use one of: " + ", ".join(METHODS))
        if self.method == "latin-hypercube" and not is_count(self.sampling.get("count")):
            raise self.wrong("a Latin hypercube has no count", "write count = 50 in [sampling]")
        if not is_count(self.sampling.get("seed", 1), 0):
            raise self.wrong("'seed' is no whole number", "write seed = 1")
        self.check_texts("constraints", self.sampling.get("constraints", []))
        lengths = {len(values) for values in self.lists().values()} if self.method == "list" else set()
        if len(lengths) > 1:
            raise self.wrong("with method = \"list\" all parameters have as many values", "add what is missing")

    def check_search(self):
        if SAMPLING in self.tables:
            raise self.wrong("has both [sampling] and [search]", "keep [sampling] for a sweep, [search] for a search")
        if not isinstance(self.search.get("minimize"), str):
            raise self.wrong("[search] says not what to minimize",
                             'write minimize = "predicted_seconds", or a price made of parameters')
        self.check_texts("targets", self.search.get("targets", []))
        if not is_count(self.search.get("runs", 60)):
            raise self.wrong("'runs' is no number of runs", "write runs = 60")
        if not self.parameters:
            raise self.wrong("a search needs parameters", "write ranges in [parameters]")

    def lists(self):
        return {name: values if isinstance(values, list) else values.values()
                for name, values in self.parameters.items()}

    def points(self):
        """Each a dict of the parameters' values."""
        names = list(self.parameters)
        if self.method == "latin-hypercube":
            rows = self.hypercube()
        elif self.method == "list":
            rows = zip(*self.lists().values()) if names else [()]
        else:
            lists = list(self.lists().values())
            if math.prod(map(len, lists)) > MOST_RUNS:
                raise self.wrong(f"the grid has more than {MOST_RUNS} points", "give fewer values, or take a "
                                 "latin-hypercube")
            rows = itertools.product(*lists)
        points = [dict(zip(names, row)) for row in rows]
        return [point for point in points if self.allows(point)]

    def hypercube(self):
        count, chance = self.sampling["count"], random.Random(self.sampling.get("seed", 1))
        columns = []
        for values in self.parameters.values():
            shares = [(i + chance.random()) / count for i in range(count)]
            chance.shuffle(shares)
            columns.append([values[int(share * len(values))] if isinstance(values, list) else values.at(share)
                            for share in shares])
        return zip(*columns)

    def allows(self, point):
        for text in self.sampling.get("constraints", []):
            try:
                if not evaluate(ast.parse(text, mode="eval"), {name.replace(".", "_"): value for name, value in
                                                               point.items()}):
                    return False
            except (SyntaxError, ValueError, TypeError, ArithmeticError) as problem:
                raise self.wrong(f"constraint \"{text}\": {problem}",
                                 "compare parameters and numbers, as in \"ranks * size <= 4096\"; a dot in a name "
                                 "is written _") from problem
        return True

    def fill(self, text, point):
        """{name} becomes the parameter's value; other braces stay."""
        def value_of(match):
            if match[1] not in point:
                raise self.wrong(f"'{text}' names no parameter", "parameters: " + (", ".join(point) or "none"))
            return text_of(point[match[1]])
        return re.sub(r"\{([A-Za-z_][\w.-]*)\}", value_of, text)

    def point_of(self, point):
        """The parts of a run."""
        ranks = self.fill(text_of(self.run.get("ranks", point.get("ranks", 1))), point)
        if not ranks.isdigit() or int(ranks) < 1:
            raise self.wrong(f"'{ranks}' is no number of ranks", 'write ranks = 64 or ranks = "{ranks}"')
        return {"program": [self.fill(word, point) for word in self.run["program"]], "ranks": int(ranks),
                "machine": self.fill(str(self.run.get("machine", point.get("machine"))), point),
                "settings": {name: text_of(value) for name, value in point.items() if "." in name},
                "options": [self.fill(word, point) for word in self.run.get("options", [])]}
