//===- runtime/shmem/bindings/reductions.h - how reductions combine elements -----===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_SHMEM_BINDINGS_REDUCTIONS_H
#define MAQUETTE_SHMEM_BINDINGS_REDUCTIONS_H

#include "bindings/rma.h"
#include "collectives/collectives.h"

#include <algorithm>
#include <complex>
#include <cstring>

namespace maquette::shmem {

template <class Type> struct Max {
  static Type of(Type one, const Operands<Type> &other) { return std::max(one, other.value); }
};
template <class Type> struct Min {
  static Type of(Type one, const Operands<Type> &other) { return std::min(one, other.value); }
};
template <class Type> using Sum = Add<Type>;
template <class Type> struct Prod {
  static Type of(Type one, const Operands<Type> &other) {
    if constexpr (std::is_integral_v<Type>)
      return static_cast<Type>(static_cast<unsigned long long>(one) * static_cast<unsigned long long>(other.value));
    else
      return one * other.value;
  }
};

template <template <class> class Rule, class Type> void combine(void *into, const void *other, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) {
    Type mine;
    Operands<Type> given{};
    std::memcpy(&mine, static_cast<char *>(into) + i * sizeof mine, sizeof mine);
    std::memcpy(&given.value, static_cast<const char *>(other) + i * sizeof mine, sizeof mine);
    mine = static_cast<Type>(Rule<Type>::of(mine, given));
    std::memcpy(static_cast<char *>(into) + i * sizeof mine, &mine, sizeof mine);
  }
}

} // namespace maquette::shmem

#endif
