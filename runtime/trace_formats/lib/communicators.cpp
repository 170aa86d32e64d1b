//===- runtime/trace_formats/lib/communicators.cpp - the communicators of all ranks of a trace ---===//
// SPDX-License-Identifier: Apache-2.0
#include "communicators.h"

#include "each_event.h"
#include "maquette/traces/event_values.h"

#include <algorithm>
#include <deque>
#include <numeric>
#include <tuple>
#include <unordered_set>

namespace maquette::traces {
namespace {

using Ranks = std::vector<std::int32_t>;

/// Place of the group that a call makes.
std::optional<std::size_t> placeOfNewGroup(const CallInfo &info) {
  for (std::size_t i = 0; i < info.arguments.size(); ++i)
    if (info.arguments[i].type == ArgumentType::Group && info.arguments[i].kind == "Out")
      return i;
  return std::nullopt;
}

bool makesHandles(const Event &event) {
  const CallInfo &info = allCalls()[event.call];
  return placeOfKind(info, "CommOut") || placeOfNewGroup(info);
}

/// Without elements where there is none.
std::vector<std::int64_t> listOf(const Event &event, std::string_view name) {
  const std::vector<std::int64_t> *const array = arrayOf(event, name);
  return array == nullptr ? std::vector<std::int64_t>{} : *array;
}

/// The places that (first, last, stride) triples name (MPI 4.0, 7.3.2).
std::vector<std::int64_t> placesOf(const std::vector<std::int64_t> &ranges) {
  std::vector<std::int64_t> places;
  for (std::size_t i = 0; i + 2 < ranges.size(); i += 3)
    for (std::int64_t at = ranges[i], step = ranges[i + 2];
         step != 0 && (step > 0 ? at <= ranges[i + 1] : at >= ranges[i + 1]); at += step)
      places.push_back(at);
  return places;
}

Ranks picked(const Ranks &from, const std::vector<std::int64_t> &places) {
  Ranks ranks;
  for (const std::int64_t place : places)
    if (place >= 0 && place < static_cast<std::int64_t>(from.size()))
      ranks.push_back(from[static_cast<std::size_t>(place)]);
  return ranks;
}

Ranks without(const Ranks &from, const Ranks &others) {
  Ranks ranks;
  const std::unordered_set<std::int32_t> left_out(others.begin(), others.end());
  std::copy_if(from.begin(), from.end(), std::back_inserter(ranks),
               [&](std::int32_t rank) { return !left_out.contains(rank); });
  return ranks;
}

std::int64_t product(const std::vector<std::int64_t> &factors) {
  return std::accumulate(factors.begin(), factors.end(), std::int64_t{1}, std::multiplies<>());
}

/// Number of the part of MPI_Cart_sub() that \p rank is in: its coordinates in the dimensions that do not remain.
std::int64_t partOf(std::int64_t rank, const std::vector<std::int64_t> &dimensions,
                    const std::vector<std::int64_t> &remain) {
  std::int64_t part = 0, scale = 1;
  for (std::size_t i = dimensions.size(); i-- > 0;) {
    const std::int64_t coordinate = rank % dimensions[i];
    rank /= dimensions[i];
    if (i < remain.size() && remain[i] == 0) {
      part += coordinate * scale;
      scale *= dimensions[i];
    }
  }
  return part;
}

std::vector<std::int64_t> remaining(const std::vector<std::int64_t> &dimensions,
                                    const std::vector<std::int64_t> &remain) {
  std::vector<std::int64_t> left;
  for (std::size_t i = 0; i < dimensions.size() && i < remain.size(); ++i)
    if (remain[i] != 0)
      left.push_back(dimensions[i]);
  return left;
}

} // namespace

/// Lets all ranks make their communicators, as a run of the program did. A rank waits where the others of the old
/// communicator have yet to come.
class CommunicatorMaker {
public:
  CommunicatorMaker(std::int64_t ranks, std::vector<std::vector<Event>> steps)
      : steps_(std::move(steps)), states_(static_cast<std::size_t>(ranks)) {
    result_.ranks_ = ranks;
    result_.made_.resize(static_cast<std::size_t>(ranks));
    numberOf({});
    add({.is_world = true});
  }

