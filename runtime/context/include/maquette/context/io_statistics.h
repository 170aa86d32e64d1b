//===- maquette/context/io_statistics.h - what ranks read and wrote ----------===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_CONTEXT_IO_STATISTICS_H
#define MAQUETTE_CONTEXT_IO_STATISTICS_H

#include "maquette/sim/time.h"

#include <cstdint>
#include <map>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace maquette::runtime {

struct IoUse;

/// Counts by function, file and rank.
class IoStatistics {
public:
  enum class Kind : std::uint8_t { Read, Write, Other };
  /// One call of a rank.
  struct Call {
    std::string_view function; ///< Lives as long as the program.
    Kind kind = Kind::Other;
    std::int32_t rank = 0;
    std::uint64_t file = 0;  ///< Its number; kNoFile: of none.
    std::int64_t offset = 0; ///< Of reads and writes.
    std::int64_t bytes = 0;
    sim::SimDuration time;
  };
  static constexpr std::uint64_t kNoFile = ~std::uint64_t{0};

  void count(const Call &call);
  bool isEmpty() const { return functions_.empty(); }
  sim::SimDuration timeOf(std::int32_t rank) const {
    return static_cast<std::size_t>(rank) < by_rank_.size() ? by_rank_[static_cast<std::size_t>(rank)]
                                                            : sim::SimDuration();
  }

  __extension__ typedef __int128 Wide; ///< A million ranks for a day are 9e22 ps.
  struct Function {
    std::uint64_t count = 0;
    std::uint64_t bytes = 0;
    Wide time_ps = 0;
  };
  /// Where a rank's accesses begin, seen from the end of the one before.
  struct Pattern {
    std::uint64_t consecutive = 0; ///< There.
    std::uint64_t strided = 0;     ///< As far after it as the one before was.
    std::uint64_t random = 0;      ///< Elsewhere.
  };
  struct File {
    std::uint64_t reads = 0, writes = 0, others = 0;
    std::uint64_t bytes_read = 0, bytes_written = 0;
    Wide time_ps = 0;
    Pattern pattern;
  };
  const std::map<std::string_view, Function> &functions() const { return functions_; }
  const std::unordered_map<std::uint64_t, File> &files() const { return files_; }

private:
  /// Where a rank's last access of a file ended, and how far from the one before it began.
  struct Last {
    std::int64_t end = 0, step = 0;
  };
  void place(File &file, const Call &call);

  std::map<std::string_view, Function> functions_;
  std::unordered_map<std::uint64_t, File> files_;
  std::unordered_map<std::uint64_t, Last> last_; ///< By file and rank.
  std::vector<sim::SimDuration> by_rank_;
};

} // namespace maquette::runtime

#endif
