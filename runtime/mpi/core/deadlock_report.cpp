//===- runtime/mpi/core/deadlock_report.cpp - who waits for whom --------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "core/deadlock_report.h"

#include "collectives/call_signature.h"
#include "core/mpi_state.h"
#include "maquette/context/communication_layers.h"
#include "p2p/request_operation.h"

#include <map>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace maquette::mpi {

namespace {

constexpr std::size_t kMostGroups = 12;  ///< Places in the program that are listed.
constexpr std::size_t kMostExamples = 3; ///< Ranks that are listed for each.
constexpr int kLongestChain = 8;

std::string tagText(std::int32_t tag) { return tag == MPI_ANY_TAG ? "any tag" : "tag " + std::to_string(tag); }

/// What the rank waits for: a request of its own, or the first receive of the collective it is in. nullptr: unknown.
const Request *awaitedBy(Mpi &mpi, Rank &rank) {
  const Request *first = rank.waits_for;
  mpi.messages().posted(rank).forEach([&](const Request &receive) { first = first != nullptr ? first : &receive; });
  return first;
}

/// The communicators by their contexts. The two sides of an inter-communicator have the same.
class Contexts {
public:
  explicit Contexts(Mpi &mpi) : mpi_(mpi) {
    mpi.communicators().forEach([this](const CommShared &comm) { add(comm); });
  }
  /// What \p rank waits on with \p request; nullptr if that is no communicator.
  const CommShared *of(const Rank &rank, const Request &request) const {
    const auto [first, last] = shared_.equal_range(request.context & ~1u);
    for (auto at = first; at != last; ++at)
      if (!at->second->isInter() || at->second->group->find(rank.id))
        return at->second;
    return nullptr;
  }
  /// The rank of the world that \p rank waits for; -1 if that is not one known rank.
  std::int32_t worldPeer(const Rank &rank, const Request &request) const {
    const CommShared *const comm = request.peer >= 0 ? of(rank, request) : nullptr;
    return comm != nullptr && request.peer < comm->peers() ? comm->peerWorldRank(request.peer, rank.id) : -1;
  }
  /// Of the world's rank, and where the program calls it by another number, that.
  std::string peerText(const Rank &rank, const Request &request) const {
    if (request.peer == MPI_ANY_SOURCE)
      return "any rank";
    const std::int32_t peer = worldPeer(rank, request);
    const std::string named = "rank " + std::to_string(request.peer);
    return peer == request.peer || peer < 0 ? named
                                            : "rank " + std::to_string(peer) + " (" + named + " of its communicator)";
  }
  /// The rank of the world that \p rank waits for in a message's send or receive; -1 if that is not one known rank.
  std::int32_t awaitedRank(Rank &rank) const {
    const Request *const request = rank.finished ? nullptr : awaitedBy(mpi_, rank);
    const bool known =
        request != nullptr && (request->kind == RequestKind::Send || request->kind == RequestKind::Receive);
    return known ? worldPeer(rank, *request) : -1;
  }
  /// "rank 0 -> 1 -> 2 -> 0"
  std::string chainFrom(std::int32_t first) const {
    World &world = mpi_.world();
    std::string text = "rank " + std::to_string(first);
    std::int32_t next = first;
    for (int i = 0; i < kLongestChain && (next = awaitedRank(world.rank(next))) >= 0; ++i) {
      text += " -> " + std::to_string(next);
      if (next == first || world.rank(next).finished)
        break;
    }
    return text + (next >= 0 && world.rank(next).finished ? " (ended)" : "");
  }

private:
  void add(const CommShared &comm) {
    for (auto [at, last] = shared_.equal_range(comm.context); at != last; ++at)
      if (at->second == &comm)
        return;
    shared_.emplace(comm.context, &comm);
    if (comm.local)
      shared_.emplace(comm.local->context, comm.local.get());
  }

