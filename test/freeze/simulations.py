# test/freeze/simulations.py - the simulations whose results are frozen
# SPDX-License-Identifier: Apache-2.0
"""No host time may enter a result. In skeleton mode computing takes no time, or what a made-up profile says; in
direct mode the node is so fast that computing takes none."""
import os
from dataclasses import dataclass, field

import machines
from machines import machine

# name: compiler, sources below test/ (all are built in one command), options
PROGRAMS = {}


def program(compiler, folder, *names, sources=None, options=()):
    for name in names:
        PROGRAMS[name.split(".")[0]] = (compiler, folder, sources or [name], list(options))


program("maquette-cc", "bench/programs", "halo.c", "pingpong.c", "alltoall.c", "stencil.c", options=["-O1", "-lm"])
program("maquette-cc", "integration/repeat/programs", "mixture.c", options=["-O1"])
program("maquette-cc",
        "integration/mpi",
        "collectives.c",
        "communicators.c",
        "intercommunicators.c",
        "topologies.c",
        "requests.c",
        "nonblocking.c",
        "point_to_point.c",
        "packing.c",
        "one_sided.c",
        "one_sided_times.c",
        "one_sided_faults.c",
        "files.c",
        "dynamic_processes.c",
        "sessions.c",
        "threads.c",
        "phantoms.c",
        "progress.c",
        "faults.c",
        "freed.c",
        "smp_sim.c",
        "common_results.c",
        "large_counts.c",
        "datatypes.c",
        "processes.c",
        options=["-std=c99", "-O0"])
program("maquette-c++", "integration/mpi", "futures.cpp", options=["-std=c++20", "-O1"])
program("maquette-cc",
        "integration/tool/programs",
        "exchange.c",
        "halving_skeleton.c",
        "halving_profiled.c",
        "lu.c",
        "census.c",
        options=["-O1", "-lm"])
program("maquette-cc",
        "integration/journeys/programs",
        "master_worker.c",
        "polling.c",
        "workers.c",
        options=["-O1", "-lm"])
program("maquette-fc", "integration/fortran", "new_style", sources=["checks.f90", "new_style.f90"], options=["-O2"])
program("maquette-fc",
        "integration/fortran",
        "input_output",
        sources=["checks.f90", "input_output.f90"],
        options=["-O2"])
program("maquette-fc", "integration/fortran", "callbacks", sources=["checks.f90", "callbacks.f90"], options=["-O2"])
program("maquette-fc", "integration/fortran", "old_style", sources=["old_style.f"], options=["-O2"])


@dataclass
class Simulation:
    name: str
    program: str
    ranks: int
    machine: str
    options: list = field(default_factory=list)
    arguments: list = field(default_factory=list)
    status: int = 0
    prints: str = ""  # Lines of the program's own output that match are kept, in any order.
    files: dict = field(default_factory=dict)  # Written beside the machine file.
    profiles: list = field(default_factory=list)
    mode: str = "run"  # Or another method of Builder.
    charges: str = ""  # The full program, where the mode needs it.


SIMULATIONS = []


def add(name, program_name, ranks, machine_text, *options, arguments=(), **more):
    SIMULATIONS.append(
        Simulation(name, program_name, ranks, machine_text, [str(option) for option in options],
                   [str(argument) for argument in arguments], **more))


def settings(*texts):
    return [word for text in texts for word in ("--set", text)]


SUM = {"prints": r"^sum "}
LOGP = machine("logp", network__message_gap="50 ns")
TORUS = machine("flow-fair", "torus")
FREE = settings("node.cpu_scale=1e15")


def mixture(name, machine_text, *options, ranks=64, rounds=2):
    add("network: " + name, "mixture", ranks, machine_text, *options, arguments=[rounds], **SUM)


