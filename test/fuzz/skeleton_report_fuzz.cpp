//===- test/fuzz/skeleton_report_fuzz.cpp - any bytes as report.json -===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/formats/skeleton_report.h"

#include <cstddef>
#include <cstdint>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  const std::string text(reinterpret_cast<const char *>(data), size);
  if (const auto report = maquette::runtime::skeletonReportFromJson(text, "report.json"))
    (void)maquette::runtime::toJson(*report);
  return 0;
}
