#!/usr/bin/env python3
# runtime/shmem/bench/shmem_bench.py - benchmarks of OpenSHMEM calls, and a machine's table [shmem] from them
# SPDX-License-Identifier: Apache-2.0
"""Writes programs that time calls of OpenSHMEM, and makes the table [shmem] of a machine file from what they print.
Source: Meswani et al., Tools for Benchmarking, Tracing, and Simulating SHMEM Applications (2012), section II."""
import argparse
import csv
import json
import math
import os
import re
import sys

HEADING = ("TESTNUM", "TESTCLASS", "NELEMS", "STRIDE")
CLASSES = {1: "put", 2: "get", 3: "collective", 4: "synchronization", 5: "atomic"}
COLUMNS = ("test", "class", "function", "bytes", "pes", "least_seconds", "mean_seconds")
MOST_ELEMENTS = 1 << 26

# Names of functions, and their elements in C.
TYPES = {"short": "short", "int": "int", "long": "long", "longlong": "long long", "float": "float", "double": "double"}
SIZES = {"32": 4, "64": 8, "128": 16}
REDUCED = {"int": "int", "long": "long", "double": "double"}
ATOMICS = {"int": "int", "long": "long"}
# The same of Fortran: of 4 and 8 bytes.
FORTRAN = {"integer": 4, "real": 4, "double": 8}


class Wrong(Exception):
    """What is wrong, where, and what to do."""

    def __init__(self, where, what, fix):
        super().__init__(f"{where}: error: {what} [maquette-shmem-tests]\n  fix: {fix}")


def read_tests(path):
    """[(number, class, elements, stride)] of a configuration file."""
    try:
        with open(path, encoding="utf-8") as file:
            lines = [line.split("#")[0].split() for line in file]
    except (OSError, UnicodeDecodeError) as problem:
        raise Wrong(path, f"cannot be read: {problem}", "check the name") from problem
    tests = []
    for number, cells in enumerate(lines, 1):
        if not cells or tuple(cell.upper() for cell in cells) == HEADING:
            continue
        where = f"{path}:{number}"
        if len(cells) != len(HEADING) or not all(cell.isascii() and cell.isdigit() for cell in cells):
            raise Wrong(where, "is no test", "write four numbers: " + " ".join(HEADING))
        test, kind, elements, stride = map(int, cells)
        if kind not in CLASSES:
            raise Wrong(where, f"there is no class {kind}",
                        "choose one: " + ", ".join(f"{key} {name}" for key, name in CLASSES.items()))
        if not 1 <= elements * max(stride, 1) <= MOST_ELEMENTS or stride < 1:
            raise Wrong(where, f"{elements} elements, each {stride} from the next, cannot be had",
                        f"both are 1 at least, and their product is at most {MOST_ELEMENTS}")
        if any(test == known[0] for known in tests):
            raise Wrong(where, f"test {test} is there twice", "number the tests differently")
        tests.append((test, kind, elements, stride))
    if not tests:
        raise Wrong(path, "has no test", "write a line for each: " + " ".join(HEADING))
    return tests


def accesses(kind, elements, stride):
    """(name, bytes, call) of puts or gets; a call in C. A put writes there, a get reads there."""
    verb = CLASSES[kind]
    to, source = ("there", "here") if verb == "put" else ("here", "there")
    strides, strided = ("", "") if stride == 1 else (f"{stride}, {stride}, ", "i")
    for name, c_type in TYPES.items():
        yield (f"shmem_{name}_{strided}{verb}", f"{elements} * sizeof({c_type})",
               f"shmem_{name}_{strided}{verb}(({c_type} *){to}, ({c_type} *){source}, {strides}{elements}, peer)")
        yield ((f"shmem_{name}_p", f"sizeof({c_type})", f"shmem_{name}_p(({c_type} *)there, 1, peer)")
               if verb == "put" else
               (f"shmem_{name}_g", f"sizeof({c_type})", f"taken += (double)shmem_{name}_g(({c_type} *)there, peer)"))
    for name, size in SIZES.items():
        yield (f"shmem_{strided}{verb}{name}", f"{elements} * {size}",
               f"shmem_{strided}{verb}{name}({to}, {source}, {strides}{elements}, peer)")
    if stride == 1:
        yield f"shmem_{verb}mem", f"{elements}", f"shmem_{verb}mem({to}, {source}, {elements}, peer)"


def one_sided(kind, elements, stride):
    for name, size, call in accesses(kind, elements, stride):
        yield f'MEASURE("{name}", {size}, {call});'
        if kind == 1:
            yield f'MEASURE("{name}+shmem_quiet", {size}, {call}; shmem_quiet());'


