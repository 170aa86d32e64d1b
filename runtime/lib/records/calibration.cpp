//===- runtime/lib/records/calibration.cpp - a machine file from measurements --------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/runtime/calibration.h"

#include "maquette/models/cost_model.h"
#include "maquette/runtime/statistics.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>

namespace maquette::runtime {
namespace {

double leastKnown(double known, double found) { return known > 0 ? std::min(known, found) : found; }

void addMessage(std::vector<MessageTime> &messages, std::int64_t bytes, double seconds) {
  for (MessageTime &known : messages)
    if (known.bytes == bytes) {
      known.measured_seconds = std::min(known.measured_seconds, seconds);
      return;
    }
  messages.push_back({bytes, seconds, 0});
}

/// Reads one line; false when it is none that we know.
bool readLine(const std::string &line, Calibration &calibration) {
  std::istringstream words(line);
  std::string kind;
  double first = 0, second = 0;
  if (std::string node; line.starts_with("node ") && words >> kind >> node) {
    if (calibration.nodes.size() < 2) // Each run says it.
      calibration.nodes.push_back(node);
    return true;
  }
  if (!(words >> kind >> first) || !std::isfinite(first))
    return false;
  if (kind == "send")
    calibration.send_overhead_seconds = leastKnown(calibration.send_overhead_seconds, first);
  else if (kind == "receive")
    calibration.receive_overhead_seconds = leastKnown(calibration.receive_overhead_seconds, first);
  else if (kind == "copy")
    calibration.copy_bytes_per_second = std::max(calibration.copy_bytes_per_second, first);
  else if (!(words >> second) || !std::isfinite(second))
    return false;
  else if (kind == "pingpong")
    addMessage(calibration.messages, static_cast<std::int64_t>(first), second);
  else if (kind == "blocks" && second == 0)
    calibration.eager_threshold = std::max(calibration.eager_threshold, static_cast<std::int64_t>(first));
  return kind == "pingpong" || kind == "blocks" || kind == "send" || kind == "receive" || kind == "copy";
}

/// A message never takes longer than a larger one: where it did, the host had no quiet moment for it.
void dropDisturbed(std::vector<MessageTime> &messages) {
  std::stable_sort(messages.begin(), messages.end(),
                   [](const MessageTime &a, const MessageTime &b) { return a.bytes < b.bytes; });
  double least = std::numeric_limits<double>::infinity();
  std::vector<MessageTime> kept;
  for (auto message = messages.rbegin(); message != messages.rend(); ++message)
    if (message->measured_seconds <= least) {
      least = message->measured_seconds;
      kept.insert(kept.begin(), *message);
    }
  messages = std::move(kept);
}

double latenciesOf(const MessageTime &message, std::int64_t eager_threshold) {
  return message.bytes <= eager_threshold ? 1 : 3;
}

void fitMessages(Calibration &calibration) {
  const double overheads = calibration.send_overhead_seconds + calibration.receive_overhead_seconds;
  std::vector<std::vector<double>> rows;
  std::vector<double> targets;
  for (const MessageTime &message : calibration.messages) {
    const double weight = 1 / message.measured_seconds;
    rows.push_back({latenciesOf(message, calibration.eager_threshold) * 1e-6 * weight,
                    static_cast<double>(message.bytes) * 1e-9 * weight}); // Microseconds, and seconds per GB.
    targets.push_back(std::max(0.0, message.measured_seconds - overheads) * weight);
  }
  const std::vector<double> solution = models::nonNegativeLeastSquares(rows, targets);
  calibration.latency_seconds = solution[0] * 1e-6;
  calibration.bytes_per_second = solution[1] > 0 ? 1e9 / solution[1] : 0;
  std::vector<double> errors;
  for (MessageTime &message : calibration.messages) {
    message.fitted_seconds = overheads + latenciesOf(message, calibration.eager_threshold) * solution[0] * 1e-6 +
                             static_cast<double>(message.bytes) * solution[1] * 1e-9;
    errors.push_back(std::fabs(message.fitted_seconds / message.measured_seconds - 1));
  }
  calibration.median_error = median(errors);
  calibration.worst_error = *std::max_element(errors.begin(), errors.end());
}

} // namespace

sim::Result<Calibration> fitCalibration(const std::string &text, const std::string &where) {
  const auto diagnosed = [&](const std::string &what, const char *fix) {
    return sim::Diagnostic{where, what, "maquette-calibration", "", fix};
  };
  const auto wrong = [&](const std::string &what) {
    return diagnosed(what, "see that a program of two processes runs: mpiexec -n 2 hostname");
  };
  const auto busy = [&](const std::string &what) {
    return diagnosed("the host was too busy: " + what, "calibrate again when nothing else runs on it");
  };
  Calibration calibration;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    if (!readLine(line, calibration))
      return wrong("the benchmark wrote '" + line + "', which is no measurement");
  const std::size_t measured = calibration.messages.size();
  dropDisturbed(calibration.messages);
  constexpr std::size_t kFewest = 4;
  if (measured >= kFewest && 4 * calibration.messages.size() < 3 * measured)
    return busy("small messages took longer than large ones");
  if (calibration.messages.size() < kFewest || calibration.send_overhead_seconds <= 0 ||
      calibration.receive_overhead_seconds <= 0)
    return wrong("the benchmark did not come to its end");
  for (const MessageTime &message : calibration.messages)
    if (message.bytes <= 0 || message.measured_seconds <= 0)
      return wrong(fmt::format("the benchmark measured {} s for {} bytes", message.measured_seconds, message.bytes));
  fitMessages(calibration);
  if (calibration.bytes_per_second <= 0)
    return busy("the times of messages do not grow with their sizes");
  return calibration;
}

std::string withOverheadsOf(const std::string &inside, const std::string &between) {
  const auto isOverhead = [](const std::string &line) {
    return line.starts_with("send ") || line.starts_with("receive ") || line.starts_with("blocks ");
  };
  std::string text;
  std::istringstream own(inside), others(between);
  for (std::string line; std::getline(own, line);)
    if (!isOverhead(line))
      text += line + "\n";
  for (std::string line; std::getline(others, line);)
    if (isOverhead(line))
      text += line + "\n";
  return text;
}

sim::Status checkNodes(const Calibration &between, const std::string &hosts) {
  if (between.nodes.size() == 2 && between.nodes[0] != between.nodes[1])
    return sim::Nothing{};
  return sim::Diagnostic{hosts,
                         between.nodes.size() == 2 ? "both processes ran on " + between.nodes[0] + ": there is no network between them"
                                                   : "the benchmark does not say where its processes ran",
                         "maquette-calibration", "",
                         "name two nodes, and see where processes go: mpiexec -n 2 -machinefile FILE hostname"};
}

namespace {

std::string nanoseconds(double seconds) { return fmt::format("\"{:.1f} ns\"", seconds * 1e9); }
std::string rate(const Calibration &fit) { return fmt::format("\"{:.1f} MB/s\"", fit.bytes_per_second * 1e-6); }

std::string residuals(const Calibration &fit, const std::string &where) {
  std::string text = "# Ping-pong between two processes " + where + ": bytes, measured, fitted, error.\n";
  for (const MessageTime &message : fit.messages)
    text += fmt::format("#   {:>8}  {:>9.2f} us  {:>9.2f} us  {:>+6.1f} %\n", message.bytes,
                        message.measured_seconds * 1e6, message.fitted_seconds * 1e6,
                        100 * (message.fitted_seconds / message.measured_seconds - 1));
  return text;
}

/// Of what a fit gave.
std::string sourceOf(const Calibration &fit, const std::string &where, const std::string &mpi) {
  return fmt::format("source = \"measured {}: ping-pong of {} sizes under {}; median error of the fit {:.1f} %, worst {:.1f} %\"\n", where,
                     fit.messages.size(), mpi, 100 * fit.median_error, 100 * fit.worst_error);
}

} // namespace

std::string toMachineFile(const Calibration &inside, const std::string &name, std::int64_t cores, const std::string &host,
                          const std::string &mpi, const Calibration *between) {
  const std::string nodes = between == nullptr ? "" : "between " + between->nodes[0] + " and " + between->nodes[1];
  std::string text =
      fmt::format("# Written by `maquette machine calibrate`.\n# SPDX-License-Identifier: Apache-2.0\n"
                  "name = \"{}\"\ndescription = \"calibrated: {}\"\n\n",
                  name, between == nullptr ? host : nodes);
  text += residuals(inside, "of the node");
  if (between != nullptr)
    text += residuals(*between, nodes);
  if (inside.copy_bytes_per_second > 0)
    text += fmt::format("# One core copies {:.1f} GB/s in memory.\n", inside.copy_bytes_per_second * 1e-9);
  text += "\n[node]\n" + sourceOf(inside, "on " + host, mpi) +
          fmt::format("count = {}\ncores = {}\nmemory_bandwidth = {}\nmemory_latency = {}\n", between == nullptr ? 1 : 2, cores,
                      rate(inside), nanoseconds(inside.latency_seconds));
  const Calibration &network = between == nullptr ? inside : *between;
  text += "\n[network]\n" +
          (between == nullptr ? "source = \"not measured, there is one node only: as inside the node\"\n" : sourceOf(*between, nodes, mpi)) +
          fmt::format("model = \"logp\"\nlatency = {}\nbandwidth = {}\n", nanoseconds(network.latency_seconds), rate(network));
  text += fmt::format("\n[mpi]\nsource = \"measured {} under {}\"\nsend_overhead = {}\nreceive_overhead = {}\n"
                      "eager_threshold = \"{} B\"\n",
                      between == nullptr ? "on " + host : nodes, mpi, nanoseconds(network.send_overhead_seconds),
                      nanoseconds(network.receive_overhead_seconds), network.eager_threshold);
  return text;
}

} // namespace maquette::runtime