  Communicators make() {
    for (std::int64_t rank = 0; rank < result_.ranks_; ++rank)
      ready_.push_back(rank);
    for (advanceAll(); !constructions_.empty(); advanceAll()) {
      Construction part = std::move(constructions_.begin()->second); // Some of its ranks are not in the trace.
      constructions_.erase(constructions_.begin());
      finish(part, false);
    }
    return std::move(result_);
  }

private:
  /// Groups with the same ranks have the same number; 0 is that without any.
  using GroupNumber = std::size_t;
  struct State {
    std::map<std::int64_t, CommNumber> comms; ///< That the rank has made.
    std::map<std::int64_t, GroupNumber> groups;
    std::map<CommNumber, std::int64_t> calls; ///< How many communicators it made from each.
    std::size_t next = 0;                     ///< Of its steps.
  };
  /// Of one call by all ranks of a communicator.
  struct Construction {
    CommNumber parent = kNoComm;
    std::vector<std::int64_t> ranks;
    std::int64_t expected = 0;
  };
  /// From what, which call on it, and the tag and group of MPI_Comm_create_group().
  using Key = std::tuple<CommNumber, std::int64_t, GroupNumber>;
  using Part = std::pair<std::int64_t, GroupNumber>;

  CommNumber add(Communicators::Communicator comm) {
    std::map<std::int64_t, std::int32_t> places;
    for (std::size_t i = 0; i < comm.ranks.size(); ++i)
      places.emplace(comm.ranks[i], static_cast<std::int32_t>(i));
    result_.places_.push_back(std::move(places));
    result_.all_.push_back(std::move(comm));
    return static_cast<CommNumber>(result_.all_.size() - 1);
  }

  State &stateOf(std::int64_t rank) { return states_[static_cast<std::size_t>(rank)]; }
  const Event &stepOf(std::int64_t rank) { return steps_[static_cast<std::size_t>(rank)][stateOf(rank).next]; }

  void advanceAll() {
    while (!ready_.empty()) {
      const std::int64_t rank = ready_.front();
      ready_.pop_front();
      while (stateOf(rank).next < steps_[static_cast<std::size_t>(rank)].size() && advance(rank))
        ++stateOf(rank).next;
    }
  }

  /// False where \p rank has to wait for others.
  bool advance(std::int64_t rank) {
    const Event &event = stepOf(rank);
    const CallInfo &info = allCalls()[event.call];
    if (const std::optional<std::size_t> group = placeOfNewGroup(info)) {
      stateOf(rank).groups[event.given[*group] ? event.values[*group] : 0] =
          info.name == "MPI_Comm_group" ? groupOfComm(rank, commOf(rank, valueOf(event, "comm")))
                                        : numberOf(groupMadeBy(rank, event));
      return true;
    }
    const CommNumber parent = commOf(rank, valueOf(event, "comm"));
    if (parent < 0 || !result_.all_[static_cast<std::size_t>(parent)].is_known) {
      give(rank, unknownFrom(rank, parent));
      return true;
    }
    return join(rank, parent);
  }

  /// What nobody else can tell from the same call elsewhere.
  CommNumber unknownFrom(std::int64_t rank, CommNumber parent) {
    if (parent == kSelf)
      return givesNone(stepOf(rank)) ? kNoComm : kSelf;
    return givesNone(stepOf(rank)) ? kNoComm : add({.parent = parent, .made_by = madeBy(rank), .is_known = false});
  }

  bool join(std::int64_t rank, CommNumber parent) {
    const Event &event = stepOf(rank);
    Key key{parent, 0, 0};
    Construction arrived{parent, {rank}, result_.size(parent)};
    if (allCalls()[event.call].name == "MPI_Comm_create_group") {
      key = {parent, -1 - valueOf(event, "tag").value_or(0), groupOf(rank, event)};
      arrived.expected = static_cast<std::int64_t>(ranksOf(std::get<2>(key)).size());
    } else {
      std::get<1>(key) = stateOf(rank).calls[parent]++;
    }
    const auto [construction, is_first] = constructions_.try_emplace(key, arrived);
    if (!is_first)
      construction->second.ranks.push_back(rank);
    if (static_cast<std::int64_t>(construction->second.ranks.size()) < construction->second.expected)
      return false;
    Construction whole = std::move(construction->second);
    constructions_.erase(construction);
    finish(whole, true);
    return false;
  }

  /// Makes the communicators and lets the ranks go on.
  void finish(Construction &construction, bool is_whole) {
    std::sort(construction.ranks.begin(), construction.ranks.end());
    std::map<Part, std::vector<std::pair<std::int64_t, std::int64_t>>> parts;
    for (const std::int64_t rank : construction.ranks)
      if (givesNone(stepOf(rank)))
        give(rank, kNoComm);
      else
        parts[partOfRank(rank, construction.parent)].emplace_back(keyOf(rank, construction.parent), rank);
    for (auto &[part, members] : parts) {
      std::sort(members.begin(), members.end());
      const CommNumber comm = add(madeFrom(construction, members, is_whole));
      for (const auto &[key, rank] : members)
        give(rank, comm);
    }
    for (const std::int64_t rank : construction.ranks) {
      ++stateOf(rank).next;
      ready_.push_back(rank);
    }
  }

