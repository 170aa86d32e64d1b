//===- runtime/mpi/core/mpi_message_layer.cpp - MPI as a simulation sees it -------------===//
// SPDX-License-Identifier: Apache-2.0
#include "core/mpi_message_layer.h"

#include "core/deadlock_report.h"
#include "core/end_checks.h"
#include "maquette/mpi/message_layer_factory.h"

namespace maquette::mpi {

std::unique_ptr<runtime::MessageLayer> makeMessageLayer(World &world) {
  return std::make_unique<MpiMessageLayer>(world);
}

void MpiMessageLayer::transferInjected(std::uint64_t cookie) { mpi_.protocol().transferInjected(cookie); }
void MpiMessageLayer::transferDelivered(std::uint64_t cookie) { mpi_.protocol().transferDelivered(cookie); }
models::Transfer MpiMessageLayer::transferOf(std::uint64_t cookie) const { return mpi_.protocol().transferOf(cookie); }

std::int64_t MpiMessageLayer::prefetch(const sim::Event &event, sim::PrefetchStage stage) const {
  return mpi_.protocol().prefetch(event, stage);
}

void MpiMessageLayer::prefetchMatching(const Rank &rank) const { MatchList<PostedSide>::prefetch(rank.posted); }
SimDuration MpiMessageLayer::pollCost() const { return mpi_.costs().pollCost(); }

std::string MpiMessageLayer::deadlockReport() { return mpi::deadlockReport(mpi_); }

void MpiMessageLayer::fillMemory(std::map<std::string, std::uint64_t> &memory) const {
  memory["mpi"] = mpi_.memory().usedBytes();
}
void MpiMessageLayer::checkAtEnd() { mpi::checkAtEnd(mpi_); }
void MpiMessageLayer::tellFindings(std::vector<std::string> &warnings) const { mpi::tellFindings(mpi_, warnings); }

} // namespace maquette::mpi
