//===- runtime/trace_formats/lib/datatype_sizes.h - how many bytes a datatype has --------------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_TRACE_FORMATS_LIB_DATATYPE_SIZES_H
#define MAQUETTE_TRACE_FORMATS_LIB_DATATYPE_SIZES_H

#include "maquette/traces/trace.h"

#include <map>

namespace maquette::traces {

/// Of the datatypes of one rank, as MPI_Type_size() gives them (MPI 4.0, 5.1.5).
class DatatypeSizes {
public:
  /// \p reader: for what the trace says apart; outlives this.
  explicit DatatypeSizes(const EventReader &reader) : reader_(reader) {}

  /// Takes note of a call that makes a datatype. Events come in order.
  void see(const Event &event);
  /// Nothing where the trace does not say.
  std::optional<std::int64_t> of(std::int64_t datatype) const;

private:
  std::optional<std::int64_t> madeBy(const Event &event) const;

  const EventReader &reader_;
  std::map<std::int64_t, std::int64_t> made_;
};

} // namespace maquette::traces

#endif
