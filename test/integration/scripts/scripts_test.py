# test/integration/scripts/scripts_test.py - quickstart, run-tests and the dependency script say clearly what is missing
# SPDX-License-Identifier: Apache-2.0
"""The tools the dependency script asks (dpkg-query, apt-get, sudo, id of the user) are replaced by small scripts in
PATH, so that no package is installed and no network is used."""
import os
import shutil
import subprocess
import sys
import tempfile
import unittest

ROOT = os.path.abspath(sys.argv.pop(1))
NOBODY = 65534


def is_debian_12():
    try:
        with open("/etc/os-release", encoding="utf-8") as file:
            text = file.read()
        return "\nID=debian\n" in "\n" + text and 'VERSION_ID="12"' in text
    except OSError:
        return False


class Scripts(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        os.chmod(self.folder.name, 0o755)
        self.log = os.path.join(self.folder.name, "apt.log")
        with open(self.log, "w", encoding="utf-8"):
            pass
        os.chmod(self.log, 0o666)
        self.addCleanup(self.folder.cleanup)
        # Where nobody may read it: the sources may be in a home folder.
        scripts = shutil.copytree(os.path.join(ROOT, "cmake"), os.path.join(self.folder.name, "cmake"))
        os.chmod(scripts, 0o755)
        self.install = os.path.join(scripts, "install-dependencies.sh")

    def fake(self, name, body):
        path = os.path.join(self.folder.name, name)
        with open(path, "w", encoding="utf-8") as file:
            file.write("#!/bin/bash\n" + body + "\n")
        os.chmod(path, 0o755)

    def run_script(self, *command, as_nobody=False):
        environment = dict(os.environ, PATH=self.folder.name + ":/usr/bin:/bin", TMPDIR=self.folder.name)
        extra = {"user": NOBODY, "group": NOBODY, "extra_groups": []} if as_nobody and os.geteuid() == 0 else {}
        os.chmod(self.folder.name, 0o777)
        return subprocess.run(command, cwd="/", env=environment, stdin=subprocess.DEVNULL, capture_output=True,
                              text=True, check=False, **extra)

    def apt_calls(self):
        with open(self.log, encoding="utf-8") as file:
            return file.read()

    def missing(self, *names):
        self.fake("dpkg-query",
                  f'case " {" ".join(names)} " in *" ${{@: -1}} "*) exit 1 ;; *) printf installed ;; esac')

    def test_nothing_missing_asks_apt_for_nothing(self):
        self.missing()
        self.fake("apt-get", f'echo "$*" >>{self.log}; exit 9')
        result = self.run_script(self.install, "--tests", as_nobody=True)
        self.assertEqual((result.returncode, result.stderr, self.apt_calls()), (0, "", ""))
        self.assertRegex(result.stdout, r"all \d+ packages are there")

    @unittest.skipUnless(is_debian_12(), "needs Debian 12")
    def test_without_root_it_prints_the_line_to_run(self):
        self.missing("ninja-build", "libdw-dev")
        self.fake("apt-get", f'echo "$*" >>{self.log}; exit 9')
        self.fake("sudo", "exit 1")
        result = self.run_script(self.install, as_nobody=True)
        self.assertEqual(result.returncode, 1)
        self.assertIn("install-dependencies: error: installing packages needs root", result.stderr)
        self.assertIn("  fix: as root: apt-get update && apt-get install -y --no-install-recommends ninja-build "
                      "libdw-dev\n", result.stderr)
        self.assertEqual(self.apt_calls(), "")

    @unittest.skipUnless(is_debian_12(), "needs Debian 12")
    def test_only_what_is_missing_is_installed(self):
        self.missing("libpapi-dev")
        self.fake("apt-get", f'echo "$*" >>{self.log}')
        self.fake("sudo", 'while [[ $1 == -* ]]; do shift; done; exec "$@"')
        result = self.run_script(self.install, as_nobody=True)
        self.assertEqual((result.returncode, result.stderr), (0, ""))
        update, install = self.apt_calls().splitlines()
        self.assertTrue(update.endswith(" update"), update)
        self.assertTrue(install.endswith(" install --no-install-recommends libpapi-dev"), install)

    @unittest.skipUnless(is_debian_12(), "needs Debian 12")
    def test_without_network_it_says_so(self):
        self.missing("libpapi-dev")
        self.fake("apt-get", "echo \"E: Failed to fetch http://x Temporary failure resolving 'x'\"; exit 100")
        self.fake("sudo", 'while [[ $1 == -* ]]; do shift; done; exec "$@"')
        result = self.run_script(self.install, as_nobody=True)
        self.assertEqual(result.returncode, 1)
        self.assertIn("error: apt-get update failed: the package servers cannot be reached\n"
                      "  fix: connect this machine", result.stderr)

    def test_wrong_options_are_usage_errors(self):
        self.assertEqual(self.run_script(self.install, "--nonsense").returncode, 2)
        for arguments, text in ((["--nonsense"], "unknown option '--nonsense'"), (["--ranks"], "--ranks needs a value"),
                                (["--ranks", "many"], "--ranks needs a positive number, not 'many'")):
            result = self.run_script(os.path.join(ROOT, "quickstart"), *arguments)
            self.assertEqual(result.returncode, 2)
            self.assertIn("quickstart: error: " + text + "\n  fix: ", result.stderr)

    def test_help_has_an_example(self):
        for name in ("quickstart", "run-tests"):
            result = self.run_script(os.path.join(ROOT, name), "--help")
            self.assertEqual((result.returncode, result.stderr), (0, ""))
            self.assertIn(f"\nexample: ./{name} ", result.stdout)


class Progress(unittest.TestCase):
    def logged(self, command):
        script = (f"set -euo pipefail; step_count=2; log_folder=$1; source '{ROOT}/cmake/progress.sh'; step First; "
                  f"logged work {command}; step_done; step Second")
        with tempfile.TemporaryDirectory() as folder:
            return subprocess.run(["bash", "-c", script, "a-script", folder], capture_output=True, text=True,
                                  check=False)

    def test_steps_are_numbered(self):
        result = self.logged("true")
        self.assertEqual(result.returncode, 0)
        self.assertRegex(result.stdout, r"^\[1/2\] First\n      done in \d+ s\n\[2/2\] Second\n$")

    def test_a_failing_command_ends_the_script_and_shows_its_last_lines(self):
        result = self.logged("bash -c 'echo the reason; exit 7'")
        self.assertEqual((result.returncode, result.stdout), (1, "[1/2] First\n"))
        self.assertIn("      | the reason\na-script: error: work failed with exit status 7\n  fix: see the lines above",
                      result.stderr)


if __name__ == "__main__":
    unittest.main()