  Mpi &mpi_;
  std::unordered_multimap<std::uint32_t, const CommShared *> shared_;
};

std::string waitLine(Mpi &mpi, Rank &rank, const Contexts &contexts) {
  std::string text = "    rank " + std::to_string(rank.id);
  if (rank.call == 0)
    return text + " has not ended\n";
  if (const std::string waits = mpi.world().layers().oneSided().waitText(rank); !waits.empty())
    return text + " " + waits + "\n";
  if (rank.call == static_cast<std::uint16_t>(CallId::MPI_Finalize))
    return text + " waits for all other ranks to call MPI_Finalize\n";
  const Request *const request = awaitedBy(mpi, rank);
  if (request == nullptr)
    return text + " waits\n";
  if (request->kind == RequestKind::Collective)
    return text + " waits for a nonblocking collective begun at " + mpi.sites().siteText(request->call_site) + "\n";
  if (const RequestOperation *const operation = operationOf(*request))
    return text + " waits for " + operation->name() + " begun at " + mpi.sites().siteText(request->call_site) + "\n";
  if (request->kind == RequestKind::File)
    return text + " waits for a file\n";
  if (request->kind == RequestKind::OneSided)
    return text + (request->peer == MPI_ANY_SOURCE
                       ? " waits for other ranks of the window\n"
                       : " waits for rank " + std::to_string(request->peer) + " of the window\n");
  const std::string peer = contexts.peerText(rank, *request);
  if (request->context % 2 == 1)
    return text + " waits for " + peer + " to take part\n";
  const bool receives = request->kind == RequestKind::Receive;
  text += rank.probing ? " probes for a message from "
          : receives   ? " waits for a message from "
                       : " waits until its message is received by ";
  text += peer + " with " + tagText(request->tag);
  if (request->call != rank.call)
    text += ", posted at " + mpi.sites().siteText(request->call_site);
  return text + "\n";
}

/// A message that came and fits no receive; empty when there is none.
std::string unasked(Mpi &mpi, Rank &rank) {
  const Envelope *first = nullptr;
  mpi.messages().arrived(rank).forEach([&](const Envelope &message) {
    if (first == nullptr && message.context % 2 == 0)
      first = &message;
  });
  return first == nullptr
             ? ""
             : "rank " + std::to_string(rank.id) + " has an unexpected message that no receive matches: from rank " +
                   std::to_string(first->origin) + " with " + tagText(first->tag) + ", sent " +
                   mpi.sites().callText(static_cast<std::uint16_t>(first->signature >> 16), first->sentAt());
}

} // namespace

std::string leftOver(Mpi &mpi, Rank &rank) {
  const Envelope *left = nullptr;
  mpi.messages().arrived(rank).forEach([&](const Envelope &message) {
    if (left == nullptr && message.context % 2 == 1)
      left = &message;
  });
  if (left == nullptr || !mpi.usage().checks().collectives)
    return "";
  return "rank " + std::to_string(rank.id) + " never received the message that rank " + std::to_string(left->origin) +
         " sent it " + mpi.sites().callText(callOf(left->signature), left->sentAt()) + rootText(left->signature);
}

namespace {

std::string waitingText(std::int64_t waiting, std::int64_t ranks) {
  std::string text = "deadlock: ";
  if (ranks == 1)
    return text + "the only rank is waiting";
  text += waiting < ranks ? std::to_string(waiting) + " of " : "all ";
  return text + std::to_string(ranks) + " ranks are waiting";
}

} // namespace

std::string deadlockReport(Mpi &mpi) {
  World &world = mpi.world();
  const Contexts contexts(mpi);
  // The first few lines that \p of gives; true if there is one.
  const auto listSome = [&world](const auto &of, std::string &text) {
    std::size_t listed = 0;
    for (std::int64_t id = 0; id < world.rankCount() && listed < kMostExamples; ++id)
      if (const std::string line = of(world.rank(id)); !line.empty()) {
        text += "  " + line + "\n";
        ++listed;
      }
    return listed > 0;
  };
  struct Place {
    std::int64_t count = 0;
    std::vector<std::int32_t> examples;
  };
  std::map<std::pair<std::uint16_t, const void *>, Place> places;
  std::int64_t ended = 0, open = 0;
  std::int32_t first = -1;
  for (std::int64_t id = 0; id < world.rankCount(); ++id) {
    Rank &rank = world.rank(id);
    if (rank.finished) {
      ++ended;
      continue;
    }
    ++open;
    if (first < 0 && contexts.awaitedRank(rank) >= 0)
      first = rank.id;
    Place &place = places[{rank.call, rank.call_site}];
    ++place.count;
    if (place.examples.size() < kMostExamples)
      place.examples.push_back(rank.id);
  }
  std::string text = waitingText(open, world.rankCount()) + " [maquette-mpi-deadlock]\n";
  std::size_t listed = 0;
  for (const auto &[key, place] : places) {
    if (listed++ == kMostGroups) {
      text += "  and in " + std::to_string(places.size() - kMostGroups) + " more places\n";
      break;
    }
    const char *const call = key.first != 0 ? nameOf(static_cast<CallId>(key.first)) : "no MPI call";
    text += "  in " + std::string(call) + " at " + mpi.sites().siteText(key.second) + ": " +
            std::to_string(place.count) + (place.count == 1 ? " rank\n" : " ranks\n");
    for (std::int32_t id : place.examples)
      text += waitLine(mpi, world.rank(id), contexts);
  }
  if (ended > 0)
    text += "  " + std::to_string(ended) + (ended == 1 ? " rank has ended\n" : " ranks have ended\n");
  if (first >= 0)
    text += "  chain of waiting: " + contexts.chainFrom(first) + "\n";
  listSome([&mpi](Rank &rank) { return unasked(mpi, rank); }, text);
  if (listSome([&mpi](Rank &rank) { return leftOver(mpi, rank); }, text))
    text += "  the ranks' collective calls do not match [maquette-mpi-collective-mismatch]\n";
  return text;
}

} // namespace maquette::mpi
