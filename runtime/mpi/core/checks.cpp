//===- runtime/mpi/core/checks.cpp - what real libraries leave hidden ------------===//
// SPDX-License-Identifier: Apache-2.0
#include "core/checks.h"

#include "core/mpi_state.h"

#include <algorithm>

namespace maquette::mpi {

namespace {

constexpr std::size_t kMostRanks = 3; ///< That are listed for a finding.

Checks checksOf(const runtime::RunConfig &config) {
  const auto on = [&](const char *name) {
    return std::find(config.unchecked.begin(), config.unchecked.end(), name) == config.unchecked.end();
  };
  return {on("types"), on("leaks"), on("freed"), on("collectives"), on("windows")};
}

} // namespace

void Findings::add(std::uint16_t call, const void *site, std::string what, std::int32_t rank) {
  Count &count = counts_[{call, site, std::move(what)}];
  ++count.count;
  count.ranks.insert(rank);
  if (count.ranks.size() > kMostRanks)
    count.ranks.erase(std::prev(count.ranks.end()));
}

std::vector<Findings::Finding> Findings::all() const {
  std::vector<Finding> findings;
  for (const auto &[place, count] : counts_)
    findings.push_back({std::get<0>(place), std::get<1>(place), std::get<2>(place), count.count, count.ranks});
  return findings;
}

void Mpi::setChecks(const runtime::RunConfig &config) { checks_ = checksOf(config); }

bool Mpi::isFreed(MPI_Comm comm) const {
  return checks_.freed && comm != MPI_COMM_NULL && comm != MPI_COMM_WORLD && comm != MPI_COMM_SELF &&
         Pool<Communicator>::isFree(reinterpret_cast<const Communicator *>(comm));
}

bool Mpi::isFreed(MPI_Request request) const {
  return checks_.freed && request != MPI_REQUEST_NULL && Pool<Request>::isFree(requestOf(request));
}

/// \p sent_at: the call that sent it; nullptr where that is not known.
void Mpi::compareTypes(const Rank &rank, const Request &receive, std::uint16_t sent, const void *sent_at) {
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
                    (sent_at != nullptr ? ", at " + siteText(sent_at) : "") + " [maquette-mpi-type-mismatch]",
                rank.id);
}

void Mpi::checkAtEnd() {
  for (std::int64_t id = 0; id < world_.rankCount(); ++id)
    checkLeftOver(world_.rank(id));
  if (checks_.leaks)
    findLeaks();
}

void Mpi::findLeaks() {
  const auto isUser = [](const Request &request) {
    return request.kind == RequestKind::Collective || request.role != RequestRole::OfCollective;
  };
  requests_.forEach([&](const Request &request) {
    if (isUser(request) && !request.abandoned && request.call != 0)
      findings_.add(request.call, request.call_site,
                    request.active ? "created a request that was never completed [maquette-mpi-leak]"
                                   : "created a persistent request that was never freed [maquette-mpi-leak]",
                    request.owner);
  });
  communicators_.forEach([&](const Communicator &comm) {
    if (comm.call != 0)
      findings_.add(comm.call, comm.call_site, "created a communicator that was never freed [maquette-mpi-leak]",
                    comm.owner);
  });
  for (std::int64_t id = 0; id < world_.rankCount(); ++id)
    arrived(world_.rank(id)).forEach([&](const Envelope &message) {
      if (message.context % 2 == 0)
        findings_.add(static_cast<std::uint16_t>(message.signature >> 16), message.sentAt(),
                      "sent a message that was never received [maquette-mpi-leak]", message.origin);
    });
}

namespace {
/// A rank whose main has ended normally while MPI was not.
bool isUnfinalized(const Rank &rank) {
  return rank.finished && rank.phase == runtime::RankPhase::InMpi &&
         (rank.objects == nullptr || !rank.objects->only_sessions);
}

void tellUnfinalized(World &world, std::vector<std::string> &warnings) {
  std::string ranks;
  std::size_t count = 0;
  for (std::int64_t id = 0; id < world.rankCount(); ++id)
    if (isUnfinalized(world.rank(id)) && ++count <= kMostRanks)
      ranks += (count == 1 ? "" : ", ") + std::to_string(id);
  if (count > 0)
    warnings.push_back(std::to_string(count) + (count == 1 ? " rank has" : " ranks have") +
                       " ended without MPI_Finalize [maquette-mpi-phase]: rank " + ranks +
                       (count > kMostRanks ? ", ..." : ""));
}
} // namespace

void Mpi::tellFindings(std::vector<std::string> &warnings) const {
  for (const Findings::Finding &finding : findings_.all()) {
    std::string ranks;
    for (std::int32_t rank : finding.ranks)
      ranks += (ranks.empty() ? "" : ", ") + std::to_string(rank);
    if (finding.count > finding.ranks.size())
      ranks += ", ...";
    warnings.push_back(std::string(nameOf(static_cast<CallId>(finding.call))) + " at " + siteText(finding.site) + " " +
                       finding.what + ", " + std::to_string(finding.count) + (finding.count == 1 ? " time" : " times") +
                       ": rank " + ranks);
  }
  if (checks_.leaks)
    tellUnfinalized(world_, warnings);
}

} // namespace maquette::mpi