def networks():
    mixture("logp", LOGP, "--sizes", "--sites")
    for topology, routing in (("torus", None), ("open torus", None), ("mesh", "valiant"), ("hypercube", "ugal-l"),
                              ("fat-tree", "ecmp"), ("clos", None), ("dragonfly", "ugal-g"),
                              ("flat dragonfly", "par"), ("dragonfly-plus", "ecmp"), ("hyperx", "ugal-l"),
                              ("slim-fly", "valiant"), ("gamma", "ecmp"), ("graph", "ecmp"), ("crossbar", None)):
        SIMULATIONS.append(
            Simulation(f"network: flow-fair, {topology}, {routing or 'minimal'}",
                       "mixture",
                       32 if topology != "torus" else 64,
                       machine("flow-fair", topology, routing), ["--links"], ["1"],
                       files={"graph.txt": machines.GRAPH},
                       **SUM))
    for topology, routing in (("torus", None), ("hyperx", "valiant"), ("fat-tree", "ecmp"), ("dragonfly", "par"),
                              ("dragonfly", "ugal-l"), ("slim-fly", "ugal-g")):
        mixture(f"packet, {topology}, {routing or 'minimal'}",
                machine("packet", topology, routing),
                ranks=27,
                rounds=1)
    mixture("packet, small buffers, round-robin",
            machine("packet",
                    "torus",
                    network__packet_size="1 KiB",
                    network__buffer_size="4 KiB",
                    network__arbitration="round-robin"),
            ranks=27,
            rounds=1)
    for topology, routing in (("torus", None), ("dragonfly-plus", "ugal-l"), ("graph", "valiant")):
        SIMULATIONS.append(
            Simulation(f"network: flow-fifo, {topology}, {routing or 'minimal'}",
                       "mixture",
                       32,
                       machine("flow-fifo", topology, routing), ["--links"], ["1"],
                       files={"graph.txt": machines.GRAPH},
                       **SUM))
    mixture("smp-sim",
            machine("smp-sim", node__cores=2, network__buffer_overhead="300 ns", mpi__buffer_copies="memory"))
    mixture("hops", machine("hops", "torus", mpi__buffer_copies="memory"))
    mixture("buses", machine("buses", network__buses=8, network__output_links=1, network__input_links=2))
    mixture("infiniband", machine("infiniband", "clos", network__mtu="2 KiB", network__packet_overhead="30 B"))
    mixture("parallel links", machine("flow-fair", "clos", network__parallel_links=3), "--links")
    for choice in ("stripe", "core", "pair"):
        mixture("rails, " + choice,
                machine("flow-fair", "torus", node__cores=4, network__rails=2, network__rail_choice=choice))
    mixture("rails of one network",
            machine("packet", "torus", node__count=32, network__rails=2, network__rail_layout="shared"),
            ranks=27,
            rounds=1)
    mixture(
        "sockets",
        machine("flow-fair",
                "torus",
                node__cores=8,
                node__sockets=2,
                node__socket_memory_bandwidth="20 GB/s",
                node__socket_link_bandwidth="15 GB/s",
                node__socket_link_latency="50 ns",
                placement__cores="scatter"))
    mixture(
        "steps inside a node",
        LOGP.replace("cores = 1", 'cores = 8\nmemory_steps = [{ above = "1 KiB", latency = 2.0, bandwidth = 0.5 }]'))


def loads():
    """Enough at once that routing and arbitration count."""
    for topology, routings in (("dragonfly", ("minimal", "ecmp", "valiant", "ugal-l", "ugal-g", "par")),
                               ("fat-tree", ("d-mod-k", "ecmp")), ("hyperx", ("dimension-order", "valiant",
                                                                              "ugal-g")),
                               ("dragonfly-plus", ("minimal", "valiant", "ugal-l")), ("slim-fly", ("minimal", "ecmp",
                                                                                                   "ugal-l")),
                               ("torus", ("minimal", "valiant", "ugal-g")), ("gamma", ("minimal", "ecmp"))):
        for routing in routings:
            for model in ("flow-fair", "packet"):
                add(f"load: {model}, {topology}, {routing}",
                    "alltoall",
                    48,
                    machine(model, topology, routing, network__routing_seed=5),
                    arguments=[9000, 1, "sizes"])
    for topology, routing in (("dragonfly", "valiant"), ("fat-tree", "ecmp"), ("torus", "minimal")):
        add(f"load: flow-fifo, {topology}, {routing}",
            "alltoall",
            48,
            machine("flow-fifo", topology, routing),
            "--links",
            arguments=[9000, 1, "sizes"])
    add("load: packet, virtual channels",
        "alltoall",
        48,
        machine("packet", "dragonfly", "ugal-g", network__virtual_channels=8),
        "--links",
        arguments=[9000, 1, "sizes"])


