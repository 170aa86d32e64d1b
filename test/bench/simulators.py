# test/bench/simulators.py - how to build and run an MPI program under a simulator, on machines with the same numbers
# SPDX-License-Identifier: Apache-2.0
import collections
import json
import os
import resource
import signal
import subprocess
import tempfile
import threading

Run = collections.namedtuple("Run", "seconds bytes output")

# One rank a node. Latency and bandwidth are the same for both; what only one of them models (overheads) is small.
LATENCY_US, BANDWIDTH_GB, LINK_GB, LINK_LATENCY_NS = 1, 10, 5, 100


def torus(ranks):
    power = ranks.bit_length() - 1
    return [2 ** ((power + 2 - i) // 3) for i in range(3)]


def execute(command, limit):
    """Runs to the end, or gives up (None). Processor time and peak memory are those of the whole tree of processes."""
    with tempfile.TemporaryFile("w+") as output:
        process = subprocess.Popen(list(map(str, command)), stdout=output, stderr=subprocess.STDOUT,
                                   start_new_session=True,
                                   preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_CPU, (limit, limit + 5)))
        watch = threading.Timer(3 * limit, os.killpg, (process.pid, signal.SIGKILL))
        watch.start()
        _, status, usage = os.wait4(process.pid, 0)
        watch.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        text = output.read()
    seconds = usage.ru_utime + usage.ru_stime
    if process.returncode == -signal.SIGKILL or seconds >= limit or "CPU time limit exceeded" in text:
        return None
    if process.returncode != 0:
        raise OSError(f"{' '.join(map(str, command))} failed:\n{text[-2000:]}")
    return Run(seconds, usage.ru_maxrss * 1024, text)


class Maquette:
    name = "Maquette"

    def __init__(self, binaries, sources, folder):
        self.binaries, self.sources, self.folder = binaries, sources, folder

    def build(self, program):
        target = os.path.join(self.folder, program + "-maquette")
        if not os.path.exists(target):
            subprocess.run([os.path.join(self.binaries, "maquette-cc"),
                            "-O2", os.path.join(self.sources, program + ".c"), "-o", target], check=True)
        return target

    def machine(self, network, ranks):
        text = (f'name = "compare"\n[node]\nsource = "compare"\ncount = {ranks}\ncores = 1\n'
                'memory_bandwidth = "10 GB/s"\n'
                f'memory_latency = "100 ns"\n[network]\nsource = "compare"\nlatency = "{LATENCY_US} us"\n'
                f'bandwidth = "{BANDWIDTH_GB} GB/s"\n')
        if network == "torus":
            text += (f'model = "flow-fair"\ntopology = "torus"\ndimensions = {torus(ranks)}\n'
                     f'link_bandwidth = "{LINK_GB} GB/s"\nlink_latency = "{LINK_LATENCY_NS} ns"\n')
        else:
            text += 'model = "logp"\n'
        path = os.path.join(self.folder, f"{network}-{ranks}.toml")
        with open(path, "w", encoding="utf-8") as file:
            file.write(text)
        return path

    def run(self, program, network, ranks, arguments, limit):
        result = os.path.join(self.folder, "result.json")
        command = [os.path.join(self.binaries, "maquette"), "run", "-n", ranks, "-m", self.machine(network, ranks),
                   "--json", result, "--", self.build(program), *arguments]
        run = execute(command, limit)
        if run is None:
            return None
        # The simulation's own peak: before `maquette` became it, it may have had more than a small simulation has.
        with open(result, encoding="utf-8") as file:
            return run._replace(bytes=json.load(file)["peak_rss_bytes"])


class Smpi:
    name = "SMPI"

    def __init__(self, sources, folder):
        self.sources, self.folder = sources, folder

    def build(self, program):
        target = os.path.join(self.folder, program + "-smpi")
        if not os.path.exists(target):
            subprocess.run(["smpicc", "-O2", os.path.join(self.sources, program + ".c"), "-o", target], check=True)
        return target

    def platform(self, network, ranks):
        """A cluster: behind one switch that never blocks, or a torus whose links are shared."""
        shape = ""
        rate, latency = BANDWIDTH_GB, LATENCY_US * 500  # Two links on each way, ns.
        if network == "torus":
            shape = f'topology="TORUS" topo_parameters="{",".join(map(str, torus(ranks)))}"'
            rate, latency = LINK_GB, LINK_LATENCY_NS
        path = os.path.join(self.folder, f"{network}-{ranks}.xml")
        with open(path, "w", encoding="utf-8") as file:
            file.write('<?xml version="1.0"?>\n<!DOCTYPE platform SYSTEM "https://simgrid.org/simgrid.dtd">\n'
                       '<platform version="4.1">\n'
                       f'<cluster id="c" prefix="n" suffix="" radical="0-{ranks - 1}" speed="1Gf" bw="{rate}GBps" '
                       f'lat="{latency}ns" {shape}/>\n</platform>\n')
        hosts = os.path.join(self.folder, f"hosts-{ranks}")
        with open(hosts, "w", encoding="utf-8") as file:
            file.writelines(f"n{node}\n" for node in range(ranks))
        return path, hosts

    def run(self, program, network, ranks, arguments, limit):
        platform, hosts = self.platform(network, ranks)
        command = ["smpirun", "-no-privatize", "-np", ranks, "-platform", platform, "-hostfile", hosts,
                   "--cfg=smpi/simulate-computation:no", "--cfg=smpi/coll-selector:mpich", "--log=root.thresh:critical",
                   self.build(program), *("shared" if word == "sizes" else word for word in arguments)]
        return execute(command, limit)
