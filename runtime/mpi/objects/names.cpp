//===- runtime/mpi/objects/names.cpp - MPI_ names for the PMPI_ functions -----------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Each MPI_ function is a weak symbol that jumps to its PMPI_ function, so a program may define its own. A jump, not a
/// call: the PMPI_ function sees the program's return address.
#if defined(__x86_64__)
#define MAQUETTE_JUMP "jmp"
#elif defined(__aarch64__)
#define MAQUETTE_JUMP "b"
#else
#error "no jump instruction is known for this processor"
#endif

#define MAQUETTE_MPI_CALL(name, class_of, result, ...)                                                                 \
  asm(".text\n.p2align 4\n.weak " #name "\n.type " #name ",@function\n" #name ":\n " MAQUETTE_JUMP " P" #name          \
      "\n.size " #name ", .-" #name "\n");
#include "maquette/abi/mpi_calls.def"
