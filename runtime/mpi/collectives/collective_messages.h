//===- runtime/mpi/collectives/collective_messages.h - messages of one rank's part in a collective -===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// CollectiveMessages sends and receives for an algorithm, which waits for them with co_await. It has a clock of its
/// own, which is the rank's while the rank waits inside a blocking call.
///
/// Checking  every message carries what its sender takes part in; a receiver that takes part in something else ends the
/// run.
#ifndef MAQUETTE_MPI_COLLECTIVES_COLLECTIVE_MESSAGES_H
#define MAQUETTE_MPI_COLLECTIVES_COLLECTIVE_MESSAGES_H

#include "collectives/call_signature.h"
#include "core/mpi_state.h"

#include <coroutine>
#include <cstdint>

namespace maquette::mpi {

/// On an inter-communicator, size(), rank() and the messages below are those of the local group; the functions called
/// "...Across" reach the other one.
class CollectiveMessages {
public:
  CollectiveMessages(const CollectiveMessages &) = delete;
  CollectiveMessages &operator=(const CollectiveMessages &) = delete;

  Mpi &mpi() const { return mpi_; }
  int size() const { return size_; }
  int rank() const { return my_rank_; }
  int remoteSize() const { return whole_->peers(); }
  const CommShared *comm() const { return comm_; }
  /// Of the call on its communicator.
  std::int32_t number() const { return tag_; }
  SimTime clock() const { return clock_; }
  Participation participation() const { return {signature_, rank_.id, site_}; }
  /// It acts, for CausalityRecorder.
  CausalityRecorder::Actor actor() { return {&rank_, &chain_, callOf(signature_), site_}; }

  // For algorithms. Each of the following is awaited; sizes in bytes.
  class Transfer {
  public:
    Transfer(CollectiveMessages &collective, Request *receive, Request *send)
        : collective_(collective), receive_(receive), send_(send) {}
    bool await_ready() { return collective_.arm(receive_, send_) == 0; }
    void await_suspend(std::coroutine_handle<> algorithm) {
      collective_.waiting_ = algorithm;
      if (receive_ != nullptr)
        receive_->setFrame(algorithm.address());
    }
    void await_resume() { collective_.settle(receive_, send_); }

  private:
    CollectiveMessages &collective_;
    Request *receive_;
    Request *send_;
  };
  Transfer exchange(int to, const char *out, std::int64_t out_bytes, int from, char *in, std::int64_t in_bytes) {
    Request *const receive = startReceive(from, in, in_bytes);
    return {*this, receive, startSend(to, out, out_bytes)};
  }
  Transfer send(int to, const char *out, std::int64_t bytes) { return {*this, nullptr, startSend(to, out, bytes)}; }
  Transfer receive(int from, char *in, std::int64_t bytes) { return {*this, startReceive(from, in, bytes), nullptr}; }
  /// One that was started.
  Transfer wait(Request *receive) { return {*this, receive, nullptr}; }

  Request *startReceive(int from, char *in, std::int64_t bytes) { return startReceive(*comm_, from, in, bytes); }
  /// nullptr when nothing is to be waited for.
  Request *startSend(int to, const char *out, std::int64_t bytes) { return startSend(*comm_, to, out, bytes); }
  Request *startReceiveAcross(int from, char *in, std::int64_t bytes) { return startReceive(*whole_, from, in, bytes); }
  Request *startSendAcross(int to, const char *out, std::int64_t bytes) { return startSend(*whole_, to, out, bytes); }
  Transfer exchangeAcross(int to, const char *out, std::int64_t out_bytes, int from, char *in, std::int64_t in_bytes) {
    Request *const receive = startReceiveAcross(from, in, in_bytes);
    return {*this, receive, startSendAcross(to, out, out_bytes)};
  }
  Transfer sendAcross(int to, const char *out, std::int64_t bytes) {
    return {*this, nullptr, startSendAcross(to, out, bytes)};
  }
  Transfer receiveAcross(int from, char *in, std::int64_t bytes) {
    return {*this, startReceiveAcross(from, in, bytes), nullptr};
  }

private:
  Request *startReceive(const CommShared &comm, int from, char *in, std::int64_t bytes);
  Request *startSend(const CommShared &comm, int to, const char *out, std::int64_t bytes);
  std::uint32_t arm(Request *receive, Request *send);
  void settle(Request *receive, Request *send);

protected:
  CollectiveMessages(Mpi &mpi, Rank &rank, const CommView &comm, const CallSignature &call_signature);
  ~CollectiveMessages();

  Mpi &mpi_;
  Rank &rank_;
  CommShared *comm_;  ///< Of the local group.
  CommShared *whole_; ///< What the call was given.
  SimTime clock_;
  const void *site_; ///< Of the call in the program.
  std::uint64_t signature_;
  std::coroutine_handle<> waiting_;
  std::int64_t waited_ps_ = 0;
  int size_;
  int my_rank_;
  std::int32_t tag_;
  std::uint32_t open_ = 0; ///< Messages that the algorithm waits for.
  causality::Chain chain_; ///< What led to clock_; only with a CausalityRecorder.
};

} // namespace maquette::mpi

#endif
