//===- runtime/formats/lib/calibration.cpp - a machine file from measurements --------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/formats/calibration.h"

#include "maquette/formats/statistics.h"
#include "maquette/models/cost_model.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
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

constexpr double kMostBytes = 9e18;

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
  else if (std::fabs(first) >= kMostBytes)
    return false; // No size: it does not fit into an integer.
  else if (kind == "pingpong")
    addMessage(calibration.messages, static_cast<std::int64_t>(first), second);
  else if (kind == "gaps")
    addMessage(calibration.gaps, static_cast<std::int64_t>(first), second);
  else if (kind == "blocks" && second == 0)
    calibration.eager_threshold = std::max(calibration.eager_threshold, static_cast<std::int64_t>(first));
  return kind == "pingpong" || kind == "gaps" || kind == "blocks" || kind == "send" || kind == "receive" ||
         kind == "copy";
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

/// A fit of the messages whose sizes lie from one step to the next.
struct Piece {
  double latency_seconds = 0;
  double seconds_per_byte = 0;
  double squares = 0; ///< Sum of the squares of the relative errors.
};

/// What fits of pieces have in common.
class MessageFit {
public:
  explicit MessageFit(const Calibration &calibration)
      : messages_(calibration.messages),
        overheads_(calibration.send_overhead_seconds + calibration.receive_overhead_seconds),
        eager_threshold_(calibration.eager_threshold) {}

  std::size_t size() const { return messages_.size(); }
  std::int64_t bytes(std::size_t number) const { return messages_[number].bytes; }
  /// Of messages from \p begin on. Question and answer of a rendezvous take \p asking each; where that is not known
  /// yet, the latency of the piece.
  Piece piece(std::size_t begin, std::size_t end, std::optional<double> asking) const;
  double seconds(const Piece &piece, std::size_t number, std::optional<double> asking) const {
    return overheads_ + questions(number) * asking.value_or(piece.latency_seconds) + piece.latency_seconds +
           static_cast<double>(bytes(number)) * piece.seconds_per_byte;
  }

private:
  double questions(std::size_t number) const { return bytes(number) <= eager_threshold_ ? 0 : 2; }

  const std::vector<MessageTime> &messages_;
  double overheads_;
  std::int64_t eager_threshold_;
};

Piece MessageFit::piece(std::size_t begin, std::size_t end, std::optional<double> asking) const {
  std::vector<std::vector<double>> rows;
  std::vector<double> targets;
  for (std::size_t i = begin; i < end; ++i) {
    const double weight = 1 / messages_[i].measured_seconds;
    const double latencies = asking ? 1 : 1 + questions(i);
    rows.push_back({latencies * 1e-6 * weight,
                    static_cast<double>(bytes(i)) * 1e-9 * weight}); // Microseconds, and seconds per GB.
    const double known = overheads_ + (asking ? questions(i) * *asking : 0);
    targets.push_back(std::max(0.0, messages_[i].measured_seconds - known) * weight);
  }
  const std::vector<double> solution = models::nonNegativeLeastSquares(rows, targets);
  Piece fitted{solution[0] * 1e-6, solution[1] * 1e-9, 0};
  for (std::size_t i = begin; i < end; ++i) {
    const double error = seconds(fitted, i, asking) / messages_[i].measured_seconds - 1;
    fitted.squares += error * error;
  }
  return fitted;
}

/// All pieces of a fit, and the numbers of the messages that they begin with; the first with 0.
struct PieceWise {
  std::vector<std::size_t> begins;
  std::vector<Piece> pieces;

  double squares() const {
    double sum = 0;
    for (const Piece &piece : pieces)
      sum += piece.squares;
    return sum;
  }
  /// Time that grows with size in each.
  bool isPossible() const {
    return std::all_of(pieces.begin(), pieces.end(), [](const Piece &piece) { return piece.seconds_per_byte > 0; }) &&
           (pieces.size() == 1 || pieces.front().latency_seconds > 0);
  }
  std::optional<double> asking(std::size_t piece) const {
    return piece == 0 ? std::nullopt : std::optional(pieces.front().latency_seconds);
  }
};

PieceWise fitOf(const MessageFit &fit, const std::vector<std::size_t> &begins) {
  PieceWise all{begins, {}};
  for (std::size_t i = 0; i < begins.size(); ++i)
    all.pieces.push_back(fit.piece(begins[i], i + 1 < begins.size() ? begins[i + 1] : fit.size(), all.asking(i)));
  return all;
}

