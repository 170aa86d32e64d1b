//===- runtime/shmem/bindings/conditions.h - the wait and test functions ---------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Conditions are what a PE waits for or tests: elements of its memory, each compared with a value. Those with a status
/// other than 0 are left out.
///
/// Source  OpenSHMEM 1.5, 9.10
#ifndef MAQUETTE_SHMEM_BINDINGS_CONDITIONS_H
#define MAQUETTE_SHMEM_BINDINGS_CONDITIONS_H

#include "core/call.h"

#include <cstddef>
#include <string>

namespace maquette::shmem {

struct Conditions {
  const char *elements = nullptr;
  std::size_t count = 0;
  std::size_t bytes = 0; ///< Of an element.
  const int *status = nullptr;
  int comparison = 0;
  const char *values = nullptr;
  std::size_t value_step = 0; ///< From one value to the next; 0: one for all.
  bool (*compare)(const void *element, int comparison, const void *value) = nullptr;
  std::string (*text)(const void *element) = nullptr;

  bool counts(std::size_t i) const { return status == nullptr || status[i] == 0; }
  bool isTrue(std::size_t i) const { return compare(elements + i * bytes, comparison, values + i * value_step); }
};

template <class Type> bool isTrue(const void *element, int comparison, const void *value) {
  const Type is = *static_cast<const volatile Type *>(element);
  const Type wanted = *static_cast<const Type *>(value);
  switch (comparison) {
  case SHMEM_CMP_EQ:
    return is == wanted;
  case SHMEM_CMP_NE:
    return is != wanted;
  case SHMEM_CMP_GT:
    return is > wanted;
  case SHMEM_CMP_LE:
    return is <= wanted;
  case SHMEM_CMP_LT:
    return is < wanted;
  default:
    return is >= wanted;
  }
}

template <class Type> std::string valueText(const void *element) {
  return std::to_string(*static_cast<const Type *>(element));
}

/// Ends the run if an argument is wrong.
void check(const Call &call, const Conditions &conditions);

template <class Type>
Conditions conditionsOf(const Call &call, const Type *elements, std::size_t count, const int *status, int comparison,
                        const Type *values, std::size_t value_step) {
  const Conditions all{reinterpret_cast<const char *>(elements), count,      sizeof(Type), status,         comparison,
                       reinterpret_cast<const char *>(values),   value_step, isTrue<Type>, valueText<Type>};
  check(call, all);
  return all;
}
/// \p value: must outlive what is returned.
template <class Type> Conditions condition(const Call &call, const Type *element, int comparison, const Type &value) {
  return conditionsOf(call, element, 1, nullptr, comparison, &value, 0);
}
template <class Type>
Conditions conditions(const Call &call, const Type *elements, std::size_t count, const int *status, int comparison,
                      const Type &value) {
  return conditionsOf(call, elements, count, status, comparison, &value, 0);
}
/// One value for each element.
template <class Type>
Conditions conditions(const Call &call, const Type *elements, std::size_t count, const int *status, int comparison,
                      Type *values) {
  return conditionsOf(call, elements, count, status, comparison, values, sizeof(Type));
}

void waitUntil(const Call &call, const Conditions &condition);
void waitUntilAll(const Call &call, const Conditions &conditions);
/// The index of one that is true; SIZE_MAX: none counts.
std::size_t waitUntilAny(const Call &call, const Conditions &conditions);
/// Those that are true, at least one; 0: none counts.
std::size_t waitUntilSome(const Call &call, const Conditions &conditions, std::size_t *indices);
int test(const Call &call, const Conditions &condition);
int testAll(const Call &call, const Conditions &conditions);
std::size_t testAny(const Call &call, const Conditions &conditions);
std::size_t testSome(const Call &call, const Conditions &conditions, std::size_t *indices);

} // namespace maquette::shmem

#endif
