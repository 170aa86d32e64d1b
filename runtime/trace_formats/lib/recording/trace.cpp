//===- runtime/trace_formats/lib/recording/trace.cpp - reads what native processes wrote ---------===//
// SPDX-License-Identifier: Apache-2.0
#include "trace.h"

#include "arguments.h"
#include "container.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <filesystem>
#include <fstream>
#include <limits>

namespace maquette::traces::recording {
namespace {

constexpr std::string_view kEnding = ".calls";
constexpr double kPicosecondsPerNanosecond = 1000;

/// Of one node: the ticks of its processes in time.
struct Clock {
  std::uint64_t first_tick = 0, first_ns = 0, last_tick = 0, last_ns = 0;

  void take(std::uint64_t tick, std::uint64_t ns) {
    if (first_ns == 0 || tick < first_tick)
      first_tick = tick, first_ns = ns;
    if (tick >= last_tick)
      last_tick = tick, last_ns = ns;
  }
  /// Of two moments that lie so close together that they say nothing of it, a tick is a nanosecond.
  double psPerTick() const {
    return last_tick > first_tick && last_ns > first_ns
               ? kPicosecondsPerNanosecond * static_cast<double>(last_ns - first_ns) /
                     static_cast<double>(last_tick - first_tick)
               : kPicosecondsPerNanosecond;
  }
  /// Of what cannot be, the longest time there is.
  std::int64_t psOf(std::uint64_t tick, std::uint64_t origin_ns) const {
    constexpr double kLongest = 4e18;
    const double since = static_cast<double>(static_cast<std::int64_t>(tick - first_tick)) * psPerTick();
    const double begin = static_cast<double>(first_ns - origin_ns) * kPicosecondsPerNanosecond;
    return static_cast<std::int64_t>(std::clamp(since, -kLongest, kLongest)) +
           static_cast<std::int64_t>(std::min(begin, kLongest));
  }
};

/// The chunks of one thread.
struct Thread {
  const Container *container;
  const std::vector<ChunkPlace> *chunks;
};

/// One process.
struct Process {
  std::vector<Thread> threads;
  Clock clock;
  std::int64_t rank = -1, ranks = 0;
};

sim::Diagnostic damaged(const Container &container, const ChunkPlace &chunk, std::size_t word, std::string what) {
  return {container.path(),
          fmt::format("at byte {}: {}", chunk.offset + sizeof(MaquetteChunk) + sizeof(std::uint64_t) * word, what),
          "maquette-trace-record", "", "record again with `maquette record`"};
}

/// The records of one thread, in order.
class Records {
public:
  explicit Records(const Thread &thread) : thread_(thread) {}

  /// The next one; false behind the last.
  sim::Result<bool> next() {
    while (true) {
      if (chunk_ > 0) {
        begin_ = at_;
        const sim::Result<bool> found = nextRecord(words_, at_, record_);
        if (!found)
          return damaged(*thread_.container, place(), begin_, found.error().diagnostics.front().what);
        if (*found)
          return true;
      }
      if (chunk_ == thread_.chunks->size())
        return false;
      sim::Result<std::vector<std::uint64_t>> words = thread_.container->read((*thread_.chunks)[chunk_++]);
      if (!words)
        return words.error();
      words_ = std::move(*words);
      at_ = 0;
    }
  }
  const RecordView &record() const { return record_; }
  const ChunkPlace &place() const { return (*thread_.chunks)[chunk_ - 1]; }
  std::uint64_t offset() const { return place().offset + sizeof(MaquetteChunk) + sizeof(std::uint64_t) * begin_; }
  const Container &container() const { return *thread_.container; }
  sim::Diagnostic wrong(const std::string &what) const { return damaged(container(), place(), begin_, what); }

private:
  Thread thread_;
  std::size_t chunk_ = 0; ///< That comes next.
  std::vector<std::uint64_t> words_;
  std::size_t at_ = 0, begin_ = 0;
  RecordView record_;
};

/// Takes what a record says of its process itself. Errors: a rank's record that says none.
sim::Status takeOfProcess(const Records &records, Process &process) {
  const RecordView &record = records.record();
  if (record.head.call == MAQUETTE_RECORD_CLOCK)
    process.clock.take(record.head.enter, record.head.leave);
  if (record.head.call != MAQUETTE_RECORD_RANK)
    return sim::Nothing{};
  const std::uint64_t *at = record.begin;
  Piece rank, ranks;
  if (!nextPiece(at, record.end, rank) || !nextPiece(at, record.end, ranks))
    return records.wrong("does not say which rank it is");
  process.rank = rank.number;
  process.ranks = ranks.number;
  return sim::Nothing{};
}

/// Reads records until one says which rank the process is, or to the end.
sim::Status surveyRecords(Records records, Process &process, bool until_rank) {
  for (;;) {
    const sim::Result<bool> more = records.next();
    if (!more)
      return more.error();
    if (!*more || (until_rank && process.rank >= 0))
      return sim::Nothing{};
    if (const sim::Status taken = takeOfProcess(records, process); !taken)
      return taken;
  }
}

/// Which rank it is stands in its first records; the times of its clock in the chunks' heads and the last records.
sim::Status survey(Process &process) {
  for (const Thread &thread : process.threads) {
    for (const ChunkPlace &chunk : *thread.chunks)
      process.clock.take(chunk.head.tick, chunk.head.nanoseconds);
    const std::vector<ChunkPlace> last{thread.chunks->back()};
    if (process.rank < 0)
      if (const sim::Status read = surveyRecords(Records(thread), process, true); !read)
        return read;
    if (const sim::Status read = surveyRecords(Records({thread.container, &last}), process, false); !read)
      return read;
  }
  return sim::Nothing{};
}

class Reader final : public EventReader {
public:
  Reader(const Process &process, std::uint64_t origin_ns) : process_(process), origin_ns_(origin_ns) {
    for (const Thread &thread : process.threads)
      threads_.push_back({Records(thread), true});
  }