  Communicators::Communicator madeFrom(const Construction &construction,
                                       const std::vector<std::pair<std::int64_t, std::int64_t>> &members,
                                       bool is_whole) {
    const std::int64_t first = members.front().second;
    const Event &event = stepOf(first);
    const Communicators::Communicator &parent = result_.all_[static_cast<std::size_t>(construction.parent)];
    Communicators::Communicator made{.parent = construction.parent, .made_by = madeBy(first)};
    made.dimensions = made.made_by == "MPI_Cart_create" ? listOf(event, "sizes")
                      : made.made_by == "MPI_Cart_sub"  ? remaining(parent.dimensions, listOf(event, "remain"))
                                                        : parent.dimensions;
    const bool has_all = keepsRanks(event) && (made.made_by != "MPI_Cart_create" ||
                                               product(made.dimensions) == result_.size(construction.parent));
    if (has_all) { // Also where some ranks are not in the trace.
      made.is_world = parent.is_world;
      made.ranks = parent.ranks;
      return made;
    }
    made.is_known = is_whole;
    for (const auto &[key, rank] : members)
      made.ranks.push_back(static_cast<std::int32_t>(rank));
    if (const GroupNumber group = groupOf(first, event); group != 0) {
      made.ranks = ranksOf(group);
      made.is_known = true;
    }
    return made;
  }

  /// Ranks of the same part come into the same communicator.
  Part partOfRank(std::int64_t rank, CommNumber parent) {
    const Event &event = stepOf(rank);
    const CallInfo &info = allCalls()[event.call];
    if (info.name == "MPI_Cart_sub")
      return {partOf(result_.rankIn(parent, rank), result_.all_[static_cast<std::size_t>(parent)].dimensions,
                     listOf(event, "remain")),
              0};
    return {valueOf(event, "color").value_or(0), groupOf(rank, event)};
  }

  /// Ranks are ordered by it.
  std::int64_t keyOf(std::int64_t rank, CommNumber parent) {
    const std::int64_t place = result_.rankIn(parent, rank);
    return valueOf(stepOf(rank), "key").value_or(0) * result_.ranks_ + place;
  }

  /// True for calls whose new communicator has the ranks of the old one.
  static bool keepsRanks(const Event &event) {
    const std::string_view name = allCalls()[event.call].name;
    return name.find("dup") != std::string_view::npos || name == "MPI_Cart_create" ||
           name.starts_with("MPI_Dist_graph");
  }

  static bool givesNone(const Event &event) {
    const std::optional<std::size_t> place = placeOfKind(allCalls()[event.call], "CommOut");
    return !event.given[*place] || event.values[*place] == named(ArgumentType::Comm, "MPI_COMM_NULL");
  }

  std::string madeBy(std::int64_t rank) { return std::string(allCalls()[stepOf(rank).call].name); }

  void give(std::int64_t rank, CommNumber comm) {
    const Event &event = stepOf(rank);
    const std::size_t place = *placeOfKind(allCalls()[event.call], "CommOut");
    if (event.given[place])
      stateOf(rank).comms[event.values[place]] = comm;
    result_.made_[static_cast<std::size_t>(rank)].push_back(comm);
  }

  CommNumber commOf(std::int64_t rank, std::optional<std::int64_t> handle) {
    if (handle == world_)
      return 0;
    if (handle == self_)
      return kSelf;
    const auto found = handle ? stateOf(rank).comms.find(*handle) : stateOf(rank).comms.end();
    return found == stateOf(rank).comms.end() ? kNoComm : found->second;
  }

  GroupNumber numberOf(const Ranks &ranks) {
    const auto [group, is_new] = group_numbers_.try_emplace(ranks, groups_.size());
    if (is_new)
      groups_.push_back(&group->first);
    return group->second;
  }
  const Ranks &ranksOf(GroupNumber group) const { return *groups_[group]; }

  GroupNumber groupOf(std::int64_t rank, const Event &event, std::string_view name = "group") {
    const std::optional<std::int64_t> handle = valueOf(event, name);
    const auto found = handle ? stateOf(rank).groups.find(*handle) : stateOf(rank).groups.end();
    return found == stateOf(rank).groups.end() ? 0 : found->second;
  }

