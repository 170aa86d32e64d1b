//===- maquette/traces/call_table.h - every function and what its arguments are ---===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// The tables of maquette/abi/mpi_calls.def and, behind it, shmem_calls.def as data, for readers and writers of traces.
#ifndef MAQUETTE_TRACES_CALL_TABLE_H
#define MAQUETTE_TRACES_CALL_TABLE_H

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace maquette::traces {

/// Number of a function of MPI or a family of OpenSHMEM: its place in the two tables, from 0.
using CallNumber = std::uint16_t;

/// What an event holds of an argument.
enum class ArgumentType : std::uint8_t {
  None,    ///< Nothing: a buffer, a callback, a pointer of the program's.
  Integer, ///< A number, or what a pointer to one gave.
  Integers,
  Text,
  Comm,
  Datatype,
  Datatypes,
  Group,
  Op,
  Request,
  Requests,
  Window,
  File,
  Info,
  Statuses, ///< What came: source, tag, bytes.
};

struct Argument {
  std::string_view name;
  std::string_view kind; ///< As in the tables.
  ArgumentType type = ArgumentType::None;
};

struct CallInfo {
  std::string_view name;     ///< "MPI_Send".
  std::string_view class_of; ///< As in the tables.
  std::span<const Argument> arguments;

  /// Place of the argument \p name; nothing where there is none.
  std::optional<std::size_t> find(std::string_view name) const;
};

inline bool isShmem(const CallInfo &call) { return call.name.starts_with("shmem_"); }

/// Arguments that the longest function has, at least.
constexpr std::size_t kMostArguments = 16;

std::span<const CallInfo> allCalls();
std::optional<CallNumber> findCall(std::string_view name);

} // namespace maquette::traces

#endif