/// The best that \p begins and \p more pieces behind them can do.
void improve(const MessageFit &fit, std::vector<std::size_t> begins, std::size_t more, std::optional<PieceWise> &best) {
  constexpr std::size_t kFewestSizes = 3;
  if (more == 0) {
    PieceWise found = fitOf(fit, begins);
    if (found.isPossible() && (!best || found.squares() < best->squares()))
      best = std::move(found);
    return;
  }
  for (std::size_t next = begins.back() + kFewestSizes; next + more * kFewestSizes <= fit.size(); ++next) {
    begins.push_back(next);
    improve(fit, begins, more - 1, best);
    begins.pop_back();
  }
}

PieceWise choosePieces(const MessageFit &fit, MessagePieces pieces) {
  constexpr std::size_t kMostSteps = 3;
  constexpr double kGoodEnough = 0.02; // Errors of this size are those of the measurement.
  PieceWise chosen = fitOf(fit, {0});
  const double enough = kGoodEnough * kGoodEnough * static_cast<double>(fit.size());
  for (std::size_t steps = 1; pieces == MessagePieces::Several && steps <= kMostSteps && chosen.squares() > enough;
       ++steps) {
    std::optional<PieceWise> more;
    improve(fit, {0}, steps, more);
    if (more && 2 * more->squares() < chosen.squares())
      chosen = std::move(*more);
  }
  return chosen;
}

void fitMessages(Calibration &calibration, MessagePieces pieces) {
  const MessageFit fit(calibration);
  const PieceWise chosen = choosePieces(fit, pieces);
  const auto rate = [](const Piece &piece) { return piece.seconds_per_byte > 0 ? 1 / piece.seconds_per_byte : 0; };
  calibration.latency_seconds = chosen.pieces.front().latency_seconds;
  calibration.bytes_per_second = rate(chosen.pieces.front());
  for (std::size_t i = 1; i < chosen.pieces.size(); ++i)
    calibration.steps.push_back(
        {fit.bytes(chosen.begins[i] - 1), chosen.pieces[i].latency_seconds, rate(chosen.pieces[i])});
  std::vector<double> errors;
  for (std::size_t i = 0, piece = 0; i < fit.size(); ++i) {
    piece += piece + 1 < chosen.begins.size() && i == chosen.begins[piece + 1] ? 1 : 0;
    MessageTime &message = calibration.messages[i];
    message.fitted_seconds = fit.seconds(chosen.pieces[piece], i, chosen.asking(piece));
    errors.push_back(std::fabs(message.fitted_seconds / message.measured_seconds - 1));
  }
  calibration.median_error = median(errors);
  calibration.worst_error = *std::max_element(errors.begin(), errors.end());
}

/// Sizes that the host disturbed in one of the two ways, so that gaps seem to cost nothing, do not count.
void fitGaps(Calibration &calibration) {
  constexpr std::int64_t kBlock = sizeof(double);
  std::vector<double> eager, larger;
  for (const MessageTime &message : calibration.gaps)
    for (const MessageTime &plain : calibration.messages)
      if (plain.bytes == message.bytes && message.measured_seconds > plain.measured_seconds) {
        const std::int64_t blocks = 2 * message.bytes / kBlock;
        const double each = (message.measured_seconds - plain.measured_seconds) / static_cast<double>(blocks);
        (message.bytes <= calibration.eager_threshold ? eager : larger).push_back(each);
      }
  calibration.block_overhead_seconds = eager.empty() ? 0 : median(eager);
  calibration.rendezvous_block_overhead_seconds = larger.empty() ? calibration.block_overhead_seconds : median(larger);
}

} // namespace

sim::Result<Calibration> fitCalibration(const std::string &text, const std::string &where, MessagePieces pieces) {
  const auto diagnosed = [&](const std::string &what, const char *fix) {
    return sim::Diagnostic{where, what, "maquette-calibration", "", fix};
  };
  const auto wrong = [&](const std::string &what) {
    return diagnosed(what, "check that this command works: mpiexec -n 2 hostname");
  };
  const auto busy = [&](const std::string &what) {
    return diagnosed("the host was too busy: " + what, "calibrate again when the host does nothing else");
  };
  Calibration calibration;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);)
    if (!readLine(line, calibration))
      return wrong("the benchmark wrote '" + line + "', which is not a measurement");
  const std::size_t measured = calibration.messages.size();
  dropDisturbed(calibration.messages);
  constexpr std::size_t kFewest = 4;
  if (measured >= kFewest && 4 * calibration.messages.size() < 3 * measured)
    return busy("small messages took longer than large ones");
  if (calibration.messages.size() < kFewest || calibration.send_overhead_seconds <= 0 ||
      calibration.receive_overhead_seconds <= 0)
    return wrong("the benchmark did not finish");
  for (const MessageTime &message : calibration.messages)
    if (message.bytes <= 0 || message.measured_seconds <= 0)
      return wrong(fmt::format("the benchmark measured {} s for {} bytes", message.measured_seconds, message.bytes));
  fitMessages(calibration, pieces);
  fitGaps(calibration);
  if (calibration.bytes_per_second <= 0)
    return busy("message times do not grow with message size");
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
                         between.nodes.size() == 2
                             ? "both processes ran on " + between.nodes[0] + ": there is no network between them"
                             : "the benchmark does not say where its processes ran",
                         "maquette-calibration", "",
                         "name two nodes, and check where processes run: mpiexec -n 2 -machinefile FILE hostname"};
}

