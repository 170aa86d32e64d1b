# maquette-gdb.py - the ranks of a simulation, for gdb
# SPDX-License-Identifier: Apache-2.0
"""(gdb) source maquette-gdb.py

    maquette ranks                  how many ranks are where
    maquette ranks FIRST[-LAST]     these ranks, one line each
    maquette rank RANK [COMMAND]    COMMAND ("backtrace" if none is given) on the stack of a rank

Works in a process that gdb started or attached to, and in a core file; the program needs debug information for names
and lines of its own only. All ranks run in one thread, so gdb by itself knows the stack of one. Of the others, the
frames lie on stacks of their own (--stack=slab) or are saved in pieces (--stack=copied). For the time of COMMAND gdb
takes the saved registers for those of the caller of frame 0, and saved frames are put where they stood: frame 0 is
where the process is, the rank's own begin with frame 1.

What is read here is described in sim/include/maquette/sim/suspended_frames.h and runtime/session/lib/debugger.cpp."""
import collections
import os
import re
import shutil
import struct
import tempfile

import gdb
import gdb.unwinder

VERSION = 2
WORD = 8
# The words of maquette_debugger_view, in their order.
VIEW = ("version ranks rank_bytes rank_count clock_at call_site_at call_at call_names call_count "
        "records record_bytes context_at slice_at pattern_at written_at current resident finished copied shared_top "
        "blocks block_bytes blocks_in_chunk group patterns plain wholes whole registers").split()
View = collections.namedtuple("View", VIEW)
NOT_STARTED, SUSPENDED, RUNNING, FINISHED = "not started", "suspended", "running", "finished"


class Missing(gdb.GdbError):
    """What the user asked for is not there."""


def read(address, size):
    return bytes(gdb.selected_inferior().read_memory(address, size))


def word(address):
    return struct.unpack("<Q", read(address, WORD))[0]


def half(address):
    return struct.unpack("<H", read(address, 2))[0]


def signed(address):
    return struct.unpack("<q", read(address, WORD))[0]


def text(address):
    return gdb.Value(address).cast(gdb.lookup_type("char").pointer()).string()


def view():
    try:
        address = int(gdb.parse_and_eval("(unsigned long)&maquette_debugger_view"))
        words = struct.unpack(f"<{len(VIEW)}Q", read(address, len(VIEW) * WORD))
    except gdb.error as error:
        raise Missing("no simulation here: the program is not linked by maquette-cc, or does not run yet") from error
    if words[0] == 0:
        raise Missing("no simulation here: it has not begun, or is over")
    if words[0] != VERSION:
        raise Missing(f"this script reads version {VERSION} of libmaquette's data, not {words[0]}: take the script "
                      "beside the library")
    return View(*words)


