//===- test/fuzz/call_trace_fuzz.cpp - any bytes as a trace of MPI calls -===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/formats/call_trace.h"

#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include <sys/mman.h>
#include <unistd.h>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  // The reader takes a path: a file in memory has one.
  static const int file = memfd_create("trace", 0);
  if (file < 0 || ftruncate(file, 0) != 0 || pwrite(file, data, size, 0) != static_cast<ssize_t>(size))
    std::abort();
  (void)maquette::runtime::readCallTrace("/proc/self/fd/" + std::to_string(file));
  return 0;
}
