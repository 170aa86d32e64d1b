//===- runtime/fortran/options.cpp - what a Fortran main program asks of its library ---===//
// SPDX-License-Identifier: Apache-2.0
#include "libgfortran.h"

#include "maquette/context/world.h"

#include <vector>

/// Each rank's main begins with it. The library would take over the signals of crashes, which the simulation reports by
/// rank and place.
extern "C" __attribute__((visibility("default"))) void _gfortran_set_options(int count, int options[]) {
  constexpr std::size_t kBacktrace = 3;
  std::vector<int> changed(options, options + count);
  if (maquette::runtime::currentRank() != nullptr && changed.size() > kBacktrace)
    changed[kBacktrace] = 0;
  maquette::fortran::libraryFunction<void(int, int *)>("_gfortran_set_options")(count, changed.data());
}