class Ranks:
    """What the simulation knows of its ranks."""

    def __init__(self):
        self.view = view()
        self.running = signed(self.view.current)
        self.sites = {}

    def rank(self, number):
        if not 0 <= number < self.view.rank_count:
            raise Missing(f"there is no rank {number}: they are 0 to {self.view.rank_count - 1}")
        return next(self.some(number, number + 1))

    def some(self, first, last):
        """(rank, state, call, site, clock in ps) of the ranks from first up to last, read in pieces."""
        step = 1 << 16
        for start in range(first, last, step):
            count = min(step, last - start)
            ranks = read(self.view.ranks + start * self.view.rank_bytes, count * self.view.rank_bytes)
            records = read(self.view.records + start * self.view.record_bytes, count * self.view.record_bytes)
            for i in range(count):
                at = i * self.view.rank_bytes
                context, = struct.unpack_from("<Q", records, i * self.view.record_bytes + self.view.context_at)
                clock, = struct.unpack_from("<q", ranks, at + self.view.clock_at)
                site, = struct.unpack_from("<Q", ranks, at + self.view.call_site_at)
                call, = struct.unpack_from("<H", ranks, at + self.view.call_at)
                yield start + i, self.state(start + i, context), call, site, clock

    def state(self, number, context):
        if number == self.running:
            return RUNNING
        return {0: NOT_STARTED, self.view.finished: FINISHED}.get(context, SUSPENDED)

    def place(self, state, call, site):
        """"suspended in MPI_Recv at main() at ring.c:12"."""
        if state in (NOT_STARTED, FINISHED):
            return state
        if call == 0:
            return f"{state} outside MPI"
        name = text(word(self.view.call_names + call * WORD)) if call < self.view.call_count else f"call {call}"
        return f"{state} in {name} at {self.line_of(site)}"

    def line_of(self, return_address):
        if return_address not in self.sites:
            address = return_address - 1
            block, line = gdb.block_for_pc(address), gdb.find_pc_line(address)
            while block is not None and block.function is None:
                block = block.superblock
            known = gdb.execute(f"info symbol {address:#x}", to_string=True).split(" ")[0]
            function = (f"{block.function}()" if block is not None else known + "()" if known != "No"
                        else f"{address:#x}")
            place = f" at {os.path.basename(line.symtab.filename)}:{line.line}" if line.symtab is not None else ""
            self.sites[return_address] = function + place
        return self.sites[return_address]

    def context(self, number):
        return word(self.view.records + number * self.view.record_bytes + self.view.context_at)

    def registers(self, number):
        """Those that suspending saved, by gdb's names."""
        values, context = {}, self.context(number)
        for name, sign, offset in re.findall(r"(\w+)([=+])(\d+)", text(self.view.registers)):
            values[name] = word(context + int(offset)) if sign == "=" else context + int(offset)
        return values

    def swapped_out(self, number):
        return bool(self.view.copied) and number not in (self.running, signed(self.view.resident))

    def frames(self, number):
        """(address, bytes) of the frames of a rank that is swapped out; SuspendedFrames describes how they are kept."""
        low = self.context(number)
        size, record = self.view.shared_top - low, self.view.records + number * self.view.record_bytes
        pattern = half(record + self.view.pattern_at)
        if pattern == self.view.whole:
            index = struct.unpack("<I", read(record + self.view.slice_at, 4))[0]
            return low, read(word(word(self.view.wholes) + index * 2 * WORD), size)
        if pattern == self.view.plain:
            return low, self.contents(record, size)
        written = self.contents(record, half(record + self.view.written_at))
        frames = bytearray(read(word(word(self.view.patterns) + pattern * WORD), size))
        groups = (size + 31) // 32
        place = (groups + 3) // 4 * 4
        for group, bits in enumerate(written[:groups]):
            for differing in (i for i in range(8) if bits >> i & 1):
                at = group * 32 + differing * 4
                frames[at:at + 4] = written[place:place + 4]
                place += 4
        return low, bytes(frames)

    def contents(self, record, size):
        """Of the slice of a record."""
        block_bytes, group = self.view.block_bytes, self.view.group
        chunks, head_bytes = word(self.view.blocks), group * 4

        def block(index):
            chunk, place = divmod(index, self.view.blocks_in_chunk)
            return read(word(chunks + chunk * WORD) + place * block_bytes, block_bytes)

        following = [struct.unpack("<I", read(record + self.view.slice_at, 4))[0]]
        parts, have = [], 0
        while have < size:
            for position, index in enumerate(following):
                # The last block of a group begins the next one, as the first of all does.
                data = block(index)
                heads = position == len(following) - 1
                if heads:
                    following = struct.unpack_from(f"<{group}I", data)
                    data = data[head_bytes:]
                parts.append(data)
                have += len(data)
                if have >= size:
                    break
        return b"".join(parts)[:size]


class Splice(gdb.unwinder.Unwinder):
    """Makes the frames of a rank the callers of frame 0."""

    def __init__(self, registers):
        super().__init__("maquette rank")
        self.registers = registers
        frame = gdb.newest_frame()
        self.top = self.key(frame)
        self.kinds = {name: frame.read_register(name).type for name in registers}

    @staticmethod
    def key(frame):
        return tuple(int(frame.read_register(name)) & (2**64 - 1) for name in ("sp", "pc"))

    def __call__(self, pending):
        if self.key(pending) != self.top:
            return None
        # gdb takes a frame below its caller's for sane, and so it must look.
        sp = gdb.Value(self.registers["rsp"] - 2 * WORD)
        info = pending.create_unwind_info(gdb.unwinder.FrameId(sp, gdb.Value(self.top[1]))
                                          if hasattr(gdb.unwinder, "FrameId")
                                          else Identity(sp, gdb.Value(self.top[1])))
        for name, value in self.registers.items():
            info.add_saved_register(name, gdb.Value(value).cast(self.kinds[name]))
        return info


Identity = collections.namedtuple("Identity", "sp pc")


class LiveMemory:
    """Puts bytes into the process, and back what was there."""

    def __init__(self, address, data):
        self.address, self.data = address, data

    def __enter__(self):
        self.before = read(self.address, len(self.data))
        gdb.selected_inferior().write_memory(self.address, self.data)

    def __exit__(self, *_):
        gdb.selected_inferior().write_memory(self.address, self.before)


