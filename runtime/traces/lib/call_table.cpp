//===- runtime/traces/lib/call_table.cpp - every MPI function and what its arguments are ---===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/traces/call_table.h"

#include <algorithm>
#include <unordered_map>
#include <vector>

namespace maquette::traces {
namespace {

struct Row {
  std::string_view name, class_of;
  std::vector<Argument> arguments;
};

struct TypeName {
  std::string_view text;
  ArgumentType type;
};

/// Of the types that stand in the table.
constexpr TypeName kTypes[] = {{"MPI_Comm", ArgumentType::Comm},
                               {"MPI_Comm *", ArgumentType::Comm},
                               {"MPI_Datatype", ArgumentType::Datatype},
                               {"MPI_Datatype *", ArgumentType::Datatype},
                               {"MPI_Group", ArgumentType::Group},
                               {"MPI_Group *", ArgumentType::Group},
                               {"MPI_Op", ArgumentType::Op},
                               {"MPI_Op *", ArgumentType::Op},
                               {"MPI_Request", ArgumentType::Request},
                               {"MPI_Win", ArgumentType::Window},
                               {"MPI_Win *", ArgumentType::Window},
                               {"MPI_File", ArgumentType::File},
                               {"MPI_File *", ArgumentType::File},
                               {"MPI_Info", ArgumentType::Info},
                               {"MPI_Info *", ArgumentType::Info},
                               {"MPI_Status *", ArgumentType::Statuses},
                               {"const MPI_Status *", ArgumentType::Statuses},
                               {"const char *", ArgumentType::Text},
                               {"char *", ArgumentType::Text},
                               {"const MPI_Datatype *", ArgumentType::Datatypes},
                               {"maquette_mpi_range *", ArgumentType::Integers},
                               {"int", ArgumentType::Integer},
                               {"MPI_Aint", ArgumentType::Integer},
                               {"MPI_Count", ArgumentType::Integer},
                               {"MPI_Offset", ArgumentType::Integer},
                               {"int *", ArgumentType::Integer},
                               {"MPI_Aint *", ArgumentType::Integer},
                               {"MPI_Count *", ArgumentType::Integer},
                               {"MPI_Offset *", ArgumentType::Integer},
                               {"const int *", ArgumentType::Integers},
                               {"const MPI_Aint *", ArgumentType::Integers},
                               {"const MPI_Count *", ArgumentType::Integers}};

/// Results that are arrays: of functions that give several numbers.
constexpr std::string_view kArrays[] = {"indices",     "neighbors",          "translated", "sizes",    "periods",
                                        "coordinates", "cumulative_degrees", "edges",      "integers", "codes",
                                        "sources",     "destinations",       "addresses",  "flags",    "weights",
                                        "parents",     "source_weights"};

ArgumentType typeOf(std::string_view kind, std::string_view type, std::string_view name) {
  if (kind.starts_with("Payload") || kind == "Callback")
    return ArgumentType::None;
  if (type == "MPI_Request *")
    return kind == "Requests" ? ArgumentType::Requests : ArgumentType::Request;
  if (type == "MPI_Datatype *" && (kind == "ArrayIn" || name == "datatypes"))
    return ArgumentType::Datatypes;
  const auto *found =
      std::find_if(std::begin(kTypes), std::end(kTypes), [type](const TypeName &each) { return each.text == type; });
  if (found == std::end(kTypes))
    return ArgumentType::None;
  const bool pointer = found->type == ArgumentType::Integer && type.ends_with("*");
  if (pointer && (kind == "ArrayIn" || std::find(std::begin(kArrays), std::end(kArrays), name) != std::end(kArrays)))
    return ArgumentType::Integers;
  return found->type;
}

const std::vector<Row> &rows() {
#define MAQUETTE_MPI_CALL(name, class_of, result, ...) {#name, #class_of, {__VA_ARGS__}},
#define MAQUETTE_ARG(kind, type, name)                                                                                 \
  Argument { #name, #kind, typeOf(#kind, #type, #name) }
#define MAQUETTE_NO_ARG
#define MAQUETTE_VARIADIC                                                                                              \
  Argument {}
  static const std::vector<Row> table{
#include "maquette/abi/mpi_calls.def"
#define MAQUETTE_SHMEM_CALL(name, class_of, ...) {#name, #class_of, {__VA_ARGS__}},
#define MAQUETTE_ARG(kind, type, name)                                                                                 \
  Argument { #name, #kind, typeOf(#kind, #type, #name) }
#define MAQUETTE_NO_ARG
#include "maquette/abi/shmem_calls.def"
  };
  return table;
}

struct Table {
  std::vector<CallInfo> calls;
  std::unordered_map<std::string_view, CallNumber> numbers;

  Table() {
    for (const Row &row : rows()) {
      numbers.emplace(row.name, static_cast<CallNumber>(calls.size()));
      calls.push_back({row.name, row.class_of, row.arguments});
    }
  }
};

const Table &table() {
  static const Table table;
  return table;
}

} // namespace

std::optional<std::size_t> CallInfo::find(std::string_view wanted) const {
  for (std::size_t i = 0; i < arguments.size(); ++i)
    if (arguments[i].name == wanted)
      return i;
  return std::nullopt;
}

std::span<const CallInfo> allCalls() { return table().calls; }

std::optional<CallNumber> findCall(std::string_view name) {
  const auto found = table().numbers.find(name);
  return found == table().numbers.end() ? std::nullopt : std::optional(found->second);
}

} // namespace maquette::traces