def collectives(elements):
    yield 'MEASURE_ALL("shmem_barrier_all", 0, shmem_barrier_all());'
    yield 'MEASURE_ALL("shmem_barrier", 0, shmem_barrier(0, 0, pes, sync_barrier));'
    yield 'MEASURE_ALL("shmem_sync_all", 0, shmem_sync_all());'
    for bits in (32, 64):
        size = f"{elements} * {bits // 8}"
        yield (f'MEASURE_ALL("shmem_broadcast{bits}", {size}, '
               f"NEXT_SET(); shmem_broadcast{bits}(there, here, {elements}, 0, 0, 0, pes, sync[turn]));")
        for name in ("collect", "fcollect", "alltoall"):
            yield (f'MEASURE_ALL("shmem_{name}{bits}", {size}, '
                   f"NEXT_SET(); shmem_{name}{bits}(there, here, {elements}, 0, 0, pes, sync[turn]));")
    for name, c_type in REDUCED.items():
        for operation in ("sum", "max", "min"):
            yield (f'MEASURE_ALL("shmem_{name}_{operation}_to_all", {elements} * sizeof({c_type}), '
                   f"NEXT_SET(); shmem_{name}_{operation}_to_all(({c_type} *)there, ({c_type} *)here, {elements}, 0, "
                   f"0, pes, ({c_type} *)work[turn], sync[turn]));")


def synchronizations():
    yield 'MEASURE("shmem_fence", 0, shmem_fence());'
    yield 'MEASURE("shmem_quiet", 0, shmem_quiet());'
    yield 'MEASURE("shmem_long_p+shmem_fence", 8, shmem_long_p((long *)there, 1, peer); shmem_fence());'
    yield ('MEASURE("shmem_long_p+shmem_long_wait_until", 8, shmem_long_p(&flag, ++waited, me); '
           "shmem_long_wait_until(&flag, SHMEM_CMP_GE, waited));")


def atomics():
    for name, c_type in ATOMICS.items():
        at = f"({c_type} *)there"
        for function, operands, fetches in (("fetch", "", True), ("set", "1, ", False), ("inc", "", False),
                                            ("fetch_inc", "", True), ("add", "2, ", False), ("fetch_add", "2, ", True),
                                            ("swap", "3, ", True), ("compare_swap", "3, 4, ", True)):
            call = f"shmem_{name}_atomic_{function}({at}, {operands}peer)"
            yield (f'MEASURE("shmem_{name}_atomic_{function}", sizeof({c_type}), '
                   f"{'taken += (double)' if fetches else ''}{call});")


def statements(test):
    _, kind, elements, stride = test
    return list(one_sided(kind, elements, stride) if kind in (1, 2) else collectives(elements) if kind == 3 else
                synchronizations() if kind == 4 else atomics())


