//===- runtime/mpi/bindings/synchronization_api.cpp - epochs of windows ----------===//
// SPDX-License-Identifier: Apache-2.0
#include "collectives/launch.h"
#include "objects/communicator_calls.h"
#include "rma/window.h"

using namespace maquette::mpi;

namespace {

constexpr int kAssertions =
    MPI_MODE_NOCHECK | MPI_MODE_NOSTORE | MPI_MODE_NOPUT | MPI_MODE_NOPRECEDE | MPI_MODE_NOSUCCEED;

/// Tells a rank of the window something; nothing comes back.
class Note final : public RemoteMessage {
public:
  Note(Mpi &mpi, Window &to, std::function<void(Window &, SimTime)> action)
      : mpi_(mpi), to_(to), action_(std::move(action)) {
    ++to.shared->notes;
  }
  void delivered(SimTime now) override {
    Mpi &mpi = mpi_;
    Window &window = to_;
    action_(window, now);
    delete this;
    if (--window.shared->notes == 0 && window.shared->handles == 0)
      mpi.oneSided().dropUnused(*window.shared);
    else
      window.progress(mpi, now);
  }

private:
  Mpi &mpi_;
  Window &to_;
  std::function<void(Window &, SimTime)> action_;
};

/// Asks for a lock and comes back when it is granted.
class LockMessage final : public RemoteMessage, LockWaiter {
public:
  LockMessage(Mpi &mpi, Window &window, int target, bool exclusive)
      : mpi_(mpi), window_(window), target_(target), exclusive_(exclusive) {}
  void delivered(SimTime now) override {
    if (!granted_) {
      window_.exposure(target_).lockQueue().acquire(exclusive_, *this, now);
      return;
    }
    window_.targets[target_].locked = exclusive_ ? Locked::Exclusive : Locked::Shared;
    Mpi &mpi = mpi_;
    Window &window = window_;
    delete this;
    window.progress(mpi, now);
  }
  void granted(SimTime now) override {
    granted_ = true;
    mpi_.protocol().startRemote(*this, destination, origin, 0, now);
  }

private:
  Mpi &mpi_;
  Window &window_;
  int target_;
  bool exclusive_;
  bool granted_ = false;
};

/// To rank \p target of the window, from the calling rank.
void send(const Call &call, const Window &window, int target, RemoteMessage *message) {
  call.rank().clock += call.mpi().costs().sendOverhead();
  call.mpi().protocol().startRemote(*message, call.rank().id, worldRank(call, window, target), 0, call.rank().clock);
}

void notify(const Call &call, const Window &window, int target, std::function<void(Window &, SimTime)> action) {
  send(call, window, target, new Note(call.mpi(), *window.exposure(target).window, std::move(action)));
}

int misuse(const Call &call, MPI_Win win, const std::string &what) {
  return raise(call, win, MPI_ERR_RMA_SYNC,
               what + " [maquette-mpi-window-epoch]\n  fix: end one epoch of a kind before the next begins\n");
}

/// An epoch of fences without operations ends by itself when another kind begins.
bool endFence(Window &window) {
  if (window.fence_open && window.fence_used)
    return false;
  window.fence_open = false;
  return true;
}

/// Most calls: the window, and assertions that there are.
int check(const Call &call, MPI_Win win, int assertion = 0) {
  if (int code = checkWindow(call, win))
    return code;
  call.trace(call.view(windowOf(win)->comm), Call::kNone, Call::kNone, 0, MPI_DATATYPE_NULL);
  if ((assertion & ~kAssertions) == 0)
    return MPI_SUCCESS;
  return raise(call, win, MPI_ERR_ASSERT,
               "unknown assertion " + std::to_string(assertion) + " [maquette-mpi-argument]");
}

/// The members of \p group by their ranks in the window.
int translate(const Call &call, MPI_Win win, MPI_Group group, std::vector<std::int32_t> &members) {
  if (const Fault fault = faultOfGroup(call.mpi().usage().checks(), group))
    return raise(call, win, fault.code, fault.what);
  const GroupPointer asked = groupPointer(group);
  const CommShared &comm = *call.view(windowOf(win)->comm).shared;
  for (std::int32_t i = 0; i < asked->size(); ++i) {
    const auto place = comm.group ? comm.group->find(asked->at(i)) : std::nullopt;
    if (!place)
      return raise(call, win, MPI_ERR_GROUP, "the group has a member outside the window [maquette-mpi-argument]");
    members.push_back(*place);
  }
  return MPI_SUCCESS;
}

void releaseLock(const Call &call, Window &window, int target, bool exclusive) {
  notify(call, window, target,
         [exclusive](Window &there, SimTime now) { there.own().lockQueue().release(exclusive, now); });
}

/// An open epoch of MPI_Win_lock or lock_all that covers \p target.
int checkPassive(const Call &call, MPI_Win win, int target) {
  if (int code = check(call, win))
    return code;
  const Window &window = *windowOf(win);
  if (target != MPI_ANY_SOURCE)
    if (int code = checkTarget(call, win, target))
      return code;
  const auto found = window.targets.find(target);
  const bool locked = found != window.targets.end() && found->second.locked != Locked::No;
  if (window.all_locked || locked || (target == MPI_ANY_SOURCE && window.locks > 0))
    return MPI_SUCCESS;
  return misuse(call, win,
                target == MPI_ANY_SOURCE ? "no rank of the window is locked"
                                         : "rank " + std::to_string(target) + " of the window is not locked");
}

int flushCall(const Call &call, MPI_Win win, int target, void (*flush_operations)(const Call &, Window &, int)) {
  if (target == MPI_PROC_NULL)
    return MPI_SUCCESS;
  if (int code = checkPassive(call, win, target))
    return code;
  flush_operations(call, *windowOf(win), target);
  return MPI_SUCCESS;
}

} // namespace

