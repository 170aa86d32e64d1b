//===- runtime/shmem/collectives/barrier.cpp - PEs wait for each other ----------===//
// SPDX-License-Identifier: Apache-2.0
#include "collectives/barrier.h"

#include "sync/ordering.h"

#include <algorithm>
#include <bit>

namespace maquette::shmem {

namespace {

constexpr std::uint32_t kRelease = 31; ///< Signal of the tree that comes down; the others are of children.

/// One PE's part in a barrier.
class Participant {
public:
  Participant(Shmem &shmem, Rank &rank, Member &member)
      : shmem_(shmem), rank_(rank), member_(member), progress_(member.barrier()),
        uses_tree_(shmem.costs().barrier == "tree") {}

  void enter();
  void signalled(std::uint32_t barrier, std::uint32_t signal);

private:
  void goOn();
  void disseminate();
  void climb();
  void send(int to, std::uint32_t signal);
  bool has(std::uint32_t signal) const { return (progress_.signals >> signal & 1) != 0; }
  /// Of the binomial tree; child k is 2^k places on.
  int childCount() const {
    const int me = member_.me();
    const int most = me == 0 ? 31 : std::countr_zero(static_cast<unsigned>(me));
    int count = 0;
    while (count < most && me + (std::int64_t{1} << count) < member_.size())
      ++count;
    return count;
  }
  void leave();

  Shmem &shmem_;
  Rank &rank_;
  Member &member_;
  BarrierProgress &progress_;
  bool uses_tree_;
};

class BarrierSignal final : public Operation {
public:
  BarrierSignal(Shmem &shmem, Rank &target, const Team &team, std::uint32_t barrier, std::uint32_t signal)
      : shmem_(shmem), target_(target), team_(team), barrier_(barrier), signal_(signal) {}

  void delivered(SimTime) override {
    Participant participant(shmem_, target_, shmem_.peOf(target_).memberOf(team_));
    const std::uint32_t barrier = barrier_, signal = signal_;
    shmem_.transport().release(this);
    participant.signalled(barrier, signal);
  }

private:
  Shmem &shmem_;
  Rank &target_;
  const Team &team_;
  std::uint32_t barrier_; ///< Its number in the team, from 0.
  std::uint32_t signal_;
};

void Participant::send(int to, std::uint32_t signal) {
  Rank &target = shmem_.world().rank(member_.rankOf(to));
  progress_.clock += shmem_.costs().put_overhead.value;
  shmem_.world().calls().counters().countMessage({progress_.call, rank_.call_site}, rank_.id, target.id, 0);
  auto *const message =
      shmem_.transport().make<BarrierSignal>(shmem_, target, member_.team(), progress_.count - 1, signal);
  shmem_.transport().start(*message, rank_.id, target.id, 0, progress_.clock);
}

void Participant::enter() {
  progress_.inside = true;
  ++progress_.count;
  progress_.round = 0;
  progress_.clock = rank_.clock;
  progress_.call = rank_.call;
  if (!uses_tree_ && member_.size() > 1)
    send((member_.me() + 1) % member_.size(), 0);
  goOn();
}

void Participant::signalled(std::uint32_t barrier, std::uint32_t signal) {
  const bool is_next = progress_.inside && barrier == progress_.count;
  (is_next ? progress_.next : progress_.signals) |= 1u << signal;
  if (is_next || !progress_.inside)
    return;
  progress_.clock = std::max(progress_.clock, shmem_.world().engine().now());
  const std::uint16_t thread = progress_.thread;
  goOn();
  if (!progress_.inside)
    shmem_.world().scheduler().completedOne(rank_, thread);
}

void Participant::goOn() {
  if (uses_tree_)
    climb();
  else
    disseminate();
}

void Participant::disseminate() {
  const std::int64_t size = member_.size();
  while ((std::int64_t{1} << progress_.round) < size) {
    if (!has(progress_.round))
      return;
    ++progress_.round;
    if (const std::int64_t distance = std::int64_t{1} << progress_.round; distance < size)
      send(static_cast<int>((member_.me() + distance) % size), progress_.round);
  }
  leave();
}

/// Round 0: it waits for its children; 1: for its parent.
void Participant::climb() {
  const int children = childCount();
  const int me = member_.me();
  if (progress_.round == 0) {
    if ((progress_.signals & ((1u << children) - 1)) != (1u << children) - 1)
      return;
    progress_.round = 1;
    if (me != 0) {
      const int up = std::countr_zero(static_cast<unsigned>(me));
      send(me - (1 << up), static_cast<std::uint32_t>(up));
    }
  }
  if (me != 0 && !has(kRelease))
    return;
  for (int child = children - 1; child >= 0; --child)
    send(me + (1 << child), kRelease);
  leave();
}

void Participant::leave() {
  progress_.inside = false;
  progress_.signals = std::exchange(progress_.next, 0);
}

} // namespace

void synchronize(const Call &call, Member &member) {
  BarrierProgress &progress = member.barrier();
  call.trace(Call::kNobody, 0, member.team().id);
  progress.thread = call.thread();
  Participant(call.shmem(), call.rank(), member).enter();
  if (progress.inside)
    call.wait("all PEs of the team to come", call.shmem().costs().wait_overhead.value);
  call.rank().clock = std::max(call.rank().clock, progress.clock);
}

void barrier(const Call &call, Member &member) {
  quiet(call, SHMEM_CTX_DEFAULT);
  synchronize(call, member);
}

} // namespace maquette::shmem
