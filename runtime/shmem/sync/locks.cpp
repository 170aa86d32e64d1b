//===- runtime/shmem/sync/locks.cpp - distributed locks --------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "sync/locks.h"

#include "core/call.h"

#include <cstring>
#include <memory>

namespace maquette::shmem {

/// Goes to the lock's home, waits there, and comes back.
class LockRequest final : public Operation {
public:
  enum class Kind : std::uint8_t { Set, TrySet, Clear };

  LockRequest(const Call &call, Kind kind, long *lock)
      : shmem(call.shmem()), origin(call.rank()), home(call.world().rank(call.pe().job().rankOf(0))),
        address(call.symmetric(lock, sizeof *lock, home)), kind(kind), thread(call.thread()) {}

  /// Sends it and waits for its return. The caller owns it again then.
  void ask(const Call &call) {
    call.rank().clock += shmem.costs().atomic_overhead.value;
    call.countMessage(home.id, sizeof(long));
    if (kind != Kind::TrySet) // How often depends on time.
      call.trace(home.id, sizeof(long));
    shmem.transport().start(*this, origin.id, home.id, sizeof(long), origin.clock);
    call.wait("an answer of the lock's home");
  }
  void goBack() {
    returning = true;
    shmem.transport().start(*this, home.id, origin.id, sizeof(long), shmem.world().engine().now());
  }
  void delivered(SimTime) override {
    if (returning)
      shmem.world().scheduler().completedOne(origin, thread);
    else
      shmem.locks().arrived(*this);
  }

  Shmem &shmem;
  Rank &origin;
  Rank &home;
  char *address; ///< At the home.
  Kind kind;
  std::uint16_t thread;
  bool granted = false;
  bool returning = false;
};

void Locks::set(const Call &call, long *lock) {
  const auto request = std::make_unique<LockRequest>(call, LockRequest::Kind::Set, lock);
  request->ask(call);
}

bool Locks::trySet(const Call &call, long *lock) {
  const auto request = std::make_unique<LockRequest>(call, LockRequest::Kind::TrySet, lock);
  request->ask(call);
  return request->granted;
}

void Locks::clear(const Call &call, long *lock) {
  const auto request = std::make_unique<LockRequest>(call, LockRequest::Kind::Clear, lock);
  request->ask(call);
  if (!request->granted)
    call.fail("clears a lock that it does not have [maquette-shmem-lock]\n"
              "  fix: call shmem_clear_lock only behind shmem_set_lock, or shmem_test_lock that gave 0\n");
}

namespace {

void store(char *address, long value) { std::memcpy(address, &value, sizeof value); }

} // namespace

void Locks::give(Lock &lock, LockRequest &request) {
  lock.owner = request.origin.id;
  request.granted = true;
  store(request.address, 1);
  request.goBack();
}

void Locks::arrived(LockRequest &request) {
  char *const address = request.address;
  Lock &lock = locks_[address];
  switch (request.kind) {
  case LockRequest::Kind::Set:
    if (lock.owner < 0)
      give(lock, request);
    else
      lock.waiting.push_back(&request);
    return;
  case LockRequest::Kind::TrySet:
    if (lock.owner < 0)
      give(lock, request);
    else
      request.goBack();
    return;
  case LockRequest::Kind::Clear:
    break;
  }
  request.granted = lock.owner == request.origin.id;
  if (request.granted && !lock.waiting.empty()) {
    LockRequest &next = *lock.waiting.front();
    lock.waiting.pop_front();
    give(lock, next);
  } else if (request.granted || lock.owner < 0) {
    locks_.erase(address);
    store(address, 0);
  }
  request.goBack();
}

std::string Locks::waitText(const Rank &rank) const {
  for (const auto &[address, lock] : locks_)
    for (const LockRequest *request : lock.waiting)
      if (&request->origin == &rank)
        return "a lock that rank " + std::to_string(lock.owner) + " has";
  return "";
}

} // namespace maquette::shmem
