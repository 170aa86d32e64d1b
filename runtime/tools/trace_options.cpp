//===- runtime/tools/trace_options.cpp - which trace a command reads or writes ------===//
// SPDX-License-Identifier: Apache-2.0
#include "trace_options.h"

#include "maquette/analysis/report.h"
#include "maquette/console/console.h"
#include "maquette/formats/files.h"
#include "maquette/trace_formats/convert.h"
#include "maquette/trace_formats/open.h"

#include <fmt/format.h>

#include <filesystem>

namespace maquette::tool {

void TraceInput::addOptions(CLI::App &app) {
  app.add_option("TRACE", path,
                 "The trace: its file; of DUMPI the .meta file, of OTF2 the .otf2 file, or the folder that holds "
                 "it.")
      ->required();
  std::vector<std::string> formats{"auto"};
  for (const std::string_view name : traces::readableFormats())
    formats.emplace_back(name);
  app.add_option("--format", format, "Format of the trace; auto takes what its name or its first bytes say.")
      ->check(CLI::IsMember(formats))
      ->capture_default_str();
}

CLI::Option *TraceOutput::addPath(CLI::App &app, const std::string &option, const std::string &help) {
  return app.add_option(option, path, help)->transform([](std::string text) {
    while (text.size() > 1 && text.ends_with('/'))
      text.pop_back();
    return text;
  });
}

void TraceOutput::addFormat(CLI::App &app, const std::string &option) {
  const std::span<const std::string_view> formats = traces::writableFormats();
  app.add_option(option, format,
                 "Format of the trace that is written. Default: perfetto for names that end in .pftrace or "
                 ".perfetto-trace, otf2 for .otf2, dumpi for .dumpi, paraver for .paraver, goal for .goal; else "
                 "maquette.")
      ->check(CLI::IsMember(std::vector<std::string>(formats.begin(), formats.end())));
}

std::string TraceOutput::formatToWrite() const {
  if (!format.empty())
    return format;
  const std::string ending = std::filesystem::path(path).extension().string();
  return ending == ".pftrace" || ending == ".perfetto-trace" ? "perfetto"
         : ending == ".otf2"                                 ? "otf2"
         : ending == ".dumpi"                                ? "dumpi"
         : ending == ".paraver"                              ? "paraver"
         : ending == ".goal"                                 ? "goal"
                                                             : "maquette";
}

sim::Status TraceOutput::check() const {
  if (const sim::Status free = traces::checkReplaceable(path, overwrites); !free)
    return free.error();
  std::error_code error;
  return runtime::checkWritable(std::filesystem::is_directory(path, error) ? path + ".part" : path);
}

sim::Status TraceOutput::write(const traces::Trace &trace) const {
  const sim::Result<traces::Written> written = traces::writeTrace(trace, path, formatToWrite(), true);
  if (!written)
    return written.error();
  const auto events = static_cast<double>(written->events), bytes = static_cast<double>(written->bytes);
  printOut(fmt::format("{}: {} calls, {}, {:.2f} bytes a call\n", path, runtime::countText(events),
                       runtime::bytesText(bytes), events > 0 ? bytes / events : 0.0));
  if (written->lost > 0)
    fmt::print(stderr,
               "warning: {} messages are not in it: the trace does not say between which ranks they are\n"
               "  fix: record again, with all ranks and the calls that make communicators\n",
               runtime::countText(static_cast<double>(written->lost)));
  return sim::Nothing{};
}

} // namespace maquette::tool
