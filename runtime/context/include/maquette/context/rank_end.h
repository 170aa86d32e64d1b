//===- maquette/context/rank_end.h - ranks end, or come from a foreign thread ---===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_CONTEXT_RANK_END_H
#define MAQUETTE_CONTEXT_RANK_END_H

#include "maquette/context/rank.h"

namespace maquette::runtime {

/// The main function of \p rank has returned \p status. On the rank's stack.
void rankReturns(World &world, Rank &rank, int status);
/// Ends the calling rank; does not return. Only inside a rank.
[[noreturn]] void endRank(World &world, int status);
/// Ends all ranks as they are, successfully; does not return. Only inside a rank.
[[noreturn]] void endAllRanks(World &world);
/// Reports that \p rank made the call \p call in a thread of the host that a library created; ends the process.
[[noreturn]] void refuseForeignThread(World &world, const Rank &rank, const char *call);

} // namespace maquette::runtime

#endif
