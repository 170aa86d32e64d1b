# test/support/perfetto.py - reads the part of Perfetto's traces that is looked at here
# SPDX-License-Identifier: Apache-2.0
"""Messages are dictionaries: the number of a field gives the list of its values. Of those that hold messages, the
table says which."""

PACKET = {10: int, 8: int, 13: int,
          11: {3: int, 4: {1: int, 4: int}, 9: int, 10: int, 11: int, 47: "fixed64", 48: "fixed64"},
          12: {1: {1: int, 2: str}, 2: {1: int, 2: str}, 3: {1: int, 2: str}},
          60: {1: int, 3: {1: int, 6: str}, 4: {1: int, 2: int, 5: str}}}


def varint(data, at):
    value = shift = 0
    while True:
        byte = data[at]
        value |= (byte & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if byte < 0x80:
            return value, at


def message(data, table):
    """Fails on a field that the table does not have, and on a wire type that is not the field's."""
    fields, at = {}, 0
    while at < len(data):
        key, at = varint(data, at)
        number, wire = key >> 3, key & 7
        kind = table[number]
        assert wire == (0 if kind is int else 1 if kind == "fixed64" else 2), (number, wire)
        if wire == 0:
            value, at = varint(data, at)
        elif wire == 1:
            value, at = int.from_bytes(data[at:at + 8], "little"), at + 8
        else:
            size, at = varint(data, at)
            value, at = data[at:at + size], at + size
            assert len(value) == size
            value = value.decode() if kind is str else message(value, kind)
        fields.setdefault(number, []).append(value)
    return fields


class Slice:
    def __init__(self, name, begin, arguments, flows):
        self.name, self.begin, self.arguments, self.flows = name, begin, arguments, flows
        self.end, self.ending_flows = None, []


def read(path):
    """{name of track: [Slice...]}"""
    with open(path, "rb") as file:
        packets = message(file.read(), {1: PACKET})[1]
    names, tracks, slices, interned = {}, {}, {}, {}
    for packet in packets:
        sequence = packet[10][0]
        for kind in (1, 2, 3):
            for part in packet.get(12, []):
                for entry in part.get(kind, []):
                    interned[sequence, kind, entry[1][0]] = entry[2][0]
        for track in packet.get(60, []):
            if 4 in track:
                names[track[1][0]] = track[4][0][5][0]
                slices[names[track[1][0]]] = []
        for event in packet.get(11, []):
            track = slices[names[event[11][0]]]
            if event[9] == [1]:
                arguments = {interned[sequence, 3, each[1][0]]: each[4][0] for each in event.get(4, [])}
                track.append(Slice(interned[sequence, 2, event[10][0]], packet[8][0], arguments, event.get(47, [])))
            else:
                track[-1].end, track[-1].ending_flows = packet[8][0], event.get(48, [])
    return slices
