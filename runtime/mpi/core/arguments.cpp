//===- runtime/mpi/core/arguments.cpp - what may be wrong with arguments ---------===//
// SPDX-License-Identifier: Apache-2.0
#include "core/arguments.h"

#include "core/checks.h"
#include "objects/datatype.h"
#include "objects/error_handler.h"
#include "objects/handles.h"

namespace maquette::mpi {

namespace {

Fault isNull(int code, const char *what, const char *name) {
  return {code, std::string("the ") + what + " is " + name + " [maquette-mpi-argument]"};
}

Fault wasFreed(int code, const char *what) {
  return {code, std::string("the ") + what + " was freed [maquette-mpi-use-after-free]"};
}

} // namespace

Fault faultOfGroup(const Checks &checks, MPI_Group group) {
  if (group == MPI_GROUP_NULL)
    return isNull(MPI_ERR_GROUP, "group", "MPI_GROUP_NULL");
  if (checks.freed && group != MPI_GROUP_EMPTY && Pool<GroupPointer>::isFree(reinterpret_cast<GroupPointer *>(group)))
    return wasFreed(MPI_ERR_GROUP, "group");
  return {};
}

Fault faultOfInfo(const Checks &checks, MPI_Info info, Absent absent) {
  if (info == MPI_INFO_NULL && absent == Absent::Refused)
    return isNull(MPI_ERR_INFO, "info object", "MPI_INFO_NULL");
  if (checks.freed && !isPredefined(info) && Pool<Info>::isFree(infoOf(info)))
    return wasFreed(MPI_ERR_INFO, "info object");
  return {};
}

Fault faultOfOperation(const Checks &checks, MPI_Op op) {
  if (op == MPI_OP_NULL)
    return isNull(MPI_ERR_OP, "operation", "MPI_OP_NULL");
  if (checks.freed && !isPredefined(op) && Pool<UserOp>::isFree(userOp(op)))
    return wasFreed(MPI_ERR_OP, "operation");
  return {};
}

Fault faultOfHandler(const Checks &checks, MPI_Errhandler handler) {
  if (handler == MPI_ERRHANDLER_NULL)
    return isNull(MPI_ERR_ARG, "error handler", "MPI_ERRHANDLER_NULL");
  if (checks.freed && !isPredefined(handler) && errorHandler(handler)->handles == 0)
    return wasFreed(MPI_ERR_ARG, "error handler");
  return {};
}

Fault faultOfMessage(const Checks &checks, MPI_Message message) {
  if (message == MPI_MESSAGE_NULL)
    return isNull(MPI_ERR_REQUEST, "message", "MPI_MESSAGE_NULL");
  const auto *const envelope = reinterpret_cast<const Envelope *>(message);
  if (checks.freed && message != MPI_MESSAGE_NO_PROC &&
      (Pool<Envelope>::isFree(envelope) || envelope->arrival().receiver != nullptr))
    return {MPI_ERR_REQUEST, "the message was already received [maquette-mpi-use-after-free]"};
  return {};
}

Fault faultOfType(const Checks &checks, MPI_Datatype type) {
  if (type == MPI_DATATYPE_NULL)
    return isNull(MPI_ERR_TYPE, "datatype", "MPI_DATATYPE_NULL");
  if (checks.freed && TypeTable::isFreed(type))
    return wasFreed(MPI_ERR_TYPE, "datatype");
  return {};
}

Fault faultOfData(const Checks &checks, std::int64_t count, MPI_Datatype type, Untyped untyped) {
  if (count < 0)
    return {MPI_ERR_COUNT, "the count is " + std::to_string(count) + " [maquette-mpi-argument]"};
  if (count == 0 && type == MPI_DATATYPE_NULL && untyped == Untyped::WithoutElements)
    return {};
  if (Fault fault = faultOfType(checks, type))
    return fault;
  if (count > 0 && checks.types && !TypeTable::isCommitted(type))
    return {MPI_ERR_TYPE, "the datatype was not committed [maquette-mpi-uncommitted]\n"
                          "  fix: call MPI_Type_commit before you communicate with the type\n"};
  return {};
}

} // namespace maquette::mpi
