//===- runtime/mpi/rma/window.h - memory that other ranks reach -----------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// WindowShared is shared by all ranks of a window. It holds the Exposure of each rank: its memory and who has locked
/// it. Window is the handle of one rank: its epochs and its pending operations.
///
/// Operations  go to the target, act there, and return with an acknowledgement or contents. Operations of one rank to
///             one target act in the order in which they were issued. The processor of the target takes no part.
///
/// Locks       MPI_Win_lock asks the target and waits until it has the lock. MPI_Win_lock_all sends nothing: the first
///             operation to a target takes the shared lock there, and waits there while another rank has it
///             exclusively.
/// Completion  an operation is complete for its rank when the acknowledgement is back; MPI_Win_flush, unlock, complete
///             and fence wait for acknowledgements.
///
/// Source      MPI 3.1, chapter 11
#ifndef MAQUETTE_MPI_RMA_WINDOW_H
#define MAQUETTE_MPI_RMA_WINDOW_H

#include "core/call.h"
#include "p2p/remote.h"
#include "rma/window_accesses.h"

#include <cstdint>
#include <deque>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace maquette::mpi {

struct Window;
struct Operation;

/// Something that waits at the target for its turn.
class LockWaiter {
public:
  virtual ~LockWaiter() = default;
  virtual void granted(SimTime now) = 0;
};

/// Who has locked one rank's memory, and who waits for that, in the order they came.
class LockQueue {
public:
  /// Grants at once or later. \p waiter must live until then.
  void acquire(bool exclusive, LockWaiter &waiter, SimTime now);
  void release(bool exclusive, SimTime now);

private:
  void grantNext(SimTime now);

  struct Waiting {
    bool exclusive;
    LockWaiter *waiter;
  };
  std::deque<Waiting> waiting_;
  int shared_ = 0;
  bool exclusive_ = false;
};

/// Back to the pool it is from.
struct ReleaseWindow {
  Pool<Window> *pool = nullptr;
  void operator()(Window *window) const;
};
using WindowPointer = std::unique_ptr<Window, ReleaseWindow>;

/// One rank's memory in a window.
struct Exposure {
  char *base = nullptr; ///< nullptr or phantom: no contents.
  MPI_Aint size = 0;
  int unit = 1;
  WindowPointer window;                     ///< That rank's handle; kept until all are gone.
  std::map<char *, MPI_Aint> attached;      ///< Of a dynamic window.
  std::unique_ptr<LockQueue> locks;         ///< On first use.
  std::unique_ptr<WindowAccesses> accesses; ///< On first use.
  char *allocated = nullptr;                ///< To be freed with the window.

  Exposure();
  Exposure(Exposure &&) noexcept;
  ~Exposure();
  LockQueue &lockQueue() {
    if (!locks)
      locks = std::make_unique<LockQueue>();
    return *locks;
  }
  /// True when all of [from, from + bytes) is attached, in one piece or in several that touch. \pre bytes > 0.
  bool holds(const char *from, MPI_Aint bytes) const;
};

struct WindowShared {
  int flavor = MPI_WIN_FLAVOR_CREATE;
  std::vector<Exposure> exposures; ///< By rank in the window's communicator.
  std::uint32_t context = 0;       ///< Of its communicator.
  std::int32_t handles = 0;        ///< Not freed.
  std::int64_t notes = 0;          ///< On their way between its ranks.
};

/// Under an access epoch of locks.
enum class Locked : std::uint8_t { No, Shared, Exclusive, NoCheck, Lazily };

/// What one rank has under way to one target.
struct Target {
  std::int64_t remote_open = 0; ///< Operations whose acknowledgement is not back.
  std::int64_t local_open = 0;  ///< Operations that still use the rank's buffers.
  Operation *first = nullptr;   ///< Not yet done at the target, in the order they were issued.
  Operation *last = nullptr;
  Locked locked = Locked::No;
  bool holds_shared = false; ///< Of lock_all: the target has counted this rank's lock.
  Completions completions;   ///< Flushes and unlocks of this target alone.
  int posts = 0;             ///< Calls of MPI_Win_post there that no MPI_Win_start here has taken.
};

