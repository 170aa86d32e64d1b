//===- runtime/context/lib/call_counters.cpp - how often, how much, how long ---------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/context/call_counters.h"

#include "maquette/context/call_sites.h"
#include "maquette/context/world.h"

#include <string>

namespace maquette::runtime {

CallCounters::CallCounters(const RunConfig &config) {
  if (config.gather.matrix || config.gather.sizes || config.gather.sites)
    observed_ = std::make_unique<CallObservations>(config);
}

void CallCounters::fill(RunResult &result, World &world, const CallSites &sites) const {
  result.messages = messages_;
  const double ranks = static_cast<double>(world.rankCount());
  CallSums::Wide total = 0, wait = 0;
  for (std::size_t i = 1; i < kCallCount; ++i) {
    const CallSums &sums = sums_[i];
    if (sums.count == 0 || isFileCall(static_cast<CallId>(i)))
      continue; // Functions on files: IoStatistics.
    CallStatistics &call = result.calls[nameOf(static_cast<CallId>(i))];
    call.count = sums.count;
    call.bytes = sums.bytes;
    call.seconds = static_cast<double>(sums.time_ps) * 1e-12 / ranks;
    call.wait_seconds = static_cast<double>(sums.wait_ps) * 1e-12 / ranks;
    total += sums.time_ps;
    wait += sums.wait_ps;
    if (const models::NetworkObserver *const observer = world.targetNetwork().observer();
        observer != nullptr && i < observer->sums().size()) {
      const models::TransferSums &transfers = observer->sums()[i];
      call.transfers = transfers.count;
      call.network_seconds = static_cast<double>(transfers.time_ps) * 1e-12;
      call.congestion_seconds = static_cast<double>(transfers.beyond_ps) * 1e-12;
    }
  }
  result.mpi_seconds = static_cast<double>(total) * 1e-12 / ranks;
  result.wait_seconds = static_cast<double>(wait) * 1e-12 / ranks;
  if (observed_)
    observed_->fill(
        result, [](std::uint16_t call) { return std::string(nameOf(static_cast<CallId>(call))); },
        [&sites](const void *site) { return sites.siteText(site); });
}

} // namespace maquette::runtime
