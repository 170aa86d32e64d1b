//===- runtime/trace_formats/lib/otf2/writer.cpp - writes traces in OTF2 ------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "writer.h"

#include "../each_event.h"
#include "../part_folder.h"
#include "collectives.h"
#include "library.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>

namespace maquette::traces::otf2 {
namespace {

using Kind = Activity::Kind;

constexpr std::uint64_t kTicksPerSecond = 1'000'000'000'000; // Picoseconds.
constexpr std::uint64_t kDefinitionChunk = 4 << 20, kEventChunk = 1 << 20;
constexpr const char *kArchive = "traces";
/// Readers open files of all of them.
constexpr std::int64_t kMostRanks = 1 << 16;

OTF2_RegionRole roleOf(const CallInfo &call) {
  if (call.class_of == "Message" || call.class_of == "Completion" || call.class_of == "Polling")
    return OTF2_REGION_ROLE_POINT2POINT;
  if (call.name == "MPI_Barrier")
    return OTF2_REGION_ROLE_BARRIER;
  return call.class_of.ends_with("Collective") ? OTF2_REGION_ROLE_COLL_OTHER : OTF2_REGION_ROLE_FUNCTION;
}

OTF2_FlushType flushAlways(void *, OTF2_FileType, OTF2_LocationRef, void *, bool) { return OTF2_FLUSH; }

class Writer {
public:
  Writer(const Trace &trace, const Communicators &communicators, std::string path)
      : trace_(trace), communicators_(communicators), folder_(std::move(path)) {}

  sim::Result<Written> write() {
    if (ranks() > kMostRanks)
      return sim::Diagnostic{
          folder_.path(),
          fmt::format("would be {} files, two for each rank, also for ranks without calls", 2 * ranks()),
          "maquette-trace-too-large", "",
          fmt::format("write perfetto or maquette, or a run of at most {} ranks", kMostRanks)};
    if (const sim::Status created = folder_.create(); !created)
      return created.error();
    if (const sim::Status good = writeAll(folder_.path()); !good)
      return good.error();
    if (!complaints_.what().empty())
      return folder_.unwritable(complaints_.what());
    const sim::Result<std::uint64_t> bytes = folder_.commit();
    if (!bytes)
      return bytes.error();
    written_.bytes = *bytes;
    return written_;
  }

private:
  sim::Status writeAll(const std::string &folder) {
    archive_ = OTF2_Archive_Open(folder.c_str(), kArchive, OTF2_FILEMODE_WRITE, kEventChunk, kDefinitionChunk,
                                 OTF2_SUBSTRATE_POSIX, OTF2_COMPRESSION_NONE);
    if (archive_ == nullptr)
      return sim::Nothing{}; // The library has complained.
    const OTF2_FlushCallbacks flush{flushAlways, nullptr};
    complaints_.check(OTF2_Archive_SetFlushCallbacks(archive_, &flush, nullptr));
    complaints_.check(OTF2_Archive_SetSerialCollectiveCallbacks(archive_));
    complaints_.check(OTF2_Archive_SetCreator(archive_, "Maquette"));
    complaints_.check(OTF2_Archive_SetBoolProperty(archive_, kFromStart, trace_.summary().from_start, true));
    const sim::Status events = writeEvents();
    if (events)
      writeDefinitions();
    complaints_.check(OTF2_Archive_Close(archive_));
    return events;
  }

  sim::Status writeEvents() {
    complaints_.check(OTF2_Archive_OpenEvtFiles(archive_));
    for (std::int64_t rank = 0; rank < ranks(); ++rank)
      if (const sim::Status good = writeRank(rank); !good)
        return good.error();
    complaints_.check(OTF2_Archive_CloseEvtFiles(archive_));
    return sim::Nothing{};
  }

