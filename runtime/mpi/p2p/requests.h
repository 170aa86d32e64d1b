//===- runtime/mpi/p2p/requests.h - the requests of one simulation --------------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_MPI_P2P_REQUESTS_H
#define MAQUETTE_MPI_P2P_REQUESTS_H

#include "core/names.h"
#include "p2p/request.h"

namespace maquette::mpi {

class Communicators;
class Messages;

class Requests {
public:
  /// \p causality may be null.
  Requests(PageSource &pages, Messages &messages, TypeTable &types, Communicators &communicators,
           CausalityRecorder *causality);
  Requests(const Requests &) = delete;
  Requests &operator=(const Requests &) = delete;

  Request *make(const Rank &owner, RequestKind kind);
  /// With the message, the operation and what is kept between starts, where it has these.
  void release(Request *request);
  /// What all sends share that are complete when they begin. Releasing it does nothing.
  Request *sent() { return &sent_; }
  Pool<Persistent> &persistents() { return persistents_; }
  template <class Visit> void forEach(Visit visit) const { requests_.forEach(visit); }

private:
  void releasePersistent(Persistent &persistent);

  Pool<Request> requests_;
  Pool<Persistent> persistents_;
  Request sent_;
  Messages &messages_;
  TypeTable &types_;
  Communicators &communicators_;
  CausalityRecorder *causality_;
};

} // namespace maquette::mpi

#endif
