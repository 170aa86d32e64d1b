//===- runtime/shmem/teams/team_calls.h - teams and contexts as PEs see them -----===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Source  OpenSHMEM 1.5, 9.4
#ifndef MAQUETTE_SHMEM_TEAMS_TEAM_CALLS_H
#define MAQUETTE_SHMEM_TEAMS_TEAM_CALLS_H

#include "core/call.h"

#include <cstddef>

namespace maquette::shmem {

inline Member &world(const Call &call) { return call.pe().world(); }
/// Ends the run if the handle is of no team.
Member &memberOf(const Call &call, shmem_team_t team);
/// An active set of 1.4; ends the run if there is none such, or the caller is not in it.
Member &activeSet(const Call &call, int start, int log_stride, int size);
/// A number of elements as a program of 1.4 gives it.
std::size_t countOf(const Call &call, int count);

int configOf(const Call &call, shmem_team_t team, long mask, shmem_team_config_t *config);
int translate(const Call &call, shmem_team_t from, int pe, shmem_team_t to);

struct Range {
  int start = 0;
  int stride = 1;
  int size = 0;
};
/// 0, or another value if there is no such team: then the caller gets SHMEM_TEAM_INVALID.
int splitStrided(const Call &call, shmem_team_t parent, const Range &range, const shmem_team_config_t *config,
                 long mask, shmem_team_t *team);
struct Axis {
  const shmem_team_config_t *config = nullptr;
  long mask = 0;
  shmem_team_t *team = nullptr;
};
int split2d(const Call &call, shmem_team_t parent, int x_range, const Axis &x, const Axis &y);
void destroyTeam(const Call &call, shmem_team_t team);

int createContext(const Call &call, shmem_team_t team, long options, shmem_ctx_t *context);
void destroyContext(const Call &call, shmem_ctx_t context);
int teamOfContext(const Call &call, shmem_ctx_t context, shmem_team_t *team);

bool isPe(const Call &call, int pe);
bool isAccessible(const Call &call, const void *address, int pe);
/// nullptr: the PE is on another node, or the address is not symmetric.
void *pointerTo(const Call &call, const Member &member, const void *address, int pe);

} // namespace maquette::shmem

#endif
