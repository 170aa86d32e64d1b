//===- runtime/trace_formats/lib/paraver/writer.cpp - writes traces for Paraver -------------===//
// SPDX-License-Identifier: Apache-2.0
#include "writer.h"

#include "../channel.h"
#include "../each_event.h"
#include "../part_file.h"
#include "../part_folder.h"
#include "maquette/traces/request_numbers.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <ctime>
#include <functional>
#include <map>
#include <memory>
#include <queue>
#include <set>
#include <tuple>

namespace maquette::traces::paraver {
namespace {

using Kind = Activity::Kind;

constexpr std::int64_t kPicosecondsPerNanosecond = 1000;
/// The first line names each rank.
constexpr std::int64_t kMostRanks = 1 << 16;

/// States, as Paraver counts them.
struct State {
  int number;
  std::string_view name;
};
constexpr State kRunning{1, "Running"}, kWaitingForMessage{3, "Waiting a message"}, kBlockingSend{4, "Blocking Send"},
    kTest{6, "Test/Probe"}, kWait{8, "Wait/WaitAll"}, kImmediateSend{10, "Immediate Send"},
    kImmediateReceive{11, "Immediate Receive"}, kIo{12, "I/O"}, kGroup{13, "Group Communication"},
    kOthers{15, "Others"};
constexpr State kStates[] = {{0, "Idle"}, kRunning,       kWaitingForMessage, kBlockingSend, kTest,
                             kWait,       kImmediateSend, kImmediateReceive,  kIo,           kGroup,
                             kOthers};

/// Types of events, as Extrae numbers them.
constexpr int kPointToPoint = 50000001, kCollective = 50000002, kOther = 50000003;
constexpr int kSentBytes = 50100001, kReceivedBytes = 50100002, kRoot = 50100003, kCommunicator = 50100004;

int typeOf(const CallInfo &call) {
  if (call.class_of == "Message" || call.class_of == "Completion" || call.class_of == "Polling")
    return kPointToPoint;
  return call.class_of.ends_with("Collective") ? kCollective : kOther;
}

State stateOf(const CallInfo &call) {
  const std::string_view name = call.name;
  if (name.starts_with("MPI_File_"))
    return kIo;
  if (call.class_of.ends_with("Collective"))
    return kGroup;
  if (call.class_of == "Completion")
    return kWait;
  if (call.class_of == "Polling")
    return kTest;
  if (call.class_of != "Message")
    return kOthers;
  if (name == "MPI_Recv" || name == "MPI_Mrecv" || name == "MPI_Probe" || name == "MPI_Mprobe")
    return kWaitingForMessage;
  if (name == "MPI_Irecv" || name == "MPI_Imrecv" || name == "MPI_Recv_init")
    return kImmediateReceive;
  return name.starts_with("MPI_I") || name.ends_with("_init") ? kImmediateSend : kBlockingSend;
}

std::int64_t ns(std::int64_t ps) { return ps / kPicosecondsPerNanosecond; }

/// The calls of one rank, one at a time.
class RankStream {
public:
  static sim::Result<std::unique_ptr<RankStream>> open(const Trace &trace, const Communicators &communicators,
                                                       std::int64_t rank) {
    auto reader = trace.open(rank);
    if (!reader)
      return reader.error();
    return std::unique_ptr<RankStream>(new RankStream(std::move(*reader), communicators, rank));
  }

  /// False behind the last.
  sim::Result<bool> next() {
    const sim::Result<bool> more = reader_->next(event_);
    if (!more || !*more)
      return more;
    requests_.renumber(event_);
    has_event_ = true;
    return true;
  }
  /// False before the first.
  bool hasEvent() const { return has_event_; }
  const Event &event() const { return event_; }
  /// Of the event; once for each.
  const std::vector<Activity> &activities() { return activities_.of(event_); }

private:
  RankStream(std::unique_ptr<EventReader> reader, const Communicators &communicators, std::int64_t rank)
      : reader_(std::move(reader)), activities_(communicators, rank, *reader_) {}

  std::unique_ptr<EventReader> reader_;
  Activities activities_;
  RequestNumbers requests_;
  Event event_;
  bool has_event_ = false;
};

struct Received {
  std::int64_t begin_ps = -1, end_ps = -1;
};

class Writer {
public:
  Writer(const Trace &trace, const Communicators &communicators, std::string path)
      : trace_(trace), communicators_(communicators), folder_(std::move(path)) {}

