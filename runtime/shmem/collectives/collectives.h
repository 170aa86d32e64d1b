//===- runtime/shmem/collectives/collectives.h - collectives that move data -----===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Each is made of messages between the members of a team; the algorithm is named at its function.
///
/// Source  OpenSHMEM 1.5, 9.9
#ifndef MAQUETTE_SHMEM_COLLECTIVES_COLLECTIVES_H
#define MAQUETTE_SHMEM_COLLECTIVES_COLLECTIVES_H

#include "core/call.h"
#include "rma/access.h"

#include <cstddef>
#include <cstdint>

namespace maquette::shmem {

/// Who takes part, and with how many bytes: of a block for each PE, or of all.
struct CollectiveArguments {
  Member &member;
  std::size_t bytes = 0;
};

/// The root has the data in its destination, too, in the collectives of teams; not in those of active sets.
enum class RootCopies : std::uint8_t { No, Yes };
void broadcast(const Call &call, void *dest, const void *source, const CollectiveArguments &arguments, int root,
               RootCopies copies);
/// All blocks have the same size.
void fcollect(const Call &call, void *dest, const void *source, const CollectiveArguments &arguments);
/// Each PE has a block of its own size.
void collect(const Call &call, void *dest, const void *source, const CollectiveArguments &arguments);
void alltoall(const Call &call, void *dest, const void *source, const CollectiveArguments &arguments);

/// Strides of alltoalls, in elements.
struct Strides {
  std::ptrdiff_t dest = 1;
  std::ptrdiff_t source = 1;
  std::size_t count = 0;
  std::size_t bytes = 0; ///< Of an element.
};
void alltoalls(const Call &call, void *dest, const void *source, const CollectiveArguments &arguments,
               const Strides &strides);

/// Combines \p count elements of \p other into \p into.
using Combine = void (*)(void *into, const void *other, std::size_t count);
struct Reduction {
  Combine combine;
  std::size_t bytes; ///< Of an element.
};
void reduce(const Call &call, void *dest, const void *source, const CollectiveArguments &arguments,
            const Reduction &reduction);

} // namespace maquette::shmem

#endif