namespace {

std::string nanoseconds(double seconds) { return fmt::format("\"{:.2f} ns\"", seconds * 1e9); }
std::string rate(const Calibration &fit) { return fmt::format("\"{:.1f} MB/s\"", fit.largeBytesPerSecond() * 1e-6); }

std::string residuals(const Calibration &fit, const std::string &where) {
  std::string text = "# Ping-pong between two processes " + where + ": bytes, measured, fitted, error.\n";
  for (const MessageTime &message : fit.messages)
    text +=
        fmt::format("#   {:>8}  {:>9.2f} us  {:>9.2f} us  {:>+6.1f} %\n", message.bytes, message.measured_seconds * 1e6,
                    message.fitted_seconds * 1e6, 100 * (message.fitted_seconds / message.measured_seconds - 1));
  return text;
}

/// Of what a fit gave.
std::string sourceOf(const Calibration &fit, const std::string &where, const std::string &mpi) {
  return fmt::format(
      "source = \"measured {}: ping-pong of {} sizes under {}; median error of the fit {:.1f} %, worst {:.1f} %\"\n",
      where, fit.messages.size(), mpi, 100 * fit.median_error, 100 * fit.worst_error);
}

/// As the machine file has them: factors of the latency of small messages and of the bandwidth of large ones.
std::string stepsOf(const Calibration &fit) {
  if (fit.steps.empty())
    return "";
  const auto step = [&](std::int64_t above, double latency_seconds, double bytes_per_second) {
    return fmt::format("{{ above = \"{} B\", latency = {:.4g}, bandwidth = {:.4g} }}", above,
                       latency_seconds / fit.latency_seconds, bytes_per_second / fit.largeBytesPerSecond());
  };
  std::string text = step(0, fit.latency_seconds, fit.bytes_per_second);
  for (const CalibratedStep &each : fit.steps)
    text += ", " + step(each.above, each.latency_seconds, each.bytes_per_second);
  return "memory_steps = [" + text + "]\n";
}

} // namespace

std::string toMachineFile(const Calibration &inside, const std::string &name, std::int64_t cores,
                          const std::string &host, const std::string &mpi, const Calibration *between) {
  const std::string nodes = between == nullptr ? "" : "between " + between->nodes[0] + " and " + between->nodes[1];
  std::string text = fmt::format("# Written by `maquette machine calibrate`.\n# SPDX-License-Identifier: Apache-2.0\n"
                                 "name = \"{}\"\ndescription = \"calibrated: {}\"\n\n",
                                 name, between == nullptr ? host : nodes);
  text += residuals(inside, "of the node");
  if (between != nullptr)
    text += residuals(*between, nodes);
  text += "\n[node]\n" + sourceOf(inside, "on " + host, mpi) +
          fmt::format("count = {}\ncores = {}\nmemory_bandwidth = {}\nmemory_latency = {}\n",
                      between == nullptr ? 1 : 2, cores, rate(inside), nanoseconds(inside.latency_seconds)) +
          stepsOf(inside);
  const Calibration &network = between == nullptr ? inside : *between;
  text += "\n[network]\n" +
          (between == nullptr ? "source = \"not measured, there is one node only: as inside the node\"\n"
                              : sourceOf(*between, nodes, mpi)) +
          fmt::format("model = \"logp\"\nlatency = {}\nbandwidth = {}\n", nanoseconds(network.latency_seconds),
                      rate(network));
  text += fmt::format("\n[mpi]\nsource = \"measured {} under {}\"\nsend_overhead = {}\nreceive_overhead = {}\n"
                      "eager_threshold = \"{} B\"\n",
                      between == nullptr ? "on " + host : nodes, mpi, nanoseconds(network.send_overhead_seconds),
                      nanoseconds(network.receive_overhead_seconds), network.eager_threshold);
  if (inside.copy_bytes_per_second > 0)
    text += fmt::format("local_copy_bandwidth = \"{:.1f} MB/s\"\n", inside.copy_bytes_per_second * 1e-6);
  if (!network.gaps.empty())
    text += fmt::format("block_overhead = {}\nrendezvous_block_overhead = {}\n",
                        nanoseconds(network.block_overhead_seconds),
                        nanoseconds(network.rendezvous_block_overhead_seconds));
  return text;
}

} // namespace maquette::runtime
