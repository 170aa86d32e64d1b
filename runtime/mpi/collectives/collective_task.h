//===- runtime/mpi/collectives/collective_task.h - an algorithm that waits between its steps ------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// CollectiveTask is the coroutine type of collective algorithms. The same code serves blocking and nonblocking calls:
/// the events that complete its messages resume the algorithm, not on the rank's stack. So a rank inside a collective
/// costs one small frame and one switch, when the collective ends.
///
/// A CollectiveTask starts when it is awaited or start()ed, and holds its frame until it is destroyed. The first
/// parameter of an algorithm is its Collective, whose pool the frame comes from.
#ifndef MAQUETTE_MPI_COLLECTIVES_COLLECTIVE_TASK_H
#define MAQUETTE_MPI_COLLECTIVES_COLLECTIVE_TASK_H

#include "core/names.h"
#include "maquette/sim/assert.h"

#include <coroutine>
#include <cstddef>
#include <utility>

namespace maquette::mpi {

class Collective;
SizePool &poolOf(Collective &collective);

class [[nodiscard]] CollectiveTask {
public:
  struct promise_type {
    std::coroutine_handle<> next = std::noop_coroutine();

    CollectiveTask get_return_object() {
      return CollectiveTask(std::coroutine_handle<promise_type>::from_promise(*this));
    }
    std::suspend_always initial_suspend() noexcept { return {}; }
    struct Final {
      bool await_ready() noexcept { return false; }
      std::coroutine_handle<> await_suspend(std::coroutine_handle<promise_type> self) noexcept {
        return self.promise().next;
      }
      void await_resume() noexcept {}
    };
    Final final_suspend() noexcept { return {}; }
    void return_void() {}
    /// Nothing in an algorithm throws.
    void unhandled_exception() { MAQUETTE_ASSERT(false); }

    // The pool's address stands before the frame, for delete.
    static constexpr std::size_t kHead = 16;
    template <class... Arguments>
    static void *operator new(std::size_t bytes, Collective &collective, Arguments &&...) {
      SizePool &pool = poolOf(collective);
      char *const memory = static_cast<char *>(pool.take(bytes + kHead));
      *reinterpret_cast<SizePool **>(memory) = &pool;
      return memory + kHead;
    }
    static void operator delete(void *frame, std::size_t bytes) {
      char *const memory = static_cast<char *>(frame) - kHead;
      (*reinterpret_cast<SizePool **>(memory))->give(memory, bytes + kHead);
    }
  };

  CollectiveTask() = default;
  CollectiveTask(CollectiveTask &&other) noexcept : handle_(std::exchange(other.handle_, nullptr)) {}
  CollectiveTask &operator=(CollectiveTask &&other) noexcept {
    std::swap(handle_, other.handle_);
    return *this;
  }
  ~CollectiveTask() {
    if (handle_)
      handle_.destroy();
  }

  void start() { handle_.resume(); }
  bool done() const { return handle_.done(); }

  // co_await of an algorithm by another one.
  bool await_ready() const { return false; }
  std::coroutine_handle<> await_suspend(std::coroutine_handle<> caller) {
    handle_.promise().next = caller;
    return handle_;
  }
  void await_resume() const {}

private:
  explicit CollectiveTask(std::coroutine_handle<promise_type> handle) : handle_(handle) {}
  std::coroutine_handle<promise_type> handle_;
};

} // namespace maquette::mpi

#endif
