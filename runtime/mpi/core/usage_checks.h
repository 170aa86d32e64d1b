//===- runtime/mpi/core/usage_checks.h - mistakes that do not end the run -------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// UsageChecks knows which checks are on, makes those that calls and messages ask for, and keeps what they found. Those
/// at the end of the run are in end_checks.h.
#ifndef MAQUETTE_MPI_CORE_USAGE_CHECKS_H
#define MAQUETTE_MPI_CORE_USAGE_CHECKS_H

#include "core/checks.h"
#include "core/names.h"
#include "p2p/request.h"

#include <cstdint>
#include <string>
#include <vector>

namespace maquette::mpi {

class UsageChecks {
public:
  UsageChecks(const runtime::RunConfig &config, const CallSites &sites);

  const Checks &checks() const { return checks_; }
  Findings &findings() { return findings_; }
  /// False when that is not checked.
  bool isFreed(MPI_Comm comm) const;
  bool isFreed(MPI_Request request) const;
  /// \p sent: the basic type of what came, of how many bytes, and where from.
  void checkTypes(const Rank &rank, const Request &receive, std::uint16_t sent, std::int64_t bytes,
                  const void *sent_at) {
    // Most often both are one predefined type, by its number.
    if (checks_.types && sent != 0 && bytes != 0 && sent != reinterpret_cast<std::uintptr_t>(receive.type()))
      compareTypes(rank, receive, sent, sent_at);
  }
  void tellFindings(std::vector<std::string> &warnings) const;

private:
  void compareTypes(const Rank &rank, const Request &receive, std::uint16_t sent, const void *sent_at);

  const CallSites &sites_;
  Checks checks_;
  Findings findings_;
};

} // namespace maquette::mpi

#endif
