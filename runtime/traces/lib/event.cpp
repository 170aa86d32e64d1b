//===- runtime/traces/lib/event.cpp - one MPI call of one rank in a trace ------------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/traces/event.h"

#include <algorithm>

namespace maquette::traces {
namespace {

constexpr std::string_view kComms[] = {"MPI_COMM_NULL", "MPI_COMM_WORLD", "MPI_COMM_SELF"};
constexpr std::string_view kGroups[] = {"MPI_GROUP_NULL", "MPI_GROUP_EMPTY"};
constexpr std::string_view kRequests[] = {"MPI_REQUEST_NULL"};
constexpr std::string_view kWindows[] = {"MPI_WIN_NULL"};
constexpr std::string_view kFiles[] = {"MPI_FILE_NULL"};
constexpr std::string_view kInfos[] = {"MPI_INFO_NULL"};
constexpr std::string_view kOps[] = {"MPI_OP_NULL", "MPI_MAX",    "MPI_MIN",    "MPI_SUM",     "MPI_PROD",
                                     "MPI_LAND",    "MPI_BAND",   "MPI_LOR",    "MPI_BOR",     "MPI_LXOR",
                                     "MPI_BXOR",    "MPI_MINLOC", "MPI_MAXLOC", "MPI_REPLACE", "MPI_NO_OP"};
constexpr std::string_view kDatatypes[] = {"MPI_DATATYPE_NULL",
                                           "MPI_CHAR",
                                           "MPI_SIGNED_CHAR",
                                           "MPI_UNSIGNED_CHAR",
                                           "MPI_BYTE",
                                           "MPI_WCHAR",
                                           "MPI_SHORT",
                                           "MPI_UNSIGNED_SHORT",
                                           "MPI_INT",
                                           "MPI_UNSIGNED",
                                           "MPI_LONG",
                                           "MPI_UNSIGNED_LONG",
                                           "MPI_FLOAT",
                                           "MPI_DOUBLE",
                                           "MPI_LONG_DOUBLE",
                                           "MPI_LONG_LONG_INT",
                                           "MPI_UNSIGNED_LONG_LONG",
                                           "MPI_PACKED",
                                           "MPI_LB",
                                           "MPI_UB",
                                           "MPI_FLOAT_INT",
                                           "MPI_DOUBLE_INT",
                                           "MPI_LONG_INT",
                                           "MPI_SHORT_INT",
                                           "MPI_2INT",
                                           "MPI_LONG_DOUBLE_INT",
                                           "MPI_C_BOOL",
                                           "MPI_INT8_T",
                                           "MPI_INT16_T",
                                           "MPI_INT32_T",
                                           "MPI_INT64_T",
                                           "MPI_UINT8_T",
                                           "MPI_UINT16_T",
                                           "MPI_UINT32_T",
                                           "MPI_UINT64_T",
                                           "MPI_C_FLOAT_COMPLEX",
                                           "MPI_C_DOUBLE_COMPLEX",
                                           "MPI_AINT",
                                           "MPI_COUNT",
                                           "MPI_OFFSET"};

} // namespace

void Event::clear() {
  given.reset();
  arrays.clear();
  texts.clear();
  received.clear();
}

void Event::set(std::size_t argument, std::int64_t value) {
  given.set(argument);
  values[argument] = value;
}

void Event::set(std::size_t argument, std::vector<std::int64_t> array) {
  set(argument, static_cast<std::int64_t>(arrays.size()));
  arrays.push_back(std::move(array));
}

void Event::set(std::size_t argument, std::string text) {
  set(argument, static_cast<std::int64_t>(texts.size()));
  texts.push_back(std::move(text));
}

std::span<const std::string_view> namedHandles(ArgumentType type) {
  switch (type) {
  case ArgumentType::Comm:
    return kComms;
  case ArgumentType::Datatype:
  case ArgumentType::Datatypes:
    return kDatatypes;
  case ArgumentType::Group:
    return kGroups;
  case ArgumentType::Op:
    return kOps;
  case ArgumentType::Request:
  case ArgumentType::Requests:
    return kRequests;
  case ArgumentType::Window:
    return kWindows;
  case ArgumentType::File:
    return kFiles;
  case ArgumentType::Info:
    return kInfos;
  default:
    return {};
  }
}

std::int64_t named(ArgumentType type, std::string_view name) {
  const std::span<const std::string_view> names = namedHandles(type);
  const auto found = std::find(names.begin(), names.end(), name);
  return found == names.end() ? 0 : -1 - (found - names.begin());
}

} // namespace maquette::traces
