//===- test/fuzz/profile_fuzz.cpp - any bytes as a profile -===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/formats/profile.h"

#include <cstddef>
#include <cstdint>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  const std::string text(reinterpret_cast<const char *>(data), size);
  if (const auto profile = maquette::runtime::profileFromJson(text, "profile"))
    (void)maquette::runtime::toJson(*profile);
  return 0;
}
