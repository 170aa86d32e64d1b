//===- runtime/trace_formats/lib/convert.cpp - writes a trace in another format -----------------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/trace_formats/convert.h"

#include "dumpi/writer.h"
#include "each_event.h"
#include "goal/writer.h"
#include "maquette/traces/task_trace.h"
#include "maquette/traces/trace_writer.h"
#include "otf2/writer.h"
#include "paraver/writer.h"
#include "part_file.h"
#include "perfetto/writer.h"

#include <algorithm>
#include <filesystem>

namespace maquette::traces {
namespace {

/// Written where nobody waits for it: in larger blocks, of nanoseconds.
constexpr std::size_t kBlockEvents = 4096;
constexpr std::int64_t kTickPs = 1000;

sim::Result<Written> writeOwn(const Trace &trace, const std::string &path) {
  PartFile file(path);
  Written written;
  if (file.good()) {
    TraceWriter writer(file.descriptor(), {.ranks = trace.summary().ranks,
                                           .tick_ps = kTickPs,
                                           .block_events = kBlockEvents,
                                           .compute_factor = trace.summary().compute_factor,
                                           .from_start = trace.summary().from_start});
    for (std::int64_t rank = 0; rank < trace.summary().ranks; ++rank) {
      const sim::Status read = eachEvent(trace, rank, [&](const Event &event) { writer.add(rank, event); });
      if (!read)
        return read.error();
      writer.finish(rank);
    }
    if (!writer.close())
      file.fail();
    written = {.events = writer.events(), .bytes = writer.bytes()};
  }
  if (const sim::Status committed = file.commit(); !committed)
    return committed.error();
  return written;
}

/// Of the formats of others, which say who communicates with whom.
struct Format {
  std::string_view name;
  sim::Result<Written> (*write)(const Trace &trace, const Communicators &communicators, const std::string &path);
};

constexpr Format kFormats[] = {{"dumpi", dumpi::writeDumpi},
                               {"otf2", otf2::writeOtf2},
                               {"paraver", paraver::writeParaver},
                               {"perfetto", perfetto::writePerfetto}};
/// One of these is in each trace that is a folder.
constexpr std::string_view kFolderFiles[] = {"dumpi.meta", "trace.prv", "traces.otf2"};
constexpr std::string_view kNames[] = {"dumpi", "goal", "maquette", "otf2", "paraver", "perfetto"};

/// Where ranks do tasks that wait for each other, there is no order of calls; and other traces have no tasks.
sim::Diagnostic notWritable(const Trace &trace, const std::string &path, std::string_view format) {
  const bool is_of_tasks = dynamic_cast<const TaskTrace *>(&trace) != nullptr;
  return {path,
          "cannot be written as " + std::string(format) + " from " + trace.summary().format + ": " +
              (is_of_tasks ? "the trace says what waits for what, not in which order calls were made"
                           : "the trace says in which order calls were made, not what waits for what"),
          "maquette-trace-format", "",
          is_of_tasks ? "write it as goal, or replay it with --trace, which writes all other formats"
                      : "write it in another format"};
}

} // namespace

std::span<const std::string_view> writableFormats() { return kNames; }

/// A folder goes only if it is empty or a trace that was written here.
sim::Status checkReplaceable(const std::string &path, bool overwrites) {
  std::error_code error;
  const auto status = std::filesystem::status(path, error);
  const bool is_folder = std::filesystem::is_directory(status);
  if (!is_folder && !std::filesystem::is_regular_file(status))
    return sim::Nothing{};
  if (!overwrites)
    return sim::Diagnostic{path, "is there already", "maquette-output-exists", "",
                           "give another name, or say --overwrite (of a run, --overwrite-trace)"};
  const std::filesystem::path folder = path;
  const bool is_trace = std::any_of(std::begin(kFolderFiles), std::end(kFolderFiles), [&](std::string_view name) {
    return std::filesystem::exists(folder / name, error);
  });
  if (is_folder && !is_trace && !std::filesystem::is_empty(folder, error))
    return sim::Diagnostic{path, "is a folder that holds other things than a trace: it is not replaced",
                           "maquette-output-exists", "", "give another name"};
  return sim::Nothing{};
}

sim::Result<Written> writeTrace(const Trace &trace, const std::string &path, std::string_view format, bool overwrites) {
  if (const sim::Status free = checkReplaceable(path, overwrites); !free)
    return free.error();
  const auto *const of_tasks = dynamic_cast<const TaskTrace *>(&trace);
  if ((of_tasks != nullptr) != (format == "goal"))
    return notWritable(trace, path, format);
  if (of_tasks != nullptr)
    return goal::writeBinary(*of_tasks, path);
  if (format == "maquette")
    return writeOwn(trace, path);
  const sim::Result<Communicators> communicators = Communicators::of(trace);
  if (!communicators)
    return communicators.error();
  const auto *const found = std::find_if(std::begin(kFormats), std::end(kFormats),
                                         [format](const Format &each) { return each.name == format; });
  return found->write(trace, *communicators, path);
}

} // namespace maquette::traces