  sim::Result<bool> next(Event &event) override {
    while (waiting_.empty()) {
      const sim::Result<bool> more = takeRecord();
      if (!more || !*more)
        return more;
    }
    event = std::move(waiting_.front());
    waiting_.pop_front();
    event.record = ++count_;
    return true;
  }
  std::optional<std::int64_t> datatypeSize(std::int64_t) const override { return std::nullopt; }

private:
  struct Stream {
    Records records;
    bool is_due; ///< Its next record is not yet read.
    bool is_done = false;
  };

  /// The thread whose next call began first; null behind the last.
  sim::Result<Stream *> earliest() {
    Stream *first = nullptr;
    for (Stream &stream : threads_) {
      if (stream.is_due && !stream.is_done) {
        const sim::Result<bool> more = stream.records.next();
        if (!more)
          return more.error();
        stream.is_due = false;
        stream.is_done = !*more;
      }
      if (!stream.is_done &&
          (first == nullptr || stream.records.record().head.enter < first->records.record().head.enter))
        first = &stream;
    }
    return first;
  }

  sim::Result<bool> takeRecord() {
    const sim::Result<Stream *> stream = earliest();
    if (!stream)
      return stream.error();
    if (*stream == nullptr)
      return false;
    (*stream)->is_due = true;
    const Records &records = (*stream)->records;
    const RecordView &record = records.record();
    if (record.head.call == MAQUETTE_RECORD_PROCESS)
      arguments_.learn(record);
    if (record.head.call >= MAQUETTE_RECORD_CLOCK)
      return true;
    if (record.head.call >= allCalls().size())
      return records.wrong(fmt::format("there is no call {}", record.head.call));
    Event event;
    event.call = record.head.call;
    event.enter_ps = std::max(latest_ps_, process_.clock.psOf(record.head.enter, origin_ns_));
    event.leave_ps = std::max(event.enter_ps, process_.clock.psOf(record.head.leave, origin_ns_));
    event.offset = records.offset();
    std::vector<Event> made;
    if (const auto wrong = arguments_.fill(record, event, made))
      return records.wrong(fmt::format("{}: {}", allCalls()[event.call].name, *wrong));
    for (Event &earlier : made) {
      earlier.enter_ps = earlier.leave_ps = event.enter_ps;
      waiting_.push_back(std::move(earlier));
    }
    latest_ps_ = event.leave_ps;
    waiting_.push_back(std::move(event));
    return true;
  }

