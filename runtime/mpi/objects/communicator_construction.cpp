//===- runtime/mpi/objects/communicator_construction.cpp - where ranks make communicators together ----===//
// SPDX-License-Identifier: Apache-2.0
#include "objects/communicator_construction.h"

#include "objects/communicators.h"

#include "maquette/sim/random.h"

#include <algorithm>
#include <array>
#include <numeric>

namespace maquette::mpi {

namespace {

std::uint64_t childId(const CommShared &parent, const CommunicatorConstruction::Name &name, std::uint64_t which) {
  return sim::mixBits(sim::mixBits(parent.id ^ sim::mixBits(std::get<1>(name))) ^ which) | 4;
}

} // namespace

void CommunicatorConstruction::leave(const Name &name, std::int32_t rank, std::int32_t size, Part part) {
  Construction &construction = constructions_[name];
  if (construction.parts.empty())
    construction.parts.resize(static_cast<std::size_t>(size));
  construction.parts[static_cast<std::size_t>(rank)] = std::move(part);
}

CommShared *CommunicatorConstruction::place(const Name &name, const CommShared &like) {
  Construction &construction = constructions_[name];
  if (!construction.place) {
    construction.place = std::make_unique<CommShared>();
    construction.place->group = like.group;
    construction.place->context = like.context;
    construction.place->handles = 1; // That of the construction.
  }
  return construction.place.get();
}

Share CommunicatorConstruction::take(const Name &name, std::int32_t rank) {
  auto found = constructions_.find(name);
  const Share share = found->second.shares[static_cast<std::size_t>(rank)];
  if (++found->second.asked == static_cast<std::int32_t>(found->second.shares.size()))
    constructions_.erase(found);
  return share;
}

Share CommunicatorConstruction::split(const Name &name, std::int32_t rank, const CommShared &parent) {
  Construction &construction = constructions_[name];
  if (!construction.shares.empty())
    return take(name, rank);
  const std::vector<Part> &parts = construction.parts;
  construction.shares.resize(parts.size());
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
      CommShared *const comm = communicators_.newShared(Group::of(std::move(members)),
                                                        childId(parent, name, static_cast<std::uint32_t>(color)));
      comm->handles = static_cast<std::int64_t>(end - begin);
      for (std::size_t i = begin; i < end; ++i)
        construction.shares[order[i]] = {comm, static_cast<std::int32_t>(i - begin)};
    }
    begin = end;
  }
  return take(name, rank);
}

Share CommunicatorConstruction::create(const Name &name, std::int32_t rank, const CommShared &parent) {
  Construction &construction = constructions_[name];
  if (!construction.shares.empty())
    return take(name, rank);
  construction.shares.resize(construction.parts.size());
  std::map<std::uint64_t, CommShared *> comms;
  for (std::size_t i = 0; i < construction.parts.size(); ++i) {
    const GroupPointer &group = construction.parts[i].group;
    const auto place = group ? group->find(parent.worldRank(static_cast<std::int32_t>(i), 0)) : std::nullopt;
    if (!place)
      continue;
    CommShared *&comm = comms[group->fingerprint()];
    if (comm == nullptr)
      comm = communicators_.newShared(group, childId(parent, name, group->fingerprint()));
    ++comm->handles;
    construction.shares[i] = {comm, *place};
  }
  return take(name, rank);
}

Share CommunicatorConstruction::splitInter(const Name &name, std::int32_t place, const CommShared &parent) {
  Construction &construction = constructions_[name];
  if (!construction.shares.empty())
    return take(name, place);
  const GroupPointer &first = parent.side == 0 ? parent.group : parent.remote;
  const GroupPointer &second = parent.side == 0 ? parent.remote : parent.group;
  construction.shares.resize(construction.parts.size());
  std::map<int, std::array<std::vector<std::int32_t>, 2>> colors; // Places of the members on each side.
  for (std::int32_t i = 0; i < static_cast<std::int32_t>(construction.parts.size()); ++i)
    if (construction.parts[i].color != MPI_UNDEFINED)
      colors[construction.parts[i].color][i < first->size() ? 0 : 1].push_back(i);
  for (auto &[color, sides] : colors) {
    GroupPointer groups[2];
    for (int side = 0; side < 2; ++side) {
      std::stable_sort(sides[side].begin(), sides[side].end(), [&](std::int32_t a, std::int32_t b) {
        return construction.parts[a].key < construction.parts[b].key;
      });
      std::vector<std::int32_t> members;
      for (std::int32_t i : sides[side])
        members.push_back(side == 0 ? first->at(i) : second->at(i - first->size()));
      groups[side] = Group::of(std::move(members));
    }
    if (sides[0].empty() || sides[1].empty())
      continue;
    const auto comms =
        communicators_.newInter(groups[0], groups[1], childId(parent, name, static_cast<std::uint32_t>(color)));
    for (int side = 0; side < 2; ++side)
      for (std::size_t i = 0; i < sides[side].size(); ++i)
        construction.shares[sides[side][i]] = {side == 0 ? comms.first : comms.second, static_cast<std::int32_t>(i)};
  }
  return take(name, place);
}