  sim::Status writeRank(std::int64_t rank) {
    OTF2_EvtWriter *const writer = OTF2_Archive_GetEvtWriter(archive_, static_cast<OTF2_LocationRef>(rank));
    if (writer == nullptr)
      return sim::Nothing{}; // The library has complained.
    const sim::Result<std::uint64_t> lost =
        eachActivity(trace_, communicators_, rank, [&](const Event &event, const std::vector<Activity> &activities) {
          add(writer, event, activities);
        });
    if (!lost)
      return lost.error();
    written_.lost += *lost;
    complaints_.check(OTF2_EvtWriter_GetNumberOfEvents(writer, &records_.emplace_back()));
    complaints_.check(OTF2_Archive_CloseEvtWriter(archive_, writer));
    return sim::Nothing{};
  }

  void add(OTF2_EvtWriter *writer, const Event &event, const std::vector<Activity> &activities) {
    const auto enter = static_cast<OTF2_TimeStamp>(event.enter_ps), leave = static_cast<OTF2_TimeStamp>(event.leave_ps);
    first_ = std::min(first_, enter);
    last_ = std::max(last_, leave);
    ++written_.events;
    complaints_.check(OTF2_EvtWriter_Enter(writer, nullptr, enter, regionOf(event.call)));
    for (const Activity &activity : activities)
      begin(writer, enter, activity);
    for (const Activity &activity : activities)
      end(writer, leave, activity);
    complaints_.check(OTF2_EvtWriter_Leave(writer, nullptr, leave, regionOf(event.call)));
  }

  /// Functions are numbered as they come: the format wants all numbers from 0.
  OTF2_RegionRef regionOf(CallNumber call) {
    const auto [region, is_new] = regions_.try_emplace(call, static_cast<OTF2_RegionRef>(called_.size()));
    if (is_new)
      called_.push_back(call);
    return region->second;
  }

  void begin(OTF2_EvtWriter *writer, OTF2_TimeStamp time, const Activity &activity) {
    const auto peer = static_cast<std::uint32_t>(activity.peer), tag = static_cast<std::uint32_t>(activity.tag);
    const auto bytes = static_cast<std::uint64_t>(activity.bytes),
               request = static_cast<std::uint64_t>(activity.request);
    if (activity.kind == Kind::Send && activity.number >= 0)
      complaints_.check(OTF2_EvtWriter_MpiSend(writer, nullptr, time, peer, refOf(activity.comm), tag, bytes));
    else if (activity.kind == Kind::StartSend && activity.number >= 0)
      complaints_.check(
          OTF2_EvtWriter_MpiIsend(writer, nullptr, time, peer, refOf(activity.comm), tag, bytes, request));
    else if (activity.kind == Kind::StartReceive)
      complaints_.check(OTF2_EvtWriter_MpiIrecvRequest(writer, nullptr, time, request));
    else if (activity.kind == Kind::Collective || activity.kind == Kind::MadeComm)
      complaints_.check(OTF2_EvtWriter_MpiCollectiveBegin(writer, nullptr, time));
    else if (activity.kind == Kind::StartCollective)
      complaints_.check(OTF2_EvtWriter_NonBlockingCollectiveRequest(writer, nullptr, time, request));
  }