  /// All ranks of a communicator ask for the same one.
  GroupNumber groupOfComm(std::int64_t rank, CommNumber comm) {
    if (comm < 0)
      return numberOf(ranksOfComm(rank, comm));
    const auto [group, is_new] = groups_of_.try_emplace(comm, 0);
    if (is_new)
      group->second = numberOf(ranksOfComm(rank, comm));
    return group->second;
  }

  Ranks ranksOfComm(std::int64_t rank, CommNumber comm) {
    if (comm == kSelf)
      return {static_cast<std::int32_t>(rank)};
    if (comm == kNoComm || !result_.all_[static_cast<std::size_t>(comm)].is_world)
      return comm == kNoComm ? Ranks{} : result_.all_[static_cast<std::size_t>(comm)].ranks;
    Ranks all(static_cast<std::size_t>(result_.ranks_));
    std::iota(all.begin(), all.end(), 0);
    return all;
  }

  Ranks groupMadeBy(std::int64_t rank, const Event &event) {
    const std::string_view name = allCalls()[event.call].name;
    const Ranks &group = ranksOf(groupOf(rank, event)), &first = ranksOf(groupOf(rank, event, "first")),
                &second = ranksOf(groupOf(rank, event, "second"));
    if (name == "MPI_Group_incl")
      return picked(group, listOf(event, "ranks"));
    if (name == "MPI_Group_excl")
      return without(group, picked(group, listOf(event, "ranks")));
    if (name == "MPI_Group_range_incl")
      return picked(group, placesOf(listOf(event, "ranges")));
    if (name == "MPI_Group_range_excl")
      return without(group, picked(group, placesOf(listOf(event, "ranges"))));
    if (name == "MPI_Group_difference")
      return without(first, second);
    if (name == "MPI_Group_intersection")
      return without(first, without(first, second));
    Ranks all = first; // MPI_Group_union; of the others nothing is known.
    for (const std::int32_t other : without(second, first))
      all.push_back(other);
    return all;
  }

  const std::int64_t world_ = named(ArgumentType::Comm, "MPI_COMM_WORLD"),
                     self_ = named(ArgumentType::Comm, "MPI_COMM_SELF");
  std::vector<std::vector<Event>> steps_; ///< By rank: calls that make communicators and groups.
  std::vector<State> states_;
  std::map<Key, Construction> constructions_;
  std::deque<std::int64_t> ready_;
  std::map<Ranks, GroupNumber> group_numbers_;
  std::vector<const Ranks *> groups_; ///< By number.
  std::map<CommNumber, GroupNumber> groups_of_;
  Communicators result_;
};

sim::Result<Communicators> Communicators::of(const Trace &trace) {
  const std::int64_t ranks = trace.summary().ranks;
  std::vector<std::vector<Event>> steps(static_cast<std::size_t>(ranks));
  for (std::int64_t rank = 0; rank < ranks; ++rank) {
    const sim::Status read = eachEvent(trace, rank, [&](const Event &event) {
      if (makesHandles(event))
        steps[static_cast<std::size_t>(rank)].push_back(event);
    });
    if (!read)
      return read.error();
  }
  return CommunicatorMaker(ranks, std::move(steps)).make();
}

std::int64_t Communicators::size(CommNumber comm) const {
  if (comm < 0)
    return comm == kSelf ? 1 : 0;
  const Communicator &communicator = all_[static_cast<std::size_t>(comm)];
  return communicator.is_world ? ranks_ : static_cast<std::int64_t>(communicator.ranks.size());
}

std::int64_t Communicators::rankIn(CommNumber comm, std::int64_t rank) const {
  if (comm == kSelf)
    return 0;
  if (comm < 0)
    return -1;
  if (all_[static_cast<std::size_t>(comm)].is_world)
    return rank;
  const auto &places = places_[static_cast<std::size_t>(comm)];
  const auto found = places.find(rank);
  return found == places.end() ? -1 : found->second;
}

std::int64_t Communicators::worldRank(CommNumber comm, std::int64_t rank) const {
  if (comm < 0 || rank < 0 || rank >= size(comm) || !all_[static_cast<std::size_t>(comm)].is_known)
    return -1;
  const Communicator &communicator = all_[static_cast<std::size_t>(comm)];
  return communicator.is_world ? rank : communicator.ranks[static_cast<std::size_t>(rank)];
}

} // namespace maquette::traces
