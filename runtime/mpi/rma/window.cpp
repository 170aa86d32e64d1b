//===- runtime/mpi/rma/window.cpp - memory that other ranks reach ---------------===//
// SPDX-License-Identifier: Apache-2.0
#include "rma/window.h"

#include "objects/error_handler.h"
#include "p2p/completion.h"

#include "maquette/sim/assert.h"

#include <algorithm>

namespace maquette::mpi {

void LockQueue::acquire(bool exclusive, LockWaiter &waiter, SimTime now) {
  waiting_.push_back({exclusive, &waiter});
  grantNext(now);
}

void LockQueue::release(bool exclusive, SimTime now) {
  if (exclusive)
    exclusive_ = false;
  else
    --shared_;
  grantNext(now);
}

void LockQueue::grantNext(SimTime now) {
  while (!waiting_.empty() && !exclusive_ && (shared_ == 0 || !waiting_.front().exclusive)) {
    const Waiting next = waiting_.front();
    waiting_.pop_front();
    if (next.exclusive)
      exclusive_ = true;
    else
      ++shared_;
    next.waiter->granted(now);
  }
}

Exposure::Exposure() = default;
Exposure::Exposure(Exposure &&) noexcept = default;
Exposure::~Exposure() = default;

bool Exposure::holds(const char *from, MPI_Aint bytes) const {
  MAQUETTE_ASSERT(bytes > 0);
  auto piece = attached.upper_bound(const_cast<char *>(from));
  if (piece == attached.begin())
    return false;
  --piece;
  const char *const end = from + bytes;
  const char *covered = from >= piece->first ? piece->first + piece->second : from;
  for (++piece; covered < end && piece != attached.end() && piece->first <= covered; ++piece)
    covered = std::max<const char *>(covered, piece->first + piece->second);
  return covered >= end && covered > from;
}

bool Window::mayAccess(std::int32_t target) const {
  if (fence_open || all_locked)
    return true;
  if (access_open && std::find(access.begin(), access.end(), target) != access.end())
    return true;
  const auto found = targets.find(target);
  return found != targets.end() && found->second.locked != Locked::No;
}

void ReleaseWindow::operator()(Window *window) const { pool->release(window); }

void Window::progress(Mpi &mpi, SimTime now) {
  if (waiting == nullptr || !done())
    return;
  Request *const request = waiting;
  waiting = nullptr;
  mpi.protocol().complete(request, now);
}

WindowShared *OneSided::shared(std::uint32_t context, std::int32_t size, int flavor) {
  std::unique_ptr<WindowShared> &window = shared_[context];
  if (!window) {
    window = std::make_unique<WindowShared>();
    window->flavor = flavor;
    window->exposures.resize(static_cast<std::size_t>(size));
    window->context = context;
    window->handles = size;
  }
  return window.get();
}

void OneSided::dropUnused(const WindowShared &window) {
  if (window.handles == 0 && window.notes == 0)
    shared_.erase(window.context);
}

namespace {
/// Its memory may be gone, or wait for that of other ranks.
bool isFreed(const Call &call, MPI_Win win) {
  return call.mpi().usage().checks().freed &&
         (Pool<Window>::isFree(windowOf(win)) || windowOf(win)->comm == MPI_COMM_NULL);
}
} // namespace

int raise(const Call &call, MPI_Win win, int code, const std::string &what) {
  if (win == MPI_WIN_NULL || isFreed(call, win))
    return call.raise(MPI_COMM_WORLD, code, what);
  return handleError<MPI_Win_errhandler_function>(call.mpi(), call.rank(), windowOf(win)->errhandler, win, code, what);
}

int checkWindow(const Call &call, MPI_Win win) {
  if (win == MPI_WIN_NULL)
    return raise(call, win, MPI_ERR_WIN, "the window is MPI_WIN_NULL [maquette-mpi-argument]");
  return isFreed(call, win) ? raise(call, win, MPI_ERR_WIN, "the window was freed [maquette-mpi-use-after-free]")
                            : MPI_SUCCESS;
}

int checkTarget(const Call &call, MPI_Win win, int target) {
  const auto size = static_cast<int>(windowOf(win)->shared->exposures.size());
  if (target >= 0 && target < size)
    return MPI_SUCCESS;
  return raise(call, win, MPI_ERR_RANK,
               "there is no rank " + std::to_string(target) + " in a window of " + std::to_string(size) +
                   " ranks [maquette-mpi-argument]");
}

void waitUntil(const Call &call, Window &window, int peer, std::function<bool()> done) {
  if (done())
    return;
  Request *const request = call.mpi().requests().make(call.rank(), RequestKind::OneSided);
  request->peer = peer;
  request->context = 2; // Its peer is no rank of MPI_COMM_WORLD.
  window.waiting = request;
  window.done = std::move(done);
  call.mpi().waiting().waitAll(call.rank(), &request, 1);
  window.done = nullptr;
  finishRequest(call.mpi(), call.rank(), request, MPI_STATUS_IGNORE);
}

void flush(const Call &call, Window &window, int target) {
  if (target == MPI_ANY_SOURCE) {
    waitUntil(call, window, target, [&window] { return window.remote_open == 0; });
    ++window.completions.remote;
    return;
  }
  Target &one = window.targets[target];
  waitUntil(call, window, target, [&one] { return one.remote_open == 0; });
  ++one.completions.remote;
}

void flushLocally(const Call &call, Window &window, int target) {
  if (target == MPI_ANY_SOURCE) {
    waitUntil(call, window, target, [&window] { return window.local_open == 0; });
    ++window.completions.local;
    return;
  }
  Target &one = window.targets[target];
  waitUntil(call, window, target, [&one] { return one.local_open == 0; });
  ++one.completions.local;
}

std::int32_t worldRank(const Call &call, const Window &window, std::int32_t target) {
  return call.view(window.comm).shared->worldRank(target, window.owner);
}

} // namespace maquette::mpi
