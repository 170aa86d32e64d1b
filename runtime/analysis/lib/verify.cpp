//===- runtime/analysis/lib/verify.cpp - do two programs communicate alike? -----------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/analysis/verify.h"

#include "call_places.h"
#include "maquette/formats/call_trace_parts.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <optional>
#include <tuple>

namespace maquette::runtime {
namespace {

constexpr std::size_t kContext = 3;
constexpr std::int32_t kAnySource = -1;
constexpr std::int32_t kProcNull = -2;

constexpr std::array kCallNames{
    "",
#define MAQUETTE_MPI_CALL(name, ...) #name,
#include "maquette/abi/mpi_calls.def"
#define MAQUETTE_SHMEM_CALL(name, ...) #name,
#include "maquette/abi/shmem_calls.def"
};

std::string nameOf(std::uint16_t call) {
  return call < kCallNames.size() ? kCallNames[call] : fmt::format("call {}", call);
}

using Calls = std::vector<CallRecord>;

/// All of a call but its size.
auto identity(const CallRecord &call) {
  return std::tuple(call.call, call.part, call.peer, call.tag, call.communicator, call.datatype);
}
auto wholeIdentity(const CallRecord &call) { return std::tuple_cat(identity(call), std::tuple(call.count)); }
using WholeIdentity = decltype(wholeIdentity(CallRecord{}));

/// Two runs of the same program may do what follows in another order.
bool takesWhatComes(const CallRecord &call) {
  const std::string name = nameOf(call.call);
  const bool waits_for_any = name == "MPI_Waitany" || name == "MPI_Waitsome";
  const bool receives = name.find("ecv") != std::string::npos || name.find("robe") != std::string::npos;
  return call.part == kPolled || waits_for_any || (receives && call.peer == kAnySource);
}

/// What is compared of a rank; \p any_order if that may stand in another order.
Calls comparable(const CallTrace &trace, std::size_t rank, bool &any_order) {
  Calls calls = rank < trace.ranks.size() ? trace.ranks[rank] : Calls{};
  any_order = std::any_of(calls.begin(), calls.end(), takesWhatComes);
  std::erase_if(calls, [](const CallRecord &call) { return call.part == kPolled; });
  return calls;
}

std::string describe(const Calls &calls, std::size_t position, const std::vector<std::string> &places) {
  if (position >= calls.size())
    return "no call: the rank has ended";
  const CallRecord &call = calls[position];
  std::string text = fmt::format("{} of {} ({} bytes)", nameOf(call.call), call.count, call.bytes);
  if (call.peer == kAnySource)
    text += ", any peer or none";
  else if (call.peer == kProcNull)
    text += ", no process";
  else
    text += fmt::format(", peer {}", call.peer);
  text += fmt::format(", tag {}, communicator {:x}, datatype {:x}", call.tag, call.communicator, call.datatype);
  if (call.site < places.size())
    text += ", in " + places[call.site];
  return text;
}

struct Comparison {
  std::uint64_t mismatches = 0;
  std::uint64_t sizes_differing = 0;
  std::size_t first = 0; ///< Position of the first mismatch.
};

Comparison compareInOrder(const Calls &full, const Calls &skeleton, Sizes sizes) {
  Comparison found;
  const std::size_t length = std::max(full.size(), skeleton.size());
  for (std::size_t i = 0; i < length; ++i) {
    const bool both = i < full.size() && i < skeleton.size();
    if (both && wholeIdentity(full[i]) == wholeIdentity(skeleton[i]))
      continue;
    if (both && sizes == Sizes::Predicted && identity(full[i]) == identity(skeleton[i])) {
      ++found.sizes_differing;
      continue;
    }
    if (found.mismatches++ == 0)
      found.first = i;
  }
  return found;
}

Calls sorted(Calls calls) {
  std::stable_sort(calls.begin(), calls.end(),
                   [](const CallRecord &a, const CallRecord &b) { return wholeIdentity(a) < wholeIdentity(b); });
  return calls;
}

/// The calls of one rank that the other program's rank has not, wherever they stand.
struct Unpaired {
  Calls full, skeleton;
};

/// Pairs equal calls wherever they stand. The first mismatch is given as a position of the full program's call.
Comparison compareAsSets(const Calls &full, const Calls &skeleton, Sizes sizes, Unpaired &unpaired) {
  const Calls a = sorted(full);
  const Calls b = sorted(skeleton);
  Comparison found;
  std::size_t i = 0;
  std::size_t j = 0;
  while (i < a.size() || j < b.size()) {
    if (i < a.size() && j < b.size() &&
        (wholeIdentity(a[i]) == wholeIdentity(b[j]) ||
         (sizes == Sizes::Predicted && identity(a[i]) == identity(b[j])))) {
      found.sizes_differing += a[i].count != b[j].count ? 1 : 0;
      ++i;
      ++j;
      continue;
    }
    ++found.mismatches;
    if (j == b.size() || (i < a.size() && wholeIdentity(a[i]) < wholeIdentity(b[j])))
      unpaired.full.push_back(a[i++]);
    else
      unpaired.skeleton.push_back(b[j++]);
  }
  return found;
}

/// A rank whose calls differ.
struct Differing {
  bool takes_what_comes = false; ///< In both programs.
  Unpaired unpaired;
};
using DifferingRanks = std::map<std::int64_t, Differing>;

/// What the ranks together have more of than the other program. To whom a rank gives that takes what comes is left out,
/// if that one's calls differ as well; nothing if they do not.
std::optional<std::vector<WholeIdentity>> together(const DifferingRanks &ranks, Calls Unpaired::*of, Sizes sizes) {
  std::vector<WholeIdentity> all;
  for (const auto &[rank, differing] : ranks)
    for (CallRecord call : differing.unpaired.*of) {
      if (sizes == Sizes::Predicted)
        call.count = 0;
      if (differing.takes_what_comes && call.peer >= 0) {
        const auto partner = ranks.find(call.peer);
        if (partner == ranks.end() || (partner->second.unpaired.*of).empty())
          return std::nullopt;
        call.peer = kAnySource;
      }
      all.push_back(wholeIdentity(call));
    }
  std::sort(all.begin(), all.end());
  return all;
}

/// A rank that takes what comes gives the work to others in the one program than in the other: together they do the
/// same.
bool isHandedOut(const DifferingRanks &ranks, Sizes sizes) {
  const auto takes = [](const auto &entry) { return entry.second.takes_what_comes; };
  const auto in_another_order = [](const auto &entry) {
    return entry.second.unpaired.full.empty() && entry.second.unpaired.skeleton.empty();
  };
  if (std::none_of(ranks.begin(), ranks.end(), takes) || std::any_of(ranks.begin(), ranks.end(), in_another_order))
    return false;
  const auto full = together(ranks, &Unpaired::full, sizes);
  return full && full == together(ranks, &Unpaired::skeleton, sizes);
}

std::uint64_t bytesOf(const CallTrace &trace) {
  std::uint64_t bytes = 0;
  for (const Calls &calls : trace.ranks)
    for (const CallRecord &call : calls)
      bytes += static_cast<std::uint64_t>(std::max<std::int64_t>(call.bytes, 0));
  return bytes;
}

Divergence divergenceAt(const CallTrace &full, const CallTrace &skeleton, std::size_t rank, std::size_t position,
                        const Calls &full_calls, const Calls &skeleton_calls) {
  Divergence divergence{static_cast<std::int64_t>(rank),
                        position,
                        describe(full_calls, position, full.places),
                        describe(skeleton_calls, position, skeleton.places),
                        {}};
  for (std::size_t i = position - std::min(position, kContext); i < std::min(position, full_calls.size()); ++i)
    divergence.context.push_back(describe(full_calls, i, full.places));
  return divergence;
}

SourcePlace placeOf(const CallRecord &call, const CallTrace &trace) {
  return call.site < trace.places.size() ? placeIn(trace.places[call.site]).value_or(SourcePlace{}) : SourcePlace{};
}

/// One of \p full and \p skeleton may be null: there is no call.
CallMismatch mismatchOf(const CallRecord *full, const CallTrace &full_trace, const CallRecord *skeleton,
                        const CallTrace &skeleton_trace) {
  CallMismatch out;
  if (full) {
    out.full = nameOf(full->call);
    out.full_at = placeOf(*full, full_trace);
  }
  if (skeleton) {
    out.skeleton = nameOf(skeleton->call);
    out.skeleton_at = placeOf(*skeleton, skeleton_trace);
  }
  const bool same_place = out.full_at == out.skeleton_at || out.full_at.file.empty() || out.skeleton_at.file.empty();
  if (!full || !skeleton || full->call != skeleton->call || full->part != skeleton->part || !same_place) {
    out.differs.push_back("call");
    return out;
  }
  const auto compare = [&](const char *argument, auto of_full, auto of_skeleton, bool readable) {
    if (of_full == of_skeleton)
      return;
    out.differs.push_back(argument);
    out.values.push_back(readable ? fmt::format("{} instead of {}", of_skeleton, of_full) : std::string());
  };
  compare("peer", full->peer, skeleton->peer, true);
  compare("tag", full->tag, skeleton->tag, true);
  compare("communicator", full->communicator, skeleton->communicator, false);
  compare("datatype", full->datatype, skeleton->datatype, false);
  compare("count", full->count, skeleton->count, true);
  return out;
}

const CallRecord *at(const Calls &calls, std::size_t position) {
  return position < calls.size() ? &calls[position] : nullptr;
}

/// Collects Verification::places.
class MismatchPlaces {
public:
  void add(CallMismatch found, std::int64_t rank, std::size_t position) {
    found.rank = rank;
    found.position = static_cast<std::int64_t>(position);
    std::vector<CallMismatch> &places = found.full.empty() || found.skeleton.empty() ? ended_ : other_;
    const bool known =
        std::any_of(places.begin(), places.end(), [&](const CallMismatch &each) { return each.sameAs(found); });
    if (!known && places.size() < kMostPlaces)
      places.push_back(std::move(found));
  }
  std::vector<CallMismatch> take() { return std::move(other_.empty() ? ended_ : other_); }

private:
  std::vector<CallMismatch> other_, ended_;
};

/// What two programs' calls on one rank, that may stand in any order, differ in first.
CallMismatch mismatchOfSets(const Unpaired &unpaired, const CallTrace &full, const CallTrace &skeleton) {
  const CallRecord *const of_full = at(unpaired.full, 0);
  const CallRecord *of_skeleton = at(unpaired.skeleton, 0);
  for (const CallRecord &call : unpaired.skeleton)
    if (of_full && call.call == of_full->call) {
      of_skeleton = &call;
      break;
    }
  return mismatchOf(of_full, full, of_skeleton, skeleton);
}

} // namespace

Verification compareCalls(const CallTrace &full, const CallTrace &skeleton, Sizes sizes) {
  Verification result;
  const std::size_t ranks = std::max(full.ranks.size(), skeleton.ranks.size());
  result.ranks = static_cast<std::int64_t>(ranks);
  DifferingRanks differing;
  MismatchPlaces places;
  for (std::size_t rank = 0; rank < ranks; ++rank) {
    bool any_order = false;
    bool any_order_in_skeleton = false;
    const Calls full_calls = comparable(full, rank, any_order);
    const Calls skeleton_calls = comparable(skeleton, rank, any_order_in_skeleton);
    result.calls_compared += std::max(full_calls.size(), skeleton_calls.size());
    const Comparison in_order = compareInOrder(full_calls, skeleton_calls, sizes);
    Comparison taken = in_order;
    Unpaired unpaired;
    if (in_order.mismatches > 0) {
      const Comparison as_sets = compareAsSets(full_calls, skeleton_calls, sizes, unpaired);
      taken = any_order ? as_sets : in_order;
      result.ranks_as_sets += any_order ? 1 : 0;
    }
    if (taken.mismatches > 0)
      places.add(any_order
                     ? mismatchOfSets(unpaired, full, skeleton)
                     : mismatchOf(at(full_calls, in_order.first), full, at(skeleton_calls, in_order.first), skeleton),
                 static_cast<std::int64_t>(rank), in_order.first);
    if (taken.mismatches > 0)
      differing[static_cast<std::int64_t>(rank)] = {any_order && any_order_in_skeleton, std::move(unpaired)};
    result.mismatches += taken.mismatches;
    result.sizes_differing += taken.sizes_differing;
    if (taken.mismatches > 0 && !result.first)
      result.first = divergenceAt(full, skeleton, rank, in_order.first, full_calls, skeleton_calls);
  }
  result.places = places.take();
  if (isHandedOut(differing, sizes)) {
    for (const auto &[rank, calls] : differing)
      result.calls_handed_out += calls.unpaired.full.size();
    result.mismatches = 0;
    result.first.reset();
    result.places.clear();
  }
  const double full_bytes = static_cast<double>(bytesOf(full));
  const double skeleton_bytes = static_cast<double>(bytesOf(skeleton));
  if (full_bytes != skeleton_bytes)
    result.predicted_bytes_error = std::fabs(skeleton_bytes - full_bytes) / std::max(full_bytes, 1.0);
  return result;
}

} // namespace maquette::runtime
