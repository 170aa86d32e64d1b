//===- maquette/formats/page.h - pages of HTML with places to fill ------------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_FORMATS_PAGE_H
#define MAQUETTE_FORMATS_PAGE_H

#include <map>
#include <string>
#include <string_view>

namespace maquette::runtime {

/// \p page with each "@name@" replaced by its value. The values are not searched.
std::string filledPage(std::string_view page, const std::map<std::string_view, std::string> &values);

} // namespace maquette::runtime

#endif
