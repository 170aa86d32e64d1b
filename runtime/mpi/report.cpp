//===- runtime/mpi/report.cpp - who waits for whom --------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "mpi/collective.h"
#include "mpi/layer.h"

#include <map>
#include <string>
#include <utility>
#include <vector>

namespace maquette::mpi {

namespace {

constexpr std::size_t kMostGroups = 12;  ///< Places in the program that are listed.
constexpr std::size_t kMostExamples = 3; ///< Ranks that are listed for each.
constexpr int kLongestChain = 8;

std::string peerText(const Request &request) {
  return request.peer == MPI_ANY_SOURCE ? "any rank" : "rank " + std::to_string(request.peer);
}

std::string tagText(const Request &request) {
  return request.tag == MPI_ANY_TAG ? "any tag" : "tag " + std::to_string(request.tag);
}

/// The rank of the world that \p rank waits for with \p request; -1 if that is not one known rank.
std::int32_t waitsFor(const Rank &rank, const Request *request) {
  // Contexts 0 and 1 are those of MPI_COMM_WORLD.
  return request != nullptr && !rank.finished && request->context <= 1 && request->peer >= 0 ? request->peer : -1;
}

} // namespace

/// What the rank waits for: a request of its own, or the first receive of the collective it is in. nullptr: unknown.
const Request *Mpi::awaitedBy(Rank &rank) {
  const Request *first = rank.waits_for;
  posted(rank).forEach([&](const Request &receive) { first = first != nullptr ? first : &receive; });
  return first;
}

std::string Mpi::waitLine(Rank &rank) {
  std::string text = "    rank " + std::to_string(rank.id);
  if (rank.call == 0)
    return text + " has not ended\n";
  if (rank.probing)
    return text + " waits for any message\n";
  const Request *const request = awaitedBy(rank);
  if (request == nullptr)
    return text + " waits\n";
  if (request->kind == RequestKind::Collective)
    return text + " waits for a nonblocking collective begun at " + siteText(request->call_site) + "\n";
  if (request->kind == RequestKind::Special)
    return text + " waits for a request begun at " + siteText(request->call_site) + "\n";
  if (request->kind == RequestKind::File)
    return text + " waits for a file\n";
  if (request->kind == RequestKind::OneSided)
    return text + (request->peer == MPI_ANY_SOURCE ? " waits for other ranks of the window\n"
                                                   : " waits for rank " + std::to_string(request->peer) + " of the window\n");
  if (request->context % 2 == 1)
    return text + " waits for " + peerText(*request) + " to take part\n";
  const bool receives = request->kind == RequestKind::Receive;
  text += receives ? " waits for a message from " : " waits until its message is received by ";
  text += peerText(*request) + " with " + tagText(*request);
  if (request->call != rank.call)
    text += ", asked for at " + siteText(request->call_site);
  return text + "\n";
}

/// What a collective's message says that waits for nobody; empty when there is none.
std::string Mpi::leftOver(Rank &rank) {
  const Envelope *left = nullptr;
  arrived(rank).forEach([&](const Envelope &message) {
    if (left == nullptr && message.context % 2 == 1)
      left = &message;
  });
  if (left == nullptr || !checks_.collectives)
    return "";
  return "rank " + std::to_string(rank.id) + " never received what rank " + std::to_string(left->origin) + " sent it " +
         callText(callOf(left->signature), left->sentAt()) + rootText(left->signature);
}

void Mpi::checkLeftOver(Rank &rank) {
  const std::string left = leftOver(rank);
  if (left.empty())
    return;
  world_.fail("mpi",
              left + ": they did not call it alike [maquette-mpi-collective-mismatch]\n  fix: all ranks must call the same "
                  "collectives in the same order, with the same root, operation and amount of data\n",
              rank.id);
}

std::string Mpi::deadlockReport() {
  struct Place {
    std::int64_t count = 0;
    std::vector<std::int32_t> examples;
  };
  std::map<std::pair<std::uint16_t, const void *>, Place> places;
  std::int64_t ended = 0, open = 0;
  std::int32_t first = -1;
  for (std::int64_t id = 0; id < world_.rankCount(); ++id) {
    Rank &rank = world_.rank(id);
    if (rank.finished) {
      ++ended;
      continue;
    }
    ++open;
    if (first < 0 && waitsFor(rank, awaitedBy(rank)) >= 0)
      first = rank.id;
    Place &place = places[{rank.call, rank.call_site}];
    ++place.count;
    if (place.examples.size() < kMostExamples)
      place.examples.push_back(rank.id);
  }
  std::string text = std::to_string(open) + " of " + std::to_string(world_.rankCount()) +
                     " ranks wait for what never comes [maquette-mpi-deadlock]\n";
  std::size_t listed = 0;
  for (const auto &[key, place] : places) {
    if (listed++ == kMostGroups) {
      text += "  and at " + std::to_string(places.size() - kMostGroups) + " more places\n";
      break;
    }
    const char *const call = key.first != 0 ? nameOf(static_cast<CallId>(key.first)) : "no MPI call";
    text += "  in " + std::string(call) + " at " + siteText(key.second) + ": " + std::to_string(place.count) +
            (place.count == 1 ? " rank\n" : " ranks\n");
    for (std::int32_t id : place.examples)
      text += waitLine(world_.rank(id));
  }
  if (ended > 0)
    text += "  " + std::to_string(ended) + (ended == 1 ? " rank has ended\n" : " ranks have ended\n");
  if (first >= 0) {
    text += "  who waits for whom: rank " + std::to_string(first);
    std::int32_t next = first;
    for (int i = 0; i < kLongestChain && (next = waitsFor(world_.rank(next), awaitedBy(world_.rank(next)))) >= 0; ++i) {
      text += " -> " + std::to_string(next);
      if (next == first || world_.rank(next).finished)
        break;
    }
    text += next >= 0 && world_.rank(next).finished ? " (ended)\n" : "\n";
  }
  std::size_t left_over = 0;
  for (std::int64_t id = 0; id < world_.rankCount() && left_over < kMostExamples; ++id)
    if (const std::string left = leftOver(world_.rank(id)); !left.empty()) {
      text += "  " + left + "\n";
      ++left_over;
    }
  if (left_over > 0)
    text += "  so ranks did not call collectives alike, or not in the same order [maquette-mpi-collective-mismatch]\n";
  return text;
}

} // namespace maquette::mpi