  sim::Result<Written> write() {
    if (ranks() > kMostRanks)
      return sim::Diagnostic{folder_.name(), fmt::format("would name each of {} ranks in its first line", ranks()),
                             "maquette-trace-too-large", "",
                             fmt::format("write perfetto or maquette, or a run of at most {} ranks", kMostRanks)};
    if (const sim::Status created = folder_.create(); !created)
      return created.error();
    for (std::int64_t rank = 0; rank < ranks(); ++rank)
      if (const sim::Status found = findReceives(rank); !found)
        return found.error();
    for (const auto &write : {&Writer::writeRecords, &Writer::writeNames, &Writer::writeRows})
      if (const sim::Status written = (this->*write)(); !written)
        return written.error();
    const sim::Result<std::uint64_t> bytes = folder_.commit();
    if (!bytes)
      return bytes.error();
    written_.bytes = *bytes;
    return written_;
  }

private:
  /// A rank's next record: its next call, or the time behind the last one.
  struct Due {
    std::int64_t time_ps;
    std::int64_t rank;
    bool begins_call;
    bool operator>(const Due &other) const {
      return std::tie(time_ps, rank, begins_call) > std::tie(other.time_ps, other.rank, other.begins_call);
    }
  };

  std::int64_t ranks() const { return trace_.summary().ranks; }

  sim::Status findReceives(std::int64_t rank) {
    std::map<std::int64_t, std::int64_t> begins; // By request.
    const auto read =
        eachActivity(trace_, communicators_, rank, [&](const Event &event, const std::vector<Activity> &activities) {
          end_ps_ = std::max(end_ps_, event.leave_ps);
          ++written_.events;
          used_.insert(event.call);
          for (const Activity &activity : activities) {
            if (activity.kind == Kind::StartReceive)
              begins[activity.request] = event.enter_ps;
            if (!isBetweenRanks(activity) || !receives(activity))
              continue;
            std::vector<Received> &received = receives_[channelOf(communicators_, rank, activity)];
            const auto number = static_cast<std::size_t>(activity.number);
            received.resize(std::max(received.size(), number + 1));
            const auto begin = begins.find(activity.request);
            received[number] = {begin == begins.end() ? event.enter_ps : begin->second, event.leave_ps};
          }
        });
    if (!read)
      return read.error();
    written_.lost += *read;
    return sim::Nothing{};
  }

  std::string header() const {
    const auto seconds = static_cast<std::time_t>(trace_.summary().start_seconds);
    std::string text = fmt::format("#Paraver ({:%d/%m/%Y at %H:%M}):{}_ns:1({}):1:{}(", fmt::gmtime(seconds),
                                   ns(end_ps_), ranks(), ranks());
    for (std::int64_t rank = 0; rank < ranks(); ++rank)
      text += rank == 0 ? "1:1" : ",1:1";
    const auto &all = communicators_.all();
    const auto known = std::count_if(all.begin(), all.end(), [](const auto &comm) { return comm.is_known; });
    text += fmt::format("),{}\n", known);
    for (std::size_t i = 0; i < all.size(); ++i)
      if (all[i].is_known)
        text += communicatorLine(static_cast<CommNumber>(i));
    return text;
  }

  std::string communicatorLine(CommNumber comm) const {
    std::string text = fmt::format("c:1:{}:{}", comm + 1, communicators_.size(comm));
    for (std::int64_t rank = 0; rank < communicators_.size(comm); ++rank)
      text += fmt::format(":{}", communicators_.worldRank(comm, rank) + 1);
    return text + "\n";
  }

  sim::Status writeRecords() {
    PartFile file(folder_.path() + "/trace.prv");
    file.write(header());
    std::vector<std::unique_ptr<RankStream>> streams;
    std::priority_queue<Due, std::vector<Due>, std::greater<>> due;
    for (std::int64_t rank = 0; rank < ranks(); ++rank) {
      auto stream = RankStream::open(trace_, communicators_, rank);
      if (!stream)
        return stream.error();
      streams.push_back(std::move(*stream));
      due.push({0, rank, false});
    }
    while (!due.empty()) {
      const Due now = due.top();
      due.pop();
      RankStream &stream = *streams[static_cast<std::size_t>(now.rank)];
      if (now.begins_call) {
        file.write(callBegins(now.rank, stream));
        due.push({std::max(stream.event().leave_ps, now.time_ps), now.rank, false});
        continue;
      }
      const bool is_known = stream.hasEvent() || trace_.summary().from_start; // What came before the first call.
      if (stream.hasEvent())
        file.write(record(2, now.rank) +
                   fmt::format(":{}:{}:0\n", ns(now.time_ps), typeOf(allCalls()[stream.event().call])));
      const sim::Result<bool> more = stream.next();
      if (!more)
        return more.error();
      if (!*more)
        continue;
      const std::int64_t begin = std::max(stream.event().enter_ps, now.time_ps);
      if (is_known && ns(begin) > ns(now.time_ps))
        file.write(stateLine(now.rank, now.time_ps, begin, kRunning));
      due.push({begin, now.rank, true});
    }
    return file.commit();
  }

