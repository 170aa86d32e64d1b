//===- runtime/host/lib/hardware_counters.cpp - the counters of a profiling run ---===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/host/hardware_counters.h"

namespace maquette::runtime {

HardwareCounters::HardwareCounters(OpenedCounters opened, const std::vector<std::string> &events)
    : source_(std::move(opened.source)), note_(std::move(opened.note)) {
  if (source_ == nullptr || events.empty())
    return;
  for (const std::string &event : events)
    if (source_->add(event) != CounterSource::Added::Yes) {
      giveUp("the host stopped counting '" + event + "' during the run");
      return;
    }
  if (!source_->start()) {
    giveUp("cannot start the counters of the host: another program uses them");
    return;
  }
  names_ = events;
}

HardwareCounters::~HardwareCounters() {
  if (!names_.empty())
    source_->stop();
}

void HardwareCounters::giveUp(const std::string &why) {
  if (!names_.empty())
    source_->stop();
  names_.clear();
  note_ = "no hardware counters: " + why + "; times only";
}

} // namespace maquette::runtime
