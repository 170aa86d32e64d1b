//===- maquette/host/host_stops.h - when the whole host stood still -----------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// A host that is a virtual machine now and then stands still for milliseconds, all of its cores at once. It charges
/// that to the program that was running, so the program's processor time does not tell. But a monitor does that only
/// looks at the clock, on another core: it sees the clock jump although its own processor time went on as if it had
/// run. A jump without processor time is an absence, another program's turn on the monitor's core: what the host did
/// meanwhile nobody saw.
///
/// The monitor is a process of the command that starts the simulation; it notes what it sees in a mapped file. Units:
/// ticks of TickClock, which all cores share.
#ifndef MAQUETTE_HOST_HOST_STOPS_H
#define MAQUETTE_HOST_HOST_STOPS_H

#include <array>
#include <atomic>
#include <cstdint>
#include <string>

namespace maquette::runtime {

/// The latest of the times of one kind, none before the end of another. One process writes, others read; memory of
/// zeros is an empty log.
class HostTimeLog {
public:
  void add(std::uint64_t begin, std::uint64_t end);
  /// How much of the time from \p begin to \p end is in those still known, in all and in the one that has most of it.
  double within(std::uint64_t begin, std::uint64_t end) const;
  double mostWithin(std::uint64_t begin, std::uint64_t end) const;

private:
  static constexpr std::size_t kKept = 1024;
  struct Entry {
    std::atomic<std::uint64_t> begin{0};
    std::atomic<std::uint64_t> end{0};
  };
  template <typename Use> void forEachWithin(std::uint64_t begin, std::uint64_t end, Use use) const;

  std::atomic<std::uint64_t> count_{0};
  std::array<Entry, kKept> entries_;
};

/// What the monitor tells.
struct HostStopLog {
  HostTimeLog stops;
  HostTimeLog absences;
  std::atomic<std::uint64_t> looked{0}; ///< When it last looked, all before being noted; 0: it has not begun.

  /// The longest time between the two moments of which it knows nothing; 0 if it has not begun.
  double unseen(std::uint64_t begin, std::uint64_t end) const;
};

/// A log in a file that several processes map.
class HostStopFile {
public:
  enum class Use { Write, Read };

  /// Write makes the file. Without it there is no log, and no harm.
  HostStopFile(const std::string &path, Use use);
  ~HostStopFile();
  HostStopFile(const HostStopFile &) = delete;
  HostStopFile &operator=(const HostStopFile &) = delete;

  /// Or nullptr.
  HostStopLog *log() const { return log_; }

private:
  HostStopLog *log_ = nullptr;
};

/// The file of the run whose results go to \p result_file.
inline std::string hostStopsBeside(const std::string &result_file) { return result_file + ".stops"; }

/// True if a jump of the clock of \p jump ticks was a stop: of \p passed ticks around it the process had \p used.
inline bool isHostStop(double jump, double passed, double used) { return passed - used < 0.1 * jump; }

/// What the monitor does, until it is killed.
[[noreturn]] void monitorHostStops(HostStopLog &log);

} // namespace maquette::runtime

#endif
