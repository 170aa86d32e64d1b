//===- runtime/shmem/rma/access.h - a put, get or atomic operation on its way ----===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// An Access takes contents to another PE, reads or changes its memory there, and, if it fetches, brings contents back.
/// An access that fetches nothing is complete one acknowledgement after it has acted; a fetching one when it is back.
///
/// Order   accesses of one context to one PE act behind those that a fence came between, whatever the network does.
/// Source  OpenSHMEM 1.5, 9.5 to 9.8 and 9.11
#ifndef MAQUETTE_SHMEM_RMA_ACCESS_H
#define MAQUETTE_SHMEM_RMA_ACCESS_H

#include "core/call.h"

#include <cstddef>
#include <cstdint>

namespace maquette::shmem {

/// Elements at equal distances, in bytes.
struct Layout {
  std::size_t count = 0;
  std::size_t bytes = 0; ///< Of an element.
  std::ptrdiff_t distance = 0;

  std::size_t total() const { return count * bytes; }
  bool isDense() const { return distance == static_cast<std::ptrdiff_t>(bytes); }
  /// From the first byte to the last.
  std::size_t span() const { return count == 0 ? 0 : (count - 1) * static_cast<std::size_t>(distance) + bytes; }
  static Layout dense(std::size_t bytes) { return {1, bytes, static_cast<std::ptrdiff_t>(bytes)}; }
};

/// Reads \p memory into \p old, then changes it. \p operands: as the operation has them, 32 bytes at most.
using AtomicAct = void (*)(void *memory, const void *operands, void *old);

struct Signal {
  std::uint64_t *address = nullptr;
  std::uint64_t value = 0;
  int operation = 0;
};

/// Blocking: a put returns when its source may be changed, a fetching access with what it fetched.
enum class Mode : std::uint8_t { Blocking, Nonblocking };

/// What a call asks for. Addresses of the target are the caller's own.
struct AccessArguments {
  enum class Kind : std::uint8_t { Put, Get, Atomic };
  Kind kind = Kind::Put;
  Mode mode = Mode::Blocking;
  bool fetches = false;
  shmem_ctx_t context = SHMEM_CTX_DEFAULT;
  int pe = 0;
  void *remote = nullptr;
  Layout remote_layout;
  void *local = nullptr; ///< Source of a put, destination of what is fetched.
  Layout local_layout;
  AtomicAct act = nullptr;
  const void *operands = nullptr;
  std::size_t operand_bytes = 0;
  Signal signal;
};

/// Checks the arguments, starts the access and, if it is blocking, waits for it.
void access(const Call &call, const AccessArguments &arguments);

} // namespace maquette::shmem

#endif
