//===- runtime/shmem/rma/access.cpp - a put, get or atomic operation on its way --===//
// SPDX-License-Identifier: Apache-2.0
#include "rma/access.h"

#include "core/phantom.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <memory>
#include <utility>
#include <vector>

namespace maquette::shmem {

namespace {

/// Packed bytes.
class Contents {
public:
  char *make(std::size_t bytes) {
    if (bytes > small_.size())
      large_ = std::make_unique_for_overwrite<char[]>(bytes);
    present_ = bytes > 0;
    return data();
  }
  bool present() const { return present_; }
  char *data() { return large_ != nullptr ? large_.get() : small_.data(); }
  void pack(const void *from, const Layout &layout) {
    char *const to = make(layout.total());
    const char *const source = static_cast<const char *>(from);
    if (layout.isDense())
      std::memcpy(to, source, layout.total());
    else
      for (std::size_t i = 0; i < layout.count; ++i)
        std::memcpy(to + i * layout.bytes, source + static_cast<std::ptrdiff_t>(i) * layout.distance, layout.bytes);
  }
  void unpack(void *into, const Layout &layout) {
    char *const to = static_cast<char *>(into);
    if (layout.isDense())
      std::memcpy(to, data(), layout.total());
    else
      for (std::size_t i = 0; i < layout.count; ++i)
        std::memcpy(to + static_cast<std::ptrdiff_t>(i) * layout.distance, data() + i * layout.bytes, layout.bytes);
  }

private:
  std::array<char, 32> small_{};
  std::unique_ptr<char[]> large_;
  bool present_ = false;
};

} // namespace

class Access final : public Operation {
public:
  Access(const Call &call, const AccessArguments &arguments, Context &context, Rank &target);

  void start(const Call &call, std::size_t bytes);
  void injected(SimTime now) override;
  void delivered(SimTime now) override;

private:
  friend void access(const Call &, const AccessArguments &);
  /// Held: it is at the target and waits for those before a fence. Due: an atomic operation that waits for its turn.
  enum class Stage : std::uint8_t { Going, Held, Due, Acted };

  bool hasActed() const { return stage_ == Stage::Acted; }
  Access *heldBehind() const;
  bool waitsForOlder() const;
  void arrived(SimTime now);
  void act(SimTime now);
  void actOnMemory();
  void complete(SimTime now);
  void leave();
  static void actEvent(void *target, std::uint64_t);
  static void completeEvent(void *target, std::uint64_t);

