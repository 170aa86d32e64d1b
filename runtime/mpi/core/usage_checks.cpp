//===- runtime/mpi/core/usage_checks.cpp - mistakes that do not end the run -----------===//
// SPDX-License-Identifier: Apache-2.0
#include "core/usage_checks.h"
#include "core/names.h"

#include "maquette/context/call_ids.h"

#include <algorithm>

namespace maquette::mpi {

namespace {
Checks checksOf(const runtime::RunConfig &config) {
  const auto on = [&](const char *name) {
    return std::find(config.unchecked.begin(), config.unchecked.end(), name) == config.unchecked.end();
  };
  return {on("types"), on("leaks"), on("freed"), on("collectives"), on("windows")};
}
} // namespace

UsageChecks::UsageChecks(const runtime::RunConfig &config, const CallSites &sites)
    : sites_(sites), checks_(checksOf(config)) {}

bool UsageChecks::isFreed(MPI_Comm comm) const {
  return checks_.freed && comm != MPI_COMM_NULL && comm != MPI_COMM_WORLD && comm != MPI_COMM_SELF &&
         Pool<Communicator>::isFree(reinterpret_cast<const Communicator *>(comm));
}

bool UsageChecks::isFreed(MPI_Request request) const {
  return checks_.freed && request != MPI_REQUEST_NULL && Pool<Request>::isFree(requestOf(request));
}

/// \p sent_at: the call that sent it; nullptr where that is not known.
void UsageChecks::compareTypes(const Rank &rank, const Request &receive, std::uint16_t sent, const void *sent_at) {
  if (receive.type() == MPI_DATATYPE_NULL)
    return;
  const std::uint16_t wanted = basicOf(*typeOf(receive.type()));
  if (wanted == 0 || wanted == sent)
    return;
  const Datatype &mine = predefinedType(wanted), &theirs = predefinedType(sent);
  const bool raw = mine.scalar == Scalar::Byte || theirs.scalar == Scalar::Byte;
  if (raw || (mine.scalar == theirs.scalar && mine.size == theirs.size))
    return;
  findings_.add(receive.call, receive.call_site != nullptr ? receive.call_site : rank.call_site,
                "received " + mine.name + ", but " + theirs.name + " was sent" +
                    (sent_at != nullptr ? ", at " + sites_.siteText(sent_at) : "") + " [maquette-mpi-type-mismatch]",
                rank.id);
}

void UsageChecks::tellFindings(std::vector<std::string> &warnings) const {
  for (const Findings::Finding &finding : findings_.all()) {
    std::string ranks;
    for (std::int32_t rank : finding.ranks)
      ranks += (ranks.empty() ? "" : ", ") + std::to_string(rank);
    if (finding.count > finding.ranks.size())
      ranks += ", ...";
    warnings.push_back(std::string(nameOf(static_cast<CallId>(finding.call))) + " at " + sites_.siteText(finding.site) +
                       " " + finding.what + ", " + std::to_string(finding.count) +
                       (finding.count == 1 ? " time" : " times") + ": rank " + ranks);
  }
}

} // namespace maquette::mpi
