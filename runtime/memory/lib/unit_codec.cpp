//===- runtime/memory/lib/unit_codec.cpp - compresses a unit of a rank's memory ----===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/memory/unit_codec.h"

#include <lz4.h>

#include <array>
#include <bit>
#include <cstring>

namespace maquette::runtime {
namespace {

using Steps = UnitCodec::Steps;

constexpr std::size_t kSampleBytes = std::size_t{4} << 10;

bool isZero(const void *memory, std::size_t bytes) {
  const char *const text = static_cast<const char *>(memory);
  return text[0] == 0 && std::memcmp(text, text + 1, bytes - 1) == 0;
}

template <class Word> void toSteps(const void *from, void *to, std::size_t bytes) {
  const Word *const words = static_cast<const Word *>(from);
  Word *const steps = static_cast<Word *>(to);
  steps[0] = words[0];
  for (std::size_t i = 1; i < bytes / sizeof(Word); ++i)
    steps[i] = static_cast<Word>(words[i] - words[i - 1]);
}

template <class Word> void fromSteps(void *steps, std::size_t bytes) {
  Word *const words = static_cast<Word *>(steps);
  for (std::size_t i = 1; i < bytes / sizeof(Word); ++i)
    words[i] = static_cast<Word>(words[i] + words[i - 1]);
}

void take(Steps steps, const void *from, void *to, std::size_t bytes) {
  switch (steps) {
  case Steps::None:
    std::memcpy(to, from, bytes);
    break;
  case Steps::Words4:
    toSteps<std::uint32_t>(from, to, bytes);
    break;
  case Steps::Words8:
    toSteps<std::uint64_t>(from, to, bytes);
    break;
  }
}

/// Those of \p pages; the others become zero.
void copyPages(const char *from, char *to, PageSet pages) {
  for (std::size_t page = 0; page < kPagesOfUnit; ++page)
    if ((pages >> page & 1) != 0)
      std::memcpy(to + page * kPageBytes, from + page * kPageBytes, kPageBytes);
    else
      std::memset(to + page * kPageBytes, 0, kPageBytes);
}

/// 0: it does not fit \p room.
std::size_t compress(const char *from, std::size_t bytes, char *to, std::size_t room) {
  return static_cast<std::size_t>(LZ4_compress_default(from, to, static_cast<int>(bytes), static_cast<int>(room)));
}

} // namespace

/// Judged by the first part that is not zero.
Steps UnitCodec::bestSteps(const char *unit) {
  const char *sample = unit;
  for (const char *const end = sample + kUnitBytes - kSampleBytes; sample < end && isZero(sample, kSampleBytes);)
    sample += kSampleBytes;
  Steps best = Steps::None;
  std::size_t least = kMostBytes;
  for (const Steps steps : std::array{Steps::None, Steps::Words4, Steps::Words8}) {
    take(steps, sample, steps_, kSampleBytes);
    const std::size_t bytes = compress(steps_, kSampleBytes, packed_, kMostBytes);
    if (bytes != 0 && bytes < least) {
      least = bytes;
      best = steps;
    }
  }
  return best;
}

std::optional<UnitCodec::Packed> UnitCodec::pack(const void *unit, PageSet touched) {
  const char *source = static_cast<const char *>(unit);
  if (touched != 0 && touched != kAllPages) {
    copyPages(source, whole_, touched);
    source = whole_;
  }
  if (touched == 0 || isZero(source, kUnitBytes))
    return Packed{};
  Packed packed;
  packed.steps = bestSteps(source);
  if (packed.steps != Steps::None) {
    take(packed.steps, source, steps_, kUnitBytes);
    source = steps_;
  }
  packed.bytes =
      compress(source, kUnitBytes, packed_, static_cast<std::size_t>(std::popcount(touched)) * kPageBytes / 4 * 3);
  if (packed.bytes == 0)
    return std::nullopt;
  return packed;
}

void UnitCodec::unpack(const char *contents, Packed packed, void *unit) {
  if (packed.bytes == 0)
    return;
  LZ4_decompress_safe(contents, whole_, static_cast<int>(packed.bytes), static_cast<int>(kUnitBytes));
  if (packed.steps == Steps::Words4)
    fromSteps<std::uint32_t>(whole_, kUnitBytes);
  else if (packed.steps == Steps::Words8)
    fromSteps<std::uint64_t>(whole_, kUnitBytes);
  for (std::size_t at = 0; at < kUnitBytes; at += kPageBytes)
    if (!isZero(whole_ + at, kPageBytes))
      std::memcpy(static_cast<char *>(unit) + at, whole_ + at, kPageBytes);
}

} // namespace maquette::runtime
