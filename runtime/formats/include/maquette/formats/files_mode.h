//===- maquette/formats/files_mode.h - whose files a program changes ------------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_FORMATS_FILES_MODE_H
#define MAQUETTE_FORMATS_FILES_MODE_H

#include <cstdint>
#include <string_view>

namespace maquette::files {

/// What of a program's changes reaches the host's files. Folder: those in its working folder and below. Real: all.
/// Sparse: none; what it writes is in memory. None: none, and of what it writes only the size is kept.
enum class FilesMode : std::uint8_t { Folder, Real, Sparse, None };

inline constexpr std::string_view kFilesModes[] = {"folder", "real", "sparse", "none"};

} // namespace maquette::files

#endif
