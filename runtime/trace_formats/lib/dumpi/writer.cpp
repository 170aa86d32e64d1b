//===- runtime/trace_formats/lib/dumpi/writer.cpp - writes traces in DUMPI's binary form -----===//
// SPDX-License-Identifier: Apache-2.0
#include "writer.h"

#include "../each_event.h"
#include "../part_file.h"
#include "../part_folder.h"
#include "maquette/traces/dumpi/layout.h"
#include "maquette/traces/dumpi/values.h"
#include "maquette/traces/event_values.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace maquette::traces::dumpi {
namespace {

constexpr std::string_view kMagic = "\xff\xaa\xdd"
                                    "DUMPI";
constexpr std::uint64_t kFooterMagic = 0xf007fee7;
constexpr int kVersion[] = {1, 1, 0};
/// What each record has: statuses of both kinds, processor and wall times, a thread.
constexpr std::uint8_t kParts = 1 | 2 | 4 | 8 | 64;
constexpr std::int64_t kNanosecondsPerSecond = 1'000'000'000, kPicosecondsPerNanosecond = 1000;
constexpr std::size_t kRangeNumbers = 3;

/// Numbers in the file are big-endian.
void put(std::string &to, std::int64_t value, int bytes) {
  for (int i = bytes - 1; i >= 0; --i)
    to.push_back(static_cast<char>(static_cast<std::uint64_t>(value) >> (8 * i)));
}

void putText(std::string &to, std::string_view text, int length_bytes) {
  put(to, static_cast<std::int64_t>(text.size()), length_bytes);
  to += text;
}

int bytesOf(char letter) {
  const char small = static_cast<char>(std::tolower(static_cast<unsigned char>(letter)));
  return small == 'l' ? 8 : small == 'h' ? 2 : small == 'b' ? 1 : 4;
}

/// DUMPI's label of each function; nothing where it has none.
const std::vector<std::optional<unsigned>> &labels() {
  static const std::vector<std::optional<unsigned>> table = [] {
    std::vector<std::optional<unsigned>> made(allCalls().size());
    for (unsigned label = 0; label < layouts().size(); ++label)
      if (layouts()[label].is_known && layouts()[label].call)
        made[*layouts()[label].call] = label;
    return made;
  }();
  return table;
}

/// The file of one rank.
class RankWriter {
public:
  RankWriter(const Communicators &communicators, std::int64_t rank, const std::string &path)
      : communicators_(communicators), rank_(rank), file_(path), counts_(kFunctions + 1) {
    file_.write(kMagic);
    std::string bias;
    put(bias, 0, 8);
    file_.write(bias);
  }

  void add(const Event &event, const Activities &activities) {
    const unsigned label = *labels()[event.call];
    record_.clear();
    put(record_, label, 2);
    put(record_, kParts, 1);
    put(record_, 0, 2);
    for (int clock = 0; clock < 2; ++clock)
      for (const std::int64_t ps : {event.enter_ps, event.leave_ps}) {
        const std::int64_t ns = ps / kPicosecondsPerNanosecond;
        put(record_, ns / kNanosecondsPerSecond, 2); // It wraps.
        put(record_, ns % kNanosecondsPerSecond, 4);
      }
    const CommNumber comm = activities.commOf(event);
    const std::int64_t me = communicators_.rankIn(comm, rank_);
    for (const Field &field : layouts()[label].fields)
      if (!field.root_only || valueOf(event, "root") == me)
        putField(event, field, comm, me);
    file_.write(record_);
    ++counts_[label];
  }

  sim::Status finish(const TraceSummary &summary, const DatatypeSizes &sizes, std::int64_t datatypes) {
    record_.clear();
    put(record_, kEndOfStream, 2);
    file_.write(record_);
    const std::uint64_t header = section([&](std::string &to) {
      for (const int part : kVersion)
        put(to, part, 1);
      put(to, summary.start_seconds, 8);
      putText(to, summary.host, 2);
      putText(to, summary.user, 2);
      put(to, 0, 8); // No place in a mesh.
    });
    const std::uint64_t footer = section([&](std::string &to) {
      put(to, kFooterMagic, 8);
      for (const std::int64_t count : counts_)
        put(to, count, 4);
      to.append(4 * counts_.size(), '\0'); // None was left out.
    });
    const std::uint64_t keyvals = section([](std::string &to) { put(to, 0, 4); });
    const std::uint64_t datatype_sizes = section([&](std::string &to) {
      const std::int64_t named = firstMade(ArgumentType::Datatype);
      put(to, named + datatypes, 4);
      for (std::int64_t i = 0; i < named + datatypes; ++i)
        put(to, sizes.of(dumpi::valueOf(ArgumentType::Datatype, "", i)).value_or(-1), 4);
    });
    section([&](std::string &to) {
      to += kMagic;
      for (const std::uint64_t place :
           {datatype_sizes, std::uint64_t{0}, std::uint64_t{0}, header, std::uint64_t{kMagic.size()}, footer, keyvals})
        put(to, static_cast<std::int64_t>(place), 8);
    });
    return file_.commit();
  }

private:
  /// Gives its place.
  template <class Fill> std::uint64_t section(Fill fill) {
    const std::uint64_t place = file_.bytes();
    record_.clear();
    fill(record_);
    file_.write(record_);
    return place;
  }