C_PROGRAM = """/* Times calls of OpenSHMEM; written by maquette-shmem-bench. Prints a line of CSV for each. */
@INCLUDES@
#define ROUNDS @ROUNDS@
#define COUNT(array) (sizeof(array) / sizeof *(array))
/* A collective call may use variables again when all PEs are beyond the one before: two sets in turn. */
#define NEXT_SET() (turn ^= 1)

static long sync_barrier[SHMEM_BARRIER_SYNC_SIZE];
static long sync[2][SHMEM_COLLECT_SYNC_SIZE + SHMEM_REDUCE_SYNC_SIZE + SHMEM_ALLTOALL_SYNC_SIZE +
                    SHMEM_BCAST_SYNC_SIZE];
static long flag, waited;
static double taken;
static char *work[2];
static int me, pes, turn;

@CLOCK@

static void report(const char *function, double bytes, double least, double sum, const char *test) {
  if (me == 0)
    printf("%s,%s,%.0f,%d,%.9e,%.9e\\n", test, function, bytes, pes, least, sum / ROUNDS);
}

/* call: of those PEs for which active is true. */
#define TIMED(name, bytes, call, active)                                                            \\
  do {                                                                                              \\
    double least = 1e30, sum = 0;                                                                   \\
    shmem_barrier_all();                                                                            \\
    for (int round = 0; round < ROUNDS && (active); ++round) {                                      \\
      const double begin = seconds();                                                               \\
      call;                                                                                         \\
      const double time = seconds() - begin;                                                        \\
      least = time < least ? time : least;                                                          \\
      sum += time;                                                                                  \\
    }                                                                                               \\
    shmem_barrier_all();                                                                            \\
    report(name, (double)(bytes), least, sum, test);                                                \\
  } while (0)
#define MEASURE(name, bytes, call) TIMED(name, bytes, call, me == 0)
#define MEASURE_ALL(name, bytes, call) TIMED(name, bytes, call, 1)

@TESTS@
int main(void) {
  shmem_init();
  me = shmem_my_pe();
  pes = shmem_n_pes();
  const int peer = pes - 1; /* The farthest, in most machines. */
  const size_t bytes = (size_t)@BYTES@ * (size_t)pes;
  char *const there = (char *)shmem_malloc(bytes), *const here = (char *)shmem_malloc(bytes);
  const size_t work_bytes = @BYTES@ + 64 * SHMEM_REDUCE_MIN_WRKDATA_SIZE;
  work[0] = (char *)shmem_malloc(work_bytes);
  work[1] = (char *)shmem_malloc(work_bytes);
  if (there == NULL || here == NULL || work[0] == NULL || work[1] == NULL) {
    fprintf(stderr, "error: no room for two blocks of %zu bytes\\n  fix: raise SHMEM_SYMMETRIC_SIZE\\n", bytes);
    shmem_global_exit(1);
  }
  memset(there, 0, bytes);
  memset(here, 0, bytes);
  for (size_t i = 0; i < COUNT(sync_barrier); ++i)
    sync_barrier[i] = SHMEM_SYNC_VALUE;
  for (size_t i = 0; i < COUNT(sync[0]); ++i)
    sync[0][i] = sync[1][i] = SHMEM_SYNC_VALUE;
  if (me == 0)
    printf("@COLUMNS@\\n");
@CALLS@
  shmem_barrier_all();
  shmem_finalize();
  (void)flag, (void)waited, (void)turn; /* Not all tests need them. */
  return taken > 1e300;                 /* What was fetched is used. */
}
"""

C_INCLUDES = "#include <shmem.h>\n#include <stdio.h>\n#include <string.h>\n#include <time.h>\n"
C_CLOCK = """static double seconds(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}"""
CPP_INCLUDES = "#include <chrono>\n#include <cstdio>\n#include <cstring>\n\n#include <shmem.h>\n"
CPP_CLOCK = """static double seconds() {
  return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch()).count();
}"""


def c_program(tests, rounds, includes, clock):
    functions, calls = [], []
    for test in tests:
        number, kind, elements, stride = test
        used = "(void)there, (void)here, (void)peer;"
        functions.append(f"static void test_{number}(char *there, char *here, int peer) {{\n"
                         f'  const char *const test = "{number},{kind}";\n  {used}\n' +
                         "".join(f"  {statement}\n" for statement in statements(test)) + "}\n")
        calls.append(f"  test_{number}(there, here, peer); /* {CLASSES[kind]}: {elements} elements, "
                     f"stride {stride} */")
    return filled(C_PROGRAM, INCLUDES=includes, ROUNDS=str(rounds), CLOCK=clock, TESTS="\n".join(functions),
                  BYTES=str(most_bytes(tests)), CALLS="\n".join(calls), COLUMNS=",".join(COLUMNS))


def filled(template, **places):
    for name, text in places.items():
        template = template.replace(f"@{name}@", text)
    return template


def most_bytes(tests):
    """Of the largest block: elements of 16 bytes."""
    return max(elements * stride for _, _, elements, stride in tests) * 16 + 64


FORTRAN_PROGRAM = """! Times calls of OpenSHMEM; written by maquette-shmem-bench. Prints a line of CSV for each.
program shmem_bench
  use, intrinsic :: iso_fortran_env, only: int64
  implicit none
  include 'shmem.fh'
  integer, parameter :: rounds = @ROUNDS@
  integer(int64), save :: there(@WORDS@), here(@WORDS@)
  integer, save :: sync_barrier(SHMEM_BARRIER_SYNC_SIZE)
  integer(int64) :: begin, finish, rate
  double precision :: least, total, time
  integer :: me, pes, peer, round
  integer, external :: shmem_my_pe, shmem_n_pes
  call shmem_init()
  me = shmem_my_pe()
  pes = shmem_n_pes()
  peer = pes - 1
  sync_barrier = SHMEM_SYNC_VALUE
  there = 0
  here = 0
  call system_clock(count_rate=rate)
  if (me == 0) print '(a)', '@COLUMNS@'
@CALLS@
  call shmem_barrier_all()
  call shmem_finalize()
contains
  subroutine start()
    least = huge(least)
    total = 0
    call shmem_barrier_all()
  end subroutine
  subroutine stop_clock()
    call system_clock(finish)
    time = dble(finish - begin) / dble(rate)
    least = min(least, time)
    total = total + time
  end subroutine
  subroutine report(test, name, bytes)
    character(*), intent(in) :: test, name
    integer, intent(in) :: bytes
    call shmem_barrier_all()
    if (me == 0) print '(a,",",a,",",i0,",",i0,",",es16.9,",",es16.9)', test, name, bytes, pes, least, total / rounds
  end subroutine
end program
"""


