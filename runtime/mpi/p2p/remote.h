//===- runtime/mpi/p2p/remote.h - messages that act where they arrive -----------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// A RemoteMessage crosses the network as messages of MPI_Send do, but meets no receive: what it does at its
/// destination is its own. One-sided communication is made of them. It is outside any rank's code when it acts: memory
/// of a rank is reached through sim::ProcessScheduler::locate().
#ifndef MAQUETTE_MPI_P2P_REMOTE_H
#define MAQUETTE_MPI_P2P_REMOTE_H

#include "p2p/request.h"

namespace maquette::mpi {

class RemoteMessage : public Envelope {
public:
  RemoteMessage() { protocol = Protocol::RemoteOperation; }
  virtual ~RemoteMessage() = default;
  RemoteMessage(const RemoteMessage &) = delete;
  RemoteMessage &operator=(const RemoteMessage &) = delete;

  /// Its last byte has left; only if it was started so.
  virtual void injected(sim::SimTime) {}
  /// It has arrived, now. It may start itself again, to go back, or delete itself.
  virtual void delivered(sim::SimTime now) = 0;

  causality::Chain chain; ///< What led to it; only with a CausalityRecorder.
};

} // namespace maquette::mpi

#endif
