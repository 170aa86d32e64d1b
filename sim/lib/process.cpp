//===- sim/lib/process.cpp --------------------------------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/sim/process.h"

#include "lib/fiber/mapping.h"
#include "lib/fiber/sanitizer.h"
#include "lib/fiber/slice_store.h"
#include "maquette/sim/assert.h"

#include <boost/context/detail/fcontext.hpp>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <cxxabi.h>
#include <memory>
#include <string>
#include <vector>

namespace maquette::sim {
namespace {

using boost::context::detail::fcontext_t;
using boost::context::detail::jump_fcontext;
using boost::context::detail::make_fcontext;
using boost::context::detail::transfer_t;
using fiber::kPage;
using fiber::Mapping;
using fiber::roundUp;
using fiber::SliceStore;
using fiber::StackBounds;

/// Guards are address space only; wide ones also catch large frames that step over a page.
constexpr std::size_t kSlabGuard = 64 * 1024;
constexpr std::size_t kCopiedGuard = 1024 * 1024;
/// Under Slab, stack tops are staggered by cache lines: at equal offsets they would share a few cache sets.
constexpr std::size_t kColours = 16;
constexpr std::size_t kColourStep = 64;
/// Where there is no guard: words at the low end of a stack that nobody writes. They are zero pages, which cost no
/// memory.
constexpr std::size_t kCanaryBytes = 64;
/// From here on huge pages for the records save more time than they waste memory.
constexpr std::int64_t kHugeFrom = 4096;
/// How much of a suspended stack to prefetch under Slab.
constexpr std::size_t kPrefetchBytes = 1024;

/// The per-thread state of the C++ ABI: exceptions being handled.
struct ExceptionState {
  void *caught = nullptr;
  std::size_t uncaught = 0;
};

/// Marks a finished process; no stack pointer has this value.
char finished_tag = 0;
fcontext_t const kFinished = &finished_tag;

/// Frames of a suspended process in one piece, for locate().
struct Loan {
  ProcessId id;
  std::unique_ptr<char[]> frames;
};

} // namespace

/// A process that was never resumed is all zeros.
struct Record {
  fcontext_t context; ///< Its stack pointer when suspended; null: not started; kFinished.
  union {
    SliceStore::Number slice; ///< Copied: where its stack is saved.
    struct {
      std::uint32_t slot;
      std::uint32_t pages; ///< Deepest use seen.
    } stack;               ///< Slab.
  };
};

struct ProcessScheduler::Impl {
  ProcessHooks hooks;
  StackStrategy strategy = StackStrategy::Slab;
  std::int64_t count = 0;
  std::size_t stack_bytes = 0;
  std::size_t guard_bytes = 0; ///< Below each stack; 0: canary.
  Mapping records_memory;
  Mapping stacks;
  SliceStore slices;
  std::vector<Loan> loans; ///< Copied: until the next switch.
  std::vector<std::uint32_t> free_slots;
  std::uint32_t used_slots = 0;
  ProcessId resident = kNoProcess; ///< Copied: whose frames stand on the shared stack.
  std::size_t resident_blocks = 0; ///< Copied: of the resident's slice; 0: it has none.
  char *lowest = nullptr;          ///< Copied: deepest stack pointer at any suspension.
  fcontext_t engine_context = nullptr;
  ExceptionState *exceptions = nullptr;
  StackBounds engine_stack;
  bool ended = false;
  std::uint64_t resume_count = 0;
  StackUsage usage;

  Record *records() const { return reinterpret_cast<Record *>(records_memory.data()); }
  std::size_t stride() const { return guard_bytes + stack_bytes; }
  char *slotLow(std::uint32_t slot) const { return stacks.data() + slot * stride() + guard_bytes; }
  char *slotTop(std::uint32_t slot) const { return slotLow(slot) + stack_bytes - (slot % kColours) * kColourStep; }
  char *sharedLow() const { return stacks.data() + guard_bytes; }
  char *sharedTop() const { return sharedLow() + stack_bytes; }
  /// Copied: bytes of a suspended process's frames.
  std::size_t sizeOf(const Record &record) const {
    return static_cast<std::size_t>(sharedTop() - static_cast<char *>(record.context));
  }
  bool live(ProcessId id) const { return records()[id].context != nullptr && records()[id].context != kFinished; }

