//===- runtime/trace_formats/lib/otf2/archive.h - what an OTF2 archive defines ----------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_TRACE_FORMATS_LIB_OTF2_ARCHIVE_H
#define MAQUETTE_TRACE_FORMATS_LIB_OTF2_ARCHIVE_H

#include "library.h"
#include "maquette/sim/result.h"
#include "maquette/traces/call_table.h"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace maquette::traces::otf2 {

/// An open archive. Its readers of events are had one after the other.
class Archive {
public:
  struct Communicator {
    std::vector<std::int64_t> ranks; ///< In MPI_COMM_WORLD, by rank in it.
    std::int64_t parent = -1;        ///< Another; -1: none.
    bool is_self = false;
  };

  /// \p path: of the anchor file, NAME.otf2.
  static sim::Result<std::unique_ptr<Archive>> open(const std::string &path);
  ~Archive();
  Archive(const Archive &) = delete;
  Archive &operator=(const Archive &) = delete;

  const std::string &path() const { return path_; }
  OTF2_Reader *reader() const { return reader_; }
  Complaints &complaints() { return complaints_; }
  std::string version() const;
  /// Older archives do not say which call made a communicator.
  bool saysWhatMadeCommunicators() const { return major_ >= 3; }

  bool isFromStart() const;

  std::int64_t ranks() const { return static_cast<std::int64_t>(locations_.size()); }
  OTF2_LocationRef locationOf(std::int64_t rank) const { return locations_[static_cast<std::size_t>(rank)]; }
  std::int64_t picoseconds(OTF2_TimeStamp time) const;
  /// Name of the region, if it is a function of MPI.
  const std::string *functionOf(OTF2_RegionRef region) const;
  const std::map<std::int64_t, Communicator> &communicators() const { return communicators_; }
  const Communicator *find(std::int64_t comm) const;
  /// The one of all ranks, MPI_COMM_WORLD; -1: there is none.
  std::int64_t world() const { return world_; }

private:
  struct Group {
    OTF2_GroupType type = 0;
    std::vector<std::uint64_t> members;
  };
  struct Definitions {
    std::map<OTF2_StringRef, std::string> strings;
    std::map<OTF2_RegionRef, OTF2_StringRef> regions;
    std::map<OTF2_GroupRef, Group> groups;
    std::map<OTF2_CommRef, std::pair<OTF2_GroupRef, OTF2_CommRef>> comms; ///< Group and parent.
    std::vector<OTF2_LocationRef> locations;
    std::uint64_t resolution = 0, offset = 0;
  };

  explicit Archive(std::string path) : path_(std::move(path)) {}
  void readDefinitions(Definitions &definitions);
  sim::Status take(const Definitions &definitions);
  void takeCommunicators(const Definitions &definitions);
  void readLocalDefinitions();
  sim::Diagnostic refused(const std::string &what) const;

  std::string path_;
  Complaints complaints_;
  OTF2_Reader *reader_ = nullptr;
  std::uint8_t major_ = 0, minor_ = 0;
  std::vector<OTF2_LocationRef> locations_; ///< By rank.
  std::map<OTF2_RegionRef, std::string> functions_;
  std::map<std::int64_t, Communicator> communicators_;
  std::int64_t world_ = -1;
  std::uint64_t resolution_ = 1, offset_ = 0;
};

} // namespace maquette::traces::otf2

#endif
