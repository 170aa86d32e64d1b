//===- runtime/shmem/bindings/conditions.cpp - the wait and test functions -------===//
// SPDX-License-Identifier: Apache-2.0
#include "bindings/conditions.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <iterator>

namespace maquette::shmem {

void check(const Call &call, const Conditions &conditions) {
  if (conditions.comparison < SHMEM_CMP_EQ || conditions.comparison > SHMEM_CMP_GE)
    call.fail("the comparison is " + std::to_string(conditions.comparison) +
              " [maquette-shmem-argument]\n  fix: use one of SHMEM_CMP_EQ to SHMEM_CMP_GE\n");
  call.symmetric(conditions.elements, conditions.count * conditions.bytes, call.rank());
}

namespace {

bool anyCounts(const Conditions &conditions) {
  for (std::size_t i = 0; i < conditions.count; ++i)
    if (conditions.counts(i))
      return true;
  return false;
}

/// Each call begins to look at another element, so that none is always the first.
std::size_t someTrue(const Call &call, const Conditions &conditions) {
  const std::size_t first = call.pe().looks++;
  for (std::size_t k = 0; k < conditions.count; ++k)
    if (const std::size_t i = (first + k) % conditions.count; conditions.counts(i) && conditions.isTrue(i))
      return i;
  return SIZE_MAX;
}

std::size_t firstFalse(const Conditions &conditions) {
  for (std::size_t i = 0; i < conditions.count; ++i)
    if (conditions.counts(i) && !conditions.isTrue(i))
      return i;
  return SIZE_MAX;
}

std::size_t listTrue(const Conditions &conditions, std::size_t *indices) {
  std::size_t found = 0;
  for (std::size_t i = 0; i < conditions.count; ++i)
    if (conditions.counts(i) && conditions.isTrue(i))
      indices[found++] = i;
  return found;
}

/// Of element \p i, for a report of a deadlock: it keeps what is on the stack of the rank.
std::function<std::string()> waitTextOf(const Call &call, const Conditions &conditions, std::size_t i) {
  constexpr std::array kComparisons = {"is", "is not", "is above", "is at most", "is below", "is at least"};
  std::array<char, 16> wanted{};
  std::memcpy(wanted.data(), conditions.values + i * conditions.value_step, conditions.bytes);
  const char *const element = conditions.elements + i * conditions.bytes;
  return [&memory = call.shmem().memory(), &rank = call.rank(), text = conditions.text, element, wanted,
          comparison = kComparisons[static_cast<std::size_t>(conditions.comparison)]] {
    return memory.nameOf(element, rank) + " " + comparison + " " + text(wanted.data()) + "; it is " + text(element);
  };
}

/// Sleeps until an element changes; \p i is one that it waits for.
void sleep(const Call &call, const Conditions &conditions, std::size_t i) {
  // Another thread of the PE may store to it, which nobody tells.
  if (call.world().dispatcher().hasThreads()) {
    call.world().calls().polling().lookedInVain(call.rank(), call.shmem().costs().poll_cost.value);
    return;
  }
  call.pe().memory_waits.push_back({conditions.elements, conditions.elements + conditions.count * conditions.bytes,
                                    call.thread(), waitTextOf(call, conditions, i)});
  call.wait("its memory to change");
}

/// One look of a program that looks again and again.
template <class Look> auto lookOnce(const Call &call, Look look, decltype(look()) in_vain) {
  call.world().calls().polling().begin(call.rank());
  const auto found = look();
  if (found == in_vain)
    call.world().calls().polling().lookedInVain(call.rank(), call.shmem().costs().poll_cost.value);
  return found;
}

} // namespace

void waitUntil(const Call &call, const Conditions &condition) { waitUntilAll(call, condition); }

void waitUntilAll(const Call &call, const Conditions &conditions) {
  call.synchronize();
  for (std::size_t i = firstFalse(conditions); i != SIZE_MAX; i = firstFalse(conditions))
    sleep(call, conditions, i);
}

std::size_t waitUntilAny(const Call &call, const Conditions &conditions) {
  call.synchronize();
  if (!anyCounts(conditions))
    return SIZE_MAX;
  for (;;) {
    if (const std::size_t found = someTrue(call, conditions); found != SIZE_MAX)
      return found;
    sleep(call, conditions, firstFalse(conditions));
  }
}

std::size_t waitUntilSome(const Call &call, const Conditions &conditions, std::size_t *indices) {
  if (waitUntilAny(call, conditions) == SIZE_MAX)
    return 0;
  return listTrue(conditions, indices);
}

int test(const Call &call, const Conditions &condition) { return testAll(call, condition); }

int testAll(const Call &call, const Conditions &conditions) {
  return lookOnce(call, [&] { return firstFalse(conditions) == SIZE_MAX ? 1 : 0; }, 0);
}

std::size_t testAny(const Call &call, const Conditions &conditions) {
  return lookOnce(call, [&] { return someTrue(call, conditions); }, SIZE_MAX);
}

std::size_t testSome(const Call &call, const Conditions &conditions, std::size_t *indices) {
  return lookOnce(call, [&] { return listTrue(conditions, indices); }, 0);
}

} // namespace maquette::shmem
