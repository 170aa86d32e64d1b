//===- runtime/mpi/core/end_checks.cpp - what ranks leave behind at the end ------------===//
// SPDX-License-Identifier: Apache-2.0
#include "core/end_checks.h"

#include "core/deadlock_report.h"
#include "core/mpi_state.h"

namespace maquette::mpi {

namespace {

void findRequests(Mpi &mpi) {
  const auto isUser = [](const Request &request) {
    return request.kind == RequestKind::Collective || request.role != RequestRole::OfCollective;
  };
  mpi.requests().forEach([&](const Request &request) {
    if (isUser(request) && !request.abandoned && request.call != 0)
      mpi.usage().findings().add(request.call, request.call_site,
                                 request.active
                                     ? "created a request that was never completed [maquette-mpi-leak]"
                                     : "created a persistent request that was never freed [maquette-mpi-leak]",
                                 request.owner);
  });
}

void findCommunicators(Mpi &mpi) {
  mpi.communicators().forEachHandle([&](const Communicator &comm) {
    if (comm.call != 0)
      mpi.usage().findings().add(comm.call, comm.call_site,
                                 "created a communicator that was never freed [maquette-mpi-leak]", comm.owner);
  });
}

void findMessages(Mpi &mpi, World &world) {
  for (std::int64_t id = 0; id < world.rankCount(); ++id)
    mpi.messages().arrived(world.rank(id)).forEach([&](const Envelope &message) {
      if (message.context % 2 == 0)
        mpi.usage().findings().add(static_cast<std::uint16_t>(message.signature >> 16), message.sentAt(),
                                   "sent a message that was never received [maquette-mpi-leak]", message.origin);
    });
}

/// A rank whose main has ended normally while MPI was not.
bool isUnfinalized(const Rank &rank) {
  return rank.finished && rank.phase == runtime::RankPhase::InMpi &&
         (rank.objects == nullptr || !rank.objects->only_sessions);
}

void tellUnfinalized(World &world, std::vector<std::string> &warnings) {
  std::string ranks;
  std::size_t count = 0;
  for (std::int64_t id = 0; id < world.rankCount(); ++id)
    if (isUnfinalized(world.rank(id)) && ++count <= Findings::kMostRanks)
      ranks += (count == 1 ? "" : ", ") + std::to_string(id);
  if (count > 0)
    warnings.push_back(std::to_string(count) + (count == 1 ? " rank has" : " ranks have") +
                       " ended without MPI_Finalize [maquette-mpi-phase]: rank " + ranks +
                       (count > Findings::kMostRanks ? ", ..." : ""));
}

} // namespace

void checkLeftOver(Mpi &mpi, Rank &rank) {
  const std::string left = leftOver(mpi, rank);
  if (left.empty())
    return;
  mpi.world().fail(
      "mpi",
      left + ": the ranks' calls do not match [maquette-mpi-collective-mismatch]\n  fix: all ranks must call the same "
             "collectives in the same order, with the same root, operation and amount of data\n",
      rank.id);
}

void checkAtEnd(Mpi &mpi) {
  World &world = mpi.world();
  for (std::int64_t id = 0; id < world.rankCount(); ++id)
    checkLeftOver(mpi, world.rank(id));
  if (!mpi.usage().checks().leaks)
    return;
  findRequests(mpi);
  findCommunicators(mpi);
  findMessages(mpi, world);
}

void tellFindings(Mpi &mpi, std::vector<std::string> &warnings) {
  mpi.usage().tellFindings(warnings);
  if (mpi.usage().checks().leaks)
    tellUnfinalized(mpi.world(), warnings);
}

} // namespace maquette::mpi
