//===- runtime/mpi/meeting.cpp - where ranks make communicators together ----===//
// SPDX-License-Identifier: Apache-2.0
#include "mpi/meeting.h"

#include "mpi/layer.h"

#include "maquette/sim/random.h"

#include <algorithm>
#include <numeric>

namespace maquette::mpi {

namespace {

std::uint64_t childId(const CommShared &parent, const Meetings::Name &name, std::uint64_t which) {
  return sim::mixBits(sim::mixBits(parent.id ^ sim::mixBits(std::get<1>(name))) ^ which) | 4;
}

} // namespace

void Meetings::leave(const Name &name, std::int32_t rank, std::int32_t size, Part part) {
  Meeting &meeting = meetings_[name];
  if (meeting.parts.empty())
    meeting.parts.resize(static_cast<std::size_t>(size));
  meeting.parts[static_cast<std::size_t>(rank)] = std::move(part);
}

CommShared *Meetings::place(const Name &name, const CommShared &like) {
  Meeting &meeting = meetings_[name];
  if (!meeting.place)
    meeting.place = std::make_unique<CommShared>(like);
  return meeting.place.get();
}

Share Meetings::take(const Name &name, std::int32_t rank) {
  auto found = meetings_.find(name);
  const Share share = found->second.shares[static_cast<std::size_t>(rank)];
  if (++found->second.asked == static_cast<std::int32_t>(found->second.shares.size()))
    meetings_.erase(found);
  return share;
}

Share Meetings::split(Mpi &mpi, const Name &name, std::int32_t rank, const CommShared &parent) {
  Meeting &meeting = meetings_[name];
  if (!meeting.shares.empty())
    return take(name, rank);
  const std::vector<Part> &parts = meeting.parts;
  meeting.shares.resize(parts.size());
  std::vector<std::int32_t> order(parts.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(), [&](std::int32_t a, std::int32_t b) {
    return std::pair(parts[a].color, parts[a].key) < std::pair(parts[b].color, parts[b].key);
  });
  for (std::size_t begin = 0; begin < order.size();) {
    const int color = parts[order[begin]].color;
    std::size_t end = begin;
    std::vector<std::int32_t> members;
    for (; end < order.size() && parts[order[end]].color == color; ++end)
      members.push_back(parent.worldRank(order[end], 0));
    if (color != MPI_UNDEFINED) {
      CommShared *const comm =
          mpi.newShared(Group::of(std::move(members)), childId(parent, name, static_cast<std::uint32_t>(color)));
      comm->handles = static_cast<std::int64_t>(end - begin);
      for (std::size_t i = begin; i < end; ++i)
        meeting.shares[order[i]] = {comm, static_cast<std::int32_t>(i - begin)};
    }
    begin = end;
  }
  return take(name, rank);
}

Share Meetings::create(Mpi &mpi, const Name &name, std::int32_t rank, const CommShared &parent) {
  Meeting &meeting = meetings_[name];
  if (!meeting.shares.empty())
    return take(name, rank);
  meeting.shares.resize(meeting.parts.size());
  std::map<std::uint64_t, CommShared *> comms;
  for (std::size_t i = 0; i < meeting.parts.size(); ++i) {
    const GroupPointer &group = meeting.parts[i].group;
    const auto place = group ? group->find(parent.worldRank(static_cast<std::int32_t>(i), 0)) : std::nullopt;
    if (!place)
      continue;
    CommShared *&comm = comms[group->fingerprint()];
    if (comm == nullptr)
      comm = mpi.newShared(group, childId(parent, name, group->fingerprint()));
    ++comm->handles;
    meeting.shares[i] = {comm, *place};
  }
  return take(name, rank);
}

Share Meetings::copy(Mpi &mpi, const Name &name, std::int32_t rank, const CommShared &parent, GroupPointer group) {
  Meeting &meeting = meetings_[name];
  if (!meeting.shares.empty())
    return take(name, rank);
  const std::size_t size = meeting.parts.size();
  CommShared *const comm = mpi.newShared(group ? std::move(group) : parent.group, childId(parent, name, std::get<2>(name)));
  comm->handles = static_cast<std::int64_t>(size);
  for (std::size_t i = 0; i < size; ++i)
    meeting.shares.push_back({comm, static_cast<std::int32_t>(i)});
  return take(name, rank);
}

} // namespace maquette::mpi
