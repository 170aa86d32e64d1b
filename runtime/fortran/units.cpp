//===- runtime/fortran/units.cpp - each rank's own unit numbers --------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// libgfortran knows one set of units per process. Between a rank's I/O statement and the library its unit number
/// becomes another that no other rank has. Units 0, 5 and 6 are the process's until a rank opens them itself; units
/// below zero come from NEWUNIT= and differ anyhow. A unit that is used without OPEN is connected to fort.<number>, as
/// always.
///
/// Limits    the extensions FSEEK, FTELL, FGET, FPUT, FNUM and ISATTY see the library's numbers; the buffer of standard
/// output is common
#include "libgfortran.h"

#include "maquette/context/rank.h"
#include "maquette/context/world.h"

#include <map>
#include <string>
#include <utility>

#define MAQUETTE_EXPORT extern "C" __attribute__((visibility("default")))

namespace {

using namespace maquette::fortran;

constexpr std::int32_t kFirst = 1'000'000; ///< Programs do not use such units.

class Units {
public:
  /// The library's number for the rank's \p unit. \p connect: an OPEN statement follows.
  std::int32_t numberOf(std::int32_t rank, std::int32_t unit, bool connect, const StatementHead &statement) {
    const auto found = numbers_.find({rank, unit});
    if (found != numbers_.end())
      return found->second;
    if (!connect && isPreconnected(unit))
      return unit;
    const std::int32_t number = kFirst + static_cast<std::int32_t>(units_.size());
    units_[number] = unit;
    numbers_[{rank, unit}] = number;
    if (!connect)
      openByDefault(unit, number, statement);
    return number;
  }
  /// After CLOSE, 0, 5 and 6 are the process's again, and others new.
  void forget(std::int32_t rank, std::int32_t unit) { numbers_.erase({rank, unit}); }
  /// The unit behind one of the library's numbers.
  std::int32_t unitOf(std::int32_t number) const {
    const auto found = units_.find(number);
    return found != units_.end() ? found->second : number;
  }
  bool knows(std::int32_t rank, std::int32_t unit) const { return numbers_.count({rank, unit}) != 0; }

private:
  static bool isPreconnected(std::int32_t unit) { return unit == 0 || unit == 5 || unit == 6; }

  static void openByDefault(std::int32_t unit, std::int32_t number, const StatementHead &statement) {
    const std::string file = "fort." + std::to_string(unit);
    const std::string form = (statement.flags & kFormatted) != 0 ? "formatted" : "unformatted";
    OpenStatement open{};
    open.head.flags = OpenStatement::kHasFile | OpenStatement::kHasForm;
    open.head.unit = number;
    open.head.source_file = statement.source_file;
    open.head.source_line = statement.source_line;
    open.file = file.c_str();
    open.file_length = file.size();
    open.form = form.c_str();
    open.form_length = form.size();
    libraryFunction<void(OpenStatement *)>("_gfortran_st_open")(&open);
  }

  std::map<std::pair<std::int32_t, std::int32_t>, std::int32_t> numbers_; ///< By rank and unit.
  std::map<std::int32_t, std::int32_t> units_;                            ///< By the library's number.
};

/// The one set per process, as the library's.
Units &units() {
  static Units *const all = new Units; // lives as long as the program
  return *all;
}

/// The rank whose units are its own; nullptr when it is the only one.
const maquette::runtime::Rank *rankOfMany() {
  const maquette::runtime::World *const world = maquette::runtime::currentWorld();
  return world != nullptr && world->rankCount() > 1 ? maquette::runtime::currentRank() : nullptr;
}

enum class Statement : std::uint8_t { Connects, Uses, Ends };

/// Calls the library's function with the library's number. It stays in the statement: its later parts find the unit by
/// it.
template <class Record> void forward(const char *name, Record *record, Statement kind) {
  auto *const function = libraryFunction<void(Record *)>(name);
  StatementHead &head = *reinterpret_cast<StatementHead *>(record);
  const maquette::runtime::Rank *const rank = rankOfMany();
  const std::int32_t unit = head.unit;
  if (rank == nullptr || unit < 0 || (kind == Statement::Ends && !units().knows(rank->id, unit))) {
    function(record);
    return;
  }
  head.unit = units().numberOf(rank->id, unit, kind == Statement::Connects, head);
  function(record);
  if (kind == Statement::Ends)
    units().forget(rank->id, unit);
}

} // namespace

#define MAQUETTE_UNIT_SHIM(name, kind)                                                                                 \
  MAQUETTE_EXPORT void _gfortran_st_##name(StatementHead *record) { forward("_gfortran_st_" #name, record, kind); }

MAQUETTE_UNIT_SHIM(close, Statement::Ends)
MAQUETTE_UNIT_SHIM(read, Statement::Uses)
MAQUETTE_UNIT_SHIM(write, Statement::Uses)
MAQUETTE_UNIT_SHIM(backspace, Statement::Uses)
MAQUETTE_UNIT_SHIM(rewind, Statement::Uses)
MAQUETTE_UNIT_SHIM(endfile, Statement::Uses)
MAQUETTE_UNIT_SHIM(flush, Statement::Uses)

MAQUETTE_EXPORT void _gfortran_st_open(OpenStatement *record) {
  const bool new_unit = record->head.unit < 0;
  forward("_gfortran_st_open", record, new_unit ? Statement::Uses : Statement::Connects);
}

/// By unit: the library's number, if the rank has connected the unit. By file: the answer is the rank's unit.
MAQUETTE_EXPORT void _gfortran_st_inquire(InquireStatement *record) {
  auto *const function = libraryFunction<void(InquireStatement *)>("_gfortran_st_inquire");
  const maquette::runtime::Rank *const rank = rankOfMany();
  const bool by_file = (record->head.flags & InquireStatement::kHasFile) != 0;
  if (rank != nullptr && !by_file && record->head.unit > 0 && units().knows(rank->id, record->head.unit))
    record->head.unit = units().numberOf(rank->id, record->head.unit, true, record->head);
  function(record);
  if (rank != nullptr && (record->head.flags & InquireStatement::kHasNumber) != 0)
    *record->number = units().unitOf(*record->number);
}

/// CALL FLUSH(unit), an extension.
MAQUETTE_EXPORT void _gfortran_flush_i4(std::int32_t *unit) {
  const maquette::runtime::Rank *const rank = rankOfMany();
  std::int32_t number = unit != nullptr ? *unit : 0;
  if (rank != nullptr && unit != nullptr && units().knows(rank->id, number))
    number = units().numberOf(rank->id, number, true, {});
  libraryFunction<void(std::int32_t *)>("_gfortran_flush_i4")(unit != nullptr ? &number : nullptr);
}
