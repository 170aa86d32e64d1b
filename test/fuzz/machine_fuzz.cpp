//===- test/fuzz/machine_fuzz.cpp - any bytes as a machine file -===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/models/machine.h"

#include <cstddef>
#include <cstdint>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  const std::string text(reinterpret_cast<const char *>(data), size);
  (void)maquette::models::parseMachine(text, "machine.toml");
  return 0;
}
