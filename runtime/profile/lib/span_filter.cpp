//===- runtime/profile/lib/span_filter.cpp - spans that the host disturbed -----------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/profile/span_filter.h"

namespace maquette::runtime {

double SpanFilter::keep(double span, SpanWindow &beside) {
  ++counts_.spans;
  beside.add(span);
  return span;
}

double SpanFilter::judge(double span, const SpanWindow &like, SpanWindow &beside, OwnPace &pace) {
  if (!like.judges() || !corrections_[Correction::Outliers])
    return keep(span, beside);
  const double own = paceOf(pace);
  const double usual = like.median() * own;
  const bool is_rare = span > kRare * usual && span - usual > rare_;
  const bool is_alone =
      corrections_[Correction::RareAlone] && pace.settled() && !pace.hadRare() && beside.longest() <= kRare * usual;
  const bool is_disturbed = pace.known() && span > like.limit() * own && (!is_rare || is_alone);
  if (is_rare)
    pace.addRare();
  if (like.median() > 0)
    pace.add(span / like.median());
  keep(span, beside);
  if (!is_disturbed)
    return span;
  ++counts_.outliers;
  counts_.removed += span - usual;
  return usual;
}

} // namespace maquette::runtime
