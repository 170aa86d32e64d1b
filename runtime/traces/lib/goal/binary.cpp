//===- runtime/traces/lib/goal/binary.cpp - GOAL schedules in LogGOPSim's binary form -------===//
// SPDX-License-Identifier: Apache-2.0
#include "binary.h"

#include "../windowed_file.h"
#include "maquette/traces/goal_form.h"
#include "maquette/traces/task_trace.h"

#include <fmt/format.h>

#include <array>
#include <limits>

namespace maquette::traces::goal {
namespace {

constexpr std::uint32_t kAny = std::numeric_limits<std::uint32_t>::max();

bool readLittle(WindowedFile &file, std::uint64_t &value, std::size_t bytes) {
  std::array<unsigned char, 8> read{};
  if (!file.read(read.data(), bytes))
    return false;
  value = 0;
  for (std::size_t i = bytes; i-- > 0;)
    value = value << 8 | read[i];
  return true;
}

class Schedule {
public:
  Schedule(WindowedFile &file, std::int64_t rank, std::int64_t ranks) : file_(file), rank_(rank), ranks_(ranks) {}

  sim::Result<TaskGraph> read() {
    file_.seek(kBase + kTable + kPlaceBytes * static_cast<std::uint64_t>(rank_));
    const std::uint64_t begin = kBase + number(8), end = kBase + number(8);
    if (cut_ || begin > end || end > file_.size())
      return wrong("its schedule lies outside of the file");
    file_.seek(begin);
    const std::uint64_t count = number(4), roots = number(4);
    const std::uint64_t operations = begin + 8 + 4 * roots;
    appendix_ = operations + kOperationBytes * count;
    end_ = end;
    if (cut_ || operations > end || appendix_ > end)
      return wrong(fmt::format("has no room for {} operations", count));
    file_.seek(operations);
    std::vector<Waiting> waiting(count);
    for (operation_ = 0; operation_ < count; ++operation_)
      if (const std::string what = readOperation(waiting[operation_]); !what.empty())
        return wrong(fmt::format("operation {}: {}", operation_, what));
    for (operation_ = 0; operation_ < count; ++operation_) {
      const Waiting &of = waiting[operation_];
      if (!connect(of.end_first, of.end_count, count, false) || !connect(of.begin_first, of.begin_count, count, true))
        return wrong(fmt::format("operation {}: those that wait for it are not in the schedule", operation_));
    }
    if (!tasks_.finish())
      return wrong("its operations wait for each other in a circle");
    return std::move(tasks_);
  }

private:
  struct Waiting {
    std::uint64_t end_count, end_first, begin_count, begin_first;
  };

  std::uint64_t number(std::size_t bytes) {
    std::uint64_t value = 0;
    cut_ |= !readLittle(file_, value, bytes);
    return value;
  }

  /// What is wrong with it; empty: nothing.
  std::string readOperation(Waiting &waiting) {
    enum : std::uint64_t { kSend = 1, kReceive = 2, kCompute = 3 };
    number(4); // What it waits for follows from what waits for others.
    const std::uint64_t type = number(1), peer = number(4), size = number(8), tag = number(4), core = number(1);
    number(1); // The machine says which network interfaces there are.
    waiting.end_count = number(4), waiting.end_first = number(4);
    waiting.begin_count = number(4), waiting.begin_first = number(4);
    Task task;
    task.core = static_cast<std::uint8_t>(core);
    if (cut_)
      return "is cut off";
    if (type == kCompute) {
      if (size > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max() / kPicosecondsPerNanosecond))
        return fmt::format("computes for {} ns, more than can be counted", size);
      task.computing = static_cast<std::int64_t>(size) * kPicosecondsPerNanosecond;
      tasks_.add(task);
      return {};
    }
    if (type != kSend && type != kReceive)
      return fmt::format("{} is no type of operation", type);
    const bool receives = type == kReceive;
    task.kind = receives ? TaskKind::Receive : TaskKind::Send;
    if (!(receives && peer == kAny) && peer >= static_cast<std::uint64_t>(ranks_))
      return fmt::format("there is no rank {}", peer);
    if (!(receives && tag == kAny) && tag > static_cast<std::uint64_t>(std::numeric_limits<std::int32_t>::max()))
      return fmt::format("{} is no tag of MPI", tag);
    if (size > static_cast<std::uint64_t>(std::numeric_limits<std::int64_t>::max()))
      return fmt::format("a message of {} bytes", size);
    task.peer = peer == kAny ? kAnySource : static_cast<std::int32_t>(peer);
    task.tag = tag == kAny ? kAnyTag : static_cast<std::int32_t>(tag);
    task.bytes = static_cast<std::int64_t>(size);
    tasks_.add(task);
    return {};
  }

