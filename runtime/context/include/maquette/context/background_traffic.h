//===- maquette/context/background_traffic.h - traffic of jobs without ranks ---===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_CONTEXT_BACKGROUND_TRAFFIC_H
#define MAQUETTE_CONTEXT_BACKGROUND_TRAFFIC_H

#include "maquette/models/traffic.h"
#include "maquette/sim/assert.h"
#include "maquette/sim/engine.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace maquette::runtime {

/// The messages of jobs that are traffic. Their cookies differ from those of the ranks' messages.
class BackgroundTraffic {
public:
  /// True for the cookie of a transfer that is not a message of a rank.
  static bool owns(std::uint64_t cookie) { return cookie >> 62 == 2; }
  /// First cookie of job \p job.
  static std::uint64_t firstCookie(std::size_t job) { return std::uint64_t{1} << 63 | std::uint64_t{job} << 32; }

  void add(std::size_t job, std::unique_ptr<models::Traffic> traffic);
  bool exists() const { return !by_job_.empty(); }
  /// Nullptr for jobs with ranks.
  const models::Traffic *ofJob(std::size_t job) const { return job < by_job_.size() ? by_job_[job].get() : nullptr; }

  void begin() const;
  /// Traffic pauses when ranks only poll: otherwise it would keep a deadlocked simulation running.
  /// \p progress counts everything that ranks do except polling.
  void keepGoing(std::uint64_t progress) {
    if (seen_progress_ == progress)
      return;
    seen_progress_ = progress;
    begin();
  }
  void stop() const;
  void stopAt(sim::SimTime when, sim::Engine &engine);

  void delivered(std::uint64_t cookie) const { of(cookie).delivered(cookie); }
  models::Transfer transferOf(std::uint64_t cookie) const { return of(cookie).transferOf(cookie); }

private:
  models::Traffic &of(std::uint64_t cookie) const {
    MAQUETTE_ASSERT(owns(cookie));
    return *by_job_[cookie << 1 >> 33];
  }
  static void stopEvent(void *self, std::uint64_t);

  std::vector<std::unique_ptr<models::Traffic>> by_job_; ///< Null for jobs with ranks.
  std::uint64_t seen_progress_ = 0;
};

} // namespace maquette::runtime

#endif