  void end(OTF2_EvtWriter *writer, OTF2_TimeStamp time, const Activity &activity) {
    const auto peer = static_cast<std::uint32_t>(activity.peer), tag = static_cast<std::uint32_t>(activity.tag);
    const auto bytes = static_cast<std::uint64_t>(activity.bytes),
               request = static_cast<std::uint64_t>(activity.request);
    const auto received = static_cast<std::uint64_t>(activity.received_bytes);
    const std::uint32_t root = activity.peer >= 0 ? peer : OTF2_UNDEFINED_UINT32;
    if (activity.kind == Kind::Receive && activity.number >= 0)
      complaints_.check(OTF2_EvtWriter_MpiRecv(writer, nullptr, time, peer, refOf(activity.comm), tag, bytes));
    else if (activity.kind == Kind::ReceiveDone && activity.number >= 0)
      complaints_.check(
          OTF2_EvtWriter_MpiIrecv(writer, nullptr, time, peer, refOf(activity.comm), tag, bytes, request));
    else if (activity.kind == Kind::ReceiveDone)
      complaints_.check(OTF2_EvtWriter_MpiRequestCancelled(writer, nullptr, time, request));
    else if (activity.kind == Kind::SendDone && activity.number >= 0)
      complaints_.check(OTF2_EvtWriter_MpiIsendComplete(writer, nullptr, time, request));
    else if (activity.kind == Kind::Collective)
      complaints_.check(OTF2_EvtWriter_MpiCollectiveEnd(writer, nullptr, time, numberOf(activity.operation),
                                                        refOf(activity.comm), root, bytes, received));
    else if (activity.kind == Kind::MadeComm)
      addCommunicator(writer, time, activity);
    else if (activity.kind == Kind::CollectiveDone)
      complaints_.check(OTF2_EvtWriter_NonBlockingCollectiveComplete(
          writer, nullptr, time, numberOf(activity.operation), refOf(activity.comm), root, bytes, received, request));
  }

  /// An operation of the old one that gives the new one.
  void addCommunicator(OTF2_EvtWriter *writer, OTF2_TimeStamp time, const Activity &activity) {
    if (activity.made >= 0)
      complaints_.check(OTF2_EvtWriter_CommCreate(writer, nullptr, time, refOf(activity.made)));
    complaints_.check(OTF2_EvtWriter_MpiCollectiveEnd(writer, nullptr, time, OTF2_COLLECTIVE_OP_CREATE_HANDLE,
                                                      refOf(activity.comm), OTF2_UNDEFINED_UINT32, 0, 0));
  }

  OTF2_CommRef refOf(CommNumber comm) const {
    if (comm == kSelf)
      return static_cast<OTF2_CommRef>(communicators_.all().size());
    return comm < 0 ? OTF2_UNDEFINED_COMM : static_cast<OTF2_CommRef>(comm);
  }

  std::int64_t ranks() const { return trace_.summary().ranks; }

  void writeDefinitions() {
    complaints_.check(OTF2_Archive_OpenDefFiles(archive_));
    for (std::int64_t rank = 0; rank < ranks(); ++rank)
      complaints_.check(OTF2_Archive_CloseDefWriter(
          archive_, OTF2_Archive_GetDefWriter(archive_, static_cast<OTF2_LocationRef>(rank))));
    complaints_.check(OTF2_Archive_CloseDefFiles(archive_));
    definitions_ = OTF2_Archive_GetGlobalDefWriter(archive_);
    const OTF2_TimeStamp begin = trace_.summary().from_start ? 0 : std::min(first_, last_);
    complaints_.check(OTF2_GlobalDefWriter_WriteClockProperties(definitions_, kTicksPerSecond, begin, last_ - begin,
                                                                OTF2_UNDEFINED_TIMESTAMP));
    writeLocations();
    writeRegions();
    writeCommunicators();
  }

  OTF2_StringRef text(const std::string &string) {
    complaints_.check(OTF2_GlobalDefWriter_WriteString(definitions_, texts_, string.c_str()));
    return texts_++;
  }

  void writeLocations() {
    const OTF2_StringRef machine = text("machine"), kind = text("target machine");
    complaints_.check(
        OTF2_GlobalDefWriter_WriteSystemTreeNode(definitions_, 0, machine, kind, OTF2_UNDEFINED_SYSTEM_TREE_NODE));
    const OTF2_StringRef thread = text("main thread");
    for (std::int64_t rank = 0; rank < ranks(); ++rank) {
      const OTF2_StringRef name = text(fmt::format("rank {}", rank));
      const auto group = static_cast<OTF2_LocationGroupRef>(rank);
      complaints_.check(OTF2_GlobalDefWriter_WriteLocationGroup(
          definitions_, group, name, OTF2_LOCATION_GROUP_TYPE_PROCESS, 0, OTF2_UNDEFINED_LOCATION_GROUP));
      complaints_.check(OTF2_GlobalDefWriter_WriteLocation(definitions_, static_cast<OTF2_LocationRef>(rank), thread,
                                                           OTF2_LOCATION_TYPE_CPU_THREAD,
                                                           records_[static_cast<std::size_t>(rank)], group));
    }
  }