class CoreMemory:
    """gdb does not write to core files: a copy is changed and shown in the place of the file."""

    def __init__(self, address, data):
        self.address, self.data = address, data

    def __enter__(self):
        self.file = re.search(r"core dump file:\s*`(.*)', file type",
                              gdb.execute("info files", to_string=True)).group(1)
        self.folder = tempfile.mkdtemp(prefix="maquette-gdb-")
        copy = os.path.join(self.folder, "core")
        try:
            shutil.copyfile(self.file, copy)
            with open(copy, "r+b") as core:
                core.seek(self.offset(core))
                core.write(self.data)
            gdb.execute(f"core-file {copy}", to_string=True)
        except BaseException:
            shutil.rmtree(self.folder)
            raise

    def __exit__(self, *_):
        gdb.execute(f"core-file {self.file}", to_string=True)
        shutil.rmtree(self.folder)

    def offset(self, core):
        """Where the address is in the file: ELF's program headers say."""
        core.seek(32)
        headers, = struct.unpack("<Q", core.read(8))
        core.seek(54)
        entry_bytes, count = struct.unpack("<HH", core.read(4))
        for i in range(count):
            core.seek(headers + i * entry_bytes)
            kind, _, offset, start, _, in_file = struct.unpack("<IIQQQQ", core.read(40))
            if kind == 1 and start <= self.address and self.address + len(self.data) <= start + in_file:
                return offset + self.address - start
        raise Missing("the core file lacks the stack that all ranks share")


def on_stack_of(ranks, number, command):
    if not text(ranks.view.registers) or not hasattr(gdb.unwinder, "Unwinder"):
        raise Missing("how this processor saves registers is not known here; x86-64 is")
    if ranks.swapped_out(number):
        core = getattr(gdb.selected_inferior().connection, "type", "") == "core"
        with (CoreMemory if core else LiveMemory)(*ranks.frames(number)):
            spliced(ranks.registers(number), command)
    else:
        spliced(ranks.registers(number), command)


def spliced(registers, command):
    thread = gdb.selected_thread()
    unwinder = Splice(registers)
    gdb.unwinder.register_unwinder(None, unwinder, replace=True)
    gdb.invalidate_cached_frames()
    try:
        gdb.newest_frame().older().select()
        gdb.execute(command)
    finally:
        gdb.frame_unwinders.remove(unwinder)
        gdb.invalidate_cached_frames()
        if thread is not None and thread.is_valid():
            thread.switch()


class Maquette(gdb.Command):
    """The ranks of a simulation by Maquette: "maquette ranks", "maquette rank"."""

    def __init__(self):
        super().__init__("maquette", gdb.COMMAND_STACK, prefix=True)


class ShowRanks(gdb.Command):
    """maquette ranks [FIRST[-LAST]]: how many ranks are where, or these ranks one by one, with their simulated time."""

    def __init__(self):
        super().__init__("maquette ranks", gdb.COMMAND_STACK)

    def invoke(self, argument, from_tty):
        ranks = Ranks()
        chosen = re.fullmatch(r"\s*(\d+)(?:\s*-\s*(\d+))?\s*", argument)
        if chosen:
            first = int(chosen[1])
            last = min(int(chosen[2] or first), ranks.view.rank_count - 1)
            ranks.rank(first)
            for number, state, call, site, clock in ranks.some(first, last + 1):
                print(f"rank {number} at {clock / 1e12:.9f} s: {ranks.place(state, call, site)}")
        elif argument.strip():
            raise Missing("usage: maquette ranks [FIRST[-LAST]]")
        else:
            self.groups(ranks)

    @staticmethod
    def groups(ranks):
        places = {}
        for number, state, call, site, _ in ranks.some(0, ranks.view.rank_count):
            place = (state, call, site) if state in (RUNNING, SUSPENDED) else (state, 0, 0)
            count, first = places.get(place, (0, number))
            places[place] = (count + 1, first)
        for place, (count, first) in sorted(places.items(), key=lambda item: item[1][1]):
            print(f"{count} {'rank' if count == 1 else 'ranks'} {ranks.place(*place)}: "
                  f"{first}{'' if count == 1 else ' ...'}")


class OneRank(gdb.Command):
    """maquette rank RANK [COMMAND]: COMMAND, or "backtrace", on the stack of a rank.
    Its own frames begin with frame 1."""

    def __init__(self):
        super().__init__("maquette rank", gdb.COMMAND_STACK)

    def invoke(self, argument, from_tty):
        words = argument.split(None, 1)
        if not words or not words[0].isdigit():
            raise Missing("usage: maquette rank RANK [COMMAND]")
        ranks, number = Ranks(), int(words[0])
        command = words[1] if len(words) > 1 else "backtrace"
        _, state, call, site, clock = ranks.rank(number)
        print(f"rank {number} at {clock / 1e12:.9f} s: {ranks.place(state, call, site)}")
        if state == RUNNING:
            gdb.execute(command)
        elif state == SUSPENDED:
            on_stack_of(ranks, number, command)
        else:
            raise Missing(f"rank {number} has no stack: it is {state}")


Maquette()
ShowRanks()
OneRank()
