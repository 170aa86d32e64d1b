//===- runtime/shmem/rma/access.cpp - a put, get or atomic operation on its way --===//
// SPDX-License-Identifier: Apache-2.0
#include "rma/access.h"

#include "rma/contents.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

namespace maquette::shmem {

class Access final : public Operation {
public:
  Access(const Call &call, const AccessArguments &arguments, Context &context, Rank &target);

  void start(const Call &call, std::size_t bytes);
  bool originWaits() const { return origin_waits_; }
  void injected(SimTime now) override;
  void delivered(SimTime now) override;
  std::int32_t resumes() const override { return hasActed() ? to() : fetches_ ? -1 : from(); }

private:
  using Kind = AccessArguments::Kind;
  /// Held: it is at the target and waits for those before a fence. Due: an atomic operation that waits for its turn.
  enum class Stage : std::uint8_t { Going, Held, Due, Acted };
  /// What only few have.
  struct Details {
    Layout remote;
    Layout local;
    AtomicAct act = nullptr;
    Signal signal;
    char *signal_place = nullptr; ///< At the target.
  };

  bool hasActed() const { return stage_ == Stage::Acted; }
  Layout remoteLayout() const { return details_ != nullptr ? details_->remote : Layout::dense(bytes_); }
  Layout localLayout() const { return details_ != nullptr ? details_->local : Layout::dense(bytes_); }
  Access *heldBehind() const;
  bool waitsForOlder() const;
  void arrived(SimTime now);
  void act(SimTime now);
  void actOnMemory();
  void raiseSignal();
  void complete(SimTime now);
  void leave();
  static void arriveEvent(void *target, std::uint64_t);
  static void actEvent(void *target, std::uint64_t);

