//===- runtime/mpi/core/mpi_message_layer.cpp - MPI as a simulation sees it -------------===//
// SPDX-License-Identifier: Apache-2.0
#include "core/mpi_message_layer.h"

#include "core/deadlock_report.h"
#include "core/end_checks.h"
#include "maquette/mpi/message_layer_factory.h"

#include <utility>

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
std::uint64_t MpiMessageLayer::progress() const { return mpi_.progress().count(); }
SimDuration MpiMessageLayer::pollCost() const { return mpi_.costs().pollCost(); }

std::string MpiMessageLayer::siteText(const void *return_address) const {
  return mpi_.sites().siteText(return_address);
}
std::string MpiMessageLayer::callText(std::uint16_t call, const void *site) const {
  return mpi_.sites().callText(call, site);
}
std::string MpiMessageLayer::placeOf(const Rank &rank) const { return mpi_.sites().placeOf(rank); }
std::string MpiMessageLayer::deadlockReport() { return mpi::deadlockReport(mpi_); }

void MpiMessageLayer::setTrace(std::unique_ptr<runtime::CallTraceWriter> trace) {
  mpi_.counters().setTrace(std::move(trace));
}
runtime::CallTraceWriter *MpiMessageLayer::trace() { return mpi_.counters().trace(); }

void MpiMessageLayer::fill(runtime::RunResult &result) const {
  mpi_.counters().fill(result, mpi_.world(), mpi_.sites());
}
void MpiMessageLayer::fillMemory(std::map<std::string, std::uint64_t> &memory) const {
  memory["mpi"] = mpi_.memory().usedBytes();
}
void MpiMessageLayer::checkAtEnd() { mpi::checkAtEnd(mpi_); }
void MpiMessageLayer::tellFindings(std::vector<std::string> &warnings) const { mpi::tellFindings(mpi_, warnings); }

} // namespace maquette::mpi