  /// The begin of a line: what it is and whose.
  static std::string record(int kind, std::int64_t rank) {
    return fmt::format("{}:{}:1:{}:1", kind, rank + 1, rank + 1);
  }

  static std::string stateLine(std::int64_t rank, std::int64_t begin_ps, std::int64_t end_ps, State state) {
    return record(1, rank) + fmt::format(":{}:{}:{}\n", ns(begin_ps), ns(end_ps), state.number);
  }

  std::string callBegins(std::int64_t rank, RankStream &stream) const {
    const Event &event = stream.event();
    const CallInfo &call = allCalls()[event.call];
    std::string text = stateLine(rank, event.enter_ps, event.leave_ps, stateOf(call)) + record(2, rank) +
                       fmt::format(":{}:{}:{}", ns(event.enter_ps), typeOf(call), event.call + 1);
    std::string messages;
    for (const Activity &activity : stream.activities()) {
      if (activity.kind == Kind::Collective || activity.kind == Kind::StartCollective)
        text += fmt::format(":{}:{}:{}:{}:{}:{}:{}:{}", kSentBytes, activity.bytes, kReceivedBytes,
                            activity.received_bytes, kRoot, activity.peer + 1, kCommunicator, activity.comm + 1);
      else if (isBetweenRanks(activity) && sends(activity))
        messages += messageLine(rank, event, activity);
    }
    return text + "\n" + messages;
  }

  /// Empty where nobody received it.
  std::string messageLine(std::int64_t rank, const Event &event, const Activity &activity) const {
    const auto channel = receives_.find(channelOf(communicators_, rank, activity));
    const auto number = static_cast<std::size_t>(activity.number);
    if (channel == receives_.end() || number >= channel->second.size() || channel->second[number].end_ps < 0)
      return {};
    const Received &received = channel->second[number];
    const std::int64_t peer = communicators_.worldRank(activity.comm, activity.peer) + 1;
    return record(3, rank) + fmt::format(":{}:{}:{}:1:{}:1:{}:{}:{}:{}\n", ns(event.enter_ps), ns(event.leave_ps), peer,
                                         peer, ns(received.begin_ps), ns(received.end_ps), activity.bytes,
                                         activity.tag);
  }

  sim::Status writeNames() {
    PartFile file(folder_.path() + "/trace.pcf");
    std::string text = "DEFAULT_OPTIONS\n\nLEVEL               THREAD\nUNITS               NANOSEC\n\n"
                       "DEFAULT_SEMANTIC\n\nTHREAD_FUNC         State As Is\n\nSTATES\n";
    for (const State &state : kStates)
      text += fmt::format("{:<5}{}\n", state.number, state.name);
    for (const auto &[type, name] : {std::pair{kPointToPoint, "MPI Point-to-point"},
                                     {kCollective, "MPI Collective Comm"},
                                     {kOther, "MPI Other"}}) {
      text += fmt::format("\n\nEVENT_TYPE\n9    {}    {}\nVALUES\n0    Outside MPI\n", type, name);
      for (const CallNumber call : used_)
        if (typeOf(allCalls()[call]) == type)
          text += fmt::format("{:<4} {}\n", call + 1, allCalls()[call].name);
    }
    text += fmt::format("\n\nEVENT_TYPE\n1    {}    Send Size in MPI Global OP\n1    {}    Recv Size in MPI Global OP\n"
                        "1    {}    Root in MPI Global OP\n1    {}    Communicator in MPI Global OP\n",
                        kSentBytes, kReceivedBytes, kRoot, kCommunicator);
    file.write(text);
    return file.commit();
  }

  sim::Status writeRows() {
    PartFile file(folder_.path() + "/trace.row");
    for (const std::string_view level : {"CPU", "THREAD"}) {
      file.write(fmt::format("LEVEL {} SIZE {}\n", level, ranks()));
      for (std::int64_t rank = 0; rank < ranks(); ++rank)
        file.write(level == "CPU" ? fmt::format("{}.core\n", rank + 1) : fmt::format("rank {}\n", rank));
      file.write("\n");
    }
    file.write("LEVEL NODE SIZE 1\nnode\n");
    return file.commit();
  }

  const Trace &trace_;
  const Communicators &communicators_;
  PartFolder folder_;
  std::map<Channel, std::vector<Received>> receives_; ///< By number.
  std::set<CallNumber> used_;
  std::int64_t end_ps_ = 0;
  Written written_;
};

} // namespace

sim::Result<Written> writeParaver(const Trace &trace, const Communicators &communicators, const std::string &path) {
  return Writer(trace, communicators, path).write();
}

} // namespace maquette::traces::paraver