  Shmem &shmem_;
  Context &context_;
  Rank &origin_;
  Rank &target_;
  char *remote_; ///< At the target.
  void *local_;  ///< Where what is fetched goes.
  std::size_t bytes_;
  Access *next_ = nullptr; ///< In the context, in the order they began.
  Access *before_ = nullptr;
  std::uint32_t epoch_;
  std::uint16_t thread_;
  Kind kind_;
  Stage stage_ = Stage::Going;
  bool fetches_;
  bool origin_waits_;
  Contents contents_; ///< On its way.
  std::unique_ptr<Details> details_;
};

Access::Access(const Call &call, const AccessArguments &arguments, Context &context, Rank &target)
    : shmem_(call.shmem()), context_(context), origin_(call.rank()), target_(target),
      remote_(call.symmetric(arguments.remote, arguments.remote_layout.span(), target)), local_(arguments.local),
      bytes_(arguments.remote_layout.total()), epoch_(context.epoch), thread_(call.thread()), kind_(arguments.kind),
      fetches_(arguments.fetches),
      origin_waits_(arguments.mode == Mode::Blocking &&
                    (arguments.fetches || (kind_ == Kind::Put && static_cast<std::int64_t>(bytes_) >
                                                                     shmem_.costs().buffered_put.value.count))) {
  const bool dense = arguments.remote_layout.isDense() && (arguments.local_layout.isDense() || kind_ == Kind::Atomic);
  if (!dense || kind_ == Kind::Atomic || arguments.signal.address != nullptr) {
    details_ = std::make_unique<Details>(
        Details{arguments.remote_layout, arguments.local_layout, arguments.act, arguments.signal, nullptr});
    if (arguments.signal.address != nullptr)
      details_->signal_place = call.symmetric(arguments.signal.address, sizeof(std::uint64_t), target);
  }
  if (arguments.operands != nullptr)
    std::memcpy(contents_.make(arguments.operand_bytes), arguments.operands, arguments.operand_bytes);
  else if (kind_ == Kind::Put && bytes_ > 0 && !isPhantom(arguments.local))
    contents_.pack(arguments.local, arguments.local_layout);
}

void Access::start(const Call &call, std::size_t bytes) {
  before_ = std::exchange(context_.latest, this);
  if (before_ != nullptr)
    before_->next_ = this;
  ++context_.open;
  call.countMessage(target_.id, static_cast<std::int64_t>(fetches_ ? bytes_ : bytes));
  shmem_.transport().start(*this, origin_.id, target_.id, static_cast<std::int64_t>(bytes), origin_.clock,
                           origin_waits_ && !fetches_ ? models::NotifyInjected::Yes : models::NotifyInjected::No);
}

void Access::injected(SimTime) {
  origin_waits_ = false;
  shmem_.world().scheduler().completedOne(origin_, thread_);
}

void Access::delivered(SimTime now) {
  if (hasActed())
    complete(now);
  else if (const SimDuration late = fetches_ ? SimDuration() : shmem_.drawDelay(); late > SimDuration())
    shmem_.world().engine().schedule(now + late, arriveEvent, this, 0);
  else
    arrived(now);
}

void Access::arriveEvent(void *target, std::uint64_t) {
  Access &self = *static_cast<Access *>(target);
  self.arrived(self.shmem_.world().engine().now());
}

/// A fence came between this and an access to the same PE that has not acted.
bool Access::waitsForOlder() const {
  if (epoch_ == 0 || (shmem_.transport().keepsOrder() && shmem_.world().config().delay_ps == 0))
    return false;
  for (const Access *older = before_; older != nullptr; older = older->before_)
    if (older->epoch_ != epoch_ && &older->target_ == &target_ && !older->hasActed())
      return true;
  return false;
}

void Access::arrived(SimTime now) {
  if (waitsForOlder()) {
    stage_ = Stage::Held;
    return;
  }
  stage_ = Stage::Due;
  const SimTime when = kind_ == Kind::Atomic ? shmem_.atomicAt(target_.id, now) : now;
  if (when > now)
    shmem_.world().engine().schedule(when, actEvent, this, 0);
  else
    act(now);
}

void Access::actEvent(void *target, std::uint64_t) {
  Access &self = *static_cast<Access *>(target);
  self.act(self.shmem_.world().engine().now());
}

/// One that waited for this, and for no other.
Access *Access::heldBehind() const {
  if (context_.epoch == 0)
    return nullptr;
  for (Access *younger = next_; younger != nullptr; younger = younger->next_)
    if (younger->stage_ == Stage::Held && !younger->waitsForOlder())
      return younger;
  return nullptr;
}

void Access::act(SimTime now) {
  stage_ = Stage::Acted;
  actOnMemory();
  while (Access *const held = heldBehind())
    held->arrived(now);
  if (fetches_)
    shmem_.transport().start(*this, target_.id, origin_.id, static_cast<std::int64_t>(bytes_), now);
  else
    complete(now + shmem_.transport().acknowledgement(target_.id, origin_.id)); // The origin may run ahead.
}

void Access::actOnMemory() {
  if (bytes_ > 0 && !isPhantom(remote_)) {
    const Layout layout = remoteLayout();
    if (kind_ == Kind::Get) {
      contents_.pack(remote_, layout);
    } else if (kind_ == Kind::Put && contents_.present()) {
      contents_.unpack(remote_, layout);
    } else if (kind_ == Kind::Atomic) {
      std::array<char, 16> old;
      details_->act(remote_, contents_.data(), old.data());
      std::memcpy(contents_.data(), old.data(), bytes_);
    }
    if (kind_ != Kind::Get)
      shmem_.waits().changed(target_, remote_, remote_ + layout.span());
  }
  if (details_ != nullptr && details_->signal_place != nullptr)
    raiseSignal();
}

void Access::raiseSignal() {
  char *const place = details_->signal_place;
  std::uint64_t value;
  std::memcpy(&value, place, sizeof value);
  value = details_->signal.operation == SHMEM_SIGNAL_ADD ? value + details_->signal.value : details_->signal.value;
  std::memcpy(place, &value, sizeof value);
  shmem_.waits().changed(target_, place, place + sizeof value);
}

/// It leaves its context. Whoever waits goes on last: this is gone then.
void Access::complete(SimTime now) {
  if (fetches_ && contents_.present() && !isPhantom(local_))
    // The origin's memory may be on its stack, which may be elsewhere while it waits.
    if (char *const memory = shmem_.world().dispatcher().processes().locate(sim::ProcessId{origin_.id}, local_))
      contents_.unpack(memory, localLayout());
  leave();
  context_.last = std::max(context_.last, now);
  runtime::RankScheduler &scheduler = shmem_.world().scheduler();
  Rank &origin = origin_;
  const std::uint16_t thread = thread_, quiet_thread = context_.thread;
  const bool origin_waits = origin_waits_;
  const bool is_quiet = context_.open == 0 && std::exchange(context_.awaited, false);
  std::vector<std::uint16_t> more_threads;
  if (is_quiet)
    more_threads.swap(context_.more_threads);
  shmem_.transport().release(this);
  if (origin_waits)
    scheduler.completedOne(origin, thread);
  if (is_quiet)
    scheduler.completedOne(origin, quiet_thread);
  for (const std::uint16_t more : more_threads)
    scheduler.completedOne(origin, more);
}

void Access::leave() {
  if (before_ != nullptr)
    before_->next_ = next_;
  if (next_ != nullptr)
    next_->before_ = before_;
  else
    context_.latest = before_;
  --context_.open;
}

namespace {

void checkSignal(const Call &call, const Signal &signal) {
  if (signal.operation != SHMEM_SIGNAL_SET && signal.operation != SHMEM_SIGNAL_ADD)
    call.fail("the signal operation is " + std::to_string(signal.operation) +
              " [maquette-shmem-argument]\n  fix: use SHMEM_SIGNAL_SET or SHMEM_SIGNAL_ADD\n");
}

SimDuration overheadOf(const models::ShmemParameters &costs, AccessArguments::Kind kind) {
  switch (kind) {
  case AccessArguments::Kind::Put:
    return costs.put_overhead.value;
  case AccessArguments::Kind::Get:
    return costs.get_overhead.value;
  case AccessArguments::Kind::Atomic:
    break;
  }
  return costs.atomic_overhead.value;
}

} // namespace

void access(const Call &call, const AccessArguments &arguments) {
  Context &context = call.context(arguments.context);
  Rank &target = call.target(context.member(), arguments.pe);
  const std::size_t bytes = arguments.remote_layout.total();
  if (arguments.signal.address != nullptr)
    checkSignal(call, arguments.signal);
  call.trace(target.id, bytes);
  if (bytes == 0 && arguments.signal.address == nullptr)
    return;
  call.rank().clock += overheadOf(call.shmem().costs(), arguments.kind);
  auto *const started = call.shmem().transport().make<Access>(call, arguments, context, target);
  started->start(call, arguments.kind == AccessArguments::Kind::Put ? bytes : arguments.operand_bytes);
  if (started->originWaits())
    call.wait(arguments.fetches ? "what it fetches" : "its data to leave");
}

} // namespace maquette::shmem
