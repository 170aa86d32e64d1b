//===- maquette/sim/number_text.h - numbers for people -----------------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Times, sizes, counts and shares as text with three significant digits. For messages and reports, not for files that
/// programs read.
#ifndef MAQUETTE_SIM_NUMBER_TEXT_H
#define MAQUETTE_SIM_NUMBER_TEXT_H

#include <string>

namespace maquette::sim {

/// "1.23 ms", "42 s", "0 s".
std::string secondsText(double seconds);
/// "1.5 MiB", "17 B".
std::string bytesText(double bytes);
/// "1,048,576"; from 10^12 on "1.05e+12".
std::string countText(double count);
/// "12.3 %"; "<0.1 %" for a smaller share above 0.
std::string shareText(double share);

} // namespace maquette::sim

#endif
