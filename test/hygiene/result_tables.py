# test/hygiene/result_tables.py - the tables of results are those of their CSV files
# SPDX-License-Identifier: Apache-2.0
import os
import sys

import tree

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "..", "docs", "results"))
import make_tables  # noqa: E402


def check(root):
    return make_tables.run(root, write=False)


if __name__ == "__main__":
    tree.main(check)
