//===- maquette/formats/repairs.h - what verify taught the skeletonizer -----===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Where a skeleton communicated otherwise than its program (mismatches), and what is therefore computed that would
/// have been predicted or removed (repairs). `maquette verify --repair` notes mismatches; the skeletonizer finds
/// repairs for those that are open. `maquette model` does both.
///
/// Beside a profile the file is called PROFILE.repairs. Errors  maquette-repairs: not such a file, another version, or
/// damaged.
#ifndef MAQUETTE_FORMATS_REPAIRS_H
#define MAQUETTE_FORMATS_REPAIRS_H

#include "maquette/sim/result.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace maquette::runtime {

/// A line of the original sources.
struct SourcePlace {
  std::string file; ///< As the compiler was given it, or relative to the root; empty: not known.
  std::int64_t line = 0;
  bool operator==(const SourcePlace &) const = default;
};
/// "cg.c:31"
std::string toText(const SourcePlace &place);

/// Where one rank's MPI calls begin to differ.
struct CallMismatch {
  std::int64_t rank = 0;
  std::int64_t position = 0;        ///< Of the call in the rank's sequence, from 0.
  std::string full, skeleton;       ///< "MPI_Send"; empty: there is no call left.
  SourcePlace full_at, skeleton_at; ///< Of these calls.
  /// "call" if another call stands there, else arguments: "peer", "tag", "communicator", "datatype", "count".
  std::vector<std::string> differs;
  /// The skeleton's and the program's, in the order of these words; empty where they say nothing to people.
  std::vector<std::string> values;
  /// The same question to the skeletonizer, whatever the rank.
  bool sameAs(const CallMismatch &other) const {
    return full == other.full && skeleton == other.skeleton && full_at == other.full_at &&
           skeleton_at == other.skeleton_at && differs == other.differs;
  }
};
/// "cg.c:31: MPI_Send: tag is 9 instead of 4 (rank 0, call 5)"
std::string toText(const CallMismatch &mismatch);

enum class MismatchState : std::uint8_t {
  Open,    ///< Repairs are to be found.
  Tried,   ///< Some were.
  Unmended ///< There are none left, and it still differs.
};

enum class RepairKind : std::uint8_t {
  Value,   ///< A value that is computed and not predicted.
  End,     ///< An early end of the program that stays, with what leads to it.
  Function ///< A function that stays as it is.
};

struct Repair {
  RepairKind kind = RepairKind::Value;
  std::string id; ///< "function#hash" of the text; of a function its qualified name.
  SourcePlace at;
  std::string text;         ///< Beginning of the source text, for people.
  std::size_t mismatch = 0; ///< Index of the one that it is for.
};

struct Repairs {
  struct Mismatch {
    CallMismatch what;
    MismatchState state = MismatchState::Open;
    std::int64_t rounds = 0; ///< How often repairs were added for it.
  };
  std::vector<Mismatch> mismatches;
  std::vector<Repair> repairs;

  /// \p found is open again, or for the first time.
  void note(const CallMismatch &found);
  bool hasOpen() const;
  bool has(RepairKind kind, const std::string &id) const;
};

/// PROFILE.repairs
std::string repairsBeside(const std::string &profile);
std::string toJson(const Repairs &repairs);
/// \p where names the document in errors. Indices of mismatches are within the table.
sim::Result<Repairs> repairsFromJson(const std::string &text, const std::string &where);
/// Of the file at \p path; none if there is no such file.
sim::Result<Repairs> readRepairs(const std::string &path);
sim::Status writeRepairs(const std::string &path, const Repairs &repairs);

} // namespace maquette::runtime

#endif
