# runtime/sweep/maquette/search.py - the cheapest point that meets targets
# SPDX-License-Identifier: Apache-2.0
"""Of the points between the ends of the parameters' ranges, the one with the least cost that meets all targets.

DIRECT (D. R. Jones, C. D. Perttunen and B. E. Stuckman, 1993) looks everywhere first; COBYLA (M. J. D. Powell, 1994)
goes on from the best point, for each choice of listed values near it. Both are NLopt's, and both always go the same
way: a search that is called again takes all it knows from the stored results."""
import ast
import math

from .description import COLUMNS, Range, evaluate
from .runs import Wrong
from .sweep import Lock, Sweep

EXPLORE = 0.4      # Of the runs: to look everywhere.
MARGIN = 2e-4      # A target is aimed at from inside by this much, relative to it.
FIRST_STEP, LAST_STEP = 0.1, 2e-4 # Of a range: COBYLA's.
MOST_LISTED = 20   # A range of whole numbers with no more values than this is a list.
FAILED = 1.0       # What a run that failed misses each target by.
SIGNS = {ast.LtE: 1, ast.Lt: 1, ast.GtE: -1, ast.Gt: -1}


class Enough(Exception):
    """All runs that may be made have been made."""


class Formula:
    """An expression of parameters and results."""

    def __init__(self, description, text):
        self.text = text
        known = {name.replace(".", "_") for name in description.parameters} | set(COLUMNS)
        try:
            self.tree = ast.parse(text, mode="eval").body
        except SyntaxError as problem:
            raise description.wrong(f"\"{text}\" is no expression: {problem.msg}", "write one as in Python") \
                from problem
        self.names = {node.id for node in ast.walk(self.tree) if isinstance(node, ast.Name)}
        if unknown := sorted(self.names - known):
            raise description.wrong(f"\"{text}\" names '{unknown[0]}', no parameter and no result",
                                    "use " + ", ".join(sorted(known)))
        self.needs_run = bool(self.names & set(COLUMNS))

    def computed(self, tree, names):
        try:
            return float(evaluate(tree, names))
        except (ValueError, TypeError, ArithmeticError) as problem:
            raise Wrong(self.text, f"cannot be computed: {problem}",
                        "use numbers, + - * / and names that have numbers", "maquette-search") from problem

    def value(self, names):
        return self.computed(self.tree, names)


class Target(Formula):
    """A comparison with <= or >=."""

    def __init__(self, description, text):
        super().__init__(description, text)
        if not isinstance(self.tree, ast.Compare) or len(self.tree.ops) != 1 or type(self.tree.ops[0]) not in SIGNS:
            raise description.wrong(f"target \"{text}\" is no comparison",
                                    'write "predicted_seconds <= 0.5"; < and > mean the same as <= and >=')
        self.sign = SIGNS[type(self.tree.ops[0])]
        self.sides = self.tree.left, self.tree.comparators[0]

    def missed_by(self, names):
        """Relative to the right side, where it is not 0; negative: met, with so much left."""
        left, right = (self.computed(side, names) for side in self.sides)
        return self.sign * (left - right) / (abs(right) or 1)


class Step:
    """A point that was looked at."""

    def __init__(self, point, results, cost, missed, reason=None):
        """missed: how much it misses each target by. reason: why a run failed, or None."""
        self.point, self.results, self.cost, self.missed, self.reason = point, results, cost, missed, reason

    def misses(self):
        """0: it meets all targets."""
        return FAILED if self.reason is not None else max([0.0, *self.missed])

    def rank(self):
        """Of two steps the better one has the less."""
        return self.misses(), self.cost


class Axis:
    """A parameter as a share from 0 to 1, or as the number of one of its values."""

    def __init__(self, values):
        few = isinstance(values, Range) and values.whole and not values.logarithmic and \
            abs(values.end - values.begin) < MOST_LISTED
        if few:
            values = Range({"from": values.begin, "to": values.end, "unit": values.unit,
                            "steps": abs(values.end - values.begin) + 1})
        self.range = values if isinstance(values, Range) else None
        self.count = values.steps if few else None if self.range else len(values)
        self.listed = None if self.range else values

    def share_of(self, number):
        return (number + 0.5) / self.count

    def number_at(self, share):
        return min(int(share * self.count), self.count - 1)

    def value(self, share):
        """(what the run gets, what expressions see)"""
        if self.listed:
            return (self.listed[self.number_at(share)],) * 2
        if self.count:
            share = self.number_at(share) / max(self.count - 1, 1)
        return self.range.at(share), self.range.number(share)


