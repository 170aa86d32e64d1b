//===- runtime/mpi/bindings/group_api.cpp - MPI_Group_* --------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "objects/communicator_calls.h"
#include "objects/handles.h"

#include <algorithm>
#include <vector>

using namespace maquette::mpi;

namespace maquette::mpi {

GroupPointer groupPointer(MPI_Group handle) {
  if (handle == MPI_GROUP_EMPTY)
    return Group::of({});
  return *reinterpret_cast<GroupPointer *>(handle);
}

namespace {

int checkBoth(const Call &call, MPI_Group first, MPI_Group second) {
  const int code = call.checkGroup(first);
  return code != MPI_SUCCESS ? code : call.checkGroup(second);
}

int badCount(const Call &call, int count) {
  return call.raise(MPI_COMM_WORLD, MPI_ERR_ARG,
                    "the number of ranks is " + std::to_string(count) + " [maquette-mpi-argument]");
}

int badRank(const Call &call, int rank, const Group &group) {
  return call.raise(MPI_COMM_WORLD, MPI_ERR_RANK,
                    "there is no rank " + std::to_string(rank) + " in a group of " + std::to_string(group.size()) +
                        " [maquette-mpi-argument]");
}

int checkRanks(const Call &call, const Group &group, int count, const int *ranks) {
  if (count < 0)
    return badCount(call, count);
  for (int i = 0; i < count; ++i)
    if (ranks[i] < 0 || ranks[i] >= group.size())
      return badRank(call, ranks[i], group);
  return MPI_SUCCESS;
}

/// The ranks that (first, last, stride) triplets name, in their order.
int expand(const Call &call, const Group &group, int count, const maquette_mpi_range *ranges, std::vector<int> &ranks) {
  if (count < 0)
    return badCount(call, count);
  for (int i = 0; i < count; ++i) {
    const auto &[first, last, stride] = ranges[i];
    if (stride == 0 || (first != last && (first < last) != (stride > 0)))
      return call.raise(MPI_COMM_WORLD, MPI_ERR_ARG,
                        "the range from " + std::to_string(first) + " to " + std::to_string(last) + " by " +
                            std::to_string(stride) + " never ends [maquette-mpi-argument]");
    for (int rank = first; stride > 0 ? rank <= last : rank >= last; rank += stride) {
      if (rank < 0 || rank >= group.size())
        return badRank(call, rank, group);
      ranks.push_back(rank);
    }
  }
  return MPI_SUCCESS;
}

GroupPointer including(const Group &group, const std::vector<int> &ranks) {
  std::vector<std::int32_t> members;
  members.reserve(ranks.size());
  for (int rank : ranks)
    members.push_back(group.at(rank));
  return Group::of(std::move(members));
}

GroupPointer excluding(const Group &group, const std::vector<int> &ranks) {
  std::vector<bool> left(static_cast<std::size_t>(group.size()), true);
  for (int rank : ranks)
    left[static_cast<std::size_t>(rank)] = false;
  std::vector<std::int32_t> members;
  for (std::int32_t i = 0; i < group.size(); ++i)
    if (left[static_cast<std::size_t>(i)])
      members.push_back(group.at(i));
  return Group::of(std::move(members));
}

/// Members of \p first that are (or are not) in \p second, then, for a union, the rest of \p second.
GroupPointer combine(const Group &first, const Group &second, bool common, bool rest_of_second) {
  std::vector<std::int32_t> members;
  for (std::int32_t i = 0; i < first.size(); ++i)
    if (rest_of_second || second.find(first.at(i)).has_value() == common)
      members.push_back(first.at(i));
  for (std::int32_t i = 0; rest_of_second && i < second.size(); ++i)
    if (!first.find(second.at(i)))
      members.push_back(second.at(i));
  return Group::of(std::move(members));
}

} // namespace
} // namespace maquette::mpi

