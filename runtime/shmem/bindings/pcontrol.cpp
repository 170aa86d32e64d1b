//===- runtime/shmem/bindings/pcontrol.cpp - shmem_pcontrol, which takes any arguments ---===//
// SPDX-License-Identifier: Apache-2.0
#include "core/call.h"

#include <pshmem.h>

using namespace maquette::shmem;

extern "C" {
void pshmem_pcontrol(int, ...) { MAQUETTE_SHMEM_BEGIN(pcontrol, ); }
void shmem_pcontrol(int level, ...) __attribute__((weak, alias("pshmem_pcontrol")));
}