class Search:
    """Steps from one description; each is a stored run, or several with the seeds of [run] repeats."""

    def __init__(self, path, database=None):
        self.sweep = Sweep(path, database)
        description = self.sweep.description
        if description.search is None:
            raise Wrong(path, "has no table [search]", 'write [search], minimize = "...", targets = ["..."] in it',
                        "maquette-search")
        self.cost = Formula(description, description.search["minimize"])
        self.targets = [Target(description, text) for text in description.search.get("targets", [])]
        self.most = description.search.get("runs", 60)
        self.names = list(description.parameters)
        self.axes = [Axis(values) for values in description.parameters.values()]
        self.steps = {} # By what the run gets, in the order in which they were made.
        self.best = None

    def execute(self, jobs=None, retry=False, progress=None):
        """Returns the best step: its misses() is 0 if it meets all targets. progress: called with each new step."""
        self.jobs, self.retry, self.progress = jobs, retry, progress
        with Lock(self.sweep.database):
            self.store = self.sweep.open_store()
            try:
                self.explore()
                self.polish()
            except Enough:
                pass
        return self.best

    def explore(self):
        budget = max(1, math.ceil(self.most * EXPLORE))
        if len(self.axes) == 1 and self.axes[0].count and self.axes[0].count <= budget:
            for number in range(self.axes[0].count):
                self.at([self.axes[0].share_of(number)])
            return
        self.minimize("GN_ORIG_DIRECT_L", [0.5] * len(self.axes), range(len(self.axes)), budget)

    def polish(self):
        """From the best point so far, and from those that differ from it in one listed value, until none is better."""
        tried = set()
        while True:
            open_ones = [near for near in self.near(self.best_shares) if self.listed(near) not in tried]
            if not open_ones:
                return
            tried.add(self.listed(open_ones[0]))
            free = [i for i, axis in enumerate(self.axes) if axis.count is None]
            if free:
                self.minimize("LN_COBYLA", open_ones[0], free, self.most)
            else:
                self.at(open_ones[0])

    def listed(self, shares):
        return tuple(axis.number_at(share) for axis, share in zip(self.axes, shares) if axis.count)

    def near(self, shares):
        yield list(shares)
        for i, axis in enumerate(self.axes):
            for number in (axis.number_at(shares[i]) - 1, axis.number_at(shares[i]) + 1) if axis.count else ():
                if 0 <= number < axis.count:
                    yield [*shares[:i], axis.share_of(number), *shares[i + 1:]]

    def minimize(self, algorithm, shares, free, most):
        """By a method of NLopt, over the axes free, from shares, until there are most steps or no better one."""
        import nlopt # Only who searches needs it.
        optimizer = nlopt.opt(getattr(nlopt, algorithm), len(free))
        optimizer.set_lower_bounds(0.0)
        optimizer.set_upper_bounds(1.0)

        def at(values):
            full = list(shares)
            for i, value in zip(free, values):
                full[i] = min(max(float(value), 0.0), 1.0)
            if len(self.steps) >= most and self.key(full) not in self.steps:
                optimizer.force_stop()
                raise nlopt.ForcedStop
            return self.at(full)
        optimizer.set_min_objective(lambda values, _: at(values).cost / self.scale)
        for i in range(len(self.targets)):
            optimizer.add_inequality_constraint(lambda values, _, i=i: at(values).missed[i] + MARGIN, 0.0)
        optimizer.set_maxeval(20 * most) # Most of them are known.
        if algorithm.startswith("LN"):
            optimizer.set_initial_step(FIRST_STEP)
            optimizer.set_xtol_abs(LAST_STEP)
        try:
            optimizer.optimize([shares[i] for i in free])
        except (nlopt.ForcedStop, nlopt.RoundoffLimited):
            pass
        if len(self.steps) >= self.most:
            raise Enough

    def key(self, shares):
        return tuple(axis.value(share)[0] for axis, share in zip(self.axes, shares))

    def at(self, shares):
        key = self.key(shares)
        step = self.steps.get(key)
        if step is None:
            if len(self.steps) >= self.most:
                raise Enough
            step = self.steps[key] = self.look(dict(zip(self.names, key)), shares)
            if self.progress:
                self.progress(self, step)
        if self.best is None or step.rank() < self.best.rank():
            self.best, self.best_shares = step, list(shares)
        return step

    def look(self, point, shares):
        numbers = {name.replace(".", "_"): axis.value(share)[1] for name, axis, share in
                   zip(self.names, self.axes, shares)}
        known = [None if target.needs_run else target.missed_by(numbers) for target in self.targets]
        results, reason = None, None
        if all(missed is None or missed <= 0 for missed in known): # Else no run can help.
            results, reason = self.simulate(point)
        names = {**numbers, **(results or {})}
        missed = [each if each is not None else FAILED if results is None else target.missed_by(names)
                  for target, each in zip(self.targets, known)]
        if results is not None or not self.cost.needs_run:
            cost = self.cost.value(names)
        else:
            cost = max((step.cost for step in self.steps.values()), default=1.0)
        if not self.steps:
            self.scale = abs(cost) or 1.0
        return Step(point, results, cost, missed, reason)

    def simulate(self, point):
        """(mean results, None), or (None, why a run failed)"""
        self.sweep.points = [point]
        self.sweep.execute_into(self.store, self.jobs, self.retry, None)
        found = self.store.results(one["id"] for one in self.sweep.runs(self.store))
        for state, reason, _ in found:
            if state != "done":
                return None, reason
        values = {name: [result.get(name) for _, _, result in found] for name in COLUMNS}
        return {name: math.fsum(each) / len(each) for name, each in values.items() if None not in each}, None
