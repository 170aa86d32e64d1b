//===- sim/lib/process_questions.cpp - looks at processes that do not run ----===//
// SPDX-License-Identifier: Apache-2.0
#include "lib/process_impl.h"
#include "maquette/sim/suspended_frames.h"

#include <algorithm>
#include <cstddef>

namespace maquette::sim {
namespace {

/// How much of a suspended stack to prefetch under Slab.
constexpr std::size_t kPrefetchBytes = 1024;

/// What jump_fcontext of Boost.Context leaves at a context.
#if defined(__x86_64__)
constexpr const char *kRegisters = "r12=8 r13=16 r14=24 r15=32 rbx=40 rbp=48 rip=56 rsp+64";
#else
constexpr const char *kRegisters = "";
#endif

} // namespace

ProcessState ProcessScheduler::state(ProcessId id) const {
  if (id == current())
    return ProcessState::Running;
  const fcontext_t context = impl_->recordOf(id).context;
  if (context == nullptr)
    return ProcessState::NotStarted;
  return context == kFinished ? ProcessState::Finished : ProcessState::Suspended;
}

std::int64_t ProcessScheduler::count() const { return impl_->count; }
std::size_t ProcessScheduler::stackBytes() const { return impl_->stacks.stack_bytes; }
std::size_t ProcessScheduler::recordBytes() { return sizeof(Record); }
std::uint64_t ProcessScheduler::resumeCount() const { return impl_->resume_count; }

StackUsage ProcessScheduler::stackUsage() const {
  StackUsage usage = impl_->usage;
  if (impl_->strategy == StackStrategy::Copied) {
    usage.bytes = impl_->slices.usedBytes() + fiber::roundUp(usage.largest, fiber::kPage);
    usage.peak_bytes = impl_->slices.peakBytes() + fiber::roundUp(usage.largest, fiber::kPage);
  }
  return usage;
}

std::optional<ProcessId> ProcessScheduler::guardOwner(const void *address) const {
  if (current() != kNoProcess && inGuard(current(), address))
    return current();
  return std::nullopt;
}

bool ProcessScheduler::inGuard(ProcessId id, const void *address) const {
  const Impl &impl = *impl_;
  if (!impl.live(id))
    return false;
  if (impl.stacks.guard_bytes == 0) {
    const char *const low = impl.stacks.slotLow(impl.recordOf(id).stack.slot);
    return address < low && address >= impl.stacks.memory.data(); // Of others, and below them all.
  }
  if (!impl.stacks.memory.contains(address))
    return false;
  const char *guard = impl.stacks.memory.data();
  if (impl.strategy == StackStrategy::Slab)
    guard += impl.recordOf(id).stack.slot * impl.stacks.stride();
  else if (!impl.isResident(id))
    return false;
  return address >= guard && address < guard + impl.stacks.guard_bytes;
}

char *ProcessScheduler::locate(ProcessId id, void *address) {
  Impl &impl = *impl_;
  char *const place = static_cast<char *>(address);
  if (impl.strategy == StackStrategy::Slab || place < impl.stacks.sharedLow() || place >= impl.stacks.sharedTop() ||
      id == current())
    return place;
  const Record &record = impl.recordOf(id);
  if (!impl.live(id) || place < static_cast<char *>(record.context))
    return nullptr;
  return impl.isResident(id) ? place : impl.loan(id) + (place - static_cast<char *>(record.context));
}

void ProcessScheduler::prefetch(ProcessId id, PrefetchStage stage) const {
  const Impl &impl = *impl_;
  const Record *record = &impl.recordOf(id);
  if (stage == PrefetchStage::Name || stage == PrefetchStage::Record) {
    __builtin_prefetch(record, 1);
    return;
  }
  if (!impl.live(id) || impl.isResident(id))
    return;
  if (impl.strategy == StackStrategy::Copied) {
    if (stage == PrefetchStage::Head)
      impl.slices.prefetchHead(record->slice);
    else
      impl.slices.prefetchBody(record->slice, impl.sizeOf(*record));
    return;
  }
  const char *data = static_cast<const char *>(record->context);
  for (std::size_t offset = 0; offset < kPrefetchBytes; offset += 64)
    __builtin_prefetch(data + offset, 1);
}

SuspendedFrames ProcessScheduler::suspendedFrames() const {
  SuspendedFrames frames;
  frames.records = impl_->records();
  frames.record_bytes = sizeof(Record);
  frames.context_at = offsetof(Record, context);
  frames.slice_at = offsetof(Record, slice);
  frames.pattern_at = offsetof(Record, slice.pattern);
  frames.written_at = offsetof(Record, slice.bytes);
  frames.current = &current_;
  frames.resident = &impl_->resident;
  frames.finished = kFinished;
  frames.copied = impl_->strategy == StackStrategy::Copied ? 1 : 0;
  frames.shared_top = impl_->stacks.sharedTop();
  frames.registers = kRegisters;
  impl_->slices.describe(frames);
  return frames;
}

} // namespace maquette::sim
