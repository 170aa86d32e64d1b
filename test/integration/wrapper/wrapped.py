# test/integration/wrapper/wrapped.py - a folder to compile in, and the wrapper's commands
# SPDX-License-Identifier: Apache-2.0
import os
import subprocess
import tempfile
import unittest


class WrapperTest(unittest.TestCase):
    bin = ""   # Where maquette-cc is.
    llvm = ""  # Where Clang is.

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="maquette wrapper ")
        self.addCleanup(folder.cleanup)
        self.folder = folder.name

    def path(self, name):
        return os.path.join(self.folder, name)

    def write(self, name, text, mode=0o644):
        os.makedirs(os.path.dirname(self.path(name)), exist_ok=True)
        with open(self.path(name), "w", encoding="utf-8") as file:
            file.write(text)
        os.chmod(self.path(name), mode)
        return name

    def run_command(self, *command, status=0, **environment):
        done = subprocess.run(command, cwd=self.folder, env=dict(os.environ, **environment), capture_output=True,
                              text=True, stdin=subprocess.DEVNULL, timeout=300)
        if status is not None:
            self.assertEqual(done.returncode, status, f"{command}\n{done.stdout}\n{done.stderr}")
        return done

    def cc(self, *arguments, **options):
        return self.run_command(os.path.join(self.bin, "maquette-cc"), *arguments, **options)

    def cxx(self, *arguments, **options):
        return self.run_command(os.path.join(self.bin, "maquette-c++"), *arguments, **options)

    def run_program(self, name, *arguments, status=0):
        return self.run_command(self.path(name), *arguments, status=status).stdout
