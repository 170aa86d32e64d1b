//===- maquette/formats/calibration.h - a machine file from measurements -----===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Fits the parameters that the simulator has for messages inside a node, or between two, to what
/// runtime/tools/calibration/calibrate.c measured.
///
/// A message of s bytes takes send_overhead + m * latency + s / bandwidth + receive_overhead, with m = 1 up
/// to the eager threshold and m = 3 above it (question, answer, data). Overheads and threshold are measured by
/// themselves; latency and bandwidth are fitted to the ping-pong, non-negative least squares of the relative errors.
/// What messages with gaps take longer than those without is that of their blocks, half of it at each end.
/// Inside a node larger messages may have a latency of the data and a bandwidth of their own (node.memory_steps):
/// piecewise linear, as in Clauss et al., Single Node On-Line Simulation of MPI Applications with SMPI, IPDPS 2011. The
/// sizes at which pieces begin are those of the least error; another piece is taken only if it halves the square of it,
/// and has three sizes or more. Sizes that took longer than a larger size are left out. Errors    maquette-calibration:
/// the measurements are incomplete or no numbers.
#ifndef MAQUETTE_FORMATS_CALIBRATION_H
#define MAQUETTE_FORMATS_CALIBRATION_H

#include "maquette/sim/result.h"

#include <cstdint>
#include <string>
#include <vector>

namespace maquette::runtime {

struct MessageTime {
  std::int64_t bytes = 0;
  double measured_seconds = 0;
  double fitted_seconds = 0;
};

/// Of messages of more than \p above bytes.
struct CalibratedStep {
  std::int64_t above = 0;
  double latency_seconds = 0;
  double bytes_per_second = 0;
};

/// What a machine file can say of where a message goes.
enum class MessagePieces : std::uint8_t { One, Several };

struct Calibration {
  double send_overhead_seconds = 0;
  double receive_overhead_seconds = 0;
  double latency_seconds = 0;
  double bytes_per_second = 0;       ///< Up to the first step.
  std::vector<CalibratedStep> steps; ///< By size.
  double copy_bytes_per_second = 0;  ///< Of memcpy.
  std::int64_t eager_threshold = 0;  ///< The largest size tried whose send does not wait.
  std::vector<std::string> nodes;    ///< Of the two processes, or none.
  std::vector<MessageTime> messages;
  std::vector<MessageTime> gaps; ///< Of doubles with gaps between them.
  double block_overhead_seconds =
      0; ///< Median of what each of them takes longer, at each end, up to the eager threshold,
  double rendezvous_block_overhead_seconds = 0; ///< and above it.
  double median_error = 0;                      ///< Of the fitted times, relative.
  double worst_error = 0;

  double largeBytesPerSecond() const { return steps.empty() ? bytes_per_second : steps.back().bytes_per_second; }
};

/// \p text is the output of calibrate.c, or of several runs of it: the least of each time counts.
sim::Result<Calibration> fitCalibration(const std::string &text, const std::string &where,
                                        MessagePieces pieces = MessagePieces::Several);

/// \p inside without its overheads and thresholds, with those of \p between: a machine has one of each, and most
/// messages leave their nodes.
std::string withOverheadsOf(const std::string &inside, const std::string &between);

/// Errors: maquette-calibration when both processes of \p between ran on one node, of which \p hosts are names.
sim::Status checkNodes(const Calibration &between, const std::string &hosts);

/// A machine file of one node with so many \p cores, or with \p between of two; \p host and \p mpi are named as its
/// source.
std::string toMachineFile(const Calibration &inside, const std::string &name, std::int64_t cores,
                          const std::string &host, const std::string &mpi, const Calibration *between = nullptr);

} // namespace maquette::runtime

#endif
