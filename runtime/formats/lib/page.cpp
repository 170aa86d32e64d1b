//===- runtime/formats/lib/page.cpp - pages of HTML with places to fill -------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/formats/page.h"

#include <algorithm>

namespace maquette::runtime {

std::string filledPage(std::string_view page, const std::map<std::string_view, std::string> &values) {
  std::string html;
  for (std::size_t at = 0; at < page.size();) {
    const std::size_t begin = std::min(page.find('@', at), page.size());
    const std::size_t end = page.find('@', begin + 1);
    const auto value = end == page.npos ? values.end() : values.find(page.substr(begin + 1, end - begin - 1));
    html += page.substr(at, begin - at);
    if (value != values.end())
      html += value->second;
    else
      html += page.substr(begin, 1);
    at = value != values.end() ? end + 1 : begin + 1;
  }
  return html;
}

} // namespace maquette::runtime
