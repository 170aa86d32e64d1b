//===- sim/lib/process_impl.h - what a ProcessScheduler holds ----------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Shared by process.cpp, which switches, and process_questions.cpp, which looks.
#ifndef MAQUETTE_SIM_LIB_PROCESS_IMPL_H
#define MAQUETTE_SIM_LIB_PROCESS_IMPL_H

#include "lib/fiber/frame_store.h"
#include "lib/fiber/mapping.h"
#include "lib/fiber/sanitizer.h"
#include "maquette/sim/assert.h"
#include "maquette/sim/process.h"

#include <boost/context/detail/fcontext.hpp>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace maquette::sim {

using boost::context::detail::fcontext_t;
using boost::context::detail::transfer_t;
using fiber::FrameStore;
using fiber::Mapping;
using fiber::StackBounds;

/// Marks a finished process; no stack pointer has this value.
inline const fcontext_t kFinished = reinterpret_cast<fcontext_t>(std::uintptr_t{1});

/// The per-thread state of the C++ ABI: exceptions being handled.
struct ExceptionState {
  void *caught = nullptr;
  std::size_t uncaught = 0;
};

/// Frames of a suspended process in one piece, for locate().
struct Loan {
  ProcessId id;
  std::unique_ptr<char[]> frames;
};

/// Under Slab, stack tops are staggered by cache lines: at equal offsets they would share a few cache sets.
constexpr std::size_t kColours = 16;
constexpr std::size_t kColourStep = 64;

/// Guards are address space only; wide ones also catch large frames that step over a page.
constexpr std::size_t kSlabGuard = 64 * 1024;

/// What the runtime libraries of the languages keep by host thread, and processes have for themselves.
struct HostThread {
  ExceptionState *exceptions = nullptr;
  AssertionContext *assertions = nullptr;
  int *error_number = nullptr; ///< errno.
};

/// Stacks: Slab, one in each slot; Copied, one that processes share.
struct StackArea {
  Mapping memory;
  std::size_t stack_bytes = 0;
  std::size_t guard_bytes = 0;        ///< Below each stack; 0: canary.
  std::size_t common_guard_bytes = 0; ///< Below them all.

  std::size_t stride() const { return guard_bytes + stack_bytes; }
  char *slotLow(std::uint32_t slot) const { return memory.data() + common_guard_bytes + slot * stride() + guard_bytes; }
  char *slotTop(std::uint32_t slot) const { return slotLow(slot) + stack_bytes - (slot % kColours) * kColourStep; }
  char *sharedLow() const { return memory.data() + guard_bytes; }
  char *sharedTop() const { return sharedLow() + stack_bytes; }
};

/// A process that was never resumed is all zeros.
struct Record {
  fcontext_t context; ///< Its stack pointer when suspended; null: not started; kFinished.
  union {
    FrameStore::Slice slice; ///< Copied: where its stack is saved.
    struct {
      std::uint32_t slot;
      std::uint32_t pages; ///< Deepest use seen.
    } stack;               ///< Slab.
  };
};
static_assert(sizeof(Record) == 16);

struct ProcessScheduler::Impl {
  ProcessHooks hooks;
  StackStrategy strategy = StackStrategy::Slab;
  bool share_with_forked = false;
  std::int64_t count = 0;
  Mapping records_memory;
  StackArea stacks;
  FrameStore slices;
  std::vector<Loan> loans; ///< Copied: until the next switch.
  std::vector<std::uint32_t> free_slots;
  std::uint32_t used_slots = 0;
  std::int64_t resident = kNoProcess.value(); ///< Copied: whose frames stand on the shared stack. Debuggers read it.
  std::size_t resident_blocks = 0;            ///< Copied: of the resident's slice; 0: it has none.
  char *lowest = nullptr;                     ///< Copied: deepest stack pointer at any suspension.
  fcontext_t engine_context = nullptr;
  HostThread host;
  StackBounds engine_stack;
  bool ended = false;
  std::uint64_t resume_count = 0;
  StackUsage usage;

  Record *records() const { return reinterpret_cast<Record *>(records_memory.data()); }
  Record &recordOf(ProcessId id) const { return records()[id.index()]; }
  bool isResident(ProcessId id) const { return resident == id.value(); }
  /// Copied: bytes of a suspended process's frames.
  std::size_t sizeOf(const Record &record) const {
    return static_cast<std::size_t>(stacks.sharedTop() - static_cast<char *>(record.context));
  }
  bool live(ProcessId id) const { return recordOf(id).context != nullptr && recordOf(id).context != kFinished; }

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

} // namespace maquette::sim

#endif
