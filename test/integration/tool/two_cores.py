# test/integration/tool/two_cores.py - whether ranks can compute on two cores here
# SPDX-License-Identifier: Apache-2.0
import os

import tool_test # Has taken the first argument.


def need_two_cores(test):
    """Skips a test where they cannot."""
    if len(os.sched_getaffinity(0)) < 2:
        test.skipTest("this host has one core")
    tried = tool_test.maquette("run", "-n", 2, "-m", "test-torus", "--direct", "--host-cores", 2,
                               "--", test.program("ring"))
    if "is built with a sanitizer" in tried.stderr:
        test.skipTest("with a sanitizer ranks compute on one core")
