//===- maquette/formats/share_rule.h - which blocks of the heap ranks share --===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// What one `--share` of `maquette run --direct` allows: blocks of the heap that all ranks fill alike are one block for
/// all.
///
/// Errors    neither a size nor FILE:LINE [maquette-share]
#ifndef MAQUETTE_FORMATS_SHARE_RULE_H
#define MAQUETTE_FORMATS_SHARE_RULE_H

#include "maquette/sim/result.h"

#include <cstdint>
#include <string>

namespace maquette::runtime {

struct ShareRule {
  std::string text;        ///< As the user wrote it.
  std::uint64_t least = 0; ///< Bytes; of a rule by size.
  std::string file;        ///< Of a rule by place, its path or the end of that; empty: by size.
  int line = 0;
};

sim::Result<ShareRule> parseShareRule(const std::string &text);

/// True when the rule holds for an allocation at this place.
bool isAt(const ShareRule &rule, const std::string &file, int line);

} // namespace maquette::runtime

#endif