extern "C" {

int PMPI_Win_fence(int assertion, MPI_Win win) {
  MAQUETTE_MPI_BEGIN(Win_fence);
  if (int code = check(call, win, assertion))
    return code;
  Window &window = *windowOf(win);
  if (window.inEpoch())
    return misuse(call, win, "another kind of epoch is open");
  flush(call, window, MPI_ANY_SOURCE);
  runBarrier(call, call.view(window.comm));
  ++window.fences;
  window.fence_open = (assertion & MPI_MODE_NOSUCCEED) == 0;
  window.fence_used = false;
  return MPI_SUCCESS;
}

int PMPI_Win_start(MPI_Group group, int assertion, MPI_Win win) {
  MAQUETTE_MPI_BEGIN(Win_start);
  if (int code = check(call, win, assertion))
    return code;
  Window &window = *windowOf(win);
  if (window.access_open || window.all_locked || window.locks > 0 || !endFence(window))
    return misuse(call, win, "an access epoch is already open");
  std::vector<std::int32_t> members;
  if (int code = translate(call, win, group, members))
    return code;
  for (std::int32_t target : members) {
    if ((assertion & MPI_MODE_NOCHECK) != 0)
      break;
    Target &to = window.targets[target];
    waitUntil(call, window, target, [&to] { return to.posts > 0; });
    --to.posts;
  }
  window.access_open = true;
  window.access = std::move(members);
  return MPI_SUCCESS;
}

int PMPI_Win_complete(MPI_Win win) {
  MAQUETTE_MPI_BEGIN(Win_complete);
  if (int code = check(call, win))
    return code;
  Window &window = *windowOf(win);
  if (!window.access_open)
    return misuse(call, win, "MPI_Win_start has not been called");
  flush(call, window, MPI_ANY_SOURCE);
  for (std::int32_t target : window.access)
    notify(call, window, target, [](Window &there, SimTime) { ++there.completes; });
  window.access_open = false;
  window.access.clear();
  return MPI_SUCCESS;
}

int PMPI_Win_post(MPI_Group group, int assertion, MPI_Win win) {
  MAQUETTE_MPI_BEGIN(Win_post);
  if (int code = check(call, win, assertion))
    return code;
  Window &window = *windowOf(win);
  if (window.exposure_open || !endFence(window))
    return misuse(call, win, "an exposure epoch is already open");
  std::vector<std::int32_t> members;
  if (int code = translate(call, win, group, members))
    return code;
  window.exposure_open = true;
  ++window.exposures;
  window.exposed_to = static_cast<std::int32_t>(members.size());
  if ((assertion & MPI_MODE_NOCHECK) != 0)
    return MPI_SUCCESS;
  for (std::int32_t origin : members)
    notify(call, window, origin, [from = window.rank](Window &there, SimTime) { ++there.targets[from].posts; });
  return MPI_SUCCESS;
}

int PMPI_Win_wait(MPI_Win win) {
  MAQUETTE_MPI_BEGIN(Win_wait);
  if (int code = check(call, win))
    return code;
  Window &window = *windowOf(win);
  if (!window.exposure_open)
    return misuse(call, win, "MPI_Win_post has not been called");
  waitUntil(call, window, MPI_ANY_SOURCE, [&window] { return window.completes >= window.exposed_to; });
  window.completes -= window.exposed_to;
  window.exposure_open = false;
  return MPI_SUCCESS;
}

int PMPI_Win_test(MPI_Win win, int *flag) {
  MAQUETTE_MPI_BEGIN(Win_test);
  if (int code = check(call, win))
    return code;
  Window &window = *windowOf(win);
  if (!window.exposure_open)
    return misuse(call, win, "MPI_Win_post has not been called");
  call.mpi().waiting().beginPoll(call.rank());
  *flag = window.completes >= window.exposed_to ? 1 : 0;
  if (*flag == 0) {
    call.mpi().waiting().poll(call.rank());
    return MPI_SUCCESS;
  }
  window.completes -= window.exposed_to;
  window.exposure_open = false;
  return MPI_SUCCESS;
}

int PMPI_Win_lock(int lock_type, int rank, int assertion, MPI_Win win) {
  MAQUETTE_MPI_BEGIN(Win_lock);
  if (int code = check(call, win, assertion))
    return code;
  if (rank == MPI_PROC_NULL)
    return MPI_SUCCESS;
  if (lock_type != MPI_LOCK_EXCLUSIVE && lock_type != MPI_LOCK_SHARED)
    return raise(call, win, MPI_ERR_LOCKTYPE, "the lock is neither exclusive nor shared [maquette-mpi-argument]");
  if (int code = checkTarget(call, win, rank))
    return code;
  Window &window = *windowOf(win);
  Target &to = window.targets[rank];
  if (to.locked != Locked::No || window.all_locked)
    return misuse(call, win, "rank " + std::to_string(rank) + " of the window is already locked");
  if (window.access_open || !endFence(window))
    return misuse(call, win, "another kind of epoch is open");
  if ((assertion & MPI_MODE_NOCHECK) != 0) {
    to.locked = Locked::NoCheck;
  } else {
    send(call, window, rank, new LockMessage(call.mpi(), window, rank, lock_type == MPI_LOCK_EXCLUSIVE));
    waitUntil(call, window, rank, [&to] { return to.locked != Locked::No; });
  }
  ++window.locks;
  return MPI_SUCCESS;
}

int PMPI_Win_unlock(int rank, MPI_Win win) {
  MAQUETTE_MPI_BEGIN(Win_unlock);
  if (int code = check(call, win))
    return code;
  if (rank == MPI_PROC_NULL)
    return MPI_SUCCESS;
  if (int code = checkTarget(call, win, rank))
    return code;
  Window &window = *windowOf(win);
  Target &to = window.targets[rank];
  if (to.locked == Locked::No)
    return misuse(call, win, "rank " + std::to_string(rank) + " of the window is not locked");
  flush(call, window, rank);
  if (to.locked != Locked::NoCheck)
    releaseLock(call, window, rank, to.locked == Locked::Exclusive);
  to.locked = Locked::No;
  --window.locks;
  return MPI_SUCCESS;
}

int PMPI_Win_lock_all(int assertion, MPI_Win win) {
  MAQUETTE_MPI_BEGIN(Win_lock_all);
  if (int code = check(call, win, assertion))
    return code;
  Window &window = *windowOf(win);
  if (window.all_locked || window.locks > 0 || window.access_open || !endFence(window))
    return misuse(call, win, "an access epoch is already open");
  window.all_locked = true;
  window.all_unchecked = (assertion & MPI_MODE_NOCHECK) != 0;
  return MPI_SUCCESS;
}

int PMPI_Win_unlock_all(MPI_Win win) {
  MAQUETTE_MPI_BEGIN(Win_unlock_all);
  if (int code = check(call, win))
    return code;
  Window &window = *windowOf(win);
  if (!window.all_locked)
    return misuse(call, win, "MPI_Win_lock_all has not been called");
  flush(call, window, MPI_ANY_SOURCE);
  for (auto &[target, to] : window.targets) {
    if (to.holds_shared)
      releaseLock(call, window, target, false);
    to.holds_shared = false;
  }
  window.all_locked = false;
  return MPI_SUCCESS;
}

int PMPI_Win_flush(int rank, MPI_Win win) {
  MAQUETTE_MPI_BEGIN(Win_flush);
  return flushCall(call, win, rank, maquette::mpi::flush);
}
int PMPI_Win_flush_all(MPI_Win win) {
  MAQUETTE_MPI_BEGIN(Win_flush_all);
  return flushCall(call, win, MPI_ANY_SOURCE, maquette::mpi::flush);
}
int PMPI_Win_flush_local(int rank, MPI_Win win) {
  MAQUETTE_MPI_BEGIN(Win_flush_local);
  return flushCall(call, win, rank, flushLocally);
}
int PMPI_Win_flush_local_all(MPI_Win win) {
  MAQUETTE_MPI_BEGIN(Win_flush_local_all);
  return flushCall(call, win, MPI_ANY_SOURCE, flushLocally);
}

/// What others have done to the rank's memory up to its clock is there; a loop that waits for more lets them run.
int PMPI_Win_sync(MPI_Win win) {
  MAQUETTE_MPI_BEGIN(Win_sync);
  if (int code = check(call, win))
    return code;
  call.mpi().waiting().beginPoll(call.rank());
  call.mpi().waiting().poll(call.rank());
  return MPI_SUCCESS;
}

} // extern "C"