def fortran_calls(test):
    """(name, bytes, call, whether all PEs make it)."""
    _, kind, elements, stride = test
    verb = CLASSES[kind]
    if kind in (1, 2):
        to, source = ("there", "here") if kind == 1 else ("here", "there")
        strides, strided = ("", "") if stride == 1 else (f"{stride}, {stride}, ", "i")
        for name, size in FORTRAN.items():
            call = f"call shmem_{name}_{strided}{verb}({to}, {source}, {strides}{elements}, peer)"
            yield f"shmem_{name}_{strided}{verb}", elements * size, call, False
            if kind == 1:
                yield f"shmem_{name}_{strided}{verb}+shmem_quiet", elements * size, call + "; call shmem_quiet()", False
    elif kind == 3:
        yield "shmem_barrier_all", 0, "call shmem_barrier_all()", True
        yield "shmem_barrier", 0, "call shmem_barrier(0, 0, pes, sync_barrier)", True
    elif kind == 4:
        yield "shmem_fence", 0, "call shmem_fence()", False
        yield "shmem_quiet", 0, "call shmem_quiet()", False
    else:
        yield "shmem_int8_inc", 8, "call shmem_int8_inc(there, peer)", False
        yield "shmem_int8_add", 8, "call shmem_int8_add(there, 2_int64, peer)", False


