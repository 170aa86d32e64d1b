# test/freeze/machines.py - small machines of every network model, topology and routing
# SPDX-License-Identifier: Apache-2.0
"""The machines are written here, not read from models/machines: those follow real machines,
and their numbers may change."""
import os

TOPOLOGIES = {
    "crossbar": {},
    "torus": {"dimensions": [4, 4, 4]},
    "open torus": {"topology": "torus", "dimensions": [4, 4, 4], "open_dimensions": [2]},
    "mesh": {"dimensions": [4, 4, 4]},
    "hypercube": {},
    "fat-tree": {"down": [4, 4, 4], "up": [1, 2, 2]},
    "clos": {"nodes_per_leaf": 8, "spines": 4},
    "dragonfly": {"nodes_per_router": 2, "routers_per_group": 4, "global_links_per_router": 2},
    "flat dragonfly": {
        "topology": "dragonfly", "nodes_per_router": 2, "routers_per_group": 6, "group_rows": 2,
        "global_links_per_router": 1, "nodes": 60
    },
    "dragonfly-plus": {
        "nodes_per_leaf": 2, "leaves_per_group": 4, "spines_per_group": 2, "global_links_per_spine": 4
    },
    "hyperx": {"dimensions": [4, 4], "nodes_per_router": 4},
    "slim-fly": {"q": 5, "nodes_per_router": 2, "nodes": 100},
    "gamma": {},
    "graph": {"graph_file": "graph.txt"},
}

# Eight rings of four routers, two nodes on each; a ring's router i leads to router i + 1 of the next ring.
GRAPH = "".join([f"node {node} {node // 2}\n" for node in range(64)] +
                [f"link {router} {router // 4 * 4 + (router + 1) % 4}\n" for router in range(32)] +
                [f"link {router} {(router // 4 * 4 + 4 + (router + 1) % 4) % 32}\n" for router in range(32)])

# A file in place of a decision table.
RULES = """base = "openmpi"
[[allreduce]]
most_bytes = "2 KiB"
algorithm = "reduce-broadcast"
[[bcast]]
least_ranks = 8
algorithm = "pipeline"
segment = "1 KiB"
"""

BASE = {
    "node": {"count": 64, "cores": 1, "memory_bandwidth": "10 GB/s", "memory_latency": "300 ns"},
    "network": {"latency": "1 us", "bandwidth": "10 GB/s"},
    "mpi": {"send_overhead": "200 ns", "receive_overhead": "150 ns", "eager_threshold": "8 KiB"},
}
LINKS = {"link_bandwidth": "5 GB/s", "link_latency": "100 ns"}


def of_test(name):
    """That of a test whose program checks the times that follow from it."""
    path = os.path.join(os.path.dirname(os.path.dirname(os.path.abspath(__file__))), "integration", "mpi", name)
    with open(path, encoding="utf-8") as file:
        return file.read()


def toml(value):
    if isinstance(value, list):
        return "[" + ", ".join(toml(item) for item in value) + "]"
    return f'"{value}"' if isinstance(value, str) else str(value)


def machine(model, topology=None, routing=None, **changes):
    """The text of a machine file; a change is named table__key, as in node__cores=4."""
    tables = {name: dict(table) for name, table in BASE.items()}
    network = tables["network"]
    network["model"] = model
    if topology is not None:
        network.update({"topology": topology, **TOPOLOGIES[topology]})
        tables["node"]["count"] = network.pop("nodes", tables["node"]["count"])
        network.update({"link_latency": LINKS["link_latency"]} if model == "hops" else LINKS)
    if routing is not None:
        network["routing"] = routing
    for name, value in changes.items():
        table, key = name.split("__")
        tables.setdefault(table, {})[key] = value
    lines = [f'name = "{model}"', 'description = "of the freeze of behaviour"']
    for name, table in tables.items():
        lines += [f"[{name}]", 'source = "chosen for the test"'
                  ] + [f"{key} = {toml(value)}" for key, value in table.items()]
    return "\n".join(lines) + "\n"
