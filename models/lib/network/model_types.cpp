//===- models/lib/network/model_types.cpp -----------------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "lib/network/model_types.h"

#include "lib/network/buses.h"
#include "lib/network/closed_form.h"
#include "lib/network/flow_network.h"
#include "lib/network/ideal.h"
#include "lib/network/logp.h"
#include "lib/network/packet_network.h"

#include <algorithm>

namespace maquette::models {
namespace {

template <class Model>
std::unique_ptr<NetworkModel> make(const Machine &machine, std::int64_t ranks_per_node, sim::Engine &engine,
                                   TransferListener &listener) {
  return std::make_unique<Model>(machine, ranks_per_node, engine, listener);
}

constexpr std::string_view kBuses[] = {"buses", "output_links", "input_links"};
/// Without effect, so that any machine can be made ideal by its model alone.
constexpr std::string_view kIdeal[] = {
    "message_gap",    "rails", "rail_layout", "rail_choice",     "parallel_links", "buses",       "output_links",
    "input_links",    "mtu",   "packet_size", "packet_overhead", "buffer_size",    "arbitration", "virtual_channels",
    "buffer_overhead"};
constexpr std::string_view kInfiniBand[] = {"mtu", "packet_overhead"};
constexpr std::string_view kFlow[] = {"message_gap", "rails", "rail_layout", "rail_choice", "parallel_links"};
constexpr std::string_view kLogP[] = {"message_gap", "rails", "rail_layout", "rail_choice"};
constexpr std::string_view kPacket[] = {"message_gap",    "rails",       "rail_layout", "rail_choice",
                                        "parallel_links", "packet_size", "buffer_size", "virtual_channels",
                                        "arbitration"};
constexpr std::string_view kSmpSim[] = {"buffer_overhead"};

constexpr ModelType kTypes[] = {
    {"buses", TopologyUse::None, false, kBuses, false, make<Buses>},
    {"flow-fair", TopologyUse::Routes, true, kFlow, false, make<FlowFair>},
    {"flow-fifo", TopologyUse::Routes, true, kFlow, false, make<FlowFifo>},
    {"hops", TopologyUse::Latency, true, {}, false, make<Hops>},
    {"infiniband", TopologyUse::Latency, true, kInfiniBand, false, make<InfiniBand>},
    {"logp", TopologyUse::Latency, false, kLogP, true, make<LogP>},
    {"packet", TopologyUse::Routes, true, kPacket, false, make<PacketNetwork>},
    {"smp-sim", TopologyUse::None, false, kSmpSim, false, make<SmpSim>},
    {"ideal", TopologyUse::Latency, false, kIdeal, true, make<Ideal>}, // Last: its keys are others'.
};

} // namespace

std::span<const ModelType> modelTypes() { return kTypes; }

const ModelType *findModelType(std::string_view name) {
  const auto found =
      std::find_if(std::begin(kTypes), std::end(kTypes), [&](const ModelType &type) { return type.name == name; });
  return found == std::end(kTypes) ? nullptr : found;
}

} // namespace maquette::models
