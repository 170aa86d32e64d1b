//===- runtime/mpi/p2p/progress.h - when ranks see what has arrived --------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Progress says when a rank sees what has arrived: at once, or with polling progress when it is in a call that waits
/// or tests (ProgressWindows).
#ifndef MAQUETTE_MPI_P2P_PROGRESS_H
#define MAQUETTE_MPI_P2P_PROGRESS_H

#include "core/names.h"
#include "p2p/progress_windows.h"

#include <cstdint>
#include <memory>
#include <optional>

namespace maquette::mpi {

class Progress {
public:
  explicit Progress(World &world);

  /// Something was done that is no look.
  void advance() { world_.calls().polling().advance(); }
  /// Ranks see what has arrived only in calls that wait or test.
  bool isPolled() const { return windows_ != nullptr; }
  /// The rank is in a call that waits or tests. With polling progress it now looks at what has arrived.
  void beginWaiting(Rank &rank) {
    if (windows_)
      look(rank);
  }
  /// At the end of each MPI call.
  void endWaiting(const Rank &rank) {
    if (windows_ && !othersWait(rank))
      windows_->end(rank.id, rank.clock);
  }
  /// Runs \p step with the time at which \p rank sees what came at \p arrival: that time, or with polling progress a
  /// later one.
  template <class Step> void onProgress(std::int32_t rank, SimTime arrival, Step step) {
    if (!windows_)
      step(arrival);
    else
      onPolledProgress(rank, arrival, step);
  }

private:
  template <class Step> [[gnu::noinline]] void onPolledProgress(std::int32_t rank, SimTime arrival, Step step) {
    if (const std::optional<SimTime> seen = windows_->lookAt(rank, arrival))
      step(*seen);
    else
      windows_->defer(rank, step);
  }
  void look(Rank &rank);
  /// Another thread of the rank is in a call.
  bool othersWait(const Rank &rank) const;

  World &world_;
  std::unique_ptr<ProgressWindows> windows_; ///< nullptr: progress is asynchronous.
};

} // namespace maquette::mpi

#endif