def scale():
    for stack in ("copied", "slab"):
        add(f"scale: pingpong of 2,048, {stack} stacks",
            "pingpong",
            2048,
            machine("logp", node__count=2048),
            f"--stack={stack}",
            arguments=[32768, 8])
    add("scale: halo of 4,096",
        "halo",
        4096,
        machine("logp", node__count=512, node__cores=8),
        "--stack=copied",
        arguments=[16, 16, 16, 3, 20000])
    add("scale: halo of 512 on a dragonfly",
        "halo",
        512,
        machine("flow-fair", "dragonfly", "ugal-l", node__count=72, node__cores=8),
        "--links",
        "--matrix",
        "{work}/matrix.csv",
        arguments=[8, 8, 8, 4, 30000, "sizes"])
    add("scale: stencil on a tree", "stencil", 64, machine("flow-fair", "fat-tree"), arguments=[40, 256])
    for collectives in ("mpich", "openmpi", "analytic"):
        add(f"scale: alltoall, {collectives}",
            "alltoall",
            96,
            machine("logp", node__count=96, mpi__collectives=collectives),
            arguments=[500, 2])


def placements():
    for mapping, more in (("cyclic", {}), ("random", {"placement__seed": 3}), ("greedy", {}),
                          ("two-step", {"placement__groups": 4}), ("file", {"placement__file": "nodes.txt"})):
        SIMULATIONS.append(
            Simulation(f"placement: {mapping}",
                       "halo",
                       64,
                       machine("flow-fair", "torus", node__cores=4, placement__mapping=mapping, **more), ["--sizes"],
                       ["4", "4", "4", "3", "30000"],
                       files={"nodes.txt": "".join(f"{(7 * rank) % 32}\n" for rank in range(64))}))
    add("placement: oversubscribed",
        "halo",
        64,
        machine("logp", node__count=8, node__cores=4),
        "--oversubscribe",
        arguments=[4, 4, 4, 3, 30000])


ALGORITHMS = {
    1: "barrier=recursive-doubling bcast=linear reduce=linear allreduce=ring allgather=neighbour-exchange "
    "alltoall=linear reduce_scatter=ring gather=linear scatter=linear scan=linear",
    2: "barrier=linear bcast=k-nomial reduce=binary allreduce=segmented-ring allgather=gather-broadcast "
    "alltoall=pairwise reduce_scatter=pairwise segment=256B",
    3: "barrier=binomial bcast=binary reduce=chain allgather=bruck alltoall=bruck reduce_scatter=recursive-halving",
    4: "barrier=dissemination bcast=pipeline reduce=pipeline allreduce=two-level allgather=ring "
    "reduce_scatter=reduce-then-scatter segment=1000B",
    5: "bcast=chain reduce=rabenseifner allreduce=rabenseifner allgather=recursive-doubling scan=recursive-doubling",
    6: "bcast=two-level reduce=binomial allreduce=recursive-doubling gather=binomial scatter=binomial",
    7: "bcast=scatter-doubling",
    8: "bcast=scatter-ring allreduce=reduce-broadcast",
}


def collectives():
    for choice in ("mpich", "openmpi", "analytic"):
        add(f"collectives: {choice}", "collectives", 13, machine("flow-fair", "torus", mpi__collectives=choice),
            "--sites")
    SIMULATIONS.append(
        Simulation("collectives: rules of a file",
                   "collectives",
                   16,
                   machine("flow-fair", "torus", mpi__collectives="rules.toml"),
                   files={"rules.toml": machines.RULES}))
    for number, texts in ALGORITHMS.items():
        add(f"collectives: algorithms {number}", "collectives", 8, machine("flow-fair", "torus", node__cores=2),
            *settings(*("collectives." + text for text in texts.split())))
    add("collectives: copies inside a rank",
        "census",
        16,
        machine("flow-fair", "torus", mpi__local_copy_bandwidth="20 GB/s"),
        arguments=["gather"])


