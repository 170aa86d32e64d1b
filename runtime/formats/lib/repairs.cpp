//===- runtime/formats/lib/repairs.cpp - what verify taught the skeletonizer -----===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/formats/repairs.h"

#include "maquette/formats/files.h"
#include "maquette/formats/json_text.h"

#include <algorithm>
#include <filesystem>

namespace maquette::runtime {
namespace {

constexpr const char *kFormat = "maquette-repairs";
constexpr int kVersion = 1;
constexpr const char *kTag = "maquette-repairs";
constexpr const char *kFix = "remove the file, then verify again";

/// "tag is 9 instead of 4, communicator differs"
std::string argumentsText(const CallMismatch &mismatch) {
  std::string text;
  for (std::size_t i = 0; i < mismatch.differs.size(); ++i) {
    const std::string values = i < mismatch.values.size() ? mismatch.values[i] : std::string();
    text += (i > 0 ? ", " : "") + mismatch.differs[i] + (values.empty() ? " differs" : " is " + values);
  }
  return text;
}

} // namespace

NLOHMANN_JSON_SERIALIZE_ENUM(MismatchState, {{MismatchState::Open, "open"},
                                             {MismatchState::Tried, "tried"},
                                             {MismatchState::Unmended, "unmended"}})
NLOHMANN_JSON_SERIALIZE_ENUM(RepairKind, {{RepairKind::Value, "value"},
                                          {RepairKind::End, "end"},
                                          {RepairKind::Function, "function"}})
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(SourcePlace, file, line)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(CallMismatch, rank, position, full, skeleton, full_at, skeleton_at, differs, values)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Repairs::Mismatch, what, state, rounds)
NLOHMANN_DEFINE_TYPE_NON_INTRUSIVE(Repair, kind, id, at, text, mismatch)

std::string toText(const SourcePlace &place) {
  return place.file.empty() ? "an unknown place" : place.file + ":" + std::to_string(place.line);
}

std::string toText(const CallMismatch &mismatch) {
  const bool full = !mismatch.full.empty();
  std::string what = argumentsText(mismatch);
  if (!full)
    what = "only the skeleton makes this call";
  else if (mismatch.skeleton.empty())
    what = "the skeleton does not make this call";
  else if (mismatch.differs == std::vector<std::string>{"call"})
    what = "the skeleton calls " + mismatch.skeleton + " at " + toText(mismatch.skeleton_at) + " instead";
  return toText(full ? mismatch.full_at : mismatch.skeleton_at) + ": " + (full ? mismatch.full : mismatch.skeleton) +
         ": " + what + " (rank " + std::to_string(mismatch.rank) + ", call " + std::to_string(mismatch.position + 1) +
         ")";
}

void Repairs::note(const CallMismatch &found) {
  const auto known =
      std::find_if(mismatches.begin(), mismatches.end(), [&](const Mismatch &each) { return each.what.sameAs(found); });
  if (known == mismatches.end()) {
    mismatches.push_back({found});
    return;
  }
  known->what = found;
  known->state = MismatchState::Open;
}

bool Repairs::hasOpen() const {
  return std::any_of(mismatches.begin(), mismatches.end(),
                     [](const Mismatch &each) { return each.state == MismatchState::Open; });
}

bool Repairs::has(RepairKind kind, const std::string &id) const {
  return std::any_of(repairs.begin(), repairs.end(),
                     [&](const Repair &each) { return each.kind == kind && each.id == id; });
}

std::string repairsBeside(const std::string &profile) { return profile + ".repairs"; }

std::string toJson(const Repairs &repairs) {
  const Json json = {
      {"format", kFormat}, {"version", kVersion}, {"mismatches", repairs.mismatches}, {"repairs", repairs.repairs}};
  return json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

sim::Result<Repairs> repairsFromJson(const std::string &text, const std::string &where) {
  const auto read = [&](const Json &json) -> sim::Result<Repairs> {
    if (!json.is_object() || json.value("format", "") != kFormat)
      return sim::Diagnostic{where, "not a file of repairs", kTag, "", kFix};
    if (const int version = json.value("version", 0); version != kVersion)
      return sim::Diagnostic{where,
                             "version " + std::to_string(version) + " of repairs; this Maquette reads version " +
                                 std::to_string(kVersion),
                             kTag, "", kFix};
    Repairs repairs;
    json.at("mismatches").get_to(repairs.mismatches);
    json.at("repairs").get_to(repairs.repairs);
    for (const Repair &repair : repairs.repairs)
      if (repair.mismatch >= repairs.mismatches.size())
        return sim::Diagnostic{where, "a repair names a mismatch that is not in the table", kTag, "", kFix};
    return repairs;
  };
  return readJson<Repairs>(text, where, kTag, kFix, read);
}

sim::Result<Repairs> readRepairs(const std::string &path) {
  std::error_code error;
  if (!std::filesystem::exists(path, error))
    return Repairs{};
  const sim::Result<std::string> text = readFile(path);
  if (!text)
    return text.error();
  return repairsFromJson(*text, path);
}

sim::Status writeRepairs(const std::string &path, const Repairs &repairs) {
  return writeFileAtomically(path, toJson(repairs));
}

} // namespace maquette::runtime
