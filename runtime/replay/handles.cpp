//===- runtime/replay/handles.cpp - handles of a trace and of the run that replays it ---===//
// SPDX-License-Identifier: Apache-2.0
#include "handles.h"

#include <iterator>

namespace maquette::replay {
namespace {

template <class Handle> struct Named {
  std::string_view name;
  Handle handle;
};

#define MAQUETTE_NAMED(handle) {#handle, handle}

const Named<MPI_Comm> kComms[] = {MAQUETTE_NAMED(MPI_COMM_WORLD), MAQUETTE_NAMED(MPI_COMM_SELF)};
const Named<MPI_Group> kGroups[] = {MAQUETTE_NAMED(MPI_GROUP_EMPTY)};
const Named<MPI_Op> kOps[] = {MAQUETTE_NAMED(MPI_MAX),   MAQUETTE_NAMED(MPI_MIN),    MAQUETTE_NAMED(MPI_SUM),
                              MAQUETTE_NAMED(MPI_PROD),  MAQUETTE_NAMED(MPI_LAND),   MAQUETTE_NAMED(MPI_BAND),
                              MAQUETTE_NAMED(MPI_LOR),   MAQUETTE_NAMED(MPI_BOR),    MAQUETTE_NAMED(MPI_LXOR),
                              MAQUETTE_NAMED(MPI_BXOR),  MAQUETTE_NAMED(MPI_MINLOC), MAQUETTE_NAMED(MPI_MAXLOC),
                              MAQUETTE_NAMED(MPI_NO_OP), MAQUETTE_NAMED(MPI_REPLACE)};
const Named<MPI_Datatype> kDatatypes[] = {MAQUETTE_NAMED(MPI_CHAR),
                                          MAQUETTE_NAMED(MPI_SIGNED_CHAR),
                                          MAQUETTE_NAMED(MPI_UNSIGNED_CHAR),
                                          MAQUETTE_NAMED(MPI_BYTE),
                                          MAQUETTE_NAMED(MPI_WCHAR),
                                          MAQUETTE_NAMED(MPI_SHORT),
                                          MAQUETTE_NAMED(MPI_UNSIGNED_SHORT),
                                          MAQUETTE_NAMED(MPI_INT),
                                          MAQUETTE_NAMED(MPI_UNSIGNED),
                                          MAQUETTE_NAMED(MPI_LONG),
                                          MAQUETTE_NAMED(MPI_UNSIGNED_LONG),
                                          MAQUETTE_NAMED(MPI_FLOAT),
                                          MAQUETTE_NAMED(MPI_DOUBLE),
                                          MAQUETTE_NAMED(MPI_LONG_DOUBLE),
                                          MAQUETTE_NAMED(MPI_LONG_LONG_INT),
                                          MAQUETTE_NAMED(MPI_UNSIGNED_LONG_LONG),
                                          MAQUETTE_NAMED(MPI_PACKED),
                                          MAQUETTE_NAMED(MPI_LB),
                                          MAQUETTE_NAMED(MPI_UB),
                                          MAQUETTE_NAMED(MPI_FLOAT_INT),
                                          MAQUETTE_NAMED(MPI_DOUBLE_INT),
                                          MAQUETTE_NAMED(MPI_LONG_INT),
                                          MAQUETTE_NAMED(MPI_SHORT_INT),
                                          MAQUETTE_NAMED(MPI_2INT),
                                          MAQUETTE_NAMED(MPI_LONG_DOUBLE_INT),
                                          MAQUETTE_NAMED(MPI_C_BOOL),
                                          MAQUETTE_NAMED(MPI_INT8_T),
                                          MAQUETTE_NAMED(MPI_INT16_T),
                                          MAQUETTE_NAMED(MPI_INT32_T),
                                          MAQUETTE_NAMED(MPI_INT64_T),
                                          MAQUETTE_NAMED(MPI_UINT8_T),
                                          MAQUETTE_NAMED(MPI_UINT16_T),
                                          MAQUETTE_NAMED(MPI_UINT32_T),
                                          MAQUETTE_NAMED(MPI_UINT64_T),
                                          MAQUETTE_NAMED(MPI_C_FLOAT_COMPLEX),
                                          MAQUETTE_NAMED(MPI_C_DOUBLE_COMPLEX),
                                          MAQUETTE_NAMED(MPI_AINT),
                                          MAQUETTE_NAMED(MPI_COUNT),
                                          MAQUETTE_NAMED(MPI_OFFSET)};

template <class Handle, std::size_t count>
Handle ofName(const Named<Handle> (&table)[count], std::string_view name, Handle otherwise) {
  for (const Named<Handle> &each : table)
    if (each.name == name)
      return each.handle;
  return otherwise;
}

} // namespace

MPI_Comm HandleKind<MPI_Comm>::named(std::string_view text) { return ofName(kComms, text, MPI_COMM_NULL); }
MPI_Group HandleKind<MPI_Group>::named(std::string_view text) { return ofName(kGroups, text, MPI_GROUP_NULL); }
MPI_Op HandleKind<MPI_Op>::named(std::string_view text) { return ofName(kOps, text, MPI_OP_NULL); }
MPI_Datatype HandleKind<MPI_Datatype>::named(std::string_view text) {
  return ofName(kDatatypes, text, MPI_DATATYPE_NULL);
}

} // namespace maquette::replay
