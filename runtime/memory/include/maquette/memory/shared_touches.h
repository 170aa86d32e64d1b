//===- maquette/memory/shared_touches.h - first touches of memory in common -----===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Memory that processes have in common (process_heap.h, private_data.h) costs more at its first touch than memory of a
/// process's own, which is what a program has natively. SharedTouches counts the page faults of the thread while it
/// computes, and says what that is to be charged less.
///
/// Stage     touch-shared
/// Equation  charged = measured - page faults * (usual cost of a shared page - usual cost of a private one)
/// Worth     with moved: new memory in each step on 2 cores, 19 % with them, 59 % without
#ifndef MAQUETTE_MEMORY_SHARED_TOUCHES_H
#define MAQUETTE_MEMORY_SHARED_TOUCHES_H

#include <cstdint>

namespace maquette::runtime {

class SharedTouches {
public:
  /// Measures both costs, which takes some milliseconds, if ranks have memory in common; else all does nothing.
  enum class Memory { OwnProcess, InCommon };
  explicit SharedTouches(Memory memory);

  void start() { begun_ = count(); }
  void pause() { paused_ = count(); }
  void resume() { begun_ += count() - paused_; }
  /// What the faults since start() cost more, without those between pause() and resume(). Unit: ticks of TickClock.
  double extraTicks() const { return static_cast<double>((count() - begun_) * extra_); }
  /// What one does. Unit: ticks.
  std::int64_t extraOfPage() const { return extra_; }

private:
  /// Page faults of this thread so far that no disk was read for; 0 where nobody wants to know.
  std::int64_t count() const { return extra_ > 0 ? faultsSoFar() : 0; }
  static std::int64_t faultsSoFar();

  std::int64_t extra_ = 0;
  std::int64_t begun_ = 0;
  std::int64_t paused_ = 0;
};

} // namespace maquette::runtime

#endif
