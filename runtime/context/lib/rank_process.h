//===- runtime/context/lib/rank_process.h - output and end of a rank's host process -----------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Defined in bootstrap/, which is allowed to print and to end the process.
#ifndef MAQUETTE_CONTEXT_RANK_PROCESS_H
#define MAQUETTE_CONTEXT_RANK_PROCESS_H

namespace maquette::runtime {

/// Writes the standard output that the C, C++ and Fortran libraries have buffered.
void flushStandardOutput();
/// Ends the process like a program: all streams are written.
[[noreturn]] void endRankProcess();

} // namespace maquette::runtime

#endif
