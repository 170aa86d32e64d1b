//===- runtime/trace_formats/lib/part_folder.h - a folder that is there whole or not at all ---===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_TRACE_FORMATS_LIB_PART_FOLDER_H
#define MAQUETTE_TRACE_FORMATS_LIB_PART_FOLDER_H

#include "maquette/sim/result.h"

#include <cstdint>
#include <string>

namespace maquette::traces {

/// Is written beside \p path and gets its name when it is complete; else nothing is left. \pre no slash ends \p path.
class PartFolder {
public:
  explicit PartFolder(std::string path);
  ~PartFolder();
  PartFolder(const PartFolder &) = delete;
  PartFolder &operator=(const PartFolder &) = delete;

  /// Errors: maquette-output-exists, maquette-output-unwritable.
  sim::Status create();
  /// Its name when it is complete.
  const std::string &name() const { return path_; }
  /// Where to write.
  const std::string &path() const { return part_; }
  /// Replaces what is there. Gives the bytes of all files. Errors: maquette-output-unwritable.
  sim::Result<std::uint64_t> commit();
  sim::Diagnostic unwritable(const std::string &why) const;

private:
  std::string path_, part_;
  bool is_ours_ = false;
};

} // namespace maquette::traces

#endif
