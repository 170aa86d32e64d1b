//===- skeletonizer/decide/lib/site_id.cpp - names of places that outlive changes elsewhere ---===//
// SPDX-License-Identifier: Apache-2.0
#include "site_id.h"

#include "llvm/Support/xxhash.h"

#include <cstdint>

namespace maquette::skeletonizer {

std::string siteId(const Site &site) {
  const std::string base = site.function + ":" + (site.variable.empty() ? "" : site.variable + ":");
  const std::uint64_t hash = llvm::xxh3_64bits(site.function + "|" + site.text + "|" + site.variable);
  static constexpr char kDigits[] = "0123456789abcdef";
  std::string digits;
  for (int shift = 28; shift >= 0; shift -= 4)
    digits += kDigits[(hash >> shift) & 15];
  return base.substr(0, base.size() - 1) + "#" + digits;
}

} // namespace maquette::skeletonizer
