# test/freeze/profiles.py - profiles with made-up costs, the same in every run
# SPDX-License-Identifier: Apache-2.0
"""A measured profile would bring the host's time into the result. These have the format of
docs/reference/profile-format.md, with figures that follow from the names of the regions and values."""
import json
import re
import zlib

CHARGE = re.compile(r'maquette_compute(?:_staying)?\s*\(\s*"([^"]+)"\s*,\s*(\d+)')
PREDICTION = re.compile(r'maquette_predict_(integer|double|branch)\s*\(\s*"([^"]+)"\s*,\s*(\d+)')
MODEL = re.compile(r'maquette_model_id\[\]\s*=\s*"([^"]*)"')
SIZES = (8, 64, 512)
SPREAD = (0.9, 0.94, 1.0, 1.05, 1.12, 1.3, 1.6)


def number_of(name):
    """1 to 1000; Python's own hash differs from run to run."""
    return 1 + zlib.crc32(name.encode()) % 1000


def quantiles(mean):
    return [round(mean * factor, 3) for factor in SPREAD]


def cost_group(name, features, count=640):
    """Roughly a term for each feature, off by some percent, so that the cost models have something to fit."""
    mean = 1e5 * number_of(name)
    for position, feature in enumerate(features):
        mean *= 1 + feature**(1.1 - 0.2 * position) / 50
    mean = round(mean * (1 + number_of(name + str(features)) / 20000), 3)
    return {
        "features": list(features), "count": count, "mean": mean, "variance": round(
            (0.1 * mean)**2, 3), "min": quantiles(mean)[0], "max": quantiles(mean)[-1], "quantiles": quantiles(mean),
        "kept": round(0.02 * mean, 3), "of_ranks": 0.25, "first": {
            "count": 8, "mean": round(1.4 * mean, 3), "kept": round(0.03 * mean, 3),
            "quantiles": quantiles(1.4 * mean)
        }, "in_step": {"share": 0.5, "quantiles": list(SPREAD)}
    }


def value_group(kind, name, features, given=None):
    """Values of a few dozen questions; a branch is true until the last of them."""
    if given is not None:
        sequence = [[value, 1, 8] for value in given]
    elif kind == "branch":
        sequence = [[1, 11, 8], [0, 1, 8]]
    else:
        first = number_of(name) % 40
        sequence = [[first + step + (0 if kind == "integer" else 0.25), 2, 8] for step in range(12)]
    count = sum(repeat for _, repeat, _ in sequence)
    values = [value for value, repeat, _ in sequence for _ in range(repeat)]
    mean = sum(values) / count
    return {
        "features": list(features), "count": 8 * count, "mean": mean, "variance": sum(
            (value - mean)**2 for value in values) / count, "min": min(values), "max": max(values), "quantiles": [
                sorted(values)[int(share * (count - 1))] for share in (0.05, 0.25, 0.5, 0.75, 0.95, 0.99, 0.999)
            ], "sequence": sequence, "disagreement": 0.5, "truncated": False
    }


def document(model_id, regions, values, ranks=8, arguments=()):
    """The profile of {region: number of features} and {value: (kind, number of features)}."""
    groups_of = lambda count: [[size] * count for size in SIZES] if count else [[]]
    return {
        "format": "maquette-profile", "version": 1, "model_id": model_id, "program": "app",
        "arguments": list(arguments), "ranks": ranks,
        "clock": {"source": "tsc", "ticks_per_second": 2e9,
                  "overhead_ps": 10000}, "kept_per_rank": 1e6, "counters": {"names": [], "note": ""}, "regions": {
                      name: {"groups": [cost_group(name, features) for features in groups_of(count)]}
                      for name, count in sorted(regions.items())
                  }, "values": {
                      name:
                      {"type": kind, "groups": [value_group(kind, name, features) for features in groups_of(count)]}
                      for name, (kind, count) in sorted(values.items())
                  }
    }


def of_sources(texts):
    """The profile of a skeleton: every region and value that its text names."""
    regions, values, model_id = {}, {}, None
    for text in texts:
        regions.update((name, int(count)) for name, count in CHARGE.findall(text))
        values.update((name, (kind, int(count))) for kind, name, count in PREDICTION.findall(text))
        found = MODEL.search(text)
        model_id = found.group(1) if found else model_id
    if model_id is None:
        raise ValueError("no file of the skeleton holds maquette_model_id")
    return document(model_id, regions, values)


def of_halving(ranks=8, work=1.0):
    """Of test/integration/tool/programs/halving_skeleton.c, with counted operations."""
    profile = document("halving-1", {"main#work": 1, "main#print": 1}, {}, ranks, ["20000"])
    groups = [cost_group("main#work", [size]) for size in (2000, 20000, 80000, 200000)]
    for group in groups:
        for holder, key in ((group, "mean"), (group, "kept"), (group["first"], "mean"), (group["first"], "kept")):
            holder[key] = round(holder[key] * work, 3)
        group["quantiles"] = quantiles(group["mean"])
        group["first"]["quantiles"] = quantiles(group["first"]["mean"])
        group["between_runs"] = 0.01
        group["counters"] = {"PAPI_FP_OPS": 3 * group["features"][0], "PAPI_L3_TCM": group["features"][0] / 10}
    profile["regions"]["main#work"]["groups"] = groups
    profile["regions"]["main#print"]["groups"] = [
        dict(cost_group("main#print", [size]), counters={"PAPI_FP_OPS": 1000 + size}) for size in (2000, 20000)
    ]
    profile["counters"] = {"names": ["PAPI_FP_OPS", "PAPI_L3_TCM"], "note": ""}
    profile["values"] = {
        "main#count": {"type": "integer", "groups": [value_group("integer", "count", [], range(100, 40, -10))]},
        "main#more": {"type": "branch", "groups": [value_group("branch", "more", [], [1, 1, 1, 1, 1, 0])]}
    }
    return profile


def write(profile, path):
    with open(path, "w", encoding="utf-8") as file:
        json.dump(profile, file, indent=1, sort_keys=True)
