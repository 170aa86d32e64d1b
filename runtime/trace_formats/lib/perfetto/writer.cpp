//===- runtime/trace_formats/lib/perfetto/writer.cpp - writes traces for Perfetto's viewer ------===//
// SPDX-License-Identifier: Apache-2.0
#include "writer.h"

#include "../channel.h"
#include "../each_event.h"
#include "../part_file.h"

#include <fmt/format.h>
#include <protozero/pbf_writer.hpp>

#include <algorithm>

namespace maquette::traces::perfetto {
namespace {

using protozero::pbf_writer;

/// Field numbers of Perfetto's public schema (protos/perfetto/trace/...).
namespace field {
constexpr protozero::pbf_tag_type kPacket = 1; // Trace
// TracePacket
constexpr protozero::pbf_tag_type kTimestamp = 8, kSequence = 10, kTrackEvent = 11, kInterned = 12, kSequenceFlags = 13,
                                  kTrackDescriptor = 60;
// TrackEvent
constexpr protozero::pbf_tag_type kAnnotation = 4, kType = 9, kNameId = 10, kTrack = 11, kCategoryIds = 3, kFlows = 47,
                                  kEndingFlows = 48;
// TrackDescriptor, ProcessDescriptor, ThreadDescriptor
constexpr protozero::pbf_tag_type kUuid = 1, kProcess = 3, kThread = 4, kProcessPid = 1, kProcessName = 6,
                                  kThreadPid = 1, kThreadTid = 2, kThreadName = 5;
// InternedData and its entries
constexpr protozero::pbf_tag_type kCategories = 1, kEventNames = 2, kAnnotationNames = 3, kId = 1, kName = 2;
// DebugAnnotation
constexpr protozero::pbf_tag_type kAnnotationNameId = 1, kIntValue = 4;
} // namespace field

constexpr std::int32_t kSliceBegin = 1, kSliceEnd = 2;
constexpr std::uint32_t kStateCleared = 1, kNeedsState = 2;
constexpr std::int64_t kPicosecondsPerNanosecond = 1000;
/// What the viewer's page opens.
constexpr std::uint64_t kMostBytes = 2'000'000'000;
constexpr std::string_view kAnnotations[] = {"peer", "tag", "bytes", "communicator", "root", "bytes received"};
enum AnnotationId : std::uint64_t { kPeer = 1, kTag, kBytes, kComm, kRoot, kReceived };
constexpr std::string_view kCategories[] = {"Environment", "Local",      "Message",        "Completion",
                                            "Polling",     "Collective", "StartCollective"};

struct Ends {
  std::int64_t sends = 0, receives = 0;
  std::int64_t both() const { return std::min(sends, receives); }
};
using Channels = std::map<Channel, Ends>;

/// An id for each message: of the splitmix64 kind, so that two of them hardly ever meet.
std::uint64_t flowOf(const Channel &channel, std::int64_t number) {
  std::uint64_t id = static_cast<std::uint64_t>(number);
  for (const std::int32_t part : channel) {
    id += 0x9e3779b97f4a7c15 + static_cast<std::uint32_t>(part);
    id = (id ^ (id >> 30)) * 0xbf58476d1ce4e5b9;
    id = (id ^ (id >> 27)) * 0x94d049bb133111eb;
    id ^= id >> 31;
  }
  return id | 1;
}

class Writer {
public:
  Writer(const Trace &trace, const Communicators &communicators, const std::string &path)
      : trace_(trace), communicators_(communicators), path_(path), file_(path, kMostBytes) {}

