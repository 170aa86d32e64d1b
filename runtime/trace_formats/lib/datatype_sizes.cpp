//===- runtime/trace_formats/lib/datatype_sizes.cpp - how many bytes a datatype has --------------===//
// SPDX-License-Identifier: Apache-2.0
#include "datatype_sizes.h"

#include "maquette/traces/event_values.h"

#include <numeric>

namespace maquette::traces {
namespace {

struct NamedSize {
  std::string_view name;
  std::int64_t bytes;
};

/// On the 64-bit hosts that traces come from.
constexpr NamedSize kNamed[] = {{"MPI_CHAR", 1},
                                {"MPI_SIGNED_CHAR", 1},
                                {"MPI_UNSIGNED_CHAR", 1},
                                {"MPI_BYTE", 1},
                                {"MPI_WCHAR", 4},
                                {"MPI_SHORT", 2},
                                {"MPI_UNSIGNED_SHORT", 2},
                                {"MPI_INT", 4},
                                {"MPI_UNSIGNED", 4},
                                {"MPI_LONG", 8},
                                {"MPI_UNSIGNED_LONG", 8},
                                {"MPI_FLOAT", 4},
                                {"MPI_DOUBLE", 8},
                                {"MPI_LONG_DOUBLE", 16},
                                {"MPI_LONG_LONG_INT", 8},
                                {"MPI_UNSIGNED_LONG_LONG", 8},
                                {"MPI_PACKED", 1},
                                {"MPI_LB", 0},
                                {"MPI_UB", 0},
                                {"MPI_FLOAT_INT", 8},
                                {"MPI_DOUBLE_INT", 12},
                                {"MPI_LONG_INT", 12},
                                {"MPI_SHORT_INT", 6},
                                {"MPI_2INT", 8},
                                {"MPI_LONG_DOUBLE_INT", 20},
                                {"MPI_C_BOOL", 1},
                                {"MPI_INT8_T", 1},
                                {"MPI_INT16_T", 2},
                                {"MPI_INT32_T", 4},
                                {"MPI_INT64_T", 8},
                                {"MPI_UINT8_T", 1},
                                {"MPI_UINT16_T", 2},
                                {"MPI_UINT32_T", 4},
                                {"MPI_UINT64_T", 8},
                                {"MPI_C_FLOAT_COMPLEX", 8},
                                {"MPI_C_DOUBLE_COMPLEX", 16},
                                {"MPI_AINT", 8},
                                {"MPI_COUNT", 8},
                                {"MPI_OFFSET", 8}};

std::optional<std::int64_t> sizeOfNamed(std::int64_t datatype) {
  const std::span<const std::string_view> names = namedHandles(ArgumentType::Datatype);
  const auto place = static_cast<std::size_t>(-1 - datatype);
  if (place < names.size())
    for (const NamedSize &each : kNamed)
      if (each.name == names[place])
        return each.bytes;
  return std::nullopt;
}

std::int64_t sum(const std::vector<std::int64_t> &terms) {
  return std::accumulate(terms.begin(), terms.end(), std::int64_t{0});
}

} // namespace

std::optional<std::int64_t> DatatypeSizes::of(std::int64_t datatype) const {
  if (datatype < 0)
    return sizeOfNamed(datatype);
  if (const auto found = made_.find(datatype); found != made_.end())
    return found->second;
  return reader_.datatypeSize(datatype);
}

std::optional<std::int64_t> DatatypeSizes::madeBy(const Event &event) const {
  const std::vector<std::int64_t> *const lengths = arrayOf(event, "blocklengths");
  if (const std::vector<std::int64_t> *const types = arrayOf(event, "types"); types != nullptr && lengths != nullptr) {
    std::int64_t bytes = 0;
    for (std::size_t i = 0; i < std::min(types->size(), lengths->size()); ++i)
      bytes += (*lengths)[i] * of((*types)[i]).value_or(0);
    return bytes;
  }
  const std::optional<std::int64_t> old = valueOf(event, "oldtype");
  const std::optional<std::int64_t> bytes = old ? of(*old) : std::nullopt;
  if (!bytes)
    return std::nullopt;
  if (lengths != nullptr)
    return sum(*lengths) * *bytes;
  if (const std::vector<std::int64_t> *const sizes = arrayOf(event, "subsizes"))
    return std::accumulate(sizes->begin(), sizes->end(), *bytes, std::multiplies<>());
  return valueOf(event, "count").value_or(1) * valueOf(event, "blocklength").value_or(1) * *bytes;
}

void DatatypeSizes::see(const Event &event) {
  const CallInfo &info = allCalls()[event.call];
  for (std::size_t i = 0; i < info.arguments.size(); ++i)
    if (info.arguments[i].kind == "DatatypeOut" && event.given[i] && event.values[i] >= 0)
      if (const std::optional<std::int64_t> bytes = madeBy(event))
        made_[event.values[i]] = *bytes;
}

} // namespace maquette::traces
