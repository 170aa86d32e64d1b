# test/hygiene/layering.py - which folder may include which
# SPDX-License-Identifier: Apache-2.0
import re

import tree

ALLOWED = {
    "sim": {"sim"},
    "models": {"sim", "models"},
    "runtime/abi": {"abi"},
    "runtime": {"sim", "models", "runtime", "abi"},
    "skeletonizer": {"skeletonizer", "abi"},
}
# Rooms of one library, in the order of their work: each may include itself and those before it.
ROOMS = {
    "runtime/lib": ["host", "records", "profile", "report", "memory", "world"],
    "skeletonizer/lib": ["sources", "relevance", "decisions", "features", "edits", "report"],
}
ONLY_IN = [  # (headers, who may include them, what they are)
    (re.compile(r"^(llvm|clang|clang-c)/"), {"skeletonizer"}, "LLVM"),
    (re.compile(r"^boost/context/"), {"sim"}, "fibers"),
    (re.compile(r"^mpi\.h$"), {"runtime"}, "MPI"),
]
INCLUDE = re.compile(r'^\s*#\s*include\s*[<"]([^>"]+)[>"]')


def folder_of(path):
    return next((folder for folder in ("runtime/abi", *ALLOWED) if path.startswith(folder + "/")), None)


def room_of(path):
    """The rooms of the path's library and the place of its own among them; None for a path in no room."""
    for library, rooms in ROOMS.items():
        room = path[len(library) + 1:].split("/")[0] if path.startswith(library + "/") else None
        if room in rooms:
            return rooms, rooms.index(room)
    return None


def check(root):
    findings = []
    for path in tree.files(root, *ALLOWED, endings=tree.CODE):
        folder = folder_of(path)
        for number, line in enumerate(tree.code_lines(root, path, keep_strings=True), 1):
            match = INCLUDE.match(line)
            if not match:
                continue
            header, where = match.group(1), f"{path}:{number}"
            own = re.match(r"maquette/(\w+)/", header)
            if own and own.group(1) not in ALLOWED[folder]:
                findings.append(
                    f"{where}: error: {folder}/ may not include maquette/{own.group(1)}/\n"
                    f"  allowed: {', '.join(sorted(ALLOWED[folder]))}. "
                    "Move the shared type down, or pass it in as an interface."
                )
            room, included = room_of(path), room_of(f"{path.split('/')[0]}/{header}")
            if room and included and included[1] > room[1]:
                findings.append(
                    f"{where}: error: {room[0][room[1]]}/ may not include {header}\n"
                    f"  allowed: {', '.join(room[0][:room[1] + 1])}. Move the shared type down, or pass it in."
                )
            for pattern, users, name in ONLY_IN:
                if pattern.match(header) and folder.split("/")[0] not in users:
                    findings.append(
                        f"{where}: error: {folder}/ may not include {header}\n"
                        f"  allowed: {name} is known to {', '.join(sorted(users))} only."
                    )
    return sorted(set(findings))


if __name__ == "__main__":
    tree.main(check)
