# test/lit/lit.cfg.py - how the lit tests are found and what they may call
# SPDX-License-Identifier: Apache-2.0
import os
import sys

sys.path.insert(0, os.path.dirname(__file__))
from linked_test import LinkedTest, without_spaces

project = without_spaces(config.maquette_project)
binary_dir = without_spaces(config.maquette_binary_dir)
library_dir = without_spaces(config.maquette_library_dir)

config.name = "maquette"
config.suffixes = [".c", ".cpp", ".ll", ".test"]
config.excludes = ["Inputs"]
config.test_source_root = os.path.join(project, "test", "lit")
config.test_exec_root = without_spaces(config.maquette_test_output)
config.test_format = LinkedTest(config.test_source_root, config.test_exec_root)

abi_include = os.path.join(project, "runtime", "abi", "include")
llvm_bin = os.path.join(config.maquette_llvm_prefix, "bin")
config.environment["PATH"] = os.pathsep.join([binary_dir, llvm_bin, config.environment["PATH"]])
for variable in ("CCACHE_DIR", "ASAN_OPTIONS", "XDG_CACHE_HOME"):
    if variable in os.environ:
        config.environment[variable] = os.environ[variable]

def two_ranks(compiler):
    script = os.path.join(config.test_source_root, "privatize", "Inputs", "two_ranks.sh")
    return " ".join([script, os.path.join(llvm_bin, compiler), library_dir])


def skeleton():
    script = os.path.join(config.test_source_root, "..", "support", "check_skeleton.py")
    tool = os.path.join(binary_dir, "maquette-skeletonize")
    inputs = os.path.join(config.test_source_root, "Inputs")
    return " ".join(["python3", script, "--tool", tool, "--clang", os.path.join(llvm_bin, "clang"), "--inputs", inputs,
                     "--abi", abi_include, "--work", "%t"])


config.substitutions += [
    ("%skeleton", skeleton()),
    ("%maquette-skeletonize", os.path.join(binary_dir, "maquette-skeletonize")),
    ("%maquette-include", abi_include),
    ("%maquette-cc", os.path.join(binary_dir, "maquette-cc")),
    ("%maquette-c\\+\\+", os.path.join(binary_dir, "maquette-c++")),
    ("%two-ranks-c\\+\\+", two_ranks("clang++")),
    ("%two-ranks-c", two_ranks("clang")),
    ("%privatize", os.path.join(library_dir, "MaquettePrivatize.so")),
    ("%cc", os.path.join(llvm_bin, "clang")),
    ("%cxx", os.path.join(llvm_bin, "clang++")),
    ("%opt", os.path.join(llvm_bin, "opt")),
]