  static void trampoline(transfer_t from);
  bool startSlab(Record &record);
  bool enterCopied(ProcessId id);
  bool saveResident();
  void leftSlab(ProcessId id, fcontext_t context);
  void leftCopied(ProcessId id, fcontext_t context);
  char *loan(ProcessId id);
  void endLoans();
  bool canaryBroken(std::uint32_t slot) const;
  void drop(ProcessId id);
  void fail(ProcessId id, StackFailure failure);
};

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
  auto impl = std::make_unique<Impl>();
  impl->hooks = hooks;
  impl->strategy = options.strategy;
  impl->count = options.count;
  impl->stack_bytes =
      roundUp(options.stack_bytes != 0 ? options.stack_bytes : defaultStackBytes(options.strategy), kPage);
  const auto count = static_cast<std::size_t>(options.count);
  std::size_t space;
  if (options.strategy == StackStrategy::Copied) {
    impl->guard_bytes = kCopiedGuard;
    space = impl->stride();
  } else {
    impl->guard_bytes = options.count <= kMaximumGuarded ? kSlabGuard : 0;
    space = impl->stride() * count;
  }
  impl->stacks = Mapping(space);
  if (impl->stacks.data() == nullptr)
    return noAddressSpace(options, space);
  impl->records_memory = Mapping(std::max<std::size_t>(1, count) * sizeof(Record));
  if (impl->records_memory.data() == nullptr)
    return noAddressSpace(options, count * sizeof(Record));
  if (options.count >= kHugeFrom)
    impl->records_memory.adviseHuge();
  if (options.strategy == StackStrategy::Copied) {
    impl->lowest = impl->sharedTop();
    if (!impl->stacks.protect(0, kCopiedGuard))
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
  impl.hooks.entry(impl.hooks.context, scheduler->current_);
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
    if (guard_bytes != 0 && !stacks.protect(slot * stride(), guard_bytes))
      return false;
  }
  record.stack = {slot, 0};
  record.context = make_fcontext(slotTop(slot), stack_bytes - kColours * kColourStep, trampoline);
  return true;
}

/// Moves the frames that stand on the shared stack into the resident's slice. False when the host has no memory.
bool ProcessScheduler::Impl::saveResident() {
  Record &record = records()[resident];
  const auto *low = static_cast<const char *>(record.context);
  const std::size_t size = sizeOf(record);
  const std::size_t blocks = SliceStore::blocksFor(size);
  if (blocks != resident_blocks && !slices.resize(record.slice, resident_blocks, blocks))
    return false;
  resident_blocks = 0;
  fiber::forgetFrames(low, sharedTop());
  slices.save(record.slice, low, size);
  return true;
}

/// Puts the frames of process \p id on the shared stack.
bool ProcessScheduler::Impl::enterCopied(ProcessId id) {
  if (resident == id)
    return true;
  if (resident != kNoProcess && !saveResident())
    return false;
  resident = id;
  fiber::forgetFrames(lowest, sharedTop());
  Record &record = records()[id];
  if (record.context == nullptr) {
    resident_blocks = 0;
    record.context = make_fcontext(sharedTop(), stack_bytes, trampoline);
    return true;
  }
  const std::size_t size = sizeOf(record);
  resident_blocks = SliceStore::blocksFor(size);
  slices.load(record.slice, static_cast<char *>(record.context), size);
  return true;
}

/// The frames of process \p id, which is not resident, from its stack pointer up.
char *ProcessScheduler::Impl::loan(ProcessId id) {
  for (const Loan &loan : loans)
    if (loan.id == id)
      return loan.frames.get();
  const Record &record = records()[id];
  auto frames = std::make_unique_for_overwrite<char[]>(sizeOf(record));
  slices.load(record.slice, frames.get(), sizeOf(record));
  loans.push_back({id, std::move(frames)});
  return loans.back().frames.get();
}

void ProcessScheduler::Impl::endLoans() {
  for (const Loan &loan : loans)
    if (live(loan.id))
      slices.save(records()[loan.id].slice, loan.frames.get(), sizeOf(records()[loan.id]));
  loans.clear();
}

