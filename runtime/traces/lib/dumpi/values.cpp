//===- runtime/traces/lib/dumpi/values.cpp - DUMPI's handles and constants --------------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/traces/dumpi/values.h"

#include <algorithm>

namespace maquette::traces::dumpi {
namespace {

/// MPI's own handles by DUMPI's numbers; "" where there is none. Larger numbers are the program's.
struct Names {
  ArgumentType type;
  std::initializer_list<std::string_view> names;
};

const Names kNames[] = {{ArgumentType::Comm, {"", "MPI_COMM_NULL", "MPI_COMM_WORLD", "MPI_COMM_SELF"}},
                        {ArgumentType::Group, {"", "MPI_GROUP_NULL", "MPI_GROUP_EMPTY"}},
                        {ArgumentType::Request, {"MPI_REQUEST_NULL", "MPI_REQUEST_NULL"}},
                        {ArgumentType::Window, {"MPI_WIN_NULL"}},
                        {ArgumentType::File, {"MPI_FILE_NULL"}},
                        {ArgumentType::Info, {"MPI_INFO_NULL"}},
                        {ArgumentType::Op,
                         {"", "MPI_MAX", "MPI_MIN", "MPI_SUM", "MPI_PROD", "MPI_LAND", "MPI_BAND", "MPI_LOR", "MPI_BOR",
                          "MPI_LXOR", "MPI_BXOR", "MPI_MINLOC", "MPI_MAXLOC", "MPI_REPLACE", "MPI_OP_NULL"}},
                        {ArgumentType::Datatype,
                         {"",
                          "MPI_DATATYPE_NULL",
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
                          "MPI_LONG_LONG_INT",
                          "MPI_PACKED",
                          "MPI_LB",
                          "MPI_UB",
                          "MPI_FLOAT_INT",
                          "MPI_DOUBLE_INT",
                          "MPI_LONG_INT",
                          "MPI_SHORT_INT",
                          "MPI_2INT",
                          "MPI_LONG_DOUBLE_INT"}}};

struct Constant {
  std::string_view argument;
  std::int64_t raw, value; ///< The latter as in mpi.h.
};

constexpr Constant kConstants[] = {{"lock_type", 1, 2}, {"lock_type", 2, 1}, {"required", 1, 0},  {"required", 2, 1},
                                   {"required", 3, 2},  {"required", 4, 3},  {"whence", 1, 600},  {"whence", 2, 602},
                                   {"whence", 3, 604},  {"order", 1, 56},    {"order", 2, 57},    {"amode", 1, 2},
                                   {"amode", 2, 8},     {"amode", 3, 4},     {"amode", 4, 1 | 8}, {"amode", 5, 64 | 8}};
/// Bits of assertions of windows stand ten places higher in mpi.h.
constexpr int kAssertionShift = 10;

/// For MPI_PROC_NULL, where no library's number is asked for.
constexpr std::int64_t kNoPeer = -3;

struct Substitute {
  std::string_view name, other;
};
/// Datatypes of the same size, on 64-bit hosts.
constexpr Substitute kSubstitutes[] = {{"MPI_C_BOOL", "MPI_BYTE"},
                                       {"MPI_INT8_T", "MPI_SIGNED_CHAR"},
                                       {"MPI_INT16_T", "MPI_SHORT"},
                                       {"MPI_INT32_T", "MPI_INT"},
                                       {"MPI_INT64_T", "MPI_LONG"},
                                       {"MPI_UINT8_T", "MPI_UNSIGNED_CHAR"},
                                       {"MPI_UINT16_T", "MPI_UNSIGNED_SHORT"},
                                       {"MPI_UINT32_T", "MPI_UNSIGNED"},
                                       {"MPI_UINT64_T", "MPI_UNSIGNED_LONG"},
                                       {"MPI_C_FLOAT_COMPLEX", "MPI_DOUBLE"},
                                       {"MPI_C_DOUBLE_COMPLEX", "MPI_LONG_DOUBLE"},
                                       {"MPI_AINT", "MPI_LONG"},
                                       {"MPI_COUNT", "MPI_LONG"},
                                       {"MPI_OFFSET", "MPI_LONG"}};

const Names *namesOf(ArgumentType type) {
  if (type == ArgumentType::Requests)
    type = ArgumentType::Request;
  if (type == ArgumentType::Datatypes)
    type = ArgumentType::Datatype;
  const auto *const found =
      std::find_if(std::begin(kNames), std::end(kNames), [type](const Names &each) { return each.type == type; });
  return found == std::end(kNames) ? nullptr : found;
}

/// 0 where DUMPI has none.
std::int64_t rawOfNamed(const Names &names, std::int64_t value) {
  std::string_view name = namedHandles(names.type)[static_cast<std::size_t>(-1 - value)];
  if (names.type == ArgumentType::Datatype)
    for (const Substitute &each : kSubstitutes)
      if (each.name == name)
        name = each.other;
  const auto *const found = std::find(names.names.begin(), names.names.end(), name);
  return found == names.names.end() ? 0 : found - names.names.begin();
}

bool isPeer(std::string_view name) {
  return name == "source" || name == "dest" || name == "root" || name == "target" || name == "remote_leader";
}

/// Negative ranks: -1 is any source, -2 the root of an intercommunicator; libraries have numbers of their own for
/// MPI_PROC_NULL.
std::int64_t peer(std::string_view name, std::int64_t raw) {
  if (raw >= 0)
    return raw;
  if (name == "source" && raw == -1)
    return kAnySource;
  return name == "root" && raw == -2 ? kRoot : kProcNull;
}

} // namespace

std::int64_t firstMade(ArgumentType type) {
  const Names *const names = namesOf(type);
  return names == nullptr ? 0 : static_cast<std::int64_t>(names->names.size());
}

std::int64_t rawOf(ArgumentType type, std::string_view name, std::int64_t value) {
  if (const Names *const names = namesOf(type))
    return value >= 0 ? value + firstMade(type) : rawOfNamed(*names, value);
  if (isPeer(name) && value < 0)
    return name == "source" && value == kAnySource ? -1 : name == "root" && value == kRoot ? -2 : kNoPeer;
  if (name == "assertion")
    return value >> kAssertionShift;
  for (const Constant &constant : kConstants)
    if (constant.argument == name && constant.value == value)
      return constant.raw;
  return value;
}

std::int64_t valueOf(ArgumentType type, std::string_view name, std::int64_t raw) {
  if (const Names *const names = namesOf(type)) {
    const auto count = static_cast<std::int64_t>(names->names.size());
    if (raw >= 0 && raw < count)
      return named(names->type, names->names.begin()[raw]);
    return names->type == ArgumentType::Request ? raw : raw - count; // RequestNumbers gives requests others.
  }
  if (isPeer(name))
    return peer(name, raw);
  if (name == "assertion")
    return raw << kAssertionShift;
  for (const Constant &constant : kConstants)
    if (constant.argument == name && constant.raw == raw)
      return constant.value;
  return raw;
}

} // namespace maquette::traces::dumpi
