//===- runtime/mpi/bindings/one_sided_api.cpp - MPI_Put, MPI_Get, MPI_Accumulate -===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Each function with a parameter `request` serves two calls: nullptr for the one, the place of the handle for its R
/// variant.
#include "rma/remote_operation.h"

using namespace maquette::mpi;

namespace {

struct Place {
  int target;
  MPI_Aint displacement;
  int count;
  MPI_Datatype type;
  MPI_Win win;
};

int put(const Call &call, const Elements &origin, const Place &place, MPI_Request *request) {
  return issue(call,
               {Remote::Put,
                origin,
                nullptr,
                {},
                place.target,
                place.displacement,
                place.count,
                place.type,
                MPI_REPLACE,
                place.win},
               request);
}

int get(const Call &call, const Elements &result, const Place &place, MPI_Request *request) {
  return issue(call,
               {Remote::Get,
                {},
                nullptr,
                result,
                place.target,
                place.displacement,
                place.count,
                place.type,
                MPI_NO_OP,
                place.win},
               request);
}

int accumulate(const Call &call, const Elements &origin, const Place &place, MPI_Op op, MPI_Request *request) {
  return issue(call,
               {Remote::Accumulate,
                origin,
                nullptr,
                {},
                place.target,
                place.displacement,
                place.count,
                place.type,
                op,
                place.win},
               request);
}

int getAccumulate(const Call &call, const Elements &origin, const Elements &result, const Place &place, MPI_Op op,
                  MPI_Request *request) {
  return issue(call,
               {Remote::GetAccumulate, origin, nullptr, result, place.target, place.displacement, place.count,
                place.type, op, place.win},
               request);
}

} // namespace

extern "C" {

int PMPI_Put(const void *origin, int origin_count, MPI_Datatype origin_type, int target, MPI_Aint displacement,
             int target_count, MPI_Datatype target_type, MPI_Win win) {
  MAQUETTE_MPI_BEGIN(Put);
  return put(call, {origin, origin_count, origin_type}, {target, displacement, target_count, target_type, win},
             nullptr);
}

int PMPI_Rput(const void *origin, int origin_count, MPI_Datatype origin_type, int target, MPI_Aint displacement,
              int target_count, MPI_Datatype target_type, MPI_Win win, MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Rput);
  return put(call, {origin, origin_count, origin_type}, {target, displacement, target_count, target_type, win},
             request);
}

int PMPI_Get(void *origin, int origin_count, MPI_Datatype origin_type, int target, MPI_Aint displacement,
             int target_count, MPI_Datatype target_type, MPI_Win win) {
  MAQUETTE_MPI_BEGIN(Get);
  return get(call, {origin, origin_count, origin_type}, {target, displacement, target_count, target_type, win},
             nullptr);
}

int PMPI_Rget(void *origin, int origin_count, MPI_Datatype origin_type, int target, MPI_Aint displacement,
              int target_count, MPI_Datatype target_type, MPI_Win win, MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Rget);
  return get(call, {origin, origin_count, origin_type}, {target, displacement, target_count, target_type, win},
             request);
}

int PMPI_Accumulate(const void *origin, int origin_count, MPI_Datatype origin_type, int target, MPI_Aint displacement,
                    int target_count, MPI_Datatype target_type, MPI_Op op, MPI_Win win) {
  MAQUETTE_MPI_BEGIN(Accumulate);
  return accumulate(call, {origin, origin_count, origin_type}, {target, displacement, target_count, target_type, win},
                    op, nullptr);
}

int PMPI_Raccumulate(const void *origin, int origin_count, MPI_Datatype origin_type, int target, MPI_Aint displacement,
                     int target_count, MPI_Datatype target_type, MPI_Op op, MPI_Win win, MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Raccumulate);
  return accumulate(call, {origin, origin_count, origin_type}, {target, displacement, target_count, target_type, win},
                    op, request);
}

int PMPI_Get_accumulate(const void *origin, int origin_count, MPI_Datatype origin_type, void *result, int result_count,
                        MPI_Datatype result_type, int target, MPI_Aint displacement, int target_count,
                        MPI_Datatype target_type, MPI_Op op, MPI_Win win) {
  MAQUETTE_MPI_BEGIN(Get_accumulate);
  return getAccumulate(call, {origin, origin_count, origin_type}, {result, result_count, result_type},
                       {target, displacement, target_count, target_type, win}, op, nullptr);
}

int PMPI_Rget_accumulate(const void *origin, int origin_count, MPI_Datatype origin_type, void *result, int result_count,
                         MPI_Datatype result_type, int target, MPI_Aint displacement, int target_count,
                         MPI_Datatype target_type, MPI_Op op, MPI_Win win, MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Rget_accumulate);
  return getAccumulate(call, {origin, origin_count, origin_type}, {result, result_count, result_type},
                       {target, displacement, target_count, target_type, win}, op, request);
}

int PMPI_Fetch_and_op(const void *origin, void *result, MPI_Datatype datatype, int target, MPI_Aint displacement,
                      MPI_Op op, MPI_Win win) {
  MAQUETTE_MPI_BEGIN(Fetch_and_op);
  return getAccumulate(call, {origin, 1, datatype}, {result, 1, datatype}, {target, displacement, 1, datatype, win}, op,
                       nullptr);
}

int PMPI_Compare_and_swap(const void *origin, const void *compare, void *result, MPI_Datatype datatype, int target,
                          MPI_Aint displacement, MPI_Win win) {
  MAQUETTE_MPI_BEGIN(Compare_and_swap);
  return issue(call,
               {Remote::CompareAndSwap,
                {origin, 1, datatype},
                compare,
                {result, 1, datatype},
                target,
                displacement,
                1,
                datatype,
                MPI_REPLACE,
                win},
               nullptr);
}

} // extern "C"