def calls():
    for name, ranks in (("communicators", 7), ("intercommunicators", 7), ("topologies", 5), ("requests", 5),
                        ("nonblocking", 5), ("point_to_point", 6), ("one_sided", 6), ("files", 8),
                        ("dynamic_processes", 5), ("sessions", 5), ("phantoms", 6), ("common_results", 8),
                        ("large_counts", 5), ("datatypes", 2), ("processes", 3)):
        add(f"calls: {name}", name, ranks, machine("flow-fair", "torus"))
    add(
        "calls: storage", "files", 8,
        machine("logp",
                storage__servers=2,
                storage__bandwidth="1 GB/s",
                storage__latency="280 us",
                storage__request_time="7 us",
                storage__stripe="64 KiB"))
    add("calls: times of one_sided", "one_sided_times", 2, machines.of_test("loggp.toml"))
    add("calls: smp_sim", "smp_sim", 4, machines.of_test("smp_sim.toml"))
    add("calls: packing", "packing", 2, machines.of_test("loggp.toml"),
        *settings("mpi.block_overhead=10 ns", "mpi.rendezvous_block_overhead=20 ns"))
    for name in ("collectives", "point_to_point", "requests", "nonblocking", "one_sided", "intercommunicators"):
        add(
            f"polling: {name}", name, 7,
            machine("flow-fair",
                    "torus",
                    mpi__progress="polling",
                    mpi__post_overhead="100 ns",
                    mpi__poll_cost="250 ns"))
    for progress in ("async", "polling"):
        add(f"polling: progress, {progress}",
            "progress",
            4,
            machines.of_test("progress.toml"),
            *settings("mpi.progress=" + progress),
            arguments=[progress])
    add("threads: C", "threads", 3, LOGP)
    add("threads: polling", "threads", 2, machine("logp", mpi__progress="polling"))
    add("threads: C++", "futures", 2, LOGP)
    for name, ranks in (("master_worker", 5), ("polling", 5), ("workers", 5)):
        add(f"wildcards: {name}", name, ranks, TORUS)


def faults():
    for name, ranks, what in (("faults", 3, "deadlock"), ("faults", 4, "deadlock_of_halves"),
                              ("faults", 2, "partitions"), ("faults", 2, "mismatch"), ("faults", 4, "roots"),
                              ("faults", 2, "truncate"), ("faults", 2, "uncommitted"), ("faults", 2, "abort"),
                              ("faults", 2, "exit"), ("faults", 2, "poll"), ("freed", 2, "operation"),
                              ("freed", 2, "window"), ("one_sided_faults", 2, "epoch"),
                              ("one_sided_faults", 2, "lock"), ("threads", 1, "hang")):
        add(f"faults: {name} {what}", name, ranks, LOGP, arguments=[what], status=3)
    for name, what in (("faults", "leaks"), ("faults", "types"), ("faults", "unfinalized"), ("one_sided_faults",
                                                                                             "conflicts")):
        add(f"warnings: {name} {what}", name, 2, LOGP, arguments=[what])
    add("warnings: unchecked", "faults", 2, LOGP, "--unchecked", "leaks", "--unchecked", "types", arguments=["leaks"])


JOBS = """[[job]]
name = "large"
ranks = 24
arguments = ["20000", "3"]
[[job]]
name = "small"
ranks = 8
arguments = ["1000", "5"]
[[job]]
name = "noise"
traffic = "{traffic}"
nodes = 12
message = "64 KiB"
interval = "10 us"
"""


