//===- runtime/context/lib/pipelined_spans.cpp - ranks that come one after another -------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/context/pipelined_spans.h"

#include <algorithm>
#include <cmath>

namespace maquette::runtime {
namespace {

constexpr double kSameWork = 0.25;
/// So few say how long a visit's spans are at least.
constexpr std::uint32_t kFewBeside = 2;

} // namespace

const SpanWindow *PipelinedSpans::likeAt(std::uint64_t visit) const {
  if (!latest_.isOneKind())
    return nullptr;
  const auto was_usual = [&](std::uint64_t before) {
    return countAt(before) >= SpanWindow::kFewest && wasUsual(before);
  };
  const bool is_usual =
      countAt(visit) >= kFewBeside ? wasUsual(visit) : visit >= 2 && was_usual(visit - 1) && was_usual(visit - 2);
  return is_usual ? &latest_ : nullptr;
}

void PipelinedSpans::addShortest(std::uint64_t visit, double span) {
  Visit &known = visits_[visit % kVisits];
  const auto number = static_cast<std::uint32_t>(visit);
  if (known.count > 0 && known.number > number)
    return;
  if (known.count == 0 || known.number < number)
    known = {number, 0, static_cast<float>(span)};
  ++known.count;
  known.shortest = std::min(known.shortest, static_cast<float>(span));
}

/// 0 where it was too long ago.
std::uint32_t PipelinedSpans::countAt(std::uint64_t visit) const {
  const Visit &known = visits_[visit % kVisits];
  return known.number == static_cast<std::uint32_t>(visit) ? known.count : 0;
}

/// \pre countAt(visit) > 0
bool PipelinedSpans::wasUsual(std::uint64_t visit) const {
  const double shortest = static_cast<double>(visits_[visit % kVisits].shortest);
  return std::fabs(shortest - latest_.median()) <= kSameWork * latest_.median();
}

} // namespace maquette::runtime
