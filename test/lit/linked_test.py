# test/lit/linked_test.py - lit in a folder whose path has a space
# SPDX-License-Identifier: Apache-2.0
"""lit puts paths into RUN lines as they are, so tests see links without spaces."""
import atexit
import os
import tempfile

import lit.formats

links = tempfile.TemporaryDirectory(prefix="maquette-lit-")
atexit.register(links.cleanup)


def without_spaces(path):
    if " " not in path:
        return path
    link = os.path.join(links.name, str(len(os.listdir(links.name))))
    os.symlink(path, link)
    return link


class LinkedTest(lit.formats.ShTest):
    """lit follows links when it looks for tests; the test gets the links."""

    def __init__(self, source_root, exec_root):
        super().__init__(execute_external=False)
        self.source_root = source_root
        self.exec_root = exec_root

    def execute(self, test, lit_config):
        test.suite.source_root, test.suite.exec_root = self.source_root, self.exec_root
        return super().execute(test, lit_config)
