//===- test/fuzz/ti_fuzz.cpp - any bytes as a trace of SimGrid -===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/trace_formats/open.h"

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
  const auto trace = maquette::traces::openAny("/proc/self/fd/" + std::to_string(file), "ti");
  if (!trace)
    return 0;
  maquette::traces::Event event;
  for (const std::int64_t rank : {0, 1})
    if (auto reader = (*trace)->open(rank))
      for (auto more = (*reader)->next(event); more && *more;)
        more = (*reader)->next(event);
  return 0;
}