def jobs():
    for traffic in ("uniform", "shift", "alltoall", "halo"):
        add(f"jobs: beside {traffic}",
            "exchange",
            0,
            machine("flow-fair", "clos", placement__mapping="random", placement__seed=2),
            "--links",
            "--jobs",
            "{work}/jobs.toml",
            files={"jobs.toml": JOBS.format(traffic=traffic)},
            prints=" ranks send ")
    add("jobs: what if",
        "exchange",
        0,
        machine("flow-fair", "torus"),
        "--jobs",
        "{work}/jobs.toml",
        "--what-if",
        "network.link_bandwidth=2x",
        files={"jobs.toml": JOBS.format(traffic="uniform")})
    add("what if: torus in place of a tree",
        "exchange",
        16,
        machine("flow-fair", "clos"),
        "--what-if",
        "network.topology=torus,network.dimensions=[8,8]",
        "--matrix",
        "{work}/matrix.csv",
        "--sizes",
        "--sites",
        "--links",
        arguments=[65536, 2])


def direct():
    for name, ranks, arguments in (("collectives", 7, []), ("one_sided", 4, []), ("requests", 4, []),
                                   ("lu", 6, [60, 4]), ("mixture", 32, [1])):
        add(f"direct: {name}", name, ranks, TORUS, "--direct", "--caches=shared", *FREE, arguments=arguments)
    for name, ranks in (("new_style", 4), ("old_style", 4), ("callbacks", 4), ("input_output", 4)):
        add(f"direct: Fortran, {name}", name, ranks, TORUS, "--direct", "--caches=shared", *FREE)
    add("direct: threads", "futures", 2, LOGP, "--direct", "--caches=shared", *FREE)
    if len(os.sched_getaffinity(0)) > 1:
        add("direct: two cores of the host", "communicators", 7, TORUS, "--direct", "--caches=shared",
            "--host-cores=2", *FREE)
    add("direct: copied stacks", "collectives", 4, LOGP, "--direct", "--caches=shared", "--stack=copied", *FREE)


def profiles():
    one, many = {"profiles": ["halving"]}, {"profiles": ["halving", "halving of another load"]}
    halving = lambda name, *options, **more: add("profile: " + name, "halving_skeleton", more.pop(
        "ranks", 16), more.pop("machine_text", TORUS), *options, **{"arguments": [20000], **one, **more})
    halving("noise, seed 1")
    halving("noise, seed 7", "--seed=7", "--sites")
    halving("means", "--noise=none")
    halving("between profiled sizes", arguments=[31000, "print"])
    halving("beyond profiled sizes", arguments=[900000])
    halving("another number of ranks", ranks=61)
    halving("another processor", *settings("node.cpu_scale=2.5"))
    halving("costs of a region", "--region", "main#work=x0.5")
    halving("a fixed cost of a region", "--region", "main#work=1.2 ms", "--noise=none")
    halving("noise of the system", "--os-noise", "100 us:5 us", "--seed=3")
    halving("noise of the system, means", "--os-noise", "1 ms:50 us", "--noise=none", machine_text=LOGP)
    halving("roofline", "--roofline", "38 Gflop/s:12 GB/s", arguments=[20000, "print"])
    halving("roofline of both", "--roofline", "38 Gflop/s:12 GB/s", "--roofline-host", "20 Gflop/s:10 GB/s")
    halving("several profiles", **many)
    halving("several profiles, full nodes", **many, machine_text=machine("flow-fair", "torus", node__cores=4))
    halving("what if", "--what-if", "node.cpu_scale=2", "--noise=none")
    halving("charged to the program", mode="charged", charges="halving_profiled", ranks=8, arguments=[2000])
    halving("verified", mode="verify", charges="halving_profiled", ranks=8, arguments=[2000])
    halving("shown", mode="show")
    halving("merged", mode="merge", profiles=["halving", "halving of one rank"])
    halving("values that are measured",
            mode="measure",
            charges="halving_profiled",
            ranks=8,
            arguments=[2000],
            profiles=[])


def facts():
    for topology in machines.TOPOLOGIES:
        SIMULATIONS.append(
            Simulation(f"facts: {topology}",
                       "",
                       0,
                       machine("flow-fair", topology),
                       files={"graph.txt": machines.GRAPH},
                       mode="facts"))


for part in (networks, loads, scale, placements, collectives, calls, faults, jobs, direct, profiles, facts):
    part()
