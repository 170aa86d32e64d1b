//===- runtime/context/lib/rank_process.h - what the host process of a rank does to itself ---===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Defined in bootstrap/, which is allowed to print and to end the process.
#ifndef MAQUETTE_CONTEXT_RANK_PROCESS_H
#define MAQUETTE_CONTEXT_RANK_PROCESS_H

namespace maquette::runtime {

/// What the C, C++ and Fortran libraries hold back of standard output is written.
void flushStandardOutput();
/// Ends the process as programs end: all streams are written.
[[noreturn]] void endRankProcess();

} // namespace maquette::runtime

#endif
