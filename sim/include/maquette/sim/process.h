//===- maquette/sim/process.h - very many processes in one host thread ------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// ProcessScheduler runs processes that each have a stack of their own and wait inside ordinary calls.
///
/// The engine's loop resumes one process at a time; it runs until it suspends or its entry function returns. A process
/// costs nothing but 16 bytes of untouched address space until it is first resumed.
///
/// Strategies
///   Slab    each started process has a stack of stack_bytes of address space; the pages it touches stay.
///   Copied  all run on one stack of stack_bytes; what is live when another takes its place is copied out.
///           Nobody may touch a process's locals while another process runs.
///
/// Per process, besides registers: errno, and the C++ exceptions being handled, so it may suspend inside a catch block.
///
/// Overflow  the stack pointer is checked at every suspension. Copied, and Slab up to kMaximumGuarded processes, also
///           have an unmapped guard below the stack: a fault there is told apart by guardOwner(). Slab beyond has no
///           mappings left for that (vm.max_map_count) and checks words at the low end of the stack at every
///           suspension and at the end.
/// Errors    create() reports when the host has no address space. Nothing throws.
/// Threads   one host thread, always the same.
///
/// Why Boost.Context's raw switch (jump_fcontext) and not boost::context::fiber: a fiber object owns its stack, throws
/// to unwind, and cannot be moved to another address and back; Copied needs just the saved stack pointer. Both are as
/// fast: memory decides, not the switch.
#ifndef MAQUETTE_SIM_PROCESS_H
#define MAQUETTE_SIM_PROCESS_H

#include "maquette/sim/engine.h"
#include "maquette/sim/result.h"
#include "maquette/sim/strong_id.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

namespace maquette::sim {

struct SuspendedFrames;

using ProcessId = StrongId<struct ProcessTag, std::int64_t>;
constexpr ProcessId kNoProcess{-1};

enum class StackStrategy { Slab, Copied };
enum class StackFailure { Overflow, NoMemory };

struct ProcessOptions {
  std::int64_t count = 0;
  StackStrategy strategy = StackStrategy::Slab;
  std::size_t stack_bytes = 0; ///< Per process; 0: ProcessScheduler::defaultStackBytes(). Rounded up to pages.
  bool share_with_forked =
      false; ///< Processes may run in processes of the host that are forked off: see leave(). \pre Slab.
};

/// What the owner of the processes supplies; \p context goes to each function.
struct ProcessHooks {
  void *context = nullptr;
  /// The body of process \p id, on its own stack. Required. No exception may leave it.
  void (*entry)(void *context, ProcessId id) = nullptr;
  /// Before process \p id goes on, on the engine's stack: set what is private to it.
  void (*switchedIn)(void *context, ProcessId id) = nullptr;
  /// The stack of process \p id failed it; called on the engine's stack. After an overflow the memory of others may be
  /// damaged. The process counts as finished: the owner should report and stop.
  void (*stackFailed)(void *context, ProcessId id, StackFailure failure) = nullptr;
};

/// Where the frames of a suspended process are, for another process of the host.
struct FramesPlace {
  void *context = nullptr; ///< Stack pointer.
  std::uint32_t slot = 0;
};

enum class ProcessState { NotStarted, Suspended, Running, Finished };

struct StackUsage {
  std::size_t bytes =
      0; ///< Host memory that holds stacks now: saved slices (Copied) or touched stacks (Slab, at least a page each).
  std::size_t peak_bytes = 0; ///< The most that bytes has been.
  std::size_t largest = 0;    ///< The deepest stack seen at a suspension.
  std::int64_t started = 0;   ///< Processes that hold a stack now.
};

class ProcessScheduler {
public:
  /// Most processes that get an unmapped guard each under Slab: two mappings each of the 65,530 that Linux allows.
  static constexpr std::int64_t kMaximumGuarded = 20'000;
  static std::size_t defaultStackBytes(StackStrategy strategy);
  static Result<std::unique_ptr<ProcessScheduler>> create(const ProcessOptions &options, const ProcessHooks &hooks);
  /// Drops the stacks of processes that did not finish, without unwinding them.
  ~ProcessScheduler();
  ProcessScheduler(const ProcessScheduler &) = delete;
  ProcessScheduler &operator=(const ProcessScheduler &) = delete;

  /// Lets process \p id run until it suspends or ends. Only from outside processes. \pre it is NotStarted or Suspended.
  void resume(ProcessId id);
  /// Returns to the caller of resume(); comes back when the process is resumed. Only inside a process.
  void suspend();
  /// Drops an unfinished process; its objects are not destroyed. \pre it is not the running one.
  void destroy(ProcessId id);
  /// It may be resumed once more, from its entry. \pre it is Finished, and its stack did not fail it.
  void renew(ProcessId id);

  /// Where the suspended process \p id stands; it goes on in the process of the host that enters it there. \pre
  /// share_with_forked.
  FramesPlace leave(ProcessId id) const;
  /// resume() lets process \p id go on from \p place. In the process of the host that it comes to.
  void enter(ProcessId id, FramesPlace place);

  /// The running process, or kNoProcess.
  ProcessId current() const { return ProcessId{current_}; }
  ProcessState state(ProcessId id) const;
  std::int64_t count() const;
  std::size_t stackBytes() const;
  /// Resumptions so far; each is two switches.
  std::uint64_t resumeCount() const;
  StackUsage stackUsage() const;
  /// What the scheduler keeps for each process beside its stack.
  static std::size_t recordBytes();

  /// True when \p address lies in the guard below the stack of \p id. Safe in a signal handler.
  bool inGuard(ProcessId id, const void *address) const;
  /// The process whose guard holds \p address. Safe in a signal handler.
  std::optional<ProcessId> guardOwner(const void *address) const;

  /// Where the bytes are now that process \p id knows at \p address: what is live on its stack may be saved elsewhere
  /// (Copied). Any other address comes back as it is; nullptr for an address on its stack that is not live. Holds until
  /// the next switch; what is written until then the process will see.
  char *locate(ProcessId id, void *address);

  /// Brings what resuming \p id needs into the cache: its record (Record), then its stack (Head, Body).
  void prefetch(ProcessId id, PrefetchStage stage) const;

  /// For debuggers. Holds as long as the scheduler.
  SuspendedFrames suspendedFrames() const;

private:
  struct Impl;
  explicit ProcessScheduler(std::unique_ptr<Impl> impl);

  std::unique_ptr<Impl> impl_;
  std::int64_t current_ = kNoProcess.value(); ///< A plain number: AssertionContext and debuggers read it.
};

} // namespace maquette::sim

#endif