Share CommunicatorConstruction::merge(const Name &name, std::int32_t place, const CommShared &parent) {
  Construction &construction = constructions_[name];
  if (!construction.shares.empty())
    return take(name, place);
  const GroupPointer &first = parent.side == 0 ? parent.group : parent.remote;
  const GroupPointer &second = parent.side == 0 ? parent.remote : parent.group;
  const auto size = static_cast<std::int32_t>(construction.parts.size());
  std::vector<std::int32_t> order(construction.parts.size());
  std::iota(order.begin(), order.end(), 0);
  if (construction.parts.front().key > construction.parts.back().key)
    std::rotate(order.begin(), order.begin() + first->size(), order.end());
  std::vector<std::int32_t> members;
  for (std::int32_t i : order)
    members.push_back(i < first->size() ? first->at(i) : second->at(i - first->size()));
  CommShared *const comm = communicators_.newShared(Group::of(std::move(members)), childId(parent, name, 0));
  comm->handles = size;
  construction.shares.resize(order.size());
  for (std::int32_t i = 0; i < size; ++i)
    construction.shares[order[i]] = {comm, i};
  return take(name, place);
}

Share CommunicatorConstruction::join(const Name &name, std::int32_t place) {
  Construction &construction = constructions_[name];
  if (!construction.shares.empty())
    return take(name, place);
  const auto id =
      sim::mixBits(sim::mixBits(std::get<0>(name)) ^ sim::mixBits(std::get<1>(name)) ^ std::get<2>(name)) | 4;
  const auto comms = communicators_.newInter(construction.parts[0].group, construction.parts[1].group, id);
  construction.shares = {{comms.first, 0}, {comms.second, 0}};
  return take(name, place);
}

void CommunicatorConstruction::announce(const Name &name, std::int32_t size, CommShared *comm) {
  Construction &construction = constructions_[name];
  for (std::int32_t i = 0; i < size; ++i)
    construction.shares.push_back({comm, i});
}

std::shared_ptr<const Neighbours> CommunicatorConstruction::neighbours(const Name &name, std::int32_t rank) {
  auto found = constructions_.find(name);
  Construction &construction = found->second;
  const std::size_t size = construction.parts.size();
  if (construction.neighbours.empty()) {
    std::vector<Neighbours> all(size);
    for (const Part &part : construction.parts)
      for (const Edge &edge : part.edges) {
        all[edge.destination].sources.push_back(edge.source);
        all[edge.destination].source_weights.push_back(edge.weight);
        all[edge.source].destinations.push_back(edge.destination);
        all[edge.source].destination_weights.push_back(edge.weight);
      }
    for (std::size_t i = 0; i < size; ++i) {
      all[i].weighted = construction.parts[i].color != 0;
      construction.neighbours.push_back(std::make_shared<const Neighbours>(std::move(all[i])));
    }
  }
  std::shared_ptr<const Neighbours> mine = construction.neighbours[static_cast<std::size_t>(rank)];
  if (++construction.asked == static_cast<std::int32_t>(size))
    constructions_.erase(found);
  return mine;
}

Share CommunicatorConstruction::copy(const Name &name, std::int32_t rank, const CommShared &parent,
                                     GroupPointer group) {
  Construction &construction = constructions_[name];
  if (!construction.shares.empty())
    return take(name, rank);
  const std::size_t size = construction.parts.size();
  CommShared *const comm =
      communicators_.newShared(group ? group : parent.group, childId(parent, name, std::get<2>(name)));
  comm->handles = static_cast<std::int64_t>(size);
  for (std::size_t i = 0; i < size; ++i)
    construction.shares.push_back({comm, static_cast<std::int32_t>(i)});
  return take(name, rank);
}

} // namespace maquette::mpi
