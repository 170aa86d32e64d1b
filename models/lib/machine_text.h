//===- models/lib/machine_text.h - reading the values of a machine file -----===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// What is common to all keys of a machine file: finding a value in the file or in an override, its source, its unit,
/// and errors that show the place. Knows which keys exist, not what they mean together.
#ifndef MAQUETTE_MODELS_LIB_MACHINE_TEXT_H
#define MAQUETTE_MODELS_LIB_MACHINE_TEXT_H

#include "maquette/models/machine.h"
#include "maquette/sim/toml.h"

#include <map>
#include <optional>
#include <set>
#include <span>

namespace maquette::models {

constexpr std::int64_t kMaximumCount = std::int64_t{1} << 30;
constexpr const char *kOverrideSource = "--set"; ///< Of values given on the command line.

enum class Need { Required, Optional };

/// Where a value stands: in the file, or on the command line.
struct Place {
  std::string where;
  std::string excerpt;
};

/// One key's value, found in the file or in an override.
struct Found {
  const toml::node *node = nullptr;
  std::string source;
  Place place;
};

class MachineText {
public:
  MachineText(std::string_view text, const std::string &filename) : text_(text), filename_(filename) {}

  /// False on a syntax error; unknown keys are noted and reading goes on.
  bool read(const std::vector<std::string> &overrides);
  const std::string &filename() const { return filename_; }
  const sim::Error &errors() const { return errors_; }

  void error(const Place &place, std::string what, std::string_view tag, std::string fix);
  /// Errors of another file that this one names.
  void add(const sim::Error &errors);
  /// Names of the tables inside one that may have some: for "storage", those of [storage.NAME].
  std::vector<std::string> tablesIn(std::string_view table) const;
  /// The value of a key, as it stands. A table in another is "outer.inner".
  std::optional<Found> find(std::string_view table, std::string_view key, Need need);
  /// A value that needs a source: { value = ..., source = "..." }, or plain in a table with a source.
  std::optional<Found> findNumber(std::string_view table, std::string_view key, Need need);

  /// A key that would have no effect is an error, so that nobody waits for one: unless the file's key lost its effect
  /// by what an override says of one of \p deciders ("table.key"). It is left aside then.
  void refuse(std::string_view table, std::string_view key, const std::string &why, const std::string &fix,
              std::initializer_list<std::string_view> deciders);

  /// Where a number's value stands. \pre it was found before.
  Place placeOfNumber(std::string_view table, std::string_view key);

  // Each leaves `out` as it is when the key is missing or wrong.
  void duration(std::string_view table, std::string_view key, Need need, Sourced<sim::SimDuration> &out);
  void rate(std::string_view table, std::string_view key, Need need, Sourced<sim::BitRate> &out);
  void size(std::string_view table, std::string_view key, Need need, Sourced<sim::Bytes> &out);
  void sizeAboveZero(std::string_view table, std::string_view key, Sourced<sim::Bytes> &out);
  void count(std::string_view table, std::string_view key, Need need, Sourced<std::int64_t> &out);
  void list(std::string_view table, std::string_view key, Need need, Sourced<std::vector<std::int64_t>> &out);
  /// A whole number from 0 that needs no source.
  void seed(std::string_view table, std::string_view key, std::uint64_t &out);
  std::optional<Found> text(std::string_view table, std::string_view key, Need need, std::string &out);
  void choice(std::string_view table, std::string_view key, Need need, std::string &out,
              std::span<const std::string_view> names);

private:
  Place placeOf(const toml::source_region &region) const;
  void unknownKey(const Place &place, std::string_view key, std::string_view table,
                  std::span<const std::string_view> known);
  void missingTable(std::string_view table);
  std::string sourceIn(const toml::table &table);
  const toml::table *tableAt(std::string_view name) const;
  void checkKeys();
  void checkTable(const toml::table &table, const std::string &name);
  void readOverride(const std::string &text);
  template <class T, class ParseText>
  void quantity(std::string_view table, std::string_view key, Need need, Sourced<T> &out, ParseText parse_text);

  std::string_view text_;
  std::string filename_;
  toml::table root_;
  std::map<std::string, std::pair<toml::table, Place>, std::less<>>
      overrides_; ///< By "table.key"; the value is under "v".
  std::set<std::string, std::less<>>
      explained_; ///< "table" or "table.key" that is missing because of an error that was told.
  sim::Error errors_;
};

} // namespace maquette::models

#endif
