//===- runtime/mpi/p2p/requests.cpp - the requests of one simulation ------------===//
// SPDX-License-Identifier: Apache-2.0
#include "p2p/requests.h"

#include "objects/communicators.h"
#include "p2p/messages.h"
#include "p2p/request_operation.h"

namespace maquette::mpi {

Requests::Requests(PageSource &pages, Messages &messages, TypeTable &types, Communicators &communicators,
                   CausalityRecorder *causality)
    : requests_(pages, causality != nullptr ? sizeof(ChainSlot) : 0), persistents_(pages), messages_(messages),
      types_(types), communicators_(communicators), causality_(causality) {
  sent_.kind = RequestKind::Send;
  sent_.complete = true;
}

Request *Requests::make(const Rank &owner, RequestKind kind) {
  Request *const request = requests_.make();
  request->owner = owner.id;
  request->kind = kind;
  request->call = owner.call;
  request->call_site = owner.call_site;
  if (causality_ != nullptr)
    chainBehind(*request) = {};
  return request;
}

void Requests::releasePersistent(Persistent &persistent) {
  types_.release(persistent.type);
  communicators_.releaseHandle(persistent.comm);
  persistents_.release(&persistent);
}

void Requests::release(Request *request) {
  if (request == &sent_)
    return;
  delete operationOf(*request);
  if (request->message != nullptr)
    messages_.release(request->message);
  if (request->isPersistent())
    releasePersistent(request->persistent());
  if (causality_ != nullptr)
    causality_->drop(chainBehind(*request));
  requests_.release(request);
}

} // namespace maquette::mpi
