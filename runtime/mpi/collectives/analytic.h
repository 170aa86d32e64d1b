//===- runtime/mpi/collectives/analytic.h - collectives by formulas ---------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// With `collectives = "analytic"` in the machine file, a collective exchanges no messages: all ranks wait for the last
/// one to enter, and leave together after a time in closed form. It costs the simulator one event and about 200 bytes
/// per rank, whatever the number of rounds. docs/models/analytic-collectives.md has the formulas.
///
/// Limits    no rank leaves early, as it may with a message-based algorithm. Collectives and other traffic do not delay
///           each other.
/// Contents  real data is moved and reduced, in the order of ranks.
///
#ifndef MAQUETTE_MPI_COLLECTIVES_ANALYTIC_H
#define MAQUETTE_MPI_COLLECTIVES_ANALYTIC_H

#include "collectives/collective.h"

#include "maquette/models/memory_times.h"
#include "maquette/models/topology.h"

#include <map>
#include <memory>
#include <tuple>
#include <vector>

namespace maquette::mpi {

enum class Pattern : std::uint8_t {
  Barrier,
  Broadcast,
  Reduce,
  Allreduce,
  Gather,
  Scatter,
  Allgather,
  Alltoall,
  ReduceScatter,
  Scan,
  ExclusiveScan
};

/// One rank's part in a collective. Buffers are packed; nullptr is phantom.
struct Contribution {
  const char *out = nullptr;          ///< Data it sends; for all ranks, placed by `out_layout`.
  char *in = nullptr;                 ///< Data it receives. May be `out`.
  std::int64_t bytes = 0;             ///< Of `out`, or of the data it takes part in.
  const Layout *out_layout = nullptr; ///< Positions of parts for others in `out`.
  const Layout *in_layout = nullptr;  ///< Positions of parts of others in `in`.
  int root = 0;
};

/// Takes part; ends when all others take part and the time has passed.
CollectiveTask together(Collective &c, Pattern pattern, Contribution part);

/// Time of a message on an idle network, and of a collective from that.
class AnalyticCosts {
public:
  explicit AnalyticCosts(World &world);
  /// \p total is what the formulas in docs/models/analytic-collectives.md call N.
  SimDuration of(Pattern pattern, const CommShared &comm, std::int64_t total, bool commutative) const;

private:
  struct Group;
  SimDuration latency(models::NodeId from, models::NodeId to) const;
  SimDuration transfer(models::NodeId from, models::NodeId to, sim::Bytes size) const;

  World &world_;
  models::MemoryTimes memory_;
  std::unique_ptr<models::Topology> topology_;
};

/// The collectives that some ranks have entered and others have not.
class AnalyticCollectives {
public:
  explicit AnalyticCollectives(World &world) : world_(world), costs_(world) {}
  struct Participant {
    Collective &collective;
    Pattern pattern;
    Contribution part;
  };
  /// The time starts when the last one joins.
  void join(Participant &participant);

private:
  /// Communicator, number of the call on it, and which exchange of that call.
  using Name = std::tuple<const CommShared *, std::int32_t, std::uint32_t>;
  struct AnalyticCollective {
    AnalyticCollectives *owner = nullptr;
    std::vector<Participant *> participants; ///< In the order in which they joined.
    std::int64_t bytes = 0;                  ///< Of all, and of the one with the most.
    std::int64_t most_bytes = 0;
    bool real = false;      ///< There are contents.
    SimTime end;            ///< When the last one joined; then the end of the collective.
    causality::Chain chain; ///< What led to that; only with a CausalityRecorder.
  };
  static void keepCause(AnalyticCollective &collective_state, Collective &latest);
  static void finished(void *target, std::uint64_t);
  static void prefetchBehind(const std::vector<Participant *> &participants, std::size_t place);
  SimDuration costOf(const AnalyticCollective &collective_state) const;

  World &world_;
  AnalyticCosts costs_;
  std::map<Name, std::unique_ptr<AnalyticCollective>> open_;
};

} // namespace maquette::mpi

#endif
