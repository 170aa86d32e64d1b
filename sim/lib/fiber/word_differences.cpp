//===- sim/lib/fiber/word_differences.cpp -----------------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "lib/fiber/word_differences.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

#if defined(__x86_64__)
#include <immintrin.h>
#endif

namespace maquette::sim::fiber {

namespace {

/// Writes \p count words of a group that differ to \p words. Returns its bits.
inline unsigned writeGroup(const char *data, const char *pattern, std::size_t count, char *&words) {
  unsigned bits = 0;
  for (std::size_t i = 0; i < count; ++i)
    if (std::memcmp(data + i * kWord, pattern + i * kWord, kWord) != 0) {
      bits |= 1u << i;
      std::memcpy(words, data + i * kWord, kWord);
      words += kWord;
    }
  return bits;
}

inline void readGroup(const char *pattern, unsigned bits, std::size_t count, const char *&words, char *data) {
  std::memcpy(data, pattern, count * kWord);
  for (; bits != 0; bits &= bits - 1, words += kWord)
    std::memcpy(data + static_cast<unsigned>(__builtin_ctz(bits)) * kWord, words, kWord);
}

std::size_t writePortably(const char *data, const char *pattern, std::size_t size, char *text) {
  char *words = text + headBytes(size);
  char *const begin = text;
  for (std::size_t place = 0; place < size; place += kGroupBytes)
    *text++ = static_cast<char>(
        writeGroup(data + place, pattern + place, std::min(kGroupWords, (size - place) / kWord), words));
  return static_cast<std::size_t>(words - begin);
}

void readPortably(const char *pattern, const char *text, std::size_t size, char *data) {
  const char *words = text + headBytes(size);
  for (std::size_t place = 0; place < size; place += kGroupBytes, ++text)
    readGroup(pattern + place, static_cast<unsigned char>(*text), std::min(kGroupWords, (size - place) / kWord), words,
              data + place);
}

#if defined(__x86_64__)

/// For each group's bits: which words differ, first to last (gather); and for each word, how many that differ stand
/// before it (scatter). Eight numbers of a byte each.
struct Orders {
  std::array<std::uint64_t, 256> gather{};
  std::array<std::uint64_t, 256> scatter{};
};

constexpr Orders makeOrders() {
  Orders orders;
  for (unsigned bits = 0; bits < 256; ++bits) {
    unsigned count = 0;
    for (unsigned word = 0; word < kGroupWords; ++word) {
      orders.scatter[bits] |= std::uint64_t{count} << 8 * word;
      if ((bits >> word & 1u) != 0)
        orders.gather[bits] |= std::uint64_t{word} << 8 * count++;
    }
  }
  return orders;
}

constexpr Orders kOrders = makeOrders();

#define MAQUETTE_AVX2 [[gnu::target("avx2,popcnt")]]

MAQUETTE_AVX2 inline __m256i load(const char *data) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i *>(data));
}
MAQUETTE_AVX2 inline void store(char *data, __m256i value) {
  _mm256_storeu_si256(reinterpret_cast<__m256i *>(data), value);
}
MAQUETTE_AVX2 inline __m256i order(const std::uint64_t &row) {
  return _mm256_cvtepu8_epi32(_mm_loadl_epi64(reinterpret_cast<const __m128i *>(&row)));
}

MAQUETTE_AVX2 std::size_t writeWithAvx2(const char *data, const char *pattern, std::size_t size, char *text) {
  char *words = text + headBytes(size);
  char *const begin = text;
  const char *const whole = data + size / kGroupBytes * kGroupBytes;
  for (; data != whole; data += kGroupBytes, pattern += kGroupBytes) {
    const __m256i group = load(data);
    const __m256i equal = _mm256_cmpeq_epi32(group, load(pattern));
    const unsigned bits = static_cast<unsigned>(_mm256_movemask_ps(_mm256_castsi256_ps(equal))) ^ 0xffu;
    *text++ = static_cast<char>(bits);
    store(words, _mm256_permutevar8x32_epi32(group, order(kOrders.gather[bits])));
    words += static_cast<unsigned>(_mm_popcnt_u32(bits)) * kWord;
  }
  if (const std::size_t rest = size % kGroupBytes; rest != 0)
    *text = static_cast<char>(writeGroup(data, pattern, rest / kWord, words));
  return static_cast<std::size_t>(words - begin);
}

MAQUETTE_AVX2 void readWithAvx2(const char *pattern, const char *text, std::size_t size, char *data) {
  const char *words = text + headBytes(size);
  const char *const whole = data + size / kGroupBytes * kGroupBytes;
  const __m256i bit_of_word = _mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128);
  for (; data != whole; data += kGroupBytes, pattern += kGroupBytes) {
    const unsigned bits = static_cast<unsigned char>(*text++);
    const __m256i spread = _mm256_permutevar8x32_epi32(load(words), order(kOrders.scatter[bits]));
    const __m256i differs =
        _mm256_cmpeq_epi32(_mm256_and_si256(_mm256_set1_epi32(static_cast<int>(bits)), bit_of_word), bit_of_word);
    store(data, _mm256_blendv_epi8(load(pattern), spread, differs));
    words += static_cast<unsigned>(_mm_popcnt_u32(bits)) * kWord;
  }
  if (const std::size_t rest = size % kGroupBytes; rest != 0)
    readGroup(pattern, static_cast<unsigned char>(*text), rest / kWord, words, data);
}

#endif

} // namespace

WordDifferences portableDifferences() { return {writePortably, readPortably}; }

WordDifferences fastDifferences() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2") && __builtin_cpu_supports("popcnt"))
    return {writeWithAvx2, readWithAvx2};
#endif
  return portableDifferences();
}

} // namespace maquette::sim::fiber
