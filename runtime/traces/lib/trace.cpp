//===- runtime/traces/lib/trace.cpp - traces, whatever their format ------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/traces/trace.h"

#include "dumpi/trace.h"
#include "goal/binary.h"
#include "maquette/traces/dumpi/layout.h"
#include "own/trace.h"

#include <filesystem>
#include <vector>

namespace maquette::traces {
namespace {

constexpr std::string_view kFormats[] = {"dumpi", "goal", "maquette"};

/// The .meta file in \p folder, if there is one.
sim::Result<std::string> metaIn(const std::string &folder) {
  std::vector<std::string> found;
  std::error_code error;
  for (const auto &entry : std::filesystem::directory_iterator(folder, error))
    if (const std::string name = entry.path().filename().string(); name.ends_with(".meta") && !name.starts_with("."))
      found.push_back(entry.path().string());
  if (found.size() == 1)
    return found.front();
  return sim::Diagnostic{folder,
                         found.empty() ? "the folder holds no .meta file"
                                       : "the folder holds " + std::to_string(found.size()) + " .meta files",
                         "maquette-trace-format", "", "name the .meta file of the trace"};
}

} // namespace

bool prepareTables() { return !allCalls().empty() && !dumpi::layouts().empty(); }

std::span<const std::string_view> traceFormats() { return kFormats; }

sim::Result<std::unique_ptr<Trace>> openTrace(const std::string &path, const std::string &format) {
  std::error_code error;
  std::string file = path;
  if (std::filesystem::is_directory(path, error)) {
    const sim::Result<std::string> meta = metaIn(path);
    if (!meta)
      return meta.error();
    file = *meta;
  }
  if (format == "dumpi" || (format == "auto" && file.ends_with(".meta")))
    return dumpi::openDumpi(file);
  if (format == "maquette" || (format == "auto" && own::isOwn(file)))
    return own::openOwn(file);
  if (format == "goal" || (format == "auto" && goal::isBinary(file)))
    return goal::openBinary(file);
  if (!std::filesystem::exists(path, error))
    return sim::Diagnostic{path, "there is no such file", "maquette-trace-format", "",
                           "give a trace of Maquette, the .meta file of a DUMPI trace, or its folder"};
  return sim::Diagnostic{path, "the file is of no format that is known", "maquette-trace-format", "",
                         "give a trace of Maquette, the .meta file of a DUMPI trace, or its folder"};
}

} // namespace maquette::traces
