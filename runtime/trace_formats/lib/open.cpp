//===- runtime/trace_formats/lib/open.cpp - opens a trace of any format ------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/trace_formats/open.h"

#include "goal/text.h"
#include "otf2/trace.h"
#include "recording/trace.h"
#include "ti/trace.h"

#include <algorithm>
#include <filesystem>

namespace maquette::traces {
namespace {

constexpr std::string_view kFormats[] = {"dumpi", "goal", "maquette", "otf2", "recording", "ti"};

/// The file with that ending in a folder, if there is just one; else \p path itself.
std::string fileIn(const std::string &path, std::string_view ending) {
  std::vector<std::string> found;
  std::error_code error;
  for (const auto &entry : std::filesystem::directory_iterator(path, error))
    if (entry.is_regular_file(error) && entry.path().filename().string().ends_with(ending))
      found.push_back(entry.path().string());
  return found.size() == 1 ? found.front() : path;
}

} // namespace

std::span<const std::string_view> readableFormats() { return kFormats; }

sim::Result<std::unique_ptr<Trace>> openAny(const std::string &path, const std::string &format) {
  std::error_code error;
  if (format == "otf2" || format == "auto")
    if (const std::string anchor = fileIn(path, ".otf2");
        format == "otf2" || (anchor.ends_with(".otf2") && std::filesystem::is_regular_file(anchor, error)))
      return otf2::openOtf2(anchor);
  if (format == "recording" || (format == "auto" && recording::isRecording(path)))
    return recording::openRecording(path);
  if (format == "ti" || (format == "auto" && std::filesystem::is_regular_file(path, error) && ti::isTi(path)))
    return ti::openTi(path);
  if ((format == "goal" || format == "auto") && std::filesystem::is_regular_file(path, error) && goal::isText(path))
    return goal::openText(path);
  return openTrace(path, format);
}

bool needsConversion(const Trace &trace) {
  const std::span<const std::string_view> direct = traceFormats();
  return std::find(direct.begin(), direct.end(), trace.summary().format) == direct.end();
}

} // namespace maquette::traces
