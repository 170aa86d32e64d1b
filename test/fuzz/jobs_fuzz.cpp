//===- test/fuzz/jobs_fuzz.cpp - any bytes as a jobs file -===//
// SPDX-License-Identifier: Apache-2.0
#include "runtime/tools/jobs_file.h"

#include <cstddef>
#include <cstdint>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  const std::string text(reinterpret_cast<const char *>(data), size);
  (void)maquette::tool::parseJobs(text, "jobs.toml");
  return 0;
}
