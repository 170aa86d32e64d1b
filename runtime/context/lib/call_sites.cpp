//===- runtime/context/lib/call_sites.cpp - where in the program a rank is, as text -------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/context/call_sites.h"

#include "maquette/context/call_ids.h"
#include "maquette/context/rank.h"

#include <utility>

namespace maquette::runtime {

namespace {

/// While it lives, files that are opened are no files of the rank that runs.
class ReadsOnHost {
public:
  ReadsOnHost() : rank_(currentRank()), call_(rank_ != nullptr ? std::exchange(rank_->call, kUncounted) : 0) {}
  ~ReadsOnHost() {
    if (rank_ != nullptr)
      rank_->call = call_;
  }
  ReadsOnHost(const ReadsOnHost &) = delete;
  ReadsOnHost &operator=(const ReadsOnHost &) = delete;

private:
  Rank *rank_;
  std::uint16_t call_;
};

} // namespace

CallSite CallSites::siteOf(const void *return_address) const {
  const ReadsOnHost reads;
  if (!resolver_)
    resolver_ = std::make_unique<CallSiteResolver>();
  return resolver_->resolve(return_address);
}

std::string CallSites::siteText(const void *return_address) const { return toText(siteOf(return_address)); }

std::string CallSites::callText(std::uint16_t call, const void *site) const {
  if (call == 0)
    return "in no MPI call";
  return (call >= kUncounted ? std::string("in an MPI function")
                             : std::string("in ") + nameOf(static_cast<CallId>(call))) +
         " at " + siteText(site);
}

std::string CallSites::placeOf(const Rank &rank) const {
  const std::string text = "rank " + std::to_string(rank.id);
  return rank.call == 0 ? text : text + " " + callText(rank.call, rank.call_site);
}

} // namespace maquette::runtime