extern "C" {

int PMPI_Comm_group(MPI_Comm comm, MPI_Group *group) {
  MAQUETTE_MPI_BEGIN(Comm_group);
  const CommView view = call.view(comm);
  if (int code = call.checkComm(comm, view))
    return code;
  *group = call.mpi().handles().newGroup(view.shared->group ? view.shared->group : Group::evenly(call.rank().id, 1, 1));
  return MPI_SUCCESS;
}

int PMPI_Group_size(MPI_Group group, int *size) {
  MAQUETTE_MPI_BEGIN(Group_size);
  if (int code = call.checkGroup(group))
    return code;
  *size = groupPointer(group)->size();
  return MPI_SUCCESS;
}

int PMPI_Group_rank(MPI_Group group, int *rank) {
  MAQUETTE_MPI_BEGIN(Group_rank);
  if (int code = call.checkGroup(group))
    return code;
  *rank = groupPointer(group)->find(call.rank().id).value_or(MPI_UNDEFINED);
  return MPI_SUCCESS;
}

int PMPI_Group_translate_ranks(MPI_Group first, int count, const int *ranks, MPI_Group second, int *translated) {
  MAQUETTE_MPI_BEGIN(Group_translate_ranks);
  if (int code = checkBoth(call, first, second))
    return code;
  const GroupPointer from = groupPointer(first), to = groupPointer(second);
  if (count < 0)
    return badCount(call, count);
  for (int i = 0; i < count; ++i) {
    if (ranks[i] == MPI_PROC_NULL) {
      translated[i] = MPI_PROC_NULL;
      continue;
    }
    if (ranks[i] < 0 || ranks[i] >= from->size())
      return badRank(call, ranks[i], *from);
    translated[i] = to->find(from->at(ranks[i])).value_or(MPI_UNDEFINED);
  }
  return MPI_SUCCESS;
}

int PMPI_Group_compare(MPI_Group first, MPI_Group second, int *result) {
  MAQUETTE_MPI_BEGIN(Group_compare);
  if (int code = checkBoth(call, first, second))
    return code;
  const GroupPointer a = groupPointer(first), b = groupPointer(second);
  *result = *a == *b ? MPI_IDENT : a->sameMembers(*b) ? MPI_SIMILAR : MPI_UNEQUAL;
  return MPI_SUCCESS;
}

int PMPI_Group_union(MPI_Group first, MPI_Group second, MPI_Group *newgroup) {
  MAQUETTE_MPI_BEGIN(Group_union);
  if (int code = checkBoth(call, first, second))
    return code;
  *newgroup = call.mpi().handles().newGroup(combine(*groupPointer(first), *groupPointer(second), true, true));
  return MPI_SUCCESS;
}
int PMPI_Group_intersection(MPI_Group first, MPI_Group second, MPI_Group *newgroup) {
  MAQUETTE_MPI_BEGIN(Group_intersection);
  if (int code = checkBoth(call, first, second))
    return code;
  *newgroup = call.mpi().handles().newGroup(combine(*groupPointer(first), *groupPointer(second), true, false));
  return MPI_SUCCESS;
}
int PMPI_Group_difference(MPI_Group first, MPI_Group second, MPI_Group *newgroup) {
  MAQUETTE_MPI_BEGIN(Group_difference);
  if (int code = checkBoth(call, first, second))
    return code;
  *newgroup = call.mpi().handles().newGroup(combine(*groupPointer(first), *groupPointer(second), false, false));
  return MPI_SUCCESS;
}

int PMPI_Group_incl(MPI_Group group, int count, const int *ranks, MPI_Group *newgroup) {
  MAQUETTE_MPI_BEGIN(Group_incl);
  if (int code = call.checkGroup(group))
    return code;
  const GroupPointer from = groupPointer(group);
  if (int code = checkRanks(call, *from, count, ranks))
    return code;
  *newgroup = call.mpi().handles().newGroup(including(*from, std::vector<int>(ranks, ranks + count)));
  return MPI_SUCCESS;
}

int PMPI_Group_excl(MPI_Group group, int count, const int *ranks, MPI_Group *newgroup) {
  MAQUETTE_MPI_BEGIN(Group_excl);
  if (int code = call.checkGroup(group))
    return code;
  const GroupPointer from = groupPointer(group);
  if (int code = checkRanks(call, *from, count, ranks))
    return code;
  *newgroup = call.mpi().handles().newGroup(excluding(*from, std::vector<int>(ranks, ranks + count)));
  return MPI_SUCCESS;
}

int PMPI_Group_range_incl(MPI_Group group, int count, maquette_mpi_range *ranges, MPI_Group *newgroup) {
  MAQUETTE_MPI_BEGIN(Group_range_incl);
  if (int code = call.checkGroup(group))
    return code;
  const GroupPointer from = groupPointer(group);
  std::vector<int> ranks;
  if (int code = expand(call, *from, count, ranges, ranks))
    return code;
  *newgroup = call.mpi().handles().newGroup(including(*from, ranks));
  return MPI_SUCCESS;
}

int PMPI_Group_range_excl(MPI_Group group, int count, maquette_mpi_range *ranges, MPI_Group *newgroup) {
  MAQUETTE_MPI_BEGIN(Group_range_excl);
  if (int code = call.checkGroup(group))
    return code;
  const GroupPointer from = groupPointer(group);
  std::vector<int> ranks;
  if (int code = expand(call, *from, count, ranges, ranks))
    return code;
  *newgroup = call.mpi().handles().newGroup(excluding(*from, ranks));
  return MPI_SUCCESS;
}

int PMPI_Group_free(MPI_Group *group) {
  MAQUETTE_MPI_BEGIN(Group_free);
  if (int code = call.checkGroup(*group))
    return code;
  if (!isPredefined(*group))
    call.mpi().handles().groups.release(reinterpret_cast<GroupPointer *>(*group));
  *group = MPI_GROUP_NULL;
  return MPI_SUCCESS;
}

} // extern "C"
