//===- runtime/context/lib/heap_growth.cpp - pages by which the C library's heap grows ---===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/context/heap_growth.h"

#include <unistd.h>

#include <algorithm>

namespace maquette::runtime {
namespace {

std::uintptr_t programBreak() { return reinterpret_cast<std::uintptr_t>(::sbrk(0)); }

} // namespace

HeapGrowth::HeapGrowth() : touched_(programBreak()) {}

bool HeapGrowth::isBelowEnd(const void *block) const {
  const std::uintptr_t end = programBreak();
  return reinterpret_cast<std::uintptr_t>(block) < end && touched_ < end;
}

std::int64_t HeapGrowth::touch(FirstTouch &first_touch, const void *block, std::size_t bytes) {
  const std::uintptr_t end = std::min(reinterpret_cast<std::uintptr_t>(block) + bytes + kAhead, programBreak());
  std::int64_t ticks = 0;
  while (touched_ < end) {
    const std::size_t step = std::min<std::size_t>(end - touched_, FirstTouch::kLargestBlock);
    ticks += first_touch.touchGrown(reinterpret_cast<void *>(touched_), step);
    touched_ += step;
  }
  return ticks;
}

void HeapGrowth::noteShrinking() { touched_ = std::min(touched_, programBreak()); }

} // namespace maquette::runtime
