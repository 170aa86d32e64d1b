//===- test/fuzz/trace_input.h - any bytes as a trace: reads all of it ------------------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_TEST_FUZZ_TRACE_INPUT_H
#define MAQUETTE_TEST_FUZZ_TRACE_INPUT_H

#include "maquette/traces/trace.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>

#include <sys/mman.h>
#include <unistd.h>

/// A reader takes a path: a file in memory has one.
inline std::string pathOf(const std::uint8_t *data, std::size_t size) {
  static const int file = memfd_create("trace", 0);
  if (file < 0 || ftruncate(file, 0) != 0 || pwrite(file, data, size, 0) != static_cast<ssize_t>(size))
    std::abort();
  return "/proc/self/fd/" + std::to_string(file);
}

/// \p open: openTrace() or the like.
template <class Open> int readAll(const std::string &path, Open open, const char *format) {
  const auto trace = open(path, format);
  if (!trace)
    return 0;
  maquette::traces::Event event;
  for (std::int64_t rank = 0; rank < std::min<std::int64_t>(2, (*trace)->summary().ranks); ++rank)
    if (auto reader = (*trace)->open(rank))
      for (auto more = (*reader)->next(event); more && *more;)
        more = (*reader)->next(event);
  return 0;
}

#endif
