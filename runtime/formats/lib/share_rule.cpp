//===- runtime/formats/lib/share_rule.cpp - which blocks of the heap ranks share ----===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/formats/share_rule.h"

#include "maquette/sim/units.h"

#include <charconv>

namespace maquette::runtime {

sim::Result<ShareRule> parseShareRule(const std::string &text) {
  ShareRule rule;
  rule.text = text;
  if (const std::size_t colon = text.rfind(':'); colon != std::string::npos) {
    const char *const end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data() + colon + 1, end, rule.line);
    if (colon > 0 && error == std::errc() && rest == end && rule.line > 0) {
      rule.file = text.substr(0, colon);
      return rule;
    }
  } else if (const sim::Result<sim::Bytes> size = sim::parseBytes(text); size && size->count > 0) {
    rule.least = static_cast<std::uint64_t>(size->count);
    return rule;
  }
  return sim::Diagnostic{"--share " + text, "is neither a size nor FILE:LINE", "maquette-share", "",
                         "give the smallest size of shared blocks, for example \"16 MiB\", or the line that allocates "
                         "them, for example table.c:31"};
}

bool isAt(const ShareRule &rule, const std::string &file, int line) {
  if (rule.line != line || rule.file.empty() || !file.ends_with(rule.file))
    return false;
  return file.size() == rule.file.size() || file[file.size() - rule.file.size() - 1] == '/';
}

} // namespace maquette::runtime