def fortran_program(tests, rounds):
    lines = []
    for test in tests:
        for name, size, call, is_of_all in fortran_calls(test):
            condition = "" if is_of_all else "if (me == 0) then; "
            lines += ["  call start()", f"  {condition}do round = 1, rounds", "    call system_clock(begin)",
                      f"    {call}", "    call stop_clock()", "  end do" + ("" if is_of_all else "; end if"),
                      f"  call report('{test[0]},{test[1]}', '{name}', {size})"]
    return filled(FORTRAN_PROGRAM, ROUNDS=str(rounds), WORDS=str(most_bytes(tests) // 8 + 1), CALLS="\n".join(lines),
                  COLUMNS=",".join(COLUMNS))


def generate(options):
    tests = read_tests(options.configuration)
    programs = {"shmem_bench.c": c_program(tests, options.rounds, C_INCLUDES, C_CLOCK),
                "shmem_bench.cpp": c_program(tests, options.rounds, CPP_INCLUDES, CPP_CLOCK),
                "shmem_bench.f90": fortran_program(tests, options.rounds)}
    there = [name for name in programs if os.path.exists(os.path.join(options.output, name))]
    if there and not options.overwrite:
        raise Wrong(os.path.join(options.output, there[0]), "is there already",
                    "choose another folder, or replace it with --overwrite")
    parts = [(os.path.join(options.output, name + ".part"), os.path.join(options.output, name)) for name in programs]
    try:
        os.makedirs(options.output, exist_ok=True)
        for (part, _), text in zip(parts, programs.values()):
            with open(part, "w", encoding="utf-8") as file:
                file.write(text)
        for part, whole in parts:
            os.replace(part, whole)
    except OSError as problem:
        for part, _ in parts:
            if os.path.exists(part):
                os.remove(part)
        raise Wrong(options.output, f"cannot be written: {problem.strerror}",
                    "name a folder that you can write to") from problem
    print(f"{options.output}: {', '.join(programs)}: {len(tests)} tests")
    return 0


def read_results(path):
    try:
        with open(path, encoding="utf-8", newline="") as file:
            lines = [line for line in file if re.match(r"test,class,|\d+,\d,shmem", line)]
        rows = list(csv.DictReader(lines))
        for row in rows:
            for name in COLUMNS[3:]: # The numbers.
                row[name] = float(row[name])
                if not math.isfinite(row[name]):
                    raise ValueError(f"a number is {row[name]}")
    except (OSError, UnicodeDecodeError, ValueError, TypeError, KeyError) as problem:
        raise Wrong(path, f"is no output of a benchmark: {problem}", "give a file with what shmem_bench printed") \
            from problem
    if not rows:
        raise Wrong(path, "has no results", "give a file with what shmem_bench printed")
    return rows


def line_through(points):
    """Value at 1 byte, whose gap is no part of a time in LogGP, and slope by least squares of relative errors."""
    weights = [(x, y, 1 / (y * y)) for x, y in points]
    total = sum(w for _, _, w in weights)
    mean_x, mean_y = (sum(w * x for x, _, w in weights) / total, sum(w * y for _, y, w in weights) / total)
    spread = sum(w * (x - mean_x) ** 2 for x, _, w in weights)
    slope = sum(w * (x - mean_x) * (y - mean_y) for x, y, w in weights) / spread if spread > 0 else 0
    return mean_y - slope * (mean_x - 1), slope


def fit(options):
    rows = read_results(options.results)

    def points(kind, pattern):
        """Bytes and times of the calls of a class whose name fits, where the clock saw them. Strided ones say nothing
        of the bandwidth."""
        return [(row["bytes"], row["least_seconds"]) for row in rows
                if row["class"] == str(kind) and re.search(pattern, row["function"]) and row["least_seconds"] > 0 and
                not re.search("_i(put|get)", row["function"])]

    def line(kind, pattern, what):
        found = points(kind, pattern)
        if len({size for size, _ in found}) < 2:
            raise Wrong(options.results, f"has fewer than two sizes of {what}",
                        f"add tests of class {kind} with other numbers of elements")
        first, per_byte = line_through(found)
        if per_byte <= 0:
            raise Wrong(options.results, f"{what} of more bytes do not take longer",
                        f"add tests of class {kind} with more elements, and raise --rounds")
        return first, per_byte

    first, per_byte = line(1, r"\+shmem_quiet$", "puts")
    get_first, get_per_byte = line(2, "", "gets")
    changed = points(5, "_atomic_(add|inc|set)$")
    fetched = points(5, "_atomic_(fetch|fetch_add|fetch_inc|swap)$")
    puts = points(1, r"^[^+]*$")
    if not puts:
        raise Wrong(options.results, "has no puts without a quiet", "give all that shmem_bench printed")
    put_overhead = min(time for _, time in puts)
    latency = max(0.0, (first - put_overhead) / 2)
    print(f"# From {options.results}: {len(rows)} calls, the shortest time of each.")
    print(f"# network: latency {1e6 * latency:.4g} us, bandwidth of puts {1e-9 / per_byte:.4g} GB/s, "
          f"of gets {1e-9 / get_per_byte:.4g} GB/s")
    print("[shmem]")
    print(f"source = {json.dumps(f'measured: {options.source}')}")
    print(f'put_overhead = "{1e9 * put_overhead:.1f} ns"')
    print(f'get_overhead = "{1e9 * max(0.0, get_first - 2 * latency):.1f} ns"')
    if changed and fetched:
        overhead = min(time for _, time in changed)
        print(f'atomic_overhead = "{1e9 * overhead:.1f} ns"')
        fetch_first, _ = line_through(fetched)
        print(f'atomic_time = "{1e9 * max(0.0, fetch_first - overhead - 2 * latency):.1f} ns"')
    return 0


def main():
    parser = argparse.ArgumentParser(prog="maquette-shmem-bench", description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(dest="command", required=True)
    writing = commands.add_parser(
        "generate", help="write the programs", formatter_class=argparse.RawDescriptionHelpFormatter,
        epilog="A configuration has a line for each test: " + " ".join(HEADING) + ".\nClasses: " +
        ", ".join(f"{key} {name}" for key, name in CLASSES.items()) +
        ".\n\nExample:\n  maquette-shmem-bench generate tests.txt -o bench\n"
        "  maquette-oshcc -O2 bench/shmem_bench.c -o shmem_bench\n"
        "  maquette run --direct -n 2 -m hopper -- ./shmem_bench > results.csv\n")
    writing.add_argument("configuration")
    writing.add_argument("-o", "--output", required=True, help="folder of the programs")
    writing.add_argument("--rounds", type=int, default=100, help="how often each call is made (100)")
    writing.add_argument("--overwrite", action="store_true", help="replace programs that are there")
    fitting = commands.add_parser("fit", help="print the table [shmem] of a machine file",
                                  epilog="Example: maquette-shmem-bench fit results.csv")
    fitting.add_argument("results", help="what a program printed, of two PEs on two nodes")
    fitting.add_argument("--source", default="maquette-shmem-bench", help="what stands as the numbers' source")
    options = parser.parse_args()
    if options.command == "generate" and options.rounds < 1:
        parser.error("--rounds is at least 1")
    try:
        return generate(options) if options.command == "generate" else fit(options)
    except Wrong as wrong:
        print(wrong, file=sys.stderr)
        return 1


if __name__ == "__main__":
    sys.exit(main())
