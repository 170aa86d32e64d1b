//===- runtime/shmem/sync/memory_waits.h - PEs that wait for their memory to change ---===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// A PE in shmem_wait_until sleeps until another PE writes to what it looks at; then it looks again.
///
/// Source  OpenSHMEM 1.5, 9.10
#ifndef MAQUETTE_SHMEM_SYNC_MEMORY_WAITS_H
#define MAQUETTE_SHMEM_SYNC_MEMORY_WAITS_H

#include "core/names.h"
#include "core/pe.h"

#include <cstdint>

namespace maquette::shmem {

class MemoryWaits {
public:
  explicit MemoryWaits(World &world) : world_(world) {}

  /// Bytes from \p begin to before \p end of \p rank have been written, now.
  void changed(Rank &rank, const char *begin, const char *end);
  /// \p writer may have stored to memory of \p rank, up to its clock.
  void maybeChanged(Rank &rank, const Rank &writer);

private:
  template <class Concerns> void wake(Rank &rank, SimTime when, Concerns concerns);

  World &world_;
};

} // namespace maquette::shmem

#endif
