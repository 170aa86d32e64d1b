//===- runtime/context/lib/background_traffic.cpp - traffic of jobs without ranks ---===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/context/background_traffic.h"

#include <utility>

namespace maquette::runtime {

void BackgroundTraffic::add(std::size_t job, std::unique_ptr<models::Traffic> traffic) {
  if (by_job_.size() <= job)
    by_job_.resize(job + 1);
  by_job_[job] = std::move(traffic);
}

void BackgroundTraffic::begin() const {
  for (const auto &traffic : by_job_)
    if (traffic)
      traffic->goOn();
}

void BackgroundTraffic::stop() const {
  for (const auto &traffic : by_job_)
    if (traffic)
      traffic->stop();
}

void BackgroundTraffic::stopAt(sim::SimTime when, sim::Engine &engine) { engine.schedule(when, stopEvent, this, 0); }

void BackgroundTraffic::stopEvent(void *self, std::uint64_t) { static_cast<BackgroundTraffic *>(self)->stop(); }

} // namespace maquette::runtime
