// test/unit/profile/fake_counters.h - a processor with few counters
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_TEST_UNIT_PROFILE_FAKE_COUNTERS_H
#define MAQUETTE_TEST_UNIT_PROFILE_FAKE_COUNTERS_H

#include "maquette/host/counters.h"

namespace maquette::runtime {

/// Counts events of one letter, \p room of them at once; B and C never together. All counts are *\p count; while that
/// is negative they can not be read.
class FakeCounters final : public CounterSource {
public:
  explicit FakeCounters(std::size_t room, const long long *count = nullptr) : room_(room), count_(count) {}
  Added add(const std::string &event) override {
    if (event.size() != 1)
      return Added::Unknown;
    const bool conflict =
        (event == "C" && set_.find('B') != std::string::npos) || (event == "B" && set_.find('C') != std::string::npos);
    if (set_.size() == room_ || conflict)
      return Added::Full;
    set_ += event;
    return Added::Yes;
  }
  void clear() override { set_.clear(); }
  bool start() override { return !set_.empty(); }
  void stop() override {}
  bool read(std::span<long long> counts) override {
    for (std::size_t i = 0; i < set_.size(); ++i)
      counts[i] = *count_;
    return *count_ >= 0;
  }

private:
  std::size_t room_;
  const long long *count_;
  std::string set_;
};

} // namespace maquette::runtime

#endif