  /// The operations of that part of the numbers at the end wait for the one at hand.
  bool connect(std::uint64_t first, std::uint64_t count, std::uint64_t operations, bool for_begin) {
    if (count == 0)
      return true;
    if (appendix_ + 4 * (first + count) > end_)
      return false;
    file_.seek(appendix_ + 4 * first);
    for (std::uint64_t i = 0; i < count; ++i) {
      const std::uint64_t waits = number(4);
      if (cut_ || waits >= operations)
        return false;
      tasks_.wait(static_cast<std::uint32_t>(waits), static_cast<std::uint32_t>(operation_), for_begin);
    }
    return true;
  }

  sim::Diagnostic wrong(const std::string &what) const {
    return {fmt::format("{}: rank {}, byte {}", file_.path(), rank_, file_.position()), what, "maquette-trace-record",
            "", "write the schedule again"};
  }

  WindowedFile &file_;
  std::int64_t rank_, ranks_;
  TaskGraph tasks_;
  std::uint64_t operation_ = 0, appendix_ = 0, end_ = 0;
  bool cut_ = false;
};

class BinaryTrace final : public TaskTrace {
public:
  BinaryTrace(std::string path, std::int64_t ranks)
      : path_(std::move(path)), summary_{.format = "goal", .version = "1", .ranks = ranks, .from_start = true} {}
  const TraceSummary &summary() const override { return summary_; }
  sim::Result<TaskGraph> tasks(std::int64_t rank) const override {
    sim::Result<WindowedFile> file = WindowedFile::open(path_);
    if (!file)
      return file.error();
    return Schedule(*file, rank, summary_.ranks).read();
  }

private:
  std::string path_;
  TraceSummary summary_;
};

} // namespace

bool isBinary(const std::string &path) {
  sim::Result<WindowedFile> file = WindowedFile::open(path);
  std::uint64_t magic = 0;
  return file && readLittle(*file, magic, 8) && magic == kMagic;
}

sim::Result<std::unique_ptr<Trace>> openBinary(const std::string &path) {
  sim::Result<WindowedFile> file = WindowedFile::open(path);
  if (!file)
    return file.error();
  std::uint64_t magic = 0, ranks = 0;
  if (!readLittle(*file, magic, 8) || magic != kMagic)
    return sim::Diagnostic{path, "is no GOAL schedule in binary form", "maquette-trace-format", "",
                           "give what LogGOPSim's txt2bin wrote, or the text that it read"};
  if (!readLittle(*file, ranks, 4) || ranks < 1 || ranks > static_cast<std::uint64_t>(kMostRanks) ||
      kBase + kTable + kPlaceBytes * ranks > file->size())
    return sim::Diagnostic{path, fmt::format("says that it is of {} ranks, and has no room for them", ranks),
                           "maquette-trace-format", "", "write the schedule again"};
  return std::unique_ptr<Trace>(std::make_unique<BinaryTrace>(path, static_cast<std::int64_t>(ranks)));
}

} // namespace maquette::traces::goal
