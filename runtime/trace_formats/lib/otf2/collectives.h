//===- runtime/trace_formats/lib/otf2/collectives.h - OTF2's numbers of MPI's collectives ---===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_TRACE_FORMATS_LIB_OTF2_COLLECTIVES_H
#define MAQUETTE_TRACE_FORMATS_LIB_OTF2_COLLECTIVES_H

#include "../operations.h"

#include <otf2/otf2.h>

#include <algorithm>
#include <iterator>

namespace maquette::traces::otf2 {

/// In the order of kOperations.
constexpr OTF2_CollectiveOp kNumbers[] = {
    OTF2_COLLECTIVE_OP_BARRIER,   OTF2_COLLECTIVE_OP_BCAST,          OTF2_COLLECTIVE_OP_GATHER,
    OTF2_COLLECTIVE_OP_GATHERV,   OTF2_COLLECTIVE_OP_SCATTER,        OTF2_COLLECTIVE_OP_SCATTERV,
    OTF2_COLLECTIVE_OP_ALLGATHER, OTF2_COLLECTIVE_OP_ALLGATHERV,     OTF2_COLLECTIVE_OP_ALLTOALL,
    OTF2_COLLECTIVE_OP_ALLTOALLV, OTF2_COLLECTIVE_OP_ALLTOALLW,      OTF2_COLLECTIVE_OP_ALLREDUCE,
    OTF2_COLLECTIVE_OP_REDUCE,    OTF2_COLLECTIVE_OP_REDUCE_SCATTER, OTF2_COLLECTIVE_OP_REDUCE_SCATTER_BLOCK,
    OTF2_COLLECTIVE_OP_SCAN,      OTF2_COLLECTIVE_OP_EXSCAN};
static_assert(std::size(kNumbers) == std::size(kOperations));

/// \pre \p operation is one of kOperations.
inline OTF2_CollectiveOp numberOf(std::string_view operation) {
  return kNumbers[std::find(std::begin(kOperations), std::end(kOperations), operation) - std::begin(kOperations)];
}

/// Empty for a number that is none of these.
inline std::string_view operationOf(OTF2_CollectiveOp number) {
  const auto *const found = std::find(std::begin(kNumbers), std::end(kNumbers), number);
  return found == std::end(kNumbers) ? std::string_view() : kOperations[found - std::begin(kNumbers)];
}

} // namespace maquette::traces::otf2

#endif
