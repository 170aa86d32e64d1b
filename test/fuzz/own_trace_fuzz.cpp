//===- test/fuzz/own_trace_fuzz.cpp - any bytes as a trace of Maquette -===//
// SPDX-License-Identifier: Apache-2.0
#include "trace_input.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t *data, std::size_t size) {
  return readAll(pathOf(data, size), maquette::traces::openTrace, "maquette");
}
