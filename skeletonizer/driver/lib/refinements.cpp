//===- skeletonizer/driver/lib/refinements.cpp - files of repairs and decisions --===//
// SPDX-License-Identifier: Apache-2.0
#include "refinements.h"

#include "llvm/ADT/StringRef.h"

#include <algorithm>

namespace maquette::skeletonizer {
namespace {

using runtime::MismatchState;
using runtime::Repair;
using runtime::RepairKind;
using runtime::Repairs;

constexpr std::int64_t kManyRounds = 8;

std::string relative(const std::string &root, const std::string &file) {
  llvm::StringRef rest(file);
  if (rest.consume_front(root) && rest.consume_front("/"))
    return rest.str();
  return file;
}

RepairKind kindOf(RefinementKind kind) {
  switch (kind) {
  case RefinementKind::Value:
    return RepairKind::Value;
  case RefinementKind::End:
    return RepairKind::End;
  case RefinementKind::Function:
    break;
  }
  return RepairKind::Function;
}

std::string describe(const Repair &repair) {
  switch (repair.kind) {
  case RepairKind::Value:
    return "computed, not predicted: " + repair.text;
  case RepairKind::End:
    return "an end of the program that stays: " + repair.text;
  case RepairKind::Function:
    break;
  }
  return "stays as it is: function " + repair.text;
}

/// Of the same call of the program, whatever the skeleton does there; without one, of the same call of the skeleton.
bool asksAlike(const runtime::CallMismatch &one, const runtime::CallMismatch &other) {
  return one.full == other.full && one.full_at == other.full_at && (!one.full.empty() || one.sameAs(other));
}

Counterexample counterexample(const Repairs &repairs, std::size_t index) {
  const runtime::CallMismatch &what = repairs.mismatches[index].what;
  Counterexample out;
  for (const runtime::SourcePlace &place : {what.full_at, what.skeleton_at})
    if (!place.file.empty())
      out.calls.push_back({place.file, static_cast<unsigned>(place.line)});
  out.another_call = what.differs == std::vector<std::string>{"call"};
  out.program_ended =
      what.full.empty() || what.full == "MPI_Finalize" || what.full == "MPI_Abort" || what.full == "shmem_finalize";
  for (const Repair &repair : repairs.repairs)
    if (asksAlike(repairs.mismatches[repair.mismatch].what, what))
      ++(repair.kind == RepairKind::Value ? out.values : repair.kind == RepairKind::End ? out.ends : out.functions);
  std::int64_t rounds = 0;
  for (const Repairs::Mismatch &mismatch : repairs.mismatches)
    rounds += mismatch.rounds;
  if (rounds >= kManyRounds) // One mismatch leads to the next: take back more at once.
    for (std::size_t *count : {&out.values, &out.ends, &out.functions})
      *count = std::max(*count, static_cast<std::size_t>(rounds));
  return out;
}

} // namespace

Refinements refinementsOf(const Repairs &repairs) {
  Refinements out;
  for (const Repair &repair : repairs.repairs)
    (repair.kind == RepairKind::Value ? out.values
     : repair.kind == RepairKind::End ? out.ends
                                      : out.functions)
        .insert(repair.id);
  for (std::size_t i = 0; i < repairs.mismatches.size(); ++i)
    if (repairs.mismatches[i].state == MismatchState::Open)
      out.open.push_back(counterexample(repairs, i));
  return out;
}

bool addAnswers(const std::vector<RefinementAnswer> &answers, const std::string &root, Repairs &repairs,
                std::vector<std::string> &obstacles) {
  obstacles.clear();
  bool any = false;
  auto answer = answers.begin();
  for (std::size_t i = 0; i < repairs.mismatches.size() && answer != answers.end(); ++i) {
    Repairs::Mismatch &mismatch = repairs.mismatches[i];
    if (mismatch.state != MismatchState::Open)
      continue;
    mismatch.state = answer->found.empty() ? MismatchState::Unmended : MismatchState::Tried;
    mismatch.rounds += answer->found.empty() ? 0 : 1;
    for (const Refinement &found : answer->found)
      if (!repairs.has(kindOf(found.kind), found.id))
        repairs.repairs.push_back(
            {kindOf(found.kind), found.id, {relative(root, found.file), found.line}, found.text, i});
    any |= !answer->found.empty();
    obstacles.insert(obstacles.end(), answer->obstacles.begin(), answer->obstacles.end());
    ++answer;
  }
  return any;
}

std::vector<runtime::SkeletonReport::Repaired> repairedOf(const Repairs &repairs) {
  std::vector<runtime::SkeletonReport::Repaired> out;
  for (const Repair &repair : repairs.repairs)
    out.push_back({describe(repair), repair.at.file, repair.at.line, toText(repairs.mismatches[repair.mismatch].what)});
  return out;
}

std::vector<std::string> unmendedOf(const Repairs &repairs, const std::vector<std::string> &obstacles) {
  std::vector<std::string> out;
  for (const Repairs::Mismatch &mismatch : repairs.mismatches)
    if (mismatch.state == MismatchState::Unmended)
      out.push_back(toText(mismatch.what));
  if (out.empty())
    return out;
  for (const std::string &obstacle : obstacles)
    out.push_back("decided by a pragma: " + obstacle + "; remove the pragma");
  if (obstacles.empty())
    out.push_back("nothing that feeds it is predicted or removed any more: the program may do otherwise in each run "
                  "(addresses, host threads, clocks it reads)");
  return out;
}

} // namespace maquette::skeletonizer