void ProcessScheduler::resume(ProcessId id) {
  Impl &impl = *impl_;
  if (!impl.loans.empty())
    impl.endLoans();
  MAQUETTE_ASSERT(current_ == kNoProcess && id >= 0 && id < impl.count);
  Record &record = impl.records()[id];
  MAQUETTE_ASSERT(record.context != kFinished);
  if (record.context == nullptr)
    ++impl.usage.started;
  StackBounds bounds;
  bool ready = true;
  if (impl.strategy == StackStrategy::Slab) {
    if (record.context == nullptr)
      ready = impl.startSlab(record);
    bounds = {impl.slotLow(record.stack.slot), impl.stack_bytes};
  } else {
    ready = impl.enterCopied(id);
    bounds = {impl.sharedLow(), impl.stack_bytes};
  }
  if (!ready) {
    impl.fail(id, StackFailure::NoMemory);
    return;
  }
  if (impl.hooks.switchedIn != nullptr)
    impl.hooks.switchedIn(impl.hooks.context, id);
  if (impl.exceptions == nullptr)
    impl.exceptions = reinterpret_cast<ExceptionState *>(abi::__cxa_get_globals());
  current_ = id;
  ++impl.resume_count;
  const std::int64_t *outer = assertionContext().process;
  assertionContext().process = &current_;
  const ExceptionState own = *impl.exceptions;
  const int own_errno = errno;
  *impl.exceptions = ExceptionState{};
  errno = 0;

  void *fake_stack = nullptr;
  fiber::startSwitch(&fake_stack, bounds);
  const transfer_t back = jump_fcontext(record.context, this);
  fiber::finishSwitch(fake_stack, nullptr);

  *impl.exceptions = own;
  errno = own_errno;
  assertionContext().process = outer;
  current_ = kNoProcess;
  if (impl.strategy == StackStrategy::Slab)
    impl.leftSlab(id, back.fctx);
  else
    impl.leftCopied(id, back.fctx);
}

void ProcessScheduler::suspend() {
  MAQUETTE_ASSERT(current_ != kNoProcess);
  Impl &impl = *impl_;
  // Kept on the process's own stack, so a suspended process needs no further record of them.
  const ExceptionState own = *impl.exceptions;
  const int own_errno = errno;
  void *fake_stack = nullptr;
  fiber::startSwitch(&fake_stack, impl.engine_stack);
  const transfer_t back = jump_fcontext(impl.engine_context, nullptr);
  fiber::finishSwitch(fake_stack, &impl.engine_stack);
  impl.engine_context = back.fctx;
  *impl.exceptions = own;
  errno = own_errno;
}

// ---- After a switch: bookkeeping and overflow ----

#if defined(__GNUC__)
__attribute__((no_sanitize("address")))
#endif
bool ProcessScheduler::Impl::canaryBroken(std::uint32_t slot) const {
  const auto *words = reinterpret_cast<const std::uint64_t *>(slotLow(slot));
  std::uint64_t seen = 0;
  for (std::size_t i = 0; i < kCanaryBytes / sizeof(std::uint64_t); ++i)
    seen |= words[i];
  return seen != 0;
}

void ProcessScheduler::Impl::leftSlab(ProcessId id, fcontext_t context) {
  Record &record = records()[id];
  const std::uint32_t slot = record.stack.slot;
  const char *low = static_cast<const char *>(context);
  if (low < slotLow(slot) || low > slotTop(slot) || (guard_bytes == 0 && canaryBroken(slot))) {
    fail(id, StackFailure::Overflow);
    return;
  }
  const auto depth = static_cast<std::size_t>(slotTop(slot) - low);
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
  if (low < sharedLow() || low > sharedTop()) {
    fail(id, StackFailure::Overflow);
    return;
  }
  lowest = std::min(lowest, low);
  usage.largest = std::max(usage.largest, static_cast<std::size_t>(sharedTop() - low));
  if (ended)
    drop(id);
  else
    records()[id].context = context;
}