  void writeRegions() {
    const OTF2_StringRef none = text("");
    for (std::size_t i = 0; i < called_.size(); ++i) {
      const CallInfo &call = allCalls()[called_[i]];
      const OTF2_StringRef name = text(std::string(call.name));
      complaints_.check(OTF2_GlobalDefWriter_WriteRegion(definitions_, static_cast<OTF2_RegionRef>(i), name, name, none,
                                                         roleOf(call), OTF2_PARADIGM_MPI, OTF2_REGION_FLAG_NONE, none,
                                                         0, 0));
    }
  }

  /// Group 0 says which location is which rank; the others' members are places in it.
  void writeCommunicators() {
    const OTF2_StringRef none = text("");
    std::vector<std::uint64_t> members(static_cast<std::size_t>(ranks()));
    std::iota(members.begin(), members.end(), 0);
    const std::vector<std::uint64_t> all = members;
    OTF2_GroupRef group = 0;
    writeGroup(group++, none, OTF2_GROUP_TYPE_COMM_LOCATIONS, all);
    for (std::size_t i = 0; i < communicators_.all().size(); ++i) {
      const Communicators::Communicator &comm = communicators_.all()[i];
      members.assign(comm.ranks.begin(), comm.ranks.end());
      writeGroup(group, none, OTF2_GROUP_TYPE_COMM_GROUP, comm.is_world ? all : members);
      const OTF2_StringRef name =
          text(i == 0 ? "MPI_COMM_WORLD" : fmt::format("communicator {} of {}", i, comm.made_by));
      complaints_.check(OTF2_GlobalDefWriter_WriteComm(definitions_, static_cast<OTF2_CommRef>(i), name, group++,
                                                       refOf(comm.parent), OTF2_COMM_FLAG_NONE));
    }
    writeGroup(group, none, OTF2_GROUP_TYPE_COMM_SELF, {});
    complaints_.check(OTF2_GlobalDefWriter_WriteComm(definitions_, refOf(kSelf), text("MPI_COMM_SELF"), group,
                                                     OTF2_UNDEFINED_COMM, OTF2_COMM_FLAG_NONE));
  }

  void writeGroup(OTF2_GroupRef group, OTF2_StringRef name, OTF2_GroupType type,
                  const std::vector<std::uint64_t> &members) {
    complaints_.check(OTF2_GlobalDefWriter_WriteGroup(definitions_, group, name, type, OTF2_PARADIGM_MPI,
                                                      OTF2_GROUP_FLAG_NONE, static_cast<std::uint32_t>(members.size()),
                                                      members.data()));
  }

  const Trace &trace_;
  const Communicators &communicators_;
  PartFolder folder_;
  Complaints complaints_;
  OTF2_Archive *archive_ = nullptr;
  OTF2_GlobalDefWriter *definitions_ = nullptr;
  OTF2_StringRef texts_ = 0;
  OTF2_TimeStamp first_ = ~OTF2_TimeStamp{0}, last_ = 0;
  std::map<CallNumber, OTF2_RegionRef> regions_;
  std::vector<CallNumber> called_;     ///< By region.
  std::vector<std::uint64_t> records_; ///< By rank.
  Written written_;
};

} // namespace

sim::Result<Written> writeOtf2(const Trace &trace, const Communicators &communicators, const std::string &path) {
  return Writer(trace, communicators, path).write();
}

} // namespace maquette::traces::otf2
