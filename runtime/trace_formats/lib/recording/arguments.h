//===- runtime/trace_formats/lib/recording/arguments.h - what recorded arguments mean ---------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_TRACE_FORMATS_LIB_RECORDING_ARGUMENTS_H
#define MAQUETTE_TRACE_FORMATS_LIB_RECORDING_ARGUMENTS_H

#include "container.h"
#include "maquette/traces/event.h"

#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace maquette::traces::recording {

/// A constant that MPI names and each library gives a value.
struct Constant {
  std::string_view name;
  std::int64_t value; ///< As in Maquette's mpi.h.
};

/// Of one process: numbers for its library's handles, and Maquette's values for the library's constants.
class Arguments {
public:
  /// Takes a record MAQUETTE_RECORD_PROCESS.
  void learn(const RecordView &record);
  /// Fills \p event, whose call is set. Datatypes that nobody saw made come before it, in \p made. Gives what is wrong,
  /// if anything is.
  std::optional<std::string> fill(const RecordView &record, Event &event, std::vector<Event> &made);

private:
  struct Known {
    std::unordered_map<std::int64_t, std::int64_t> numbers; ///< By the library's handle.
    std::int64_t next = 0;
  };

  std::optional<std::string> take(const Piece &piece, const Argument &argument, Event &event, std::vector<Event> &made);
  std::int64_t ours(const Argument &argument, std::int64_t value) const;
  std::int64_t oursOf(std::span<const Constant> constants, std::int64_t value) const;
  std::int64_t oursOfFlags(std::int64_t flags) const;
  std::int64_t give(ArgumentType type, std::int64_t handle);
  std::optional<std::int64_t> numberOf(ArgumentType type, std::int64_t handle, std::vector<Event> &made);
  std::optional<std::int64_t> describe(std::int64_t datatype, std::vector<Event> &made);

  std::map<ArgumentType, Known> handles_;
  std::unordered_map<std::int64_t, std::int64_t> sizes_; ///< Of datatypes that the library names and traces do not.
  std::map<std::string, std::int64_t, std::less<>> constants_;
  std::int64_t null_request_ = 0;
};

} // namespace maquette::traces::recording

#endif
