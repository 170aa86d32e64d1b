//===- runtime/shmem/teams/team_calls.cpp - teams and contexts as PEs see them ---===//
// SPDX-License-Identifier: Apache-2.0
#include "teams/team_calls.h"

#include "collectives/barrier.h"
#include "sync/ordering.h"

#include <algorithm>

namespace maquette::shmem {

namespace {

shmem_team_t handleOf(const Pe &pe, const Member &member) {
  if (member.team().id == 0)
    return SHMEM_TEAM_WORLD;
  return &member == pe.shared ? SHMEM_TEAM_SHARED : reinterpret_cast<shmem_team_t>(const_cast<Member *>(&member));
}

Member &sharedTeam(const Call &call) {
  Pe &pe = call.pe();
  if (pe.shared == nullptr)
    pe.shared = &pe.memberOf(call.shmem().teams().shared(pe.job(), call.rank()));
  return *pe.shared;
}

} // namespace

Member &memberOf(const Call &call, shmem_team_t team) {
  if (team == SHMEM_TEAM_WORLD)
    return call.pe().world();
  if (team == SHMEM_TEAM_SHARED)
    return sharedTeam(call);
  auto *const member = reinterpret_cast<Member *>(team);
  if (!call.pe().owns(member))
    call.fail(std::string(team == SHMEM_TEAM_INVALID ? "the team is SHMEM_TEAM_INVALID"
                                                     : "the team is not one that this PE has") +
              " [maquette-shmem-argument]\n  fix: pass a team that a split gave this PE, before shmem_team_destroy\n");
  return *member;
}

Member &activeSet(const Call &call, int start, int log_stride, int size) {
  Pe &pe = call.pe();
  const std::int64_t stride = log_stride >= 0 && log_stride < 31 ? std::int64_t{1} << log_stride : 0;
  if (start < 0 || size < 1 || stride == 0 || start + stride * (size - 1) >= pe.job().size())
    call.fail("there are no " + std::to_string(size) + " PEs from " + std::to_string(start) + " on at distances of 2^" +
              std::to_string(log_stride) +
              " [maquette-shmem-pe]\n  fix: check PE_start, logPE_stride and PE_size against shmem_n_pes\n");
  const Team &team = size == pe.job().size()
                         ? pe.job().world()
                         : call.shmem().teams().activeSet(pe.job().world(), start, static_cast<int>(stride), size);
  Member &member = pe.memberOf(team);
  if (member.me() < 0)
    call.fail("PE " + std::to_string(pe.number()) +
              " is not in the active set [maquette-shmem-pe]\n  fix: call it only on the PEs of the set\n");
  return member;
}

std::size_t countOf(const Call &call, int count) {
  if (count < 0)
    call.fail("the number of elements is " + std::to_string(count) +
              " [maquette-shmem-argument]\n  fix: pass a number that is not negative\n");
  return static_cast<std::size_t>(count);
}

int configOf(const Call &call, shmem_team_t team, long mask, shmem_team_config_t *config) {
  if (team == SHMEM_TEAM_INVALID)
    return -1;
  if ((mask & SHMEM_TEAM_NUM_CONTEXTS) != 0 && config != nullptr)
    config->num_contexts = memberOf(call, team).contexts();
  return 0;
}

int translate(const Call &call, shmem_team_t from, int pe, shmem_team_t to) {
  if (from == SHMEM_TEAM_INVALID || to == SHMEM_TEAM_INVALID)
    return -1;
  const Member &source = memberOf(call, from);
  if (pe < 0 || pe >= source.size())
    return -1;
  return memberOf(call, to).team().indexOf(source.team().peOf(pe));
}

namespace {

/// The PE's member of the new team; none if it is not in it.
shmem_team_t join(const Call &call, const Team &team, const shmem_team_config_t *config, long mask) {
  if (team.indexOf(call.pe().number()) < 0)
    return SHMEM_TEAM_INVALID;
  Member &member = call.pe().memberOf(team);
  if ((mask & SHMEM_TEAM_NUM_CONTEXTS) != 0 && config != nullptr)
    member.setContexts(config->num_contexts);
  return handleOf(call.pe(), member);
}

} // namespace

int splitStrided(const Call &call, shmem_team_t parent, const Range &range, const shmem_team_config_t *config,
                 long mask, shmem_team_t *team) {
  *team = SHMEM_TEAM_INVALID;
  if (parent == SHMEM_TEAM_INVALID)
    return -1;
  Member &member = memberOf(call, parent);
  const std::uint32_t split = member.nextSplit();
  synchronize(call, member);
  const std::int64_t last = range.start + static_cast<std::int64_t>(range.stride) * (range.size - 1);
  if (range.size < 1 || (range.stride == 0 && range.size > 1) || range.start < 0 || range.start >= member.size() ||
      last < 0 || last >= member.size())
    return -1;
  const int stride = range.size == 1 ? 1 : range.stride;
  *team = join(call, call.shmem().teams().split(member.team(), split, range.start, stride, range.size), config, mask);
  return 0;
}

int split2d(const Call &call, shmem_team_t parent, int x_range, const Axis &x, const Axis &y) {
  *x.team = *y.team = SHMEM_TEAM_INVALID;
  if (parent == SHMEM_TEAM_INVALID || x_range < 1)
    return -1;
  Member &member = memberOf(call, parent);
  const std::uint32_t row_split = member.nextSplit(), column_split = member.nextSplit();
  synchronize(call, member);
  const int size = member.size();
  const int width = std::min(x_range, size);
  const int column = member.me() % width, row = member.me() / width;
  const int in_row = std::min(width, size - row * width);
  const int in_column = (size - column + width - 1) / width;
  Teams &teams = call.shmem().teams();
  *x.team = join(call, teams.split(member.team(), row_split, row * width, 1, in_row), x.config, x.mask);
  *y.team = join(call, teams.split(member.team(), column_split, column, width, in_column), y.config, y.mask);
  return 0;
}

void destroyTeam(const Call &call, shmem_team_t team) {
  if (team == SHMEM_TEAM_INVALID)
    return;
  Member &member = memberOf(call, team);
  if (team == SHMEM_TEAM_WORLD || team == SHMEM_TEAM_SHARED)
    call.fail("destroys a predefined team [maquette-shmem-argument]\n  fix: destroy only teams that were split off\n");
  std::vector<shmem_ctx_t> contexts;
  for (const auto &context : call.pe().contexts)
    if (&context->member() == &member)
      contexts.push_back(reinterpret_cast<shmem_ctx_t>(context.get()));
  for (shmem_ctx_t context : contexts)
    destroyContext(call, context);
  synchronize(call, member);
  call.pe().remove(member);
}

int createContext(const Call &call, shmem_team_t team, long options, shmem_ctx_t *context) {
  *context = SHMEM_CTX_INVALID;
  if (team == SHMEM_TEAM_INVALID)
    return -1;
  if ((options & ~(SHMEM_CTX_SERIALIZED | SHMEM_CTX_PRIVATE | SHMEM_CTX_NOSTORE)) != 0)
    return -1;
  auto &contexts = call.pe().contexts;
  contexts.push_back(std::make_unique<Context>(memberOf(call, team)));
  *context = reinterpret_cast<shmem_ctx_t>(contexts.back().get());
  return 0;
}

void destroyContext(const Call &call, shmem_ctx_t context) {
  if (context == SHMEM_CTX_INVALID)
    return;
  if (context == SHMEM_CTX_DEFAULT)
    call.fail("destroys SHMEM_CTX_DEFAULT [maquette-shmem-argument]\n"
              "  fix: destroy only what shmem_ctx_create gave\n");
  Context &own = call.context(context);
  quiet(call.shmem(), call.rank(), own);
  std::erase_if(call.pe().contexts, [&](const auto &one) { return one.get() == &own; });
}

int teamOfContext(const Call &call, shmem_ctx_t context, shmem_team_t *team) {
  *team = SHMEM_TEAM_INVALID;
  if (context == SHMEM_CTX_INVALID)
    return -1;
  *team = handleOf(call.pe(), call.context(context).member());
  return 0;
}

bool isPe(const Call &call, int pe) { return call.pe().job().holds(pe); }

bool isAccessible(const Call &call, const void *address, int pe) {
  if (!isPe(call, pe))
    return false;
  const Rank &target = call.world().rank(call.pe().job().rankOf(pe));
  return call.shmem().memory().find(address, 1, call.rank(), target) != nullptr;
}

void *pointerTo(const Call &call, const Member &member, const void *address, int pe) {
  const Rank &target = call.target(member, pe);
  const runtime::RankPlacement &placement = call.world().placement();
  if (placement.nodeOf(target.id) != placement.nodeOf(call.rank().id))
    return nullptr;
  char *const found = call.shmem().memory().find(address, 1, call.rank(), target);
  auto &reached = call.pe().reached;
  if (found != nullptr && &target != &call.rank() &&
      std::find(reached.begin(), reached.end(), target.id) == reached.end())
    reached.push_back(target.id);
  return found;
}

} // namespace maquette::shmem
