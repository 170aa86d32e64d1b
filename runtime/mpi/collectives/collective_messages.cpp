//===- runtime/mpi/collectives/collective_messages.cpp - messages of one rank's part in a collective -===//
// SPDX-License-Identifier: Apache-2.0
#include "collectives/collective_messages.h"

#include "collectives/collective.h"

#include <algorithm>

namespace maquette::mpi {

namespace {
/// Only Collective derives from it.
Collective *collectiveOf(CollectiveMessages *messages) { return static_cast<Collective *>(messages); }
} // namespace

CollectiveMessages::CollectiveMessages(Mpi &mpi, Rank &rank, const CommView &comm, const CallSignature &call_signature)
    : mpi_(mpi), rank_(rank), comm_(comm.isInter() ? comm.shared->local.get() : comm.shared), whole_(comm.shared),
      clock_(rank.clock), site_(rank.call_site), signature_(signatureOf(call_signature)), size_(comm.size()),
      my_rank_(comm.rank), tag_(static_cast<std::int32_t>(++*comm.collectives & 0x3fffffff)) {
  ++whole_->handles;
  if (CausalityRecorder *const causality = mpi.world().calls().causality())
    chain_ = causality->chainAt(clock_);
}

CollectiveMessages::~CollectiveMessages() {
  if (CausalityRecorder *const causality = mpi_.world().calls().causality())
    causality->drop(chain_);
  release(whole_);
}

Request *CollectiveMessages::startReceive(const CommShared &comm, int from, char *in, std::int64_t bytes) {
  Request *const request = mpi_.requests().make(rank_, RequestKind::Receive);
  request->belongTo(collectiveOf(this));
  request->setBuffer(in);
  request->room = bytes;
  request->peer = from;
  request->tag = tag_;
  request->context = comm.context + 1;
  request->call = callOf(signature_);
  mpi_.protocol().post(rank_, clock_, request);
  return request;
}

Request *CollectiveMessages::startSend(const CommShared &comm, int to, const char *out, std::int64_t bytes) {
  Envelope *const message = mpi_.messages().makeForCollective(bytes, out);
  Request *request = nullptr;
  if (mpi_.costs().waitsForReceiver(bytes, SendMode::Standard)) {
    request = mpi_.requests().make(rank_, RequestKind::Send);
    request->belongTo(collectiveOf(this));
    request->call_site = site_;
  }
  Address address;
  address.destination = comm.peerWorldRank(to, rank_.id);
  address.source = my_rank_;
  address.tag = tag_;
  address.context = comm.context + 1;
  address.signature = signature_;
  address.call = callOf(signature_);
  address.site = site_;
  mpi_.protocol().send(rank_, clock_, message, address, request);
  return request;
}

std::uint32_t CollectiveMessages::arm(Request *receive, Request *send) {
  open_ = 0;
  for (Request *request : {receive, send})
    if (request != nullptr && !request->complete) {
      request->awaited = true;
      ++open_;
    }
  return open_;
}

void CollectiveMessages::settle(Request *receive, Request *send) {
  for (Request *request : {receive, send}) {
    if (request == nullptr)
      continue;
    if (request->completed > clock_) {
      waited_ps_ += (request->completed - clock_).ps();
      if (CausalityRecorder *const causality = mpi_.world().calls().causality())
        causality->collectiveWaited(chain_, chainBehind(*request), request->completed);
      clock_ = request->completed;
    }
    if (request->message != nullptr) {
      const Envelope &message = *request->message;
      clock_ += mpi_.costs().receiveOverhead();
      if (message.signature != signature_)
        checkAgreement(mpi_, participation(), {message.signature, message.origin, message.sentAt()});
      copyBytes(static_cast<char *>(request->buffer()), message.contents(), std::min(message.bytes, request->room));
    }
    mpi_.requests().release(request);
  }
}

} // namespace maquette::mpi
