//===- maquette/context/call_sites.h - where in the program a rank is, as text ---------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_CONTEXT_CALL_SITES_H
#define MAQUETTE_CONTEXT_CALL_SITES_H

#include "maquette/context/rank.h"

#include "maquette/host/call_site.h"

#include <cstdint>
#include <memory>
#include <string>

namespace maquette::runtime {

/// Reads the debug information at the first use, which is slow: for reports.
class CallSites {
public:
  CallSite siteOf(const void *return_address) const;
  /// "main() at ring.c:12"
  std::string siteText(const void *return_address) const;
  /// "in MPI_Recv at main() at ring.c:12"; \p call may be 0.
  std::string callText(std::uint16_t call, const void *site) const;
  /// "rank 3 in MPI_Recv at main() at ring.c:12"
  std::string placeOf(const Rank &rank) const;

private:
  mutable std::unique_ptr<CallSiteResolver> resolver_;
};

} // namespace maquette::runtime

#endif
