//===- runtime/context/lib/rank_process.cpp - what the host process of a rank does to itself -===//
// SPDX-License-Identifier: Apache-2.0
#include "rank_process.h"

#include <dlfcn.h>

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <iostream>

namespace maquette::runtime {

void flushStandardOutput() {
  static const auto flush_fortran = reinterpret_cast<void (*)(std::int32_t *)>(dlsym(RTLD_NEXT, "_gfortran_flush_i4"));
  if (flush_fortran != nullptr)
    flush_fortran(nullptr);
  std::cout.flush();
  std::fflush(stdout);
}

void endRankProcess() { std::exit(0); }

} // namespace maquette::runtime
