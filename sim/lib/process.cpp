//===- sim/lib/process.cpp - switches between processes ---------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "lib/process_impl.h"
#include "maquette/sim/assert.h"

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <cxxabi.h>
#include <string>
#include <utility>

namespace maquette::sim {
namespace {

using boost::context::detail::jump_fcontext;
using boost::context::detail::make_fcontext;
using fiber::kPage;
using fiber::roundUp;

/// Address space only; wide, as that below stacks of a slab.
constexpr std::size_t kCopiedGuard = 1024 * 1024;
/// Where there is no guard: words at the low end of a stack that nobody writes. They are zero pages, which cost no
/// memory.
constexpr std::size_t kCanaryBytes = 64;
/// From here on huge pages for the records save more time than they waste memory.
constexpr std::int64_t kHugeFrom = 4096;
/// So many saved stacks fit into a processor's caches as they are, and whole ones are faster to copy.
constexpr std::int64_t kMostWhole = 2048;

} // namespace

// ---- Creation ----

std::size_t ProcessScheduler::defaultStackBytes(StackStrategy strategy) {
  return strategy == StackStrategy::Copied ? std::size_t{16} << 20 : std::size_t{256} << 10;
}

ProcessScheduler::ProcessScheduler(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
ProcessScheduler::~ProcessScheduler() = default;

namespace {
Diagnostic noAddressSpace(const ProcessOptions &options, std::size_t bytes) {
  return {"",
          "the host refused " + std::to_string(bytes >> 20) + " MiB of address space for the stacks of " +
              std::to_string(options.count) + " ranks",
          "maquette-stack-space", "",
          options.strategy == StackStrategy::Slab ? "use --stack=copied, or a smaller stack size"
                                                  : "raise the limit on address space (ulimit -v) or use fewer ranks"};
}
} // namespace

Result<std::unique_ptr<ProcessScheduler>> ProcessScheduler::create(const ProcessOptions &options,
                                                                   const ProcessHooks &hooks) {
  MAQUETTE_ASSERT(!options.share_with_forked || options.strategy == StackStrategy::Slab);
  auto impl = std::make_unique<Impl>();
  impl->hooks = hooks;
  impl->strategy = options.strategy;
  impl->share_with_forked = options.share_with_forked;
  impl->count = options.count;
  impl->stacks.stack_bytes =
      roundUp(options.stack_bytes != 0 ? options.stack_bytes : defaultStackBytes(options.strategy), kPage);
  const auto count = static_cast<std::size_t>(options.count);
  std::size_t space;
  if (options.strategy == StackStrategy::Copied) {
    impl->stacks.guard_bytes = kCopiedGuard;
    space = impl->stacks.stride();
  } else {
    impl->stacks.guard_bytes = options.count <= kMaximumGuarded ? kSlabGuard : 0;
    impl->stacks.common_guard_bytes = kSlabGuard - impl->stacks.guard_bytes;
    space = impl->stacks.common_guard_bytes + impl->stacks.stride() * count;
  }
  impl->stacks.memory =
      Mapping(space, kPage, options.share_with_forked ? fiber::Sharing::WithForked : fiber::Sharing::Private);
  if (impl->stacks.memory.data() == nullptr ||
      (impl->stacks.common_guard_bytes != 0 && !impl->stacks.memory.protect(0, impl->stacks.common_guard_bytes)))
    return noAddressSpace(options, space);
  impl->records_memory = Mapping(std::max<std::size_t>(1, count) * sizeof(Record));
  if (impl->records_memory.data() == nullptr)
    return noAddressSpace(options, count * sizeof(Record));
  if (options.count >= kHugeFrom)
    impl->records_memory.adviseHuge();
  if (options.strategy == StackStrategy::Copied) {
    impl->lowest = impl->stacks.sharedTop();
    impl->slices.keep(options.count <= kMostWhole ? FrameStore::Keep::Whole : FrameStore::Keep::Differences);
    if (!impl->stacks.memory.protect(0, kCopiedGuard))
      return noAddressSpace(options, kCopiedGuard);
  }
  return std::unique_ptr<ProcessScheduler>(new ProcessScheduler(std::move(impl)));
}

// ---- Switching ----

void ProcessScheduler::Impl::trampoline(transfer_t from) {
  auto *scheduler = static_cast<ProcessScheduler *>(from.data);
  Impl &impl = *scheduler->impl_;
  fiber::finishSwitch(nullptr, &impl.engine_stack);
  impl.engine_context = from.fctx;
  impl.hooks.entry(impl.hooks.context, scheduler->current());
  impl.ended = true;
  fiber::startSwitch(nullptr, impl.engine_stack);
  jump_fcontext(impl.engine_context, nullptr);
}

/// Gives a process that starts its stack. False when the host has no mapping left for its guard.
bool ProcessScheduler::Impl::startSlab(Record &record) {
  std::uint32_t slot;
  if (!free_slots.empty()) {
    slot = free_slots.back();
    free_slots.pop_back();
  } else {
    slot = used_slots++;
    if (stacks.guard_bytes != 0 && !stacks.memory.protect(slot * stacks.stride(), stacks.guard_bytes))
      return false;
  }
  // Those of a process that was dropped, or of another scheduler.
  fiber::forgetFrames(stacks.slotLow(slot), stacks.slotTop(slot));
  record.stack = {slot, 0};
  record.context = make_fcontext(stacks.slotTop(slot), stacks.stack_bytes - kColours * kColourStep, trampoline);
  return true;
}

/// Moves the frames that stand on the shared stack into the resident's slice. False when the host has no memory.
bool ProcessScheduler::Impl::saveResident() {
  Record &record = records()[resident];
  const auto *low = static_cast<const char *>(record.context);
  fiber::forgetFrames(low, stacks.sharedTop());
  return slices.save(record.slice, std::exchange(resident_blocks, 0), low, sizeOf(record));
}

/// Puts the frames of process \p id on the shared stack.
bool ProcessScheduler::Impl::enterCopied(ProcessId id) {
  if (isResident(id))
    return true;
  if (resident != kNoProcess.value() && !saveResident())
    return false;
  resident = id.value();
  fiber::forgetFrames(lowest, stacks.sharedTop());
  Record &record = recordOf(id);
  if (record.context == nullptr) {
    resident_blocks = 0;
    record.context = make_fcontext(stacks.sharedTop(), stacks.stack_bytes, trampoline);
    return true;
  }
  const std::size_t size = sizeOf(record);
  resident_blocks = FrameStore::blocksOf(record.slice, size);
  slices.load(record.slice, static_cast<char *>(record.context), size);
  return true;
}

/// The frames of process \p id, which is not resident, from its stack pointer up.
char *ProcessScheduler::Impl::loan(ProcessId id) {
  for (const Loan &loan : loans)
    if (loan.id == id)
      return loan.frames.get();
  const Record &record = recordOf(id);
  auto frames = std::make_unique_for_overwrite<char[]>(sizeOf(record));
  slices.load(record.slice, frames.get(), sizeOf(record));
  loans.push_back({id, std::move(frames)});
  return loans.back().frames.get();
}

void ProcessScheduler::Impl::endLoans() {
  std::vector<Loan> ended_loans;
  ended_loans.swap(loans);
  for (const Loan &loan : ended_loans) {
    if (!live(loan.id))
      continue;
    Record &record = recordOf(loan.id);
    const std::size_t size = sizeOf(record);
    if (!slices.save(record.slice, FrameStore::blocksOf(record.slice, size), loan.frames.get(), size))
      fail(loan.id, StackFailure::NoMemory);
  }
}

void ProcessScheduler::resume(ProcessId id) {
  Impl &impl = *impl_;
  if (!impl.loans.empty()) {
    impl.endLoans();
    if (impl.recordOf(id).context == kFinished) // There was no memory for it.
      return;
  }
  MAQUETTE_ASSERT(current() == kNoProcess && id.value() >= 0 && id.value() < impl.count);
  Record &record = impl.recordOf(id);
  MAQUETTE_ASSERT(record.context != kFinished);
  if (record.context == nullptr)
    ++impl.usage.started;
  StackBounds bounds;
  bool ready = true;
  if (impl.strategy == StackStrategy::Slab) {
    if (record.context == nullptr)
      ready = impl.startSlab(record);
    bounds = {impl.stacks.slotLow(record.stack.slot), impl.stacks.stack_bytes};
  } else {
    ready = impl.enterCopied(id);
    bounds = {impl.stacks.sharedLow(), impl.stacks.stack_bytes};
  }
  if (!ready) {
    impl.fail(id, StackFailure::NoMemory);
    return;
  }
  if (impl.hooks.switchedIn != nullptr)
    impl.hooks.switchedIn(impl.hooks.context, id);
  if (impl.host.exceptions == nullptr) {
    impl.host.exceptions = reinterpret_cast<ExceptionState *>(abi::__cxa_get_globals());
    impl.host.assertions = &assertionContext();
    impl.host.error_number = &errno;
  }
  current_ = id.value();
  ++impl.resume_count;
  const std::int64_t *outer = impl.host.assertions->process;
  impl.host.assertions->process = &current_;
  const ExceptionState own = *impl.host.exceptions;
  const int own_errno = std::exchange(*impl.host.error_number, 0);
  *impl.host.exceptions = ExceptionState{};

  void *fake_stack = nullptr;
  fiber::startSwitch(&fake_stack, bounds);
  const transfer_t back = jump_fcontext(record.context, this);
  fiber::finishSwitch(fake_stack, nullptr);

  *impl.host.exceptions = own;
  *impl.host.error_number = own_errno;
  impl.host.assertions->process = outer;
  current_ = kNoProcess.value();
  if (impl.strategy == StackStrategy::Slab)
    impl.leftSlab(id, back.fctx);
  else
    impl.leftCopied(id, back.fctx);
}

namespace {
/// Exceptions that are being handled are kept on the process's own stack, so a suspended process needs no further
/// record of them; and here, so that the frame of those who handle none stays small.
[[gnu::noinline]] void suspendHandling(ProcessScheduler &scheduler, ExceptionState &exceptions) {
  const ExceptionState own = std::exchange(exceptions, ExceptionState{});
  scheduler.suspend();
  exceptions = own;
}
} // namespace

void ProcessScheduler::suspend() {
  MAQUETTE_ASSERT(current() != kNoProcess);
  Impl &impl = *impl_;
  if (impl.host.exceptions->caught != nullptr || impl.host.exceptions->uncaught != 0) {
    suspendHandling(*this, *impl.host.exceptions);
    return;
  }
  const int own_errno = *impl.host.error_number;
  void *fake_stack = nullptr;
  fiber::startSwitch(&fake_stack, impl.engine_stack);
  const transfer_t back = jump_fcontext(impl.engine_context, nullptr);
  // What comes with the switch need not be kept on the stack.
  Impl &same = *static_cast<ProcessScheduler *>(back.data)->impl_;
  fiber::finishSwitch(fake_stack, &same.engine_stack);
  same.engine_context = back.fctx;
  *same.host.error_number = own_errno;
}

// ---- After a switch: bookkeeping and overflow ----

#if defined(__GNUC__)
__attribute__((no_sanitize("address")))
#endif
bool ProcessScheduler::Impl::canaryBroken(std::uint32_t slot) const {
  const auto *words = reinterpret_cast<const std::uint64_t *>(stacks.slotLow(slot));
  std::uint64_t seen = 0;
  for (std::size_t i = 0; i < kCanaryBytes / sizeof(std::uint64_t); ++i)
    seen |= words[i];
  return seen != 0;
}

void ProcessScheduler::Impl::leftSlab(ProcessId id, fcontext_t context) {
  Record &record = recordOf(id);
  const std::uint32_t slot = record.stack.slot;
  const char *low = static_cast<const char *>(context);
  if (low < stacks.slotLow(slot) || low > stacks.slotTop(slot) || (stacks.guard_bytes == 0 && canaryBroken(slot))) {
    fail(id, StackFailure::Overflow);
    return;
  }
  const auto depth = static_cast<std::size_t>(stacks.slotTop(slot) - low);
  const auto pages = static_cast<std::uint32_t>(depth / kPage + 1);
  if (pages > record.stack.pages) {
    usage.bytes += (pages - record.stack.pages) * kPage;
    usage.peak_bytes = std::max(usage.peak_bytes, usage.bytes);
    record.stack.pages = pages;
  }
  usage.largest = std::max(usage.largest, depth);
  record.context = context;
  if (ended)
    drop(id);
}

void ProcessScheduler::Impl::leftCopied(ProcessId id, fcontext_t context) {
  char *low = static_cast<char *>(context);
  if (low < stacks.sharedLow() || low > stacks.sharedTop()) {
    fail(id, StackFailure::Overflow);
    return;
  }
  lowest = std::min(lowest, low);
  usage.largest = std::max(usage.largest, static_cast<std::size_t>(stacks.sharedTop() - low));
  if (ended)
    drop(id);
  else
    recordOf(id).context = context;
}

/// Ends process \p id and gives its stack back.
void ProcessScheduler::Impl::drop(ProcessId id) {
  ended = false;
  Record &record = recordOf(id);
  if (strategy == StackStrategy::Slab) {
    // The pages stay touched: the next process in this slot uses them.
    free_slots.push_back(record.stack.slot);
    usage.bytes -= record.stack.pages * kPage;
  } else if (isResident(id)) {
    slices.drop(record.slice, resident_blocks);
    resident = kNoProcess.value();
  } else {
    slices.drop(record.slice, FrameStore::blocksOf(record.slice, sizeOf(record)));
  }
  record.context = kFinished;
  --usage.started;
}

void ProcessScheduler::Impl::fail(ProcessId id, StackFailure failure) {
  // Its stack is not reused: what lies there is needed to find out where it happened.
  ended = false;
  if (isResident(id))
    resident = kNoProcess.value();
  recordOf(id).context = kFinished;
  --usage.started;
  if (hooks.stackFailed != nullptr)
    hooks.stackFailed(hooks.context, id, failure);
}

void ProcessScheduler::destroy(ProcessId id) {
  MAQUETTE_ASSERT(id != current());
  if (impl_->live(id))
    impl_->drop(id);
  else
    impl_->recordOf(id).context = kFinished;
}

FramesPlace ProcessScheduler::leave(ProcessId id) const {
  const Record &record = impl_->recordOf(id);
  MAQUETTE_ASSERT(impl_->live(id) && impl_->share_with_forked);
  return {record.context, record.stack.slot};
}

void ProcessScheduler::enter(ProcessId id, FramesPlace place) {
  Impl &impl = *impl_;
  Record &record = impl.recordOf(id);
  if (record.context == nullptr) { // Mappings are each host process's own.
    ++impl.usage.started;
    record.stack = {place.slot, 0};
    if (impl.stacks.guard_bytes != 0)
      static_cast<void>(impl.stacks.memory.protect(place.slot * impl.stacks.stride(), impl.stacks.guard_bytes));
  }
  record.context = place.context;
}

void ProcessScheduler::renew(ProcessId id) {
  Record &record = impl_->recordOf(id);
  MAQUETTE_ASSERT(record.context == kFinished);
  record = Record{};
}

} // namespace maquette::sim