struct Window {
  WindowShared *shared = nullptr;
  MPI_Comm comm = MPI_COMM_NULL; ///< Its own.
  std::int32_t rank = 0;         ///< In it.
  std::int32_t owner = 0;        ///< Rank in the world.
  std::map<int, Target> targets; ///< Those there was something with.
  std::int64_t remote_open = 0;  ///< Sums over the targets.
  std::int64_t local_open = 0;
  Completions completions; ///< Of the operations to all targets.

  // Epochs.
  std::int64_t fences = 0;    ///< Passed.
  std::int64_t exposures = 0; ///< MPI_Win_post calls.
  bool fence_open = false;
  bool fence_used = false; ///< An operation was issued since the fence.
  bool all_locked = false;
  bool all_unchecked = false; ///< lock_all with MPI_MODE_NOCHECK.
  int locks = 0;
  bool access_open = false; ///< Between MPI_Win_start and MPI_Win_complete.
  std::vector<std::int32_t> access;
  bool exposure_open = false; ///< Between MPI_Win_post and MPI_Win_wait.
  std::int32_t exposed_to = 0;
  std::int32_t completes = 0; ///< Of MPI_Win_complete calls that have arrived.

  // Waiting inside a call.
  Request *waiting = nullptr;
  std::function<bool()> done;

  std::string name;
  MPI_Errhandler errhandler = MPI_ERRORS_ARE_FATAL;
  std::vector<Attribute> attributes;
  std::vector<std::pair<std::string, std::string>> info;

  Exposure &exposure(std::int32_t target) const { return shared->exposures[static_cast<std::size_t>(target)]; }
  Exposure &own() const { return exposure(rank); }
  Completions completionsTo(std::int32_t target) const {
    const auto found = targets.find(target);
    return found == targets.end() ? completions : completions + found->second.completions;
  }
  bool inEpoch() const { return access_open || exposure_open || all_locked || locks > 0; }
  /// True when the rank may issue operations to \p target.
  bool mayAccess(std::int32_t target) const;
  /// To be called when something has happened that the rank may wait for; it may run the rank.
  void progress(Mpi &mpi, SimTime now);
};

inline Window *windowOf(MPI_Win handle) { return reinterpret_cast<Window *>(handle); }
inline MPI_Win handleOf(Window *window) { return reinterpret_cast<MPI_Win>(window); }

/// The windows of one simulation.
class OneSided {
public:
  /// The window that is made on the communicator with this context.
  WindowShared *shared(std::uint32_t context, std::int32_t size, int flavor);
  /// Drops the window when it has been freed by all its ranks and nothing is on its way.
  void dropUnused(const WindowShared &window);

private:
  std::unordered_map<std::uint32_t, std::unique_ptr<WindowShared>> shared_;
};

// For the calls. Each returns MPI_SUCCESS or what raise() gave.
/// By the window's error handler: ends the run, calls the program's function, or comes back with \p code.
int raise(const Call &call, MPI_Win win, int code, const std::string &what);
int checkWindow(const Call &call, MPI_Win win);
/// MPI_PROC_NULL is no target.
int checkTarget(const Call &call, MPI_Win win, int target);
/// The rank waits until \p done; \p peer is for reports.
void waitUntil(const Call &call, Window &window, int peer, std::function<bool()> done);
/// Until the operations to \p target, or to all with MPI_ANY_SOURCE, are done there (or have let go of the rank's
/// buffers).
void flush(const Call &call, Window &window, int target);
void flushLocally(const Call &call, Window &window, int target);
/// The rank of the world behind a rank of the window.
std::int32_t worldRank(const Call &call, const Window &window, std::int32_t target);
int removeWindowAttributes(const Call &call, MPI_Win win);

} // namespace maquette::mpi

#endif