  void putField(const Event &event, const Field &field, CommNumber comm, std::int64_t me) {
    switch (field.letter) {
    case 's':
      return putStatuses(event);
    case 'c':
      return putText(record_, field.argument && event.given[*field.argument] ? event.text(*field.argument) : "", 4);
    case 'a':
    case 'C':
    case 'D':
      return put(record_, 0, 4); // Arrays of texts are not kept.
    case 'M':
      return putRanges(event, field);
    default:
      break;
    }
    const bool is_array = std::isupper(static_cast<unsigned char>(field.letter)) != 0;
    if (is_array)
      return putArray(event, field);
    std::int64_t value = 0;
    if (field.argument && event.given[*field.argument])
      value = rawOf(typeOf(event, field), field.name, event.values[*field.argument]);
    else if (field.name == "commrank")
      value = me;
    else if (field.name == "commsize")
      value = communicators_.size(comm);
    put(record_, value, bytesOf(field.letter));
  }

  static ArgumentType typeOf(const Event &event, const Field &field) {
    return allCalls()[event.call].arguments[*field.argument].type;
  }

  void putStatuses(const Event &event) {
    put(record_, static_cast<std::int64_t>(event.received.size()), 4);
    for (const Received &received : event.received) {
      put(record_, std::min<std::int64_t>(received.bytes, std::numeric_limits<std::int32_t>::max()), 4);
      put(record_, received.source, 4);
      put(record_, 0, 2); // Not cancelled, no error.
      put(record_, received.tag, 4);
    }
  }

  void putArray(const Event &event, const Field &field) {
    if (!field.argument || !event.given[*field.argument])
      return put(record_, 0, 4);
    const std::vector<std::int64_t> &values = event.array(*field.argument);
    put(record_, static_cast<std::int64_t>(values.size()), 4);
    for (const std::int64_t value : values)
      put(record_, rawOf(typeOf(event, field), field.name, value),
          bytesOf(field.letter == 'J' || field.letter == 'K' ? 'i' : field.letter));
  }

  void putRanges(const Event &event, const Field &field) {
    const std::vector<std::int64_t> none;
    const std::vector<std::int64_t> &values =
        field.argument && event.given[*field.argument] ? event.array(*field.argument) : none;
    put(record_, static_cast<std::int64_t>(values.size() / kRangeNumbers), 4);
    for (std::size_t i = 0; i < values.size(); ++i) {
      if (i % kRangeNumbers == 0)
        put(record_, kRangeNumbers, 4);
      put(record_, values[i], 4);
    }
  }

  const Communicators &communicators_;
  std::int64_t rank_;
  PartFile file_;
  std::vector<std::int64_t> counts_; ///< By label.
  std::string record_;
};

/// Calls without which a replay goes on: what they did counts as computing.
bool mayBeMissing(const CallInfo &call) { return call.class_of == "Local" || call.class_of == "Environment"; }

class Writer {
public:
  Writer(const Trace &trace, const Communicators &communicators, const std::string &path)
      : trace_(trace), communicators_(communicators), folder_(path) {}

  sim::Result<Written> write() {
    if (const sim::Status created = folder_.create(); !created)
      return created.error();
    for (std::int64_t rank = 0; rank < trace_.summary().ranks; ++rank)
      if (const sim::Status good = writeRank(rank); !good)
        return good.error();
    if (const sim::Status good = writeMeta(); !good)
      return good.error();
    const sim::Result<std::uint64_t> bytes = folder_.commit();
    if (!bytes)
      return bytes.error();
    written_.bytes = *bytes;
    return written_;
  }

private:
  sim::Status writeRank(std::int64_t rank) {
    const auto reader = trace_.open(rank);
    if (!reader)
      return reader.error();
    Activities activities(communicators_, rank, **reader);
    RankWriter writer(communicators_, rank, fmt::format("{}/dumpi-{:04}.bin", folder_.path(), rank));
    std::int64_t datatypes = 0;
    std::string missing;
    const sim::Status read = eachEvent(**reader, [&](const Event &event) {
      activities.of(event);
      datatypes = std::max(datatypes, madeDatatypes(event));
      if (labels()[event.call]) {
        writer.add(event, activities);
        ++written_.events;
      } else if (missing.empty() && !mayBeMissing(allCalls()[event.call])) {
        missing = allCalls()[event.call].name;
      }
    });
    if (!read)
      return read.error();
    if (!missing.empty())
      return sim::Diagnostic{fmt::format("rank {}", rank), "DUMPI has no record for calls of " + missing,
                             "maquette-trace-format", "", "write another format, as maquette or otf2"};
    return writer.finish(trace_.summary(), activities.sizes(), datatypes);
  }

  /// How many numbers datatypes that the program made have, up to that of \p event.
  static std::int64_t madeDatatypes(const Event &event) {
    const std::optional<std::size_t> place = placeOfKind(allCalls()[event.call], "DatatypeOut");
    return place && event.given[*place] ? event.values[*place] + 1 : 0;
  }

  sim::Status writeMeta() const {
    PartFile file(folder_.path() + "/dumpi.meta");
    const TraceSummary &summary = trace_.summary();
    file.write(fmt::format("hostname={}\nnumprocs={}\nusername={}\nstartime={}\nfileprefix=dumpi\nversion={}\n"
                           "subversion={}\nsubsubversion={}\nfromstart={}\n",
                           summary.host, summary.ranks, summary.user, summary.start_seconds, kVersion[0], kVersion[1],
                           kVersion[2], summary.from_start ? 1 : 0));
    return file.commit();
  }

  const Trace &trace_;
  const Communicators &communicators_;
  PartFolder folder_;
  Written written_;
};

} // namespace

sim::Result<Written> writeDumpi(const Trace &trace, const Communicators &communicators, const std::string &path) {
  return Writer(trace, communicators, path).write();
}

} // namespace maquette::traces::dumpi
