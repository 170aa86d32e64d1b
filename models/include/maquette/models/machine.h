//===- maquette/models/machine.h - the target machine -----------------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Machine holds the checked contents of a machine file: shapes fit, every number has a unit and a source.
///
/// Format    TOML. A number is written with its unit as text and with its source:
///             bandwidth = { value = "25 GB/s", source = "vendor data sheet, page 3" }
///           or plainly, if its table has a key `source`, which then holds for all plain numbers of the table.
///           docs/reference/machine-files.md lists all keys.
/// Errors    all errors of a file together, each with line:column, the line and a caret.
/// Example
///   Result<Machine> machine = loadMachine("torus.toml", {"network.bandwidth=50 GB/s"});
#ifndef MAQUETTE_MODELS_MACHINE_H
#define MAQUETTE_MODELS_MACHINE_H

#include "maquette/models/collective_rules.h"
#include "maquette/models/network_model.h"
#include "maquette/models/sourced.h"
#include "maquette/models/storage/storage_parameters.h"
#include "maquette/sim/result.h"
#include "maquette/sim/time.h"
#include "maquette/sim/units.h"

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace maquette::models {

/// Factors of latency and bandwidth for larger transfers inside a node, relative to small ones.
struct MemoryStep {
  sim::Bytes above;     ///< For transfers of more bytes.
  double latency = 1;   ///< 0 or more.
  double bandwidth = 1; ///< Above 0.
};

struct NodeParameters {
  Sourced<std::int64_t> count;
  Sourced<std::int64_t> cores; ///< Ranks that a node takes without oversubscription.
  Sourced<double> cpu_scale;   ///< Speed of a core relative to the host's: 2 halves computing time. Default 1.
  Sourced<sim::BitRate> memory_bandwidth;        ///< Of a transfer inside the node.
  Sourced<sim::SimDuration> memory_latency;      ///< Of a transfer inside the node.
  Sourced<std::vector<MemoryStep>> memory_steps; ///< Sorted by size, all different. Default none.
  Sourced<std::int64_t> sockets{1, "default"};   ///< Equal parts of the cores.
  Sourced<sim::BitRate> socket_memory_bandwidth; ///< Of all transfers in a socket at once. Default 0: no limit.
  Sourced<sim::BitRate> socket_link_bandwidth;   ///< Of all transfers from one socket to another. Default 0: no limit.
  Sourced<sim::SimDuration> socket_link_latency; ///< Added between sockets. Default 0.

  /// True if a transfer inside a node depends on its cores or on other transfers there.
  bool hasParts() const { return sockets.value > 1 || socket_memory_bandwidth.value.bitsPerSecond() > 0; }
};

/// The NICs of nodes as the network numbers them: ports. Rail r of node i is port r n + i if each rail is a separate
/// network, and port i rails + r if all rails are in one network.
struct Ports {
  std::int64_t nodes = 0;
  std::int64_t rails = 1;
  bool shared = false; ///< All rails are in one network.

  std::int64_t count() const { return nodes * rails; }
  NodeId of(NodeId node, std::int64_t rail) const {
    return NodeId{shared ? node.value() * rails + rail : rail * nodes + node.value()};
  }
  NodeId nodeOf(NodeId port) const { return NodeId{shared ? port.value() / rails : port.value() % nodes}; }
  std::int64_t railOf(NodeId port) const { return shared ? port.value() % rails : port.value() / nodes; }
  /// "node 5 out", or "node 5 rail 1 out".
  std::string interfaceName(LinkId link) const;
};

struct Graph;

/// The numbers that define the size of a topology, by key of the machine file; docs/reference/machine-files.md lists
/// the keys of each topology.
struct Shape {
  std::map<std::string, Sourced<std::vector<std::int64_t>>, std::less<>> numbers; ///< One number for counts.
  std::shared_ptr<const Graph> graph;                                             ///< For topology "graph".

  /// Empty if the key was not given.
  std::vector<std::int64_t> list(std::string_view key) const;
  /// \p otherwise if the key was not given.
  std::int64_t count(std::string_view key, std::int64_t otherwise = 0) const;
};

struct NetworkParameters {
  std::string model;    ///< One of networkModelNames().
  std::string topology; ///< Empty: none.
  Shape shape;
  std::string routing = "minimal";
  std::uint64_t routing_seed = 1;
  Sourced<sim::SimDuration> latency;         ///< From NIC to NIC, without link_latency.
  Sourced<sim::BitRate> bandwidth;           ///< Of a node's NIC, each way.
  Sourced<sim::SimDuration> message_gap;     ///< Minimum time between messages at a NIC. Default 0.
  Sourced<sim::SimDuration> link_latency;    ///< Per link and switch of the route. Default 0. Needs a topology.
  Sourced<sim::BitRate> link_bandwidth;      ///< Of a link, each way. Default: bandwidth. Needs a topology.
  Sourced<sim::SimDuration> buffer_overhead; ///< smp-sim: reserving a buffer for an eager message. Default 0.
  Sourced<std::int64_t> buses;               ///< buses: simultaneous transfers between nodes. Default 0: any number.
  Sourced<std::int64_t> output_links;        ///< buses: of a node. Default 1.
  Sourced<std::int64_t> input_links;         ///< buses: of a node. Default 1.
  Sourced<sim::Bytes> mtu;                   ///< infiniband: payload of a packet. Default 4 KiB.
  Sourced<sim::Bytes> packet_overhead;       ///< infiniband: headers of a packet. Default 26 B.
  Sourced<sim::Bytes> packet_size;           ///< packet: largest packet. Default 2 KiB.
  Sourced<sim::Bytes> buffer_size;           ///< packet: at the end of a link, per virtual channel. Default 16 KiB.
  Sourced<std::int64_t> virtual_channels;    ///< packet: of each link. Default: as many as routing needs.
  std::string arbitration = "age";           ///< packet: "age" or "round-robin".
  Sourced<std::int64_t> parallel_links{1, "default"}; ///< Parallel links between any two connected switches.
  Sourced<std::int64_t> rails{1, "default"};          ///< NICs of a node.
  std::string rail_layout = "planes";      ///< "planes": each rail is a separate network; "shared": all are in one.
  std::string rail_choice = "round-robin"; ///< For a message: "round-robin", "pair", "core" or "stripe".
};

struct MpiParameters {
  Sourced<sim::SimDuration> send_overhead;    ///< CPU time of a send call, per message. Default 0.
  Sourced<sim::SimDuration> receive_overhead; ///< CPU time of completing a receive, per message. Default 0.
  Sourced<sim::SimDuration> post_overhead;    ///< CPU time of posting a receive. Default 0.
  Sourced<sim::SimDuration>
      block_overhead; ///< CPU time of each block of an eager message with gaps, at both ends. Default 0.
  Sourced<sim::SimDuration> rendezvous_block_overhead; ///< The same for a larger message. Default block_overhead.
  Sourced<sim::SimDuration> poll_cost; ///< CPU time of a test or probe that finds nothing. Default 100 ns, never 0.
  std::string buffer_copies = "none";  ///< "memory": eager messages are also copied at the node's memory bandwidth.
  Sourced<sim::BitRate>
      local_copy_bandwidth;       ///< For copying a rank's own part of a collective. Default 0: copying takes no time.
  std::string progress = "async"; ///< "polling": the protocol advances only while a rank waits or tests.
  Sourced<sim::Bytes> eager_threshold; ///< Messages up to this size are sent without a handshake. Default 8 KiB.
  std::string collectives = "mpich";   ///< Decision tables: "mpich", "openmpi", a TOML file, or "analytic".
  CollectiveTables tables = collectiveTables("mpich");
};

/// What OpenSHMEM calls cost; docs/reference/shmem-support.md.
struct ShmemParameters {
  Sourced<sim::SimDuration> put_overhead;    ///< CPU time of a put. Default mpi.send_overhead.
  Sourced<sim::SimDuration> get_overhead;    ///< CPU time of a get. Default put_overhead.
  Sourced<sim::SimDuration> atomic_overhead; ///< CPU time of an atomic operation at its origin. Default put_overhead.
  Sourced<sim::SimDuration> atomic_time;     ///< Of an atomic operation at its target, one after another. Default 0.
  Sourced<sim::SimDuration> wait_overhead;   ///< From the arrival of what a PE waits for until it goes on. Default 0.
  Sourced<sim::SimDuration> poll_cost;       ///< CPU time of a test. Default mpi.poll_cost, never 0.
  Sourced<sim::Bytes> buffered_put;          ///< Larger puts return when their last byte has left. Default 8 KiB.
  Sourced<sim::Bytes> symmetric_heap;        ///< Of a PE, unless SHMEM_SYMMETRIC_SIZE says it. Default 1 GiB.
  std::string barrier = "dissemination";     ///< Or "tree".
};

/// Block fills one node after another. Cyclic gives each node one rank in turn. Random is Block on shuffled nodes.
/// Greedy is Block on nodes in an order in which each is the free node nearest to the one before. TwoStep divides the
/// ranks over groups of nodes and then inside each group. File gives the node of each rank.
enum class Mapping { Block, Cyclic, Random, Greedy, TwoStep, File };

/// Cores of the ranks of a node: Block fills one socket after another, Scatter takes the sockets in turn.
enum class CoreMapping { Block, Scatter };

struct PlacementParameters {
  Mapping mapping = Mapping::Block;
  CoreMapping cores = CoreMapping::Block;
  std::uint64_t seed = 1;                           ///< For Random.
  std::int64_t groups = 1;                          ///< For TwoStep.
  std::shared_ptr<const std::vector<NodeId>> nodes; ///< Greedy: in the order they are filled. File: of each rank.
  std::shared_ptr<const std::vector<std::int32_t>> places; ///< File: of each rank, the lower ranks on its node.
};

struct Machine {
  std::string name;
  std::string description;
  NodeParameters node;
  NetworkParameters network;
  MpiParameters mpi;
  ShmemParameters shmem;
  PlacementParameters placement;
  StorageParameters storage;

  /// Nodes that ranks may be on: all but the I/O nodes, which are the last.
  std::int64_t computeNodes() const { return node.count.value - storage.ioNodes(); }
  std::int64_t coreCount() const { return computeNodes() * node.cores.value; }
  /// Largest number of ranks on a node in a run of \p ranks: at most the cores, unless oversubscribed.
  std::int64_t ranksPerNode(std::int64_t ranks) const;
  /// Empty if placement can put \p ranks ranks on nodes; otherwise the reason.
  sim::Status checkPlacement(std::int64_t ranks) const;
  /// The node of a rank. \pre 0 <= rank < ranks, and checkPlacement(ranks).
  NodeId nodeOf(std::int64_t rank, std::int64_t ranks) const;
  /// The core of a rank on its node. Ranks beyond the cores start again at core 0. \pre as for nodeOf().
  std::int64_t coreOf(std::int64_t rank, std::int64_t ranks) const;
  Ports ports() const { return {node.count.value, network.rails.value, network.rail_layout == "shared"}; }
  /// Time on this machine of computing that took \p host_time on the host.
  sim::SimDuration computeTime(sim::SimDuration host_time) const {
    return host_time.scaled(1.0 / node.cpu_scale.value);
  }
};

/// The machine that \p text describes. \p filename is for messages. An override "table.key=value" replaces the value
/// of the file; its source is "--set".
sim::Result<Machine> parseMachine(std::string_view text, const std::string &filename,
                                  const std::vector<std::string> &overrides = {});

/// parseMachine() on a file.
sim::Result<Machine> loadMachine(const std::string &path, const std::vector<std::string> &overrides = {});

/// The machine of programs that are started without one: a few nodes and an ideal network.
const Machine &defaultMachine();

} // namespace maquette::models

#endif
