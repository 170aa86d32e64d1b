//===- runtime/trace_formats/lib/otf2/archive.cpp - what an OTF2 archive defines ----------===//
// SPDX-License-Identifier: Apache-2.0
#include "archive.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>

namespace maquette::traces::otf2 {
namespace {

constexpr std::uint64_t kPicosecondsPerSecond = 1'000'000'000'000;

/// The library's callbacks get what is to be filled as a pointer.
template <class Type> Type &of(void *data) { return *static_cast<Type *>(data); }

} // namespace

Archive::~Archive() {
  if (reader_ != nullptr)
    OTF2_Reader_Close(reader_);
}

sim::Diagnostic Archive::refused(const std::string &what) const {
  return {path_, what, "maquette-trace-format", "", "give the .otf2 file of a whole archive; otf2-print reads it, too"};
}

sim::Result<std::unique_ptr<Archive>> Archive::open(const std::string &path) {
  std::unique_ptr<Archive> archive(new Archive(path));
  std::error_code error;
  if (std::filesystem::file_size(path, error) == 0 && !error)
    return archive->refused("the file is empty");
  archive->reader_ = OTF2_Reader_Open(path.c_str());
  if (archive->reader_ == nullptr)
    return archive->refused("cannot be opened: " + archive->complaints_.what());
  std::uint8_t bugfix = 0;
  archive->complaints_.check(OTF2_Reader_GetVersion(archive->reader_, &archive->major_, &archive->minor_, &bugfix));
  archive->complaints_.check(OTF2_Reader_SetSerialCollectiveCallbacks(archive->reader_));
  Definitions definitions;
  archive->readDefinitions(definitions);
  if (!archive->complaints_.what().empty())
    return archive->refused("its definitions cannot be read: " + archive->complaints_.what());
  if (const sim::Status taken = archive->take(definitions); !taken)
    return taken.error();
  archive->readLocalDefinitions();
  if (!archive->complaints_.what().empty())
    return archive->refused("cannot be read: " + archive->complaints_.what());
  return archive;
}

void Archive::readDefinitions(Definitions &definitions) {
  OTF2_GlobalDefReaderCallbacks *const callbacks = OTF2_GlobalDefReaderCallbacks_New();
  OTF2_GlobalDefReaderCallbacks_SetClockPropertiesCallback(
      callbacks, [](void *data, std::uint64_t resolution, std::uint64_t offset, std::uint64_t, std::uint64_t) {
        of<Definitions>(data).resolution = resolution;
        of<Definitions>(data).offset = offset;
        return OTF2_CALLBACK_SUCCESS;
      });
  OTF2_GlobalDefReaderCallbacks_SetStringCallback(callbacks, [](void *data, OTF2_StringRef self, const char *string) {
    of<Definitions>(data).strings[self] = string;
    return OTF2_CALLBACK_SUCCESS;
  });
  OTF2_GlobalDefReaderCallbacks_SetRegionCallback(
      callbacks, [](void *data, OTF2_RegionRef self, OTF2_StringRef name, OTF2_StringRef, OTF2_StringRef,
                    OTF2_RegionRole, OTF2_Paradigm, OTF2_RegionFlag, OTF2_StringRef, std::uint32_t, std::uint32_t) {
        of<Definitions>(data).regions[self] = name;
        return OTF2_CALLBACK_SUCCESS;
      });
  OTF2_GlobalDefReaderCallbacks_SetLocationCallback(
      callbacks,
      [](void *data, OTF2_LocationRef self, OTF2_StringRef, OTF2_LocationType, std::uint64_t, OTF2_LocationGroupRef) {
        of<Definitions>(data).locations.push_back(self);
        return OTF2_CALLBACK_SUCCESS;
      });
  OTF2_GlobalDefReaderCallbacks_SetGroupCallback(
      callbacks, [](void *data, OTF2_GroupRef self, OTF2_StringRef, OTF2_GroupType type, OTF2_Paradigm paradigm,
                    OTF2_GroupFlag, std::uint32_t count, const std::uint64_t *members) {
        if (paradigm == OTF2_PARADIGM_MPI)
          of<Definitions>(data).groups[self] = {type, {members, members + count}};
        return OTF2_CALLBACK_SUCCESS;
      });
  OTF2_GlobalDefReaderCallbacks_SetCommCallback(callbacks, [](void *data, OTF2_CommRef self, OTF2_StringRef,
                                                              OTF2_GroupRef group, OTF2_CommRef parent, OTF2_CommFlag) {
    of<Definitions>(data).comms[self] = {group, parent};
    return OTF2_CALLBACK_SUCCESS;
  });
  OTF2_GlobalDefReader *const reader = OTF2_Reader_GetGlobalDefReader(reader_);
  complaints_.check(OTF2_Reader_RegisterGlobalDefCallbacks(reader_, reader, callbacks, &definitions));
  OTF2_GlobalDefReaderCallbacks_Delete(callbacks);
  std::uint64_t count = 0;
  complaints_.check(OTF2_Reader_ReadAllGlobalDefinitions(reader_, reader, &count));
}

/// Which location is which rank a group says; without it, they are in order.
sim::Status Archive::take(const Definitions &definitions) {
  if (definitions.resolution == 0)
    return refused("does not say how fast its clock counts");
  resolution_ = definitions.resolution;
  offset_ = definitions.offset;
  locations_ = definitions.locations;
  for (const auto &[ref, group] : definitions.groups)
    if (group.type == OTF2_GROUP_TYPE_COMM_LOCATIONS && !group.members.empty())
      locations_.assign(group.members.begin(), group.members.end());
  if (locations_.empty())
    return refused("has no ranks");
  const std::set<OTF2_LocationRef> defined(definitions.locations.begin(), definitions.locations.end());
  for (const OTF2_LocationRef location : locations_)
    if (!defined.contains(location))
      return refused(fmt::format("a rank is on location {}, which is not there", location));
  for (const auto &[region, name] : definitions.regions)
    if (const auto found = definitions.strings.find(name);
        found != definitions.strings.end() && found->second.starts_with("MPI_"))
      functions_[region] = found->second;
  takeCommunicators(definitions);
  return sim::Nothing{};
}

void Archive::takeCommunicators(const Definitions &definitions) {
  for (const auto &[comm, group_and_parent] : definitions.comms) {
    const auto group = definitions.groups.find(group_and_parent.first);
    if (group == definitions.groups.end())
      continue;
    Communicator made;
    made.is_self = group->second.type == OTF2_GROUP_TYPE_COMM_SELF;
    made.ranks.assign(group->second.members.begin(), group->second.members.end());
    if (group_and_parent.second != OTF2_UNDEFINED_COMM)
      made.parent = group_and_parent.second;
    const bool is_all =
        static_cast<std::int64_t>(made.ranks.size()) == ranks() && std::is_sorted(made.ranks.begin(), made.ranks.end());
    if (world_ < 0 && is_all && !made.is_self)
      world_ = comm;
    communicators_[comm] = std::move(made);
  }
}

/// They translate numbers that a location used to those of the archive.
void Archive::readLocalDefinitions() {
  for (const OTF2_LocationRef location : locations_)
    complaints_.check(OTF2_Reader_SelectLocation(reader_, location));
  if (OTF2_Reader_OpenDefFiles(reader_) == OTF2_SUCCESS) {
    for (const OTF2_LocationRef location : locations_)
      if (OTF2_DefReader *const reader = OTF2_Reader_GetDefReader(reader_, location)) {
        std::uint64_t count = 0;
        complaints_.check(OTF2_Reader_ReadAllLocalDefinitions(reader_, reader, &count));
        complaints_.check(OTF2_Reader_CloseDefReader(reader_, reader));
      }
    complaints_.check(OTF2_Reader_CloseDefFiles(reader_));
  }
  complaints_.check(OTF2_Reader_OpenEvtFiles(reader_));
}

std::string Archive::version() const { return fmt::format("{}.{}", major_, minor_); }

bool Archive::isFromStart() const {
  bool is_so = false;
  const OTF2_ErrorCode code = OTF2_Reader_GetBoolProperty(reader_, kFromStart, &is_so);
  return code == OTF2_SUCCESS && is_so;
}

std::int64_t Archive::picoseconds(OTF2_TimeStamp time) const {
  __extension__ using Wide = unsigned __int128;
  const Wide since = time >= offset_ ? time - offset_ : 0;
  return static_cast<std::int64_t>(since * kPicosecondsPerSecond / resolution_);
}

const std::string *Archive::functionOf(OTF2_RegionRef region) const {
  const auto found = functions_.find(region);
  return found == functions_.end() ? nullptr : &found->second;
}

const Archive::Communicator *Archive::find(std::int64_t comm) const {
  const auto found = communicators_.find(comm);
  return found == communicators_.end() ? nullptr : &found->second;
}

} // namespace maquette::traces::otf2
