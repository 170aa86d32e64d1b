# test/hygiene/walls.py - the build fails where a room includes or links against the direction
# SPDX-License-Identifier: Apache-2.0
"""usage: walls.py SOURCE_DIR BUILD_DIR

Every room is asked for a header of each room that it must not know, with the very flags that its own files are compiled
with: the compiler must not find it. Its own headers must be found, or the flags would prove nothing. A room that links
one which comes later must not configure."""
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
import unittest

SOURCE, BUILD = sys.argv[1:3] if len(sys.argv) >= 3 else (".", "build/release")
ADDED = re.compile(r"^\s*add_subdirectory\((\w+)\)", re.M)
MISSING = re.compile(r"fatal error: .*(No such file|file not found)")


def added_in(folder):
    with open(os.path.join(SOURCE, folder, "CMakeLists.txt"), encoding="utf-8") as file:
        return ADDED.findall(file.read())


def headers_of(folder):
    """Public headers of a room, as others include them."""
    found = []
    for place, _, names in os.walk(os.path.join(SOURCE, folder, "include")):
        found += [os.path.relpath(os.path.join(place, name), os.path.join(SOURCE, folder, "include"))
                  for name in names if name.endswith(".h")]
    return sorted(found)


RUNTIME = ["sim", "models"] + ["runtime/" + room for room in added_in("runtime")]
ADDED_SKELETONIZER = [room for room in added_in("skeletonizer") if room != "privatize"]
# It knows errors and the interface of programs; only its report, and what links that, reads
# and writes files of the runtime.
SKELETONIZER = ["sim", "runtime/abi"]
for name in ADDED_SKELETONIZER:
    if name == "report":
        SKELETONIZER += ["models", "runtime/host", "runtime/formats"]
    SKELETONIZER.append("skeletonizer/" + name)


def search_paths():
    """By room: the compiler and the include folders of one of its C++ files."""
    with open(os.path.join(BUILD, "compile_commands.json"), encoding="utf-8") as file:
        commands = json.load(file)
    paths = {}
    for command in commands:
        name = os.path.join(command["directory"], command["file"])
        # Files that are compiled in batches are included by one that CMake writes into the build folder.
        name = os.path.relpath(name, os.path.abspath(BUILD if "/Unity/" in name else SOURCE))
        for room in RUNTIME + SKELETONIZER:
            if (name.startswith(room + "/") and name.endswith((".cpp", ".cxx")) and "/native/" not in name
                    and "/privatize/" not in name):
                words = [word for word in shlex.split(command["command"]) if os.path.basename(word) != "ccache"]
                folders = []
                for at, word in enumerate(words):
                    if word.startswith("-I") and len(word) > 2:
                        folders.append(word)
                    elif word in ("-I", "-isystem"):
                        folders += words[at:at + 2]
                paths.setdefault(room, [words[0], *folders])
    return paths


def found(command, header):
    """Whether a file compiled so finds the header; what else is wrong with it is of no interest."""
    run = subprocess.run([*command, "-std=c++20", "-x", "c++", "-M", "-MG", "-"], input=f'#include "{header}"\n',
                         text=True, capture_output=True, cwd=BUILD, check=False)
    return not re.search(r"(?:^|\s)" + re.escape(header) + r"(?:\s|$)", run.stdout)


class Walls(unittest.TestCase):
    paths = search_paths()

    def strangers(self):
        for rooms in (RUNTIME, SKELETONIZER):
            others = [room for room in RUNTIME + SKELETONIZER if room not in rooms]
            for at, room in enumerate(rooms):
                if room in self.paths:
                    yield room, rooms[at + 1:] + others

    def test_every_room_finds_its_own_headers(self):
        for room, command in self.paths.items():
            for header in headers_of(room)[:1]:
                with self.subTest(room=room):
                    self.assertTrue(found(command, header), f"{room} does not find {header}")

    def test_no_room_finds_headers_of_those_it_must_not_know(self):
        asked = 0
        for room, others in self.strangers():
            for other in others:
                for header in headers_of(other)[:1]:
                    asked += 1
                    with self.subTest(room=room, other=other):
                        self.assertFalse(found(self.paths[room], header), f"{room} finds {header}")
        self.assertGreater(asked, 50)

    def test_a_link_against_the_direction_does_not_configure(self):
        with tempfile.TemporaryDirectory() as folder:
            with open(os.path.join(folder, "room.cpp"), "w", encoding="utf-8") as file:
                file.write("int room;\n")
            for rooms, status in ((("low", "high maquette::low"), 0), (("low maquette::high", "high"), 1)):
                with open(os.path.join(folder, "CMakeLists.txt"), "w", encoding="utf-8") as file:
                    file.write("cmake_minimum_required(VERSION 3.25)\nproject(walls LANGUAGES CXX)\n"
                               f'include("{os.path.abspath(SOURCE)}/cmake/MaquetteTarget.cmake")\n')
                    for room in rooms:
                        name, *depends = room.split()
                        file.write(f"maquette_add_library({name} SOURCES room.cpp DEPENDS {' '.join(depends)})\n")
                run = subprocess.run(["cmake", "-S", folder, "-B", os.path.join(folder, f"build{status}")], text=True,
                                     capture_output=True, check=False)
                self.assertEqual(run.returncode, status, run.stderr)
                self.assertEqual("may not link maquette::high" in run.stderr, status == 1)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
