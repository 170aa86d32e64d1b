//===- test/fuzz/run_result_fuzz.cpp - any bytes as the result of a run -===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/formats/run_result.h"

#include <cstddef>
#include <cstdint>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  const std::string text(reinterpret_cast<const char *>(data), size);
  if (const auto result = maquette::runtime::runResultFromJson(text))
    (void)maquette::runtime::toJson(*result);
  return 0;
}
