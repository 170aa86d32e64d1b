//===- runtime/shmem/bindings/rma.h - puts, gets and atomic operations of the interface ---===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_SHMEM_BINDINGS_RMA_H
#define MAQUETTE_SHMEM_BINDINGS_RMA_H

#include "rma/access.h"
#include "sync/ordering.h"

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace maquette::shmem {

void put(const Call &call, shmem_ctx_t context, void *dest, const void *source, std::size_t bytes, int pe, Mode mode);
void get(const Call &call, shmem_ctx_t context, void *dest, const void *source, std::size_t bytes, int pe, Mode mode);
/// Strides count elements of \p bytes.
void putStrided(const Call &call, shmem_ctx_t context, void *dest, const void *source, std::ptrdiff_t dest_stride,
                std::ptrdiff_t source_stride, std::size_t count, std::size_t bytes, int pe);
void getStrided(const Call &call, shmem_ctx_t context, void *dest, const void *source, std::ptrdiff_t dest_stride,
                std::ptrdiff_t source_stride, std::size_t count, std::size_t bytes, int pe);
void putSignal(const Call &call, shmem_ctx_t context, void *dest, const void *source, std::size_t bytes,
               const Signal &signal, int pe, Mode mode);
std::uint64_t fetchSignal(const Call &call, const std::uint64_t *address);

template <class Type> struct Operands {
  Type value;
  Type condition;
};

// What an atomic operation makes of the old value.
template <class Type> struct Fetch {
  static Type of(Type old, const Operands<Type> &) { return old; }
};
template <class Type> struct Set {
  static Type of(Type, const Operands<Type> &given) { return given.value; }
};
template <class Type> struct CompareSwap {
  static Type of(Type old, const Operands<Type> &given) { return old == given.condition ? given.value : old; }
};
template <class Type> struct Add {
  static Type of(Type old, const Operands<Type> &given) {
    if constexpr (std::is_integral_v<Type>) { // Wraps around.
      using Bits = std::make_unsigned_t<Type>;
      return static_cast<Type>(static_cast<Bits>(static_cast<Bits>(old) + static_cast<Bits>(given.value)));
    } else {
      return old + given.value;
    }
  }
};
template <class Type> struct And {
  static Type of(Type old, const Operands<Type> &given) { return old & given.value; }
};
template <class Type> struct Or {
  static Type of(Type old, const Operands<Type> &given) { return old | given.value; }
};
template <class Type> struct Xor {
  static Type of(Type old, const Operands<Type> &given) { return old ^ given.value; }
};

template <template <class> class Rule, class Type> void actBy(void *memory, const void *operands, void *old) {
  Type value;
  Operands<Type> given;
  std::memcpy(&value, memory, sizeof value);
  std::memcpy(&given, operands, sizeof given);
  std::memcpy(old, &value, sizeof value);
  value = Rule<Type>::of(value, given);
  std::memcpy(memory, &value, sizeof value);
}

template <class Type>
AccessArguments atomicArguments(shmem_ctx_t context, const void *remote, AtomicAct act, const Operands<Type> &operands,
                                int pe) {
  AccessArguments arguments;
  arguments.kind = AccessArguments::Kind::Atomic;
  arguments.context = context;
  arguments.pe = pe;
  arguments.remote = const_cast<void *>(remote);
  arguments.remote_layout = Layout::dense(sizeof(Type));
  arguments.act = act;
  arguments.operands = &operands;
  arguments.operand_bytes = sizeof operands;
  return arguments;
}

template <class Type>
void changeAtomic(const Call &call, shmem_ctx_t context, const void *remote, AtomicAct act,
                  const Operands<Type> &operands, int pe) {
  access(call, atomicArguments(context, remote, act, operands, pe));
}

template <class Type>
void fetchAtomicLater(const Call &call, shmem_ctx_t context, Type *fetched, const void *remote, AtomicAct act,
                      const Operands<Type> &operands, int pe, Mode mode = Mode::Nonblocking) {
  AccessArguments arguments = atomicArguments(context, remote, act, operands, pe);
  arguments.mode = mode;
  arguments.fetches = true;
  arguments.local = fetched;
  arguments.local_layout = Layout::dense(sizeof(Type));
  access(call, arguments);
}

template <class Type>
Type fetchAtomic(const Call &call, shmem_ctx_t context, const void *remote, AtomicAct act,
                 const Operands<Type> &operands, int pe) {
  Type fetched{};
  fetchAtomicLater(call, context, &fetched, remote, act, operands, pe, Mode::Blocking);
  return fetched;
}

} // namespace maquette::shmem

#endif
