//===- runtime/context/lib/moved_memory.cpp - what a call moved of a rank's memory ----===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/context/moved_memory.h"

namespace maquette::runtime {
namespace {

constexpr std::uintptr_t kLine = 64;
constexpr std::uintptr_t kPage = 4096;

void bringBackBlock(const char *first, std::int64_t length) {
  const auto begin = reinterpret_cast<std::uintptr_t>(first);
  const std::uintptr_t end = begin + static_cast<std::uintptr_t>(length);
  for (std::uintptr_t byte = begin; byte < end; byte = (byte / kPage + 1) * kPage)
    static_cast<void>(*reinterpret_cast<const volatile char *>(byte)); // A prefetch does not map it.
  for (std::uintptr_t line = begin / kLine * kLine; line < end; line += kLine)
    __builtin_prefetch(reinterpret_cast<const void *>(line), 1);
}

} // namespace

void MovedMemory::bringBack(std::span<const MovedBlocks> moved) {
  for (const MovedBlocks &blocks : moved)
    for (std::int64_t i = 0; i < blocks.count; ++i)
      bringBackBlock(blocks.first + i * blocks.stride, blocks.length);
}

} // namespace maquette::runtime
