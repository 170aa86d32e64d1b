//===- runtime/analysis/lib/verify_report.cpp - a Verification for machines and people -===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/analysis/report.h"
#include "maquette/analysis/verify.h"
#include "maquette/formats/json_text.h"

#include <fmt/format.h>

namespace maquette::runtime {

static Json placeJson(const SourcePlace &place) {
  return place.file.empty() ? Json(nullptr) : Json{{"file", place.file}, {"line", place.line}};
}

static Json placesJson(const std::vector<CallMismatch> &places) {
  Json out = Json::array();
  for (const CallMismatch &each : places)
    out.push_back({{"rank", each.rank},
                   {"position", each.position},
                   {"full", each.full},
                   {"skeleton", each.skeleton},
                   {"full_at", placeJson(each.full_at)},
                   {"skeleton_at", placeJson(each.skeleton_at)},
                   {"differs", each.differs},
                   {"values", each.values}});
  return out;
}

std::string toJson(const Verification &verification) {
  Json json;
  json["format"] = "maquette-verify";
  json["version"] = 1;
  json["ranks"] = verification.ranks;
  json["calls_compared"] = verification.calls_compared;
  json["mismatches"] = verification.mismatches;
  json["sizes_differing"] = verification.sizes_differing;
  json["ranks_compared_as_sets"] = verification.ranks_as_sets;
  json["calls_handed_out"] = verification.calls_handed_out;
  json["predicted_bytes_error"] = verification.predicted_bytes_error;
  json["first_mismatch"] = nullptr;
  if (verification.first)
    json["first_mismatch"] = {{"rank", verification.first->rank},
                              {"position", verification.first->position},
                              {"full", verification.first->full},
                              {"skeleton", verification.first->skeleton},
                              {"before", verification.first->context}};
  json["places"] = placesJson(verification.places);
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

std::string toText(const Verification &verification) {
  const auto count = [](auto number) { return countText(static_cast<double>(number)); };
  std::string text = "compared: function, peer, tag, communicator, datatype and count, in order on each rank, without "
                     "polling calls\n";
  if (verification.ranks_as_sets > 0)
    text += fmt::format("{} ranks receive from any source: their calls are compared as sets\n",
                        count(verification.ranks_as_sets));
  if (verification.calls_handed_out > 0)
    text += fmt::format("{} calls hand out work on demand: they are compared over all ranks\n",
                        count(verification.calls_handed_out));
  if (verification.sizes_differing > 0)
    text += fmt::format(
        "counts differ in {} calls, because they are predicted values; the bytes of all calls differ by {}\n",
        count(verification.sizes_differing), shareText(verification.predicted_bytes_error));
  if (verification.first) {
    const Divergence &first = *verification.first;
    text += fmt::format("\nfirst mismatch: rank {}, call {}\n", first.rank, first.position + 1);
    for (const std::string &line : first.context)
      text += "  before    " + line + "\n";
    text += "  full      " + first.full + "\n  skeleton  " + first.skeleton + "\n\n";
    for (const CallMismatch &place : verification.places)
      text += "differs: " + toText(place) + "\n";
  }
  std::string verdict = "the skeleton communicates like the full program";
  if (verification.mismatches != 0)
    verdict = count(verification.mismatches) + " mismatches";
  else if (verification.calls_compared == 0)
    verdict = "neither program communicates with these arguments";
  return text + fmt::format("{} ranks, {} MPI calls compared: {}\n", count(verification.ranks),
                            count(verification.calls_compared), verdict);
}

} // namespace maquette::runtime
