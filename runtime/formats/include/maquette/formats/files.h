//===- maquette/formats/files.h - whole files in, whole files out ------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Everything Maquette writes appears under its name complete or not at all: it is written beside it and renamed.
/// Errors  maquette-file-unreadable, maquette-output-unwritable; each says what the operating system said.
#ifndef MAQUETTE_FORMATS_FILES_H
#define MAQUETTE_FORMATS_FILES_H

#include "maquette/sim/result.h"

#include <cstddef>
#include <string>

namespace maquette::runtime {

sim::Result<std::string> readFile(const std::string &path);

/// Writes \p text beside \p path and renames it. A device or pipe (/dev/stdout) is written directly.
sim::Status writeFileAtomically(const std::string &path, const std::string &text);

/// Tries what writeFileAtomically() will do, with 64 KiB, and leaves nothing behind: to be asked before hours of work.
sim::Status checkWritable(const std::string &path);

/// Writes all of it to the descriptor \p file, however often that takes. Returns 0 or errno.
int writeAll(int file, const char *data, std::size_t size);

} // namespace maquette::runtime

#endif
