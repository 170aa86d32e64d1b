//===- runtime/mpi/tools/tool_variables.cpp - what MPI_T shows --------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "tools/tool_variables.h"

namespace maquette::mpi {

namespace {

const models::Machine &machine(Mpi &mpi) { return mpi.world().machine(); }

const ControlVariable kControls[] = {
    {"machine", "name of the target machine", "machine", MPI_CHAR, false, nullptr,
     [](Mpi &mpi) { return machine(mpi).name; }, nullptr},
    {"network_model", "model that times messages", "machine", MPI_CHAR, false, nullptr,
     [](Mpi &mpi) { return machine(mpi).network.model; }, nullptr},
    {"nodes", "nodes of the target machine", "machine", MPI_COUNT, false,
     [](Mpi &mpi) { return machine(mpi).node.count.value; }, nullptr, nullptr},
    {"cores_per_node", "ranks that a node takes", "machine", MPI_COUNT, false,
     [](Mpi &mpi) { return machine(mpi).node.cores.value; }, nullptr, nullptr},
    {"seed", "seed of the simulation", "machine", MPI_COUNT, false,
     [](Mpi &mpi) { return static_cast<std::int64_t>(mpi.world().config().seed); }, nullptr, nullptr},
    {"eager_threshold", "largest message in bytes that is sent eagerly", "protocol", MPI_COUNT, true,
     [](Mpi &mpi) { return mpi.costs().eagerThreshold(); }, nullptr,
     [](Mpi &mpi, std::int64_t value) { mpi.costs().setEagerThreshold(value); }},
    {"send_overhead_ps", "processor time of a send, in ps", "protocol", MPI_COUNT, false,
     [](Mpi &mpi) { return mpi.costs().sendOverhead().ps(); }, nullptr, nullptr},
    {"receive_overhead_ps", "processor time of completing a receive, in ps", "protocol", MPI_COUNT, false,
     [](Mpi &mpi) { return mpi.costs().receiveOverhead().ps(); }, nullptr, nullptr},
    {"collectives", "MPI library whose collective algorithms are used", "protocol", MPI_CHAR, false, nullptr,
     [](Mpi &mpi) { return machine(mpi).mpi.collectives; }, nullptr},
    {"storage_servers", "file servers", "storage", MPI_COUNT, false,
     [](Mpi &mpi) { return machine(mpi).storage.volumes.front().servers.value; }, nullptr, nullptr},
    {"storage_stripe", "consecutive bytes of a file on one server", "storage", MPI_COUNT, false,
     [](Mpi &mpi) { return machine(mpi).storage.volumes.front().stripe.value.count; }, nullptr, nullptr},
};

template <class List> double lengthOf(const List &list) {
  double length = 0;
  list.forEach([&](const auto &) { ++length; });
  return length;
}

const PerformanceVariable kCounters[] = {
    {"messages", "messages sent by all ranks", "messages", MPI_T_PVAR_CLASS_COUNTER, MPI_UNSIGNED_LONG_LONG,
     [](Mpi &mpi, const Rank &) { return static_cast<double>(mpi.counters().messageCount()); }},
    {"posted_receives", "receives of this rank that wait for a message", "messages", MPI_T_PVAR_CLASS_LEVEL,
     MPI_UNSIGNED_LONG_LONG,
     [](Mpi &mpi, const Rank &rank) { return lengthOf(mpi.messages().posted(mpi.world().rank(rank.id))); }},
    {"unexpected_messages", "messages that wait for a receive of this rank", "messages", MPI_T_PVAR_CLASS_LEVEL,
     MPI_UNSIGNED_LONG_LONG,
     [](Mpi &mpi, const Rank &rank) { return lengthOf(mpi.messages().arrived(mpi.world().rank(rank.id))); }},
    {"compute_seconds", "computing time of this rank, in s", "time", MPI_T_PVAR_CLASS_AGGREGATE, MPI_DOUBLE,
     [](Mpi &, const Rank &rank) { return static_cast<double>(rank.compute.ps()) * 1e-12; }},
    {"simulated_seconds", "clock of this rank, in s", "time", MPI_T_PVAR_CLASS_AGGREGATE, MPI_DOUBLE,
     [](Mpi &, const Rank &rank) { return rank.clock.seconds(); }},
    {"events", "events of the simulation so far", "simulator", MPI_T_PVAR_CLASS_COUNTER, MPI_UNSIGNED_LONG_LONG,
     [](Mpi &mpi, const Rank &) { return static_cast<double>(mpi.world().engine().eventCount()); }},
    {"host_memory_bytes", "host memory that the MPI layer has taken", "simulator", MPI_T_PVAR_CLASS_SIZE,
     MPI_UNSIGNED_LONG_LONG, [](Mpi &mpi, const Rank &) { return static_cast<double>(mpi.memory().usedBytes()); }},
};

constexpr VariableCategory kCategories[] = {
    {"machine", "the target machine"},       {"protocol", "how messages are sent"},
    {"storage", "the file system"},          {"messages", "messages and their queues"},
    {"time", "simulated time of the ranks"}, {"simulator", "the simulation itself"},
};

} // namespace

std::span<const ControlVariable> controlVariables() { return kControls; }
std::span<const PerformanceVariable> performanceVariables() { return kCounters; }
std::span<const VariableCategory> variableCategories() { return kCategories; }

} // namespace maquette::mpi
