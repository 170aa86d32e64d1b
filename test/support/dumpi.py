# test/support/dumpi.py - writes traces in DUMPI's binary form, version 1.1.0
# SPDX-License-Identifier: Apache-2.0
"""Each rank is a list of calls, ("Isend", fields, seconds it begins, seconds it ends). Fields are the bytes behind the
call's times, made by i(), h(), b(), array(), statuses()."""
import os
import struct

MAGIC = b"\xff\xaa\xddDUMPI"
FOOTER = 0xF007FEE7
FUNCTIONS = 290
END = 293
LABELS = {"Send": 0, "Recv": 1, "Isend": 8, "Irecv": 12, "Wait": 13, "Test": 14, "Waitany": 16, "Waitall": 18,
          "Testsome": 21, "Send_init": 26, "Recv_init": 30, "Startall": 32, "Sendrecv": 33, "Type_vector": 36,
          "Type_commit": 46, "Barrier": 52, "Bcast": 53, "Gatherv": 55, "Alltoallv": 61, "Allreduce": 65,
          "Comm_size": 81, "Comm_rank": 82, "Comm_split": 86, "Init": 124, "Finalize": 125}
WORLD, BYTE, DOUBLE, SUM, ANY = 2, 5, 14, 3, -1


def i(*numbers):
    return struct.pack(">%di" % len(numbers), *numbers)


def h(*numbers):
    return struct.pack(">%dh" % len(numbers), *numbers)


def b(*numbers):
    return bytes(numbers)


def array(numbers):
    return i(len(numbers), *numbers)


def statuses(*received):
    """(bytes, source, tag) each."""
    return i(len(received)) + b"".join(i(size, source) + b(0, 0) + i(tag) for size, source, tag in received)


def time(seconds):
    return struct.pack(">HI", int(seconds), round((seconds - int(seconds)) * 1e9))


def rank_file(calls):
    body = b"".join(struct.pack(">HBH", LABELS[name], 3 | 4 | 8 | 64, 0) + 2 * (time(begin) + time(end)) + fields
                    for name, fields, begin, end in calls)
    counts = [0] * (FUNCTIONS + 1)
    for name, *_ in calls:
        counts[LABELS[name]] += 1
    parts = [MAGIC]
    offsets = {}

    def add(name, data):
        offsets[name] = sum(len(part) for part in parts)
        parts.append(data)
    add("body", i(0, 0) + body + struct.pack(">H", END))
    add("header", b(1, 1, 0) + struct.pack(">Q", 1393887300) + struct.pack(">H", 4) + b"host" +
        struct.pack(">H", 4) + b"user" + i(0) + i(0))
    add("footer", struct.pack(">Q", FOOTER) + i(*counts) + i(*[0] * (FUNCTIONS + 1)))
    add("keyvals", i(0))
    add("sizes", i(0))
    index = MAGIC + struct.pack(">7Q", offsets["sizes"], 0, 0, offsets["header"], offsets["body"], offsets["footer"],
                                offsets["keyvals"])
    return b"".join(parts) + index


def write(folder, ranks, prefix="dumpi-test"):
    """The path of the .meta file."""
    for rank, calls in enumerate(ranks):
        with open(os.path.join(folder, "%s-%04d.bin" % (prefix, rank)), "wb") as file:
            file.write(rank_file(calls))
    meta = os.path.join(folder, prefix + ".meta")
    with open(meta, "w", encoding="ascii") as file:
        file.write("hostname=host\nnumprocs=%d\nusername=user\nstartime=1393887300\nfileprefix=%s\n"
                   "version=1\nsubversion=1\nsubsubversion=0\n" % (len(ranks), prefix))
    return meta
