//===- test/fuzz/dumpi_fuzz.cpp - any bytes as DUMPI's file of one rank -===//
// SPDX-License-Identifier: Apache-2.0
#include "runtime/traces/lib/dumpi/reader.h"

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include <sys/mman.h>
#include <unistd.h>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  // The reader takes a path: a file in memory has one.
  static const int file = memfd_create("trace", 0);
  if (file < 0 || ftruncate(file, 0) != 0 || pwrite(file, data, size, 0) != static_cast<ssize_t>(size))
    std::abort();
  const std::string path = "/proc/self/fd/" + std::to_string(file);
  maquette::traces::Event event;
  if (auto reader = maquette::traces::dumpi::Reader::open(path, 0))
    for (auto more = (*reader)->next(event); more && *more;)
      more = (*reader)->next(event);
  if (auto whole = maquette::traces::dumpi::File::open(path))
    (void)whole->callCounts();
  return 0;
}