/// Ends process \p id and gives its stack back.
void ProcessScheduler::Impl::drop(ProcessId id) {
  ended = false;
  Record &record = records()[id];
  if (strategy == StackStrategy::Slab) {
    // The pages stay touched: the next process in this slot uses them.
    free_slots.push_back(record.stack.slot);
    usage.bytes -= record.stack.pages * kPage;
  } else if (resident == id) {
    slices.resize(record.slice, resident_blocks, 0);
    resident = kNoProcess;
  } else {
    slices.resize(record.slice, SliceStore::blocksFor(sizeOf(record)), 0);
  }
  record.context = kFinished;
  --usage.started;
}

void ProcessScheduler::Impl::fail(ProcessId id, StackFailure failure) {
  // Its stack is not reused: what lies there is needed to find out where it happened.
  ended = false;
  if (resident == id)
    resident = kNoProcess;
  records()[id].context = kFinished;
  --usage.started;
  if (hooks.stackFailed != nullptr)
    hooks.stackFailed(hooks.context, id, failure);
}

void ProcessScheduler::destroy(ProcessId id) {
  MAQUETTE_ASSERT(id != current_);
  if (impl_->live(id))
    impl_->drop(id);
  else
    impl_->records()[id].context = kFinished;
}

// ---- Questions ----

ProcessState ProcessScheduler::state(ProcessId id) const {
  if (id == current_)
    return ProcessState::Running;
  const fcontext_t context = impl_->records()[id].context;
  if (context == nullptr)
    return ProcessState::NotStarted;
  return context == kFinished ? ProcessState::Finished : ProcessState::Suspended;
}

std::int64_t ProcessScheduler::count() const { return impl_->count; }
std::size_t ProcessScheduler::stackBytes() const { return impl_->stack_bytes; }
std::size_t ProcessScheduler::recordBytes() { return sizeof(Record); }
std::uint64_t ProcessScheduler::resumeCount() const { return impl_->resume_count; }

StackUsage ProcessScheduler::stackUsage() const {
  StackUsage usage = impl_->usage;
  if (impl_->strategy == StackStrategy::Copied) {
    usage.bytes = impl_->slices.usedBytes() + roundUp(usage.largest, kPage);
    usage.peak_bytes = impl_->slices.peakBytes() + roundUp(usage.largest, kPage);
  }
  return usage;
}

std::optional<ProcessId> ProcessScheduler::guardOwner(const void *address) const {
  if (current_ != kNoProcess && inGuard(current_, address))
    return current_;
  return std::nullopt;
}

bool ProcessScheduler::inGuard(ProcessId id, const void *address) const {
  const Impl &impl = *impl_;
  if (!impl.stacks.contains(address) || impl.guard_bytes == 0 || !impl.live(id))
    return false;
  const char *guard = impl.stacks.data();
  if (impl.strategy == StackStrategy::Slab)
    guard += impl.records()[id].stack.slot * impl.stride();
  else if (impl.resident != id)
    return false;
  return address >= guard && address < guard + impl.guard_bytes;
}

char *ProcessScheduler::locate(ProcessId id, void *address) {
  Impl &impl = *impl_;
  char *const place = static_cast<char *>(address);
  if (impl.strategy == StackStrategy::Slab || place < impl.sharedLow() || place >= impl.sharedTop() || id == current_)
    return place;
  const Record &record = impl.records()[id];
  if (!impl.live(id) || place < static_cast<char *>(record.context))
    return nullptr;
  return id == impl.resident ? place : impl.loan(id) + (place - static_cast<char *>(record.context));
}

void ProcessScheduler::prefetch(ProcessId id, PrefetchStage stage) const {
  const Impl &impl = *impl_;
  const Record *record = &impl.records()[id];
  if (stage == PrefetchStage::Name || stage == PrefetchStage::Record) {
    __builtin_prefetch(record, 1);
    return;
  }
  if (!impl.live(id) || id == impl.resident)
    return;
  if (impl.strategy == StackStrategy::Copied) {
    if (stage == PrefetchStage::Head)
      impl.slices.prefetchHead(record->slice);
    else
      impl.slices.prefetchBody(record->slice, SliceStore::blocksFor(impl.sizeOf(*record)));
    return;
  }
  const char *data = static_cast<const char *>(record->context);
  for (std::size_t offset = 0; offset < kPrefetchBytes; offset += 64)
    __builtin_prefetch(data + offset, 1);
}

} // namespace maquette::sim