  Shmem &shmem_;
  Context &context_;
  Rank &origin_;
  Rank &target_;
  AccessArguments arguments_;
  char *remote_ = nullptr; ///< At the target.
  char *signal_ = nullptr; ///< The same.
  Contents contents_;      ///< On its way.
  Access *next_ = nullptr; ///< In the context, in the order they began.
  Access *before_ = nullptr;
  std::uint32_t epoch_ = 0;
  std::uint16_t thread_ = 0;
  Stage stage_ = Stage::Going;
  bool origin_waits_ = false;
};

namespace {

/// The memory that an access reads or writes: from the lowest byte to the highest.
const char *lowest(const void *address, const Layout &layout) {
  const auto *const first = static_cast<const char *>(address);
  return layout.distance < 0 ? first + static_cast<std::ptrdiff_t>(layout.count - 1) * layout.distance : first;
}

} // namespace

Access::Access(const Call &call, const AccessArguments &arguments, Context &context, Rank &target)
    : shmem_(call.shmem()), context_(context), origin_(call.rank()), target_(target), arguments_(arguments),
      epoch_(context.epoch), thread_(call.thread()) {
  remote_ = call.symmetric(arguments.remote, arguments.remote_layout.span(), target);
  if (arguments.signal.address != nullptr)
    signal_ = call.symmetric(arguments.signal.address, sizeof(std::uint64_t), target);
  if (arguments.operands != nullptr)
    std::memcpy(contents_.make(arguments.operand_bytes), arguments.operands, arguments.operand_bytes);
  else if (arguments.kind == AccessArguments::Kind::Put && arguments.local_layout.total() > 0 &&
           !isPhantom(arguments.local))
    contents_.pack(arguments.local, arguments.local_layout);
}

void Access::start(const Call &call, std::size_t bytes) {
  before_ = std::exchange(context_.latest, this);
  if (before_ != nullptr)
    before_->next_ = this;
  ++context_.open;
  const bool large = arguments_.kind == AccessArguments::Kind::Put && arguments_.mode == Mode::Blocking &&
                     static_cast<std::int64_t>(bytes) > shmem_.costs().buffered_put.value.count;
  origin_waits_ = large || (arguments_.fetches && arguments_.mode == Mode::Blocking);
  call.countMessage(target_.id,
                    static_cast<std::int64_t>(arguments_.fetches ? arguments_.local_layout.total() : bytes));
  shmem_.transport().start(*this, origin_.id, target_.id, static_cast<std::int64_t>(bytes), origin_.clock,
                           large ? models::NotifyInjected::Yes : models::NotifyInjected::No);
}

void Access::injected(SimTime) {
  origin_waits_ = false;
  shmem_.world().scheduler().completedOne(origin_, thread_);
}

void Access::delivered(SimTime now) {
  if (hasActed())
    complete(now);
  else
    arrived(now);
}

/// A fence came between this and an access to the same PE that has not acted.
bool Access::waitsForOlder() const {
  if (epoch_ == 0 || shmem_.transport().keepsOrder())
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
  if (arguments_.kind != AccessArguments::Kind::Atomic) {
    act(now);
    return;
  }
  const SimTime when = shmem_.atomicAt(target_.id, now);
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
  if (arguments_.fetches) {
    shmem_.transport().start(*this, target_.id, origin_.id, static_cast<std::int64_t>(arguments_.local_layout.total()),
                             now);
    return;
  }
  const SimTime end = now + shmem_.transport().acknowledgement(target_.id, origin_.id);
  context_.last = std::max(context_.last, end);
  if (context_.open == 1 && !context_.quiet_threads.empty()) // The last that shmem_quiet waits for.
    shmem_.world().engine().schedule(context_.last, completeEvent, this, 0);
  else
    complete(end);
}

void Access::actOnMemory() {
  Contents old;
  const bool reaches = remote_ != nullptr && !isPhantom(remote_);
  switch (arguments_.kind) {
  case AccessArguments::Kind::Put:
    if (reaches && contents_.present())
      contents_.unpack(remote_, arguments_.remote_layout);
    break;
  case AccessArguments::Kind::Get:
    if (reaches && arguments_.remote_layout.total() > 0)
      contents_.pack(remote_, arguments_.remote_layout);
    break;
  case AccessArguments::Kind::Atomic:
    if (reaches) {
      arguments_.act(remote_, contents_.data(), old.make(arguments_.remote_layout.total()));
      std::memcpy(contents_.data(), old.data(), arguments_.remote_layout.total());
    }
    break;
  }
  if (arguments_.kind != AccessArguments::Kind::Get && remote_ != nullptr) {
    const char *const low = lowest(remote_, arguments_.remote_layout);
    shmem_.waits().changed(target_, low, low + arguments_.remote_layout.span());
  }
  if (signal_ == nullptr)
    return;
  std::uint64_t value;
  std::memcpy(&value, signal_, sizeof value);
  value = arguments_.signal.operation == SHMEM_SIGNAL_ADD ? value + arguments_.signal.value : arguments_.signal.value;
  std::memcpy(signal_, &value, sizeof value);
  shmem_.waits().changed(target_, signal_, signal_ + sizeof value);
}

void Access::completeEvent(void *target, std::uint64_t) {
  Access &self = *static_cast<Access *>(target);
  self.complete(self.shmem_.world().engine().now());
}

/// It leaves its context. Whoever waits goes on last: this is gone then.
void Access::complete(SimTime now) {
  const bool fetched = arguments_.fetches && contents_.present() && !isPhantom(arguments_.local);
  if (fetched) // The origin's memory may be on its stack, which may be elsewhere while it waits.
    if (char *const memory =
            shmem_.world().dispatcher().processes().locate(sim::ProcessId{origin_.id}, arguments_.local))
      contents_.unpack(memory, arguments_.local_layout);
  leave();
  context_.last = std::max(context_.last, now);
  runtime::RankScheduler &scheduler = shmem_.world().scheduler();
  Rank &origin = origin_;
  std::vector<std::uint16_t> threads;
  if (origin_waits_)
    threads.push_back(thread_);
  if (context_.open == 0)
    for (const std::uint16_t thread : std::exchange(context_.quiet_threads, {}))
      threads.push_back(thread);
  delete this;
  for (const std::uint16_t thread : threads)
    scheduler.completedOne(origin, thread);
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

SimDuration overheadOf(const models::ShmemParameters &costs, const AccessArguments &arguments) {
  switch (arguments.kind) {
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
  if (arguments.signal.address != nullptr)
    checkSignal(call, arguments.signal);
  const std::size_t outgoing =
      arguments.kind == AccessArguments::Kind::Put ? arguments.local_layout.total() : arguments.operand_bytes;
  call.trace(target.id, arguments.remote_layout.total());
  if (arguments.remote_layout.total() == 0 && arguments.signal.address == nullptr)
    return;
  call.rank().clock += overheadOf(call.shmem().costs(), arguments);
  auto *const started = new Access(call, arguments, context, target);
  started->start(call, outgoing);
  if (started->origin_waits_) {
    call.pe().waits_for = arguments.fetches ? "what it fetches" : "its data to leave";
    call.wait(1);
    call.pe().waits_for = nullptr;
  }
}

} // namespace maquette::shmem
