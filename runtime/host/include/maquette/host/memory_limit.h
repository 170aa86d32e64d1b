//===- maquette/host/memory_limit.h - will the ranks fit the host? -------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// In direct mode every rank has the memory that the program asks for. While ranks are started one after the other,
/// what the first ones took tells what all will take: better to say so after the second than to be killed at the last.
#ifndef MAQUETTE_HOST_MEMORY_LIMIT_H
#define MAQUETTE_HOST_MEMORY_LIMIT_H

#include <cstdint>
#include <optional>
#include <string>

namespace maquette::runtime {

/// Memory that programs can still be given without swapping; nullopt where the host does not say.
std::optional<std::uint64_t> availableBytes();

/// What to say when all \p ranks will need more than \p available, judged by the \p used bytes of the \p started ones;
/// nullopt when they fit.
std::optional<std::string> memoryShortage(std::uint64_t used, std::int64_t started, std::int64_t ranks,
                                          std::uint64_t available);

} // namespace maquette::runtime

#endif
