//===- test/fuzz/goal_fuzz.cpp - any bytes as a GOAL schedule, text or binary -===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/trace_formats/open.h"
#include "trace_input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  return readAll(pathOf(data, size), maquette::traces::openAny, "goal");
}
