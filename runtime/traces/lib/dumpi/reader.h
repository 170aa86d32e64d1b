//===- runtime/traces/lib/dumpi/reader.h - the calls in DUMPI's file of one rank -----===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_TRACES_LIB_DUMPI_READER_H
#define MAQUETTE_TRACES_LIB_DUMPI_READER_H

#include "file.h"
#include "maquette/traces/dumpi/layout.h"
#include "maquette/traces/trace.h"

namespace maquette::traces::dumpi {

class Reader final : public EventReader {
public:
  static sim::Result<std::unique_ptr<EventReader>> open(const std::string &path, std::int64_t rank);

  sim::Result<bool> next(Event &event) override;
  std::optional<std::int64_t> datatypeSize(std::int64_t datatype) const override;

private:
  /// What optional parts a record has.
  struct Parts {
    unsigned mask = 0;
    bool hasStatuses() const { return (mask & 3) != 0; }
    bool hasCpuTimes() const { return (mask & 4) != 0; }
    bool hasWallTimes() const { return (mask & 8) != 0; }
    bool hasThread() const { return (mask & 64) != 0; }
    bool hasCounters() const { return (mask & 128) != 0; }
  };

  Reader(File file, std::int64_t rank) : file_(std::move(file)), rank_(rank) {}
  sim::Status begin();
  sim::Diagnostic wrong(const Event &event, const std::string &what) const;
  bool readPrologue(Parts parts, Event &event);
  bool readTimes(Event &event);
  bool readFields(const Layout &layout, Parts parts, Event &event);
  bool readField(const Field &field, ArgumentType type, Parts parts, Event &event, std::int64_t &raw);
  bool readArray(const Field &field, ArgumentType type, Event &event);
  bool readArrays(const Field &field, Event &event);
  bool readTexts(char letter, const Field &field, Event &event);
  bool readText(std::string &text);
  bool readStatuses(Event &event);
  bool readCount(std::uint64_t &count, std::uint64_t least_bytes);
  bool number(std::int64_t &value, int bytes);
  std::int64_t unwrapped(std::int64_t ps);

  File file_;
  std::int64_t rank_;
  std::uint64_t records_ = 0;
  std::int64_t wrapped_ps_ = 0; ///< What the seconds lost, of which 16 bits are kept.
  std::int64_t latest_ps_ = 0;
  std::vector<std::int64_t> datatype_sizes_;
};

} // namespace maquette::traces::dumpi

#endif