  sim::Result<Written> write() {
    if (const sim::Status counted = countChannels(); !counted)
      return counted.error();
    describeProcess();
    Written written;
    for (std::int64_t rank = 0; rank < trace_.summary().ranks; ++rank) {
      named_.clear();
      const sim::Result<std::uint64_t> lost =
          eachActivity(trace_, communicators_, rank, [&](const Event &event, const std::vector<Activity> &activities) {
            if (named_.empty()) // A rank without calls has no track: there may be a million of them.
              beginRank(rank);
            slice(rank, event, activities);
            ++written.events;
          });
      if (!lost)
        return lost.error();
      written.lost += *lost;
      if (file_.bytes() > kMostBytes)
        return tooLarge(rank);
    }
    written.bytes = file_.bytes();
    if (const sim::Status committed = file_.commit(); !committed)
      return committed.error();
    return written;
  }

private:
  sim::Diagnostic tooLarge(std::int64_t rank) const {
    return {path_,
            fmt::format("would be larger than {} GB, which is what Perfetto's viewer opens; {} of {} ranks fit",
                        kMostBytes / 1'000'000'000, rank, trace_.summary().ranks),
            "maquette-trace-too-large", "", "write fewer ranks or a shorter time: maquette trace cut"};
  }

  sim::Status countChannels() {
    for (std::int64_t rank = 0; rank < trace_.summary().ranks; ++rank) {
      const auto read =
          eachActivity(trace_, communicators_, rank, [&](const Event &, const std::vector<Activity> &activities) {
            for (const Activity &activity : activities)
              if (isBetweenRanks(activity) && sends(activity))
                ++channels_[channelOf(communicators_, rank, activity)].sends;
              else if (isBetweenRanks(activity) && receives(activity))
                ++channels_[channelOf(communicators_, rank, activity)].receives;
          });
      if (!read)
        return read.error();
    }
    return sim::Nothing{};
  }

  void packet(const std::string &body) {
    frame_.clear();
    pbf_writer(frame_).add_message(field::kPacket, body);
    file_.write(frame_);
  }

  void describeProcess() {
    std::string body;
    pbf_writer packet_writer(body);
    {
      pbf_writer track(packet_writer, field::kTrackDescriptor);
      track.add_uint64(field::kUuid, kProcessTrack);
      pbf_writer process(track, field::kProcess);
      process.add_int32(field::kProcessPid, kPid);
      process.add_string(field::kProcessName, fmt::format("{} ranks", trace_.summary().ranks));
    }
    packet_writer.add_uint32(field::kSequence, 1);
    packet(body);
  }

  static std::uint64_t trackOf(std::int64_t rank) { return static_cast<std::uint64_t>(rank) + 1; }
  static std::uint32_t sequenceOf(std::int64_t rank) { return static_cast<std::uint32_t>(rank) + 2; }

  void beginRank(std::int64_t rank) {
    named_.assign(allCalls().size(), false);
    std::string body;
    pbf_writer packet_writer(body);
    packet_writer.add_uint32(field::kSequence, sequenceOf(rank));
    packet_writer.add_uint32(field::kSequenceFlags, kStateCleared);
    {
      pbf_writer interned(packet_writer, field::kInterned);
      std::uint64_t id = 0;
      for (const std::string_view name : kCategories)
        intern(interned, field::kCategories, ++id, name);
      id = 0;
      for (const std::string_view name : kAnnotations)
        intern(interned, field::kAnnotationNames, ++id, name);
    }
    {
      pbf_writer track(packet_writer, field::kTrackDescriptor);
      track.add_uint64(field::kUuid, trackOf(rank));
      pbf_writer thread(track, field::kThread);
      thread.add_int32(field::kThreadPid, kPid);
      thread.add_int32(field::kThreadTid, static_cast<std::int32_t>(rank) + 1);
      thread.add_string(field::kThreadName, fmt::format("rank {}", rank));
    }
    packet(body);
  }

  static void intern(pbf_writer &interned, protozero::pbf_tag_type kind, std::uint64_t id, std::string_view name) {
    pbf_writer entry(interned, kind);
    entry.add_uint64(field::kId, id);
    entry.add_string(field::kName, name.data(), name.size());
  }

  void slice(std::int64_t rank, const Event &event, const std::vector<Activity> &activities) {
    edge(rank, event, activities, true);
    edge(rank, event, activities, false);
  }

  void edge(std::int64_t rank, const Event &event, const std::vector<Activity> &activities, bool begins) {
    body_.clear();
    pbf_writer packet_writer(body_);
    packet_writer.add_uint64(field::kTimestamp, static_cast<std::uint64_t>((begins ? event.enter_ps : event.leave_ps) /
                                                                           kPicosecondsPerNanosecond));
    packet_writer.add_uint32(field::kSequence, sequenceOf(rank));
    packet_writer.add_uint32(field::kSequenceFlags, kNeedsState);
    if (begins && !named_[event.call]) {
      named_[event.call] = true;
      pbf_writer interned(packet_writer, field::kInterned);
      intern(interned, field::kEventNames, event.call + 1, allCalls()[event.call].name);
    }
    {
      pbf_writer track_event(packet_writer, field::kTrackEvent);
      track_event.add_enum(field::kType, begins ? kSliceBegin : kSliceEnd);
      track_event.add_uint64(field::kTrack, trackOf(rank));
      if (begins)
        describeCall(track_event, event, activities);
      for (const Activity &activity : activities)
        flow(track_event, rank, activity, begins);
    }
    packet(body_);
  }

  void describeCall(pbf_writer &track_event, const Event &event, const std::vector<Activity> &activities) {
    track_event.add_uint64(field::kNameId, event.call + 1);
    const auto *const category =
        std::find(std::begin(kCategories), std::end(kCategories), allCalls()[event.call].class_of);
    track_event.add_uint64(field::kCategoryIds, static_cast<std::uint64_t>(category - std::begin(kCategories)) + 1);
    if (activities.size() != 1) // Of many, the flows tell.
      return;
    const Activity &activity = activities.front();
    if (activity.kind == Activity::Kind::MadeComm)
      return annotate(track_event, kComm, activity.made);
    const bool is_collective = !activity.operation.empty();
    if (activity.peer >= 0)
      annotate(track_event, is_collective ? kRoot : kPeer, activity.peer);
    if (!is_collective)
      annotate(track_event, kTag, activity.tag);
    annotate(track_event, kComm, activity.comm);
    annotate(track_event, kBytes, activity.bytes);
    if (is_collective)
      annotate(track_event, kReceived, activity.received_bytes);
  }

  static void annotate(pbf_writer &track_event, AnnotationId name, std::int64_t value) {
    pbf_writer annotation(track_event, field::kAnnotation);
    annotation.add_uint64(field::kAnnotationNameId, name);
    annotation.add_int64(field::kIntValue, value);
  }

  /// It begins where the sending call does, and ends where the receiving one does: never before it began.
  void flow(pbf_writer &track_event, std::int64_t rank, const Activity &activity, bool begins) {
    if (!isBetweenRanks(activity) || (begins ? !sends(activity) : !receives(activity)))
      return;
    const Channel channel = channelOf(communicators_, rank, activity);
    if (activity.number < channels_.at(channel).both())
      track_event.add_fixed64(begins ? field::kFlows : field::kEndingFlows, flowOf(channel, activity.number));
  }

  static constexpr std::int32_t kPid = 1;
  static constexpr std::uint64_t kProcessTrack = std::uint64_t{1} << 40;

  const Trace &trace_;
  const Communicators &communicators_;
  std::string path_;
  PartFile file_;
  Channels channels_;
  std::vector<bool> named_; ///< Functions whose names the rank's packets have said.
  std::string body_, frame_;
};

} // namespace

sim::Result<Written> writePerfetto(const Trace &trace, const Communicators &communicators, const std::string &path) {
  return Writer(trace, communicators, path).write();
}

} // namespace maquette::traces::perfetto