  const Process &process_;
  std::uint64_t origin_ns_;
  std::vector<Stream> threads_;
  Arguments arguments_;
  std::deque<Event> waiting_;
  std::int64_t latest_ps_ = 0;
  std::uint64_t count_ = 0;
};

class Recording final : public Trace {
public:
  static sim::Result<std::unique_ptr<Trace>> open(const std::string &path, const std::vector<std::string> &files) {
    auto recording = std::make_unique<Recording>();
    for (const std::string &file : files) {
      sim::Result<Container> container = Container::open(file);
      if (!container)
        return container.error();
      recording->containers_.push_back(std::move(*container));
    }
    if (const sim::Status taken = recording->findRanks(path); !taken)
      return taken.error();
    return std::unique_ptr<Trace>(std::move(recording));
  }
  const TraceSummary &summary() const override { return summary_; }
  sim::Result<std::unique_ptr<EventReader>> open(std::int64_t rank) const override {
    return std::unique_ptr<EventReader>(std::make_unique<Reader>(ranks_.at(rank), origin_ns_));
  }
  sim::Result<std::map<std::string, std::int64_t>> counts(std::int64_t) const override {
    return std::map<std::string, std::int64_t>{};
  }

private:
  static sim::Diagnostic wrong(const std::string &path, std::string what, std::string fix) {
    return {path, std::move(what), "maquette-trace-format", "", std::move(fix)};
  }

  sim::Status findRanks(const std::string &path) {
    for (const Container &container : containers_) {
      std::map<std::uint32_t, Process> processes;
      for (const auto &[of, chunks] : container.chunks())
        processes[of.first].threads.push_back({&container, &chunks});
      Clock clock; // All of them count the same ticks. Ranks are compared to less than a message takes.
      for (auto &[number, process] : processes) {
        if (const sim::Status known = survey(process); !known)
          return known.error();
        clock.take(process.clock.first_tick, process.clock.first_ns);
        clock.take(process.clock.last_tick, process.clock.last_ns);
      }
      for (auto &[number, process] : processes) {
        process.clock = clock;
        if (process.rank < 0)
          continue; // It ended before MPI was there.
        if (const sim::Status taken = take(path, std::move(process)); !taken)
          return taken.error();
      }
    }
    if (ranks_.empty())
      return wrong(path, "no process in it came to MPI_Init or shmem_init", "record a program that calls it");
    const std::int64_t ranks = ranks_.begin()->second.ranks;
    std::int64_t there = 0;
    while (ranks_.count(there) != 0)
      ++there;
    if (there < ranks)
      return wrong(path, fmt::format("rank {} of {} is missing", there, ranks),
                   "copy the files of all nodes into the folder");
    summary_.format = "recording";
    summary_.version = std::to_string(MAQUETTE_CONTAINER_VERSION);
    summary_.ranks = ranks;
    summary_.host = containers_.front().host();
    summary_.start_seconds = static_cast<std::int64_t>(origin_ns_ / 1'000'000'000);
    return sim::Nothing{};
  }

  sim::Status take(const std::string &path, Process process) {
    const std::int64_t ranks = ranks_.empty() ? process.ranks : ranks_.begin()->second.ranks;
    if (process.ranks != ranks || process.rank >= ranks)
      return wrong(path, fmt::format("a rank of {} is in it, and one of {}", ranks, process.ranks),
                   "keep the files of one run in a folder; programs that start others cannot be recorded");
    if (ranks_.count(process.rank) != 0)
      return wrong(path, fmt::format("two processes say that they are rank {}", process.rank),
                   "keep the files of one run in a folder");
    origin_ns_ = std::min(origin_ns_, process.clock.first_ns);
    ranks_.emplace(process.rank, std::move(process));
    return sim::Nothing{};
  }

  std::deque<Container> containers_; ///< Threads point into them.
  std::map<std::int64_t, Process> ranks_;
  std::uint64_t origin_ns_ = std::numeric_limits<std::uint64_t>::max();
  TraceSummary summary_;
};

std::vector<std::string> filesIn(const std::string &path) {
  std::vector<std::string> files;
  std::error_code error;
  for (const auto &entry : std::filesystem::directory_iterator(path, error))
    if (entry.path().string().ends_with(kEnding))
      files.push_back(entry.path().string());
  std::sort(files.begin(), files.end());
  return files;
}

} // namespace

bool isRecording(const std::string &path) {
  const std::vector<std::string> files = filesIn(path);
  return !files.empty() && Container::open(files.front());
}

sim::Result<std::unique_ptr<Trace>> openRecording(const std::string &path) {
  const std::vector<std::string> files = filesIn(path);
  if (files.empty())
    return sim::Diagnostic{path, "is no folder with a file NODE.calls of each node", "maquette-trace-format", "",
                           "name the folder that `maquette record` left"};
  return Recording::open(path, files);
}

} // namespace maquette::traces::recording
