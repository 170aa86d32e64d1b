//===- runtime/host/lib/counters.cpp - what the host can count --------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/host/counters.h"

#include <algorithm>

namespace maquette::runtime {
namespace {

constexpr const char *kUsual[] = {"PAPI_TOT_CYC", "PAPI_TOT_INS", "PAPI_FP_OPS", "PAPI_L3_TCM"};
constexpr const char *kNothing = "none";

sim::Diagnostic refusal(const std::string &what) {
  return {"--counters", what, "maquette-counters", "",
          "use events that `papi_avail -a` or `papi_native_avail` lists on this host, or leave --counters out"};
}

} // namespace

CounterPlan planCounters(CounterSource &source, const std::vector<std::string> &events) {
  CounterPlan plan;
  std::vector<std::string> left = events;
  while (!left.empty()) {
    std::vector<std::string> pass, later;
    source.clear();
    for (const std::string &event : left) {
      if (std::find(pass.begin(), pass.end(), event) != pass.end())
        continue;
      const CounterSource::Added added = pass.size() == kMostCounters ? CounterSource::Added::Full : source.add(event);
      if (added == CounterSource::Added::Yes)
        pass.push_back(event);
      else if (added == CounterSource::Added::Full && !pass.empty())
        later.push_back(event);
      else
        plan.unknown.push_back(event);
    }
    if (!pass.empty())
      plan.passes.push_back(std::move(pass));
    left = std::move(later);
  }
  source.clear();
  return plan;
}

sim::Result<CounterPlan> chooseCounters(CounterSource *source, const std::vector<std::string> &asked,
                                        std::string &note) {
  if (asked == std::vector<std::string>{kNothing}) {
    note = "no hardware counters, as requested; times only";
    return CounterPlan{{{}}, {}};
  }
  if (source == nullptr) {
    if (!asked.empty())
      return refusal(note);
    return CounterPlan{{{}}, {}};
  }
  CounterPlan plan =
      planCounters(*source, asked.empty() ? std::vector<std::string>(std::begin(kUsual), std::end(kUsual)) : asked);
  if (asked.empty()) {
    plan.passes.resize(1);
    plan.unknown.clear();
    if (plan.passes[0].empty())
      note = "no hardware counters: PAPI finds none on this host; times only";
    return plan;
  }
  sim::Error errors;
  for (const std::string &event : plan.unknown)
    errors.diagnostics.push_back(refusal("this host cannot count '" + event + "'"));
  if (!errors.diagnostics.empty())
    return errors;
  return plan;
}

} // namespace maquette::runtime
