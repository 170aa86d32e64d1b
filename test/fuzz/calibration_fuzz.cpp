//===- test/fuzz/calibration_fuzz.cpp - any bytes as measurements to calibrate from -===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/formats/calibration.h"

#include <cstddef>
#include <cstdint>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  const std::string text(reinterpret_cast<const char *>(data), size);
  if (const auto fit = maquette::runtime::fitCalibration(text, "measurements"))
    (void)maquette::runtime::toMachineFile(*fit, "fuzzed", 4, "host", "MPI");
  return 0;
}
