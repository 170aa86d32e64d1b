//===- runtime/mpi/bindings/generalized_request_api.cpp - requests of the program ----===//
// SPDX-License-Identifier: Apache-2.0
#include "objects/status.h"
#include "p2p/request_operation.h"

using namespace maquette::mpi;

namespace {

class Generalized final : public RequestOperation {
public:
  std::string name() const override { return "a generalized request"; }
  Generalized(MPI_Grequest_query_function *query_function, MPI_Grequest_free_function *free_function,
              MPI_Grequest_cancel_function *cancel_function, void *extra_state)
      : query_(query_function), free_(free_function), cancel_(cancel_function), extra_state_(extra_state) {}
  /// The request may be given up without having been waited for.
  ~Generalized() override {
    if (!finished_ && free_ != nullptr)
      free_(extra_state_);
  }

  int finish(Mpi &, Rank &, Request &request, MPI_Status *status) override {
    setEmptyStatus(status);
    query(request, status);
    finished_ = true;
    const int freed = free_ != nullptr ? free_(extra_state_) : MPI_SUCCESS;
    return query_result_ != MPI_SUCCESS ? query_result_ : freed;
  }
  void query(const Request &, MPI_Status *status) override {
    MPI_Status own{MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_SUCCESS, 0, 0};
    query_result_ = query_(extra_state_, status != MPI_STATUS_IGNORE ? status : &own);
  }
  void cancel(const Call &, Request &request) override {
    if (cancel_ != nullptr)
      cancel_(extra_state_, request.complete ? 1 : 0);
  }

private:
  MPI_Grequest_query_function *query_;
  MPI_Grequest_free_function *free_;
  MPI_Grequest_cancel_function *cancel_;
  void *extra_state_;
  int query_result_ = MPI_SUCCESS;
  bool finished_ = false;
};

} // namespace

extern "C" {

int PMPI_Grequest_start(MPI_Grequest_query_function *query, MPI_Grequest_free_function *free,
                        MPI_Grequest_cancel_function *cancel, void *extra_state, MPI_Request *request) {
  MAQUETTE_MPI_BEGIN(Grequest_start);
  *request = handleOf(newRequestOperation(call, new Generalized(query, free, cancel, extra_state), false));
  return MPI_SUCCESS;
}

int PMPI_Grequest_complete(MPI_Request request) {
  MAQUETTE_MPI_BEGIN(Grequest_complete);
  if (request == MPI_REQUEST_NULL || dynamic_cast<Generalized *>(operationOf(*requestOf(request))) == nullptr)
    return call.raise(MPI_COMM_WORLD, MPI_ERR_REQUEST, "this is not a generalized request [maquette-mpi-argument]");
  call.mpi().protocol().complete(requestOf(request), call.rank().clock);
  return MPI_SUCCESS;
}

} // extern "C"
