//===- runtime/mpi/collectives/collective_state.h - what collectives share ---------------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_MPI_COLLECTIVES_COLLECTIVE_STATE_H
#define MAQUETTE_MPI_COLLECTIVES_COLLECTIVE_STATE_H

#include "core/names.h"
#include "p2p/started_numbers.h"

#include "maquette/sim/assert.h"

#include <memory>

namespace maquette::mpi {

class AnalyticCollectives;
class CommonResults;

/// What the collectives of one simulation have in common beyond their communicators.
class CollectiveState {
public:
  explicit CollectiveState(World &world);
  ~CollectiveState();
  CollectiveState(const CollectiveState &) = delete;
  CollectiveState &operator=(const CollectiveState &) = delete;

  /// True when collectives are computed by formulas, not simulated as messages.
  bool isAnalytic() const { return analytic_ != nullptr; }
  /// \pre isAnalytic().
  AnalyticCollectives &analytic() {
    MAQUETTE_ASSERT(isAnalytic());
    return *analytic_;
  }
  CommonResults &commonResults() { return *common_results_; }
  StartedNumbers &startedNumbers() { return started_numbers_; }

private:
  std::unique_ptr<AnalyticCollectives> analytic_;
  std::unique_ptr<CommonResults> common_results_;
  StartedNumbers started_numbers_;
};

} // namespace maquette::mpi

#endif
