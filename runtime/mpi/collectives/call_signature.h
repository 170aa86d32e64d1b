//===- runtime/mpi/collectives/call_signature.h - what members of a collective must agree on -===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_MPI_COLLECTIVES_CALL_SIGNATURE_H
#define MAQUETTE_MPI_COLLECTIVES_CALL_SIGNATURE_H

#include "core/names.h"

#include <cstdint>
#include <string>

namespace maquette::mpi {

/// Data that must be equal on all members.
struct CallSignature {
  std::uint16_t call = 0;
  std::int32_t root = -1;
  std::int64_t bytes = -1; ///< -1: may differ.
  std::uint16_t op = 0;
  std::uint8_t kind = 0; ///< Of the elements' basic type, as kindOf() gives it; 0 goes with all.
};

/// The same as a number, which messages carry: call, operation, root, kind of elements and a digest of the size, so
/// that a mismatch can be told from what both sides sent.
std::uint64_t signatureOf(const CallSignature &call_signature);
std::uint16_t callOf(std::uint64_t signature);
/// " with root 3"; empty where there is none.
std::string rootText(std::uint64_t signature);

/// What a rank takes part in, and where it called that; nullptr where that is not known.
struct Participation {
  std::uint64_t signature;
  std::int32_t rank; ///< In the world.
  const void *site;
};

/// Ends the run when the two do not agree. Where only the elements' types differ, this is a finding.
void checkAgreement(Mpi &mpi, const Participation &mine, const Participation &theirs);
/// The result is of \p bytes in \p mine and of \p others elsewhere: ends the run.
void failSizes(Mpi &mpi, const Participation &mine, std::int64_t bytes, std::int64_t others);

} // namespace maquette::mpi

#endif
