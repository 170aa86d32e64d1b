//===- runtime/mpi/p2p/request_operation.h - requests that are no single message ---------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// An RequestOperation is what stands behind a request of kind Special: a generalized request, a persistent collective,
/// a partitioned send or receive. The request owns it.
#ifndef MAQUETTE_MPI_P2P_REQUEST_OPERATION_H
#define MAQUETTE_MPI_P2P_REQUEST_OPERATION_H

#include "core/call.h"

#include <string>
#include <utility>
#include <vector>

namespace maquette::mpi {

class RequestOperation {
public:
  RequestOperation() = default;
  virtual ~RequestOperation() = default;
  RequestOperation(const RequestOperation &) = delete;
  RequestOperation &operator=(const RequestOperation &) = delete;

  /// MPI_Start. \p request is active and not complete. Returns what raise() gave: then it is not started.
  virtual int start(const Call &, Request &) { return MPI_SUCCESS; }
  /// In the call that completes the request: results go to the program. Returns an MPI error class.
  virtual int finish(Mpi &mpi, Rank &rank, Request &request, MPI_Status *status) = 0;
  /// MPI_Request_get_status: what finish() would say.
  virtual void query(const Request &, MPI_Status *) {}
  /// For reports of a deadlock: what waits.
  virtual std::string name() const { return "a request"; }
  /// MPI_Cancel.
  virtual void cancel(const Call &, Request &) {}
};

/// Datatypes that are needed until the end: the program may free them before.
class KeptTypes {
public:
  KeptTypes(TypeTable &table, std::vector<MPI_Datatype> types) : table_(table), types_(std::move(types)) {
    for (MPI_Datatype type : types_)
      table_.addUser(type);
  }
  ~KeptTypes() {
    for (MPI_Datatype type : types_)
      table_.release(type);
  }
  KeptTypes(const KeptTypes &) = delete;
  KeptTypes &operator=(const KeptTypes &) = delete;

private:
  TypeTable &table_;
  std::vector<MPI_Datatype> types_;
};

inline RequestOperation *operationOf(const Request &request) {
  return request.kind == RequestKind::Special ? static_cast<RequestOperation *>(request.buffer()) : nullptr;
}

/// A request for \p operation; with \p persistent it is inactive, and stays after its completion.
Request *newRequestOperation(const Call &call, RequestOperation *operation, bool persistent);

} // namespace maquette::mpi

#endif
