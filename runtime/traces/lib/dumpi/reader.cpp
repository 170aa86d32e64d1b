//===- runtime/traces/lib/dumpi/reader.cpp - the calls in DUMPI's file of one rank -----===//
// SPDX-License-Identifier: Apache-2.0
#include "reader.h"

#include "maquette/traces/dumpi/values.h"

#include <fmt/format.h>

#include <algorithm>

namespace maquette::traces::dumpi {
namespace {

constexpr std::int64_t kSecond = 1'000'000'000'000;

int bytesOf(char letter) {
  switch (letter) {
  case 'l':
    return 8;
  case 'h':
  case 'H':
    return 2;
  case 'b':
  case 'B':
    return 1;
  default:
    return 4;
  }
}

} // namespace

sim::Result<std::unique_ptr<EventReader>> Reader::open(const std::string &path, std::int64_t rank) {
  sim::Result<File> file = File::open(path);
  if (!file)
    return file.error();
  std::unique_ptr<Reader> reader(new Reader(std::move(*file), rank));
  if (const sim::Status begun = reader->begin(); !begun)
    return begun.error();
  return std::unique_ptr<EventReader>(std::move(reader));
}

sim::Status Reader::begin() {
  sim::Result<std::vector<std::int64_t>> sizes = file_.datatypeSizes();
  if (!sizes)
    return sizes.error();
  datatype_sizes_ = std::move(*sizes);
  file_.bytes.seek(file_.sections.body);
  std::int64_t bias = 0;
  if (!number(bias, 4) || !number(bias, 4))
    return sim::Diagnostic{file_.bytes.path(), fmt::format("the calls at byte {} do not begin", file_.sections.body),
                           "maquette-trace-format", "", "record the program again: the file is damaged"};
  return sim::Nothing{};
}

std::optional<std::int64_t> Reader::datatypeSize(std::int64_t datatype) const {
  const std::int64_t number = datatype + firstMade(ArgumentType::Datatype);
  if (datatype < 0 || number >= static_cast<std::int64_t>(datatype_sizes_.size()))
    return std::nullopt;
  const std::int64_t size = datatype_sizes_[static_cast<std::size_t>(number)];
  return size < 0 ? std::nullopt : std::optional(size);
}

sim::Diagnostic Reader::wrong(const Event &event, const std::string &what) const {
  return {fmt::format("{}: rank {}, record {}, byte {}", file_.bytes.path(), rank_, event.record, event.offset), what,
          "maquette-trace-record", "", "record the program again: the file is damaged"};
}

/// Signed.
bool Reader::number(std::int64_t &value, int bytes) {
  std::uint64_t raw = 0;
  if (!file_.bytes.readNumber(raw, bytes))
    return false;
  const int unused = 64 - 8 * bytes;
  value = static_cast<std::int64_t>(raw << unused) >> unused;
  return true;
}

/// \p count of what takes \p least_bytes each, and the file has as many.
bool Reader::readCount(std::uint64_t &count, std::uint64_t least_bytes) {
  return file_.bytes.readNumber(count, 4) && count * least_bytes <= file_.bytes.size() - file_.bytes.position();
}

/// Times only grow: where they fall by half of what 16 bits of seconds can say, these have begun again.
std::int64_t Reader::unwrapped(std::int64_t ps) {
  constexpr std::int64_t kWrap = 65536 * kSecond;
  if (ps + wrapped_ps_ < latest_ps_ - kWrap / 2)
    wrapped_ps_ += kWrap;
  latest_ps_ = std::max(latest_ps_, ps + wrapped_ps_);
  return ps + wrapped_ps_;
}

bool Reader::readTimes(Event &event) {
  std::uint64_t seconds[2], nanoseconds[2];
  for (int i = 0; i < 2; ++i)
    if (!file_.bytes.readNumber(seconds[i], 2) || !file_.bytes.readNumber(nanoseconds[i], 4))
      return false;
  event.enter_ps = static_cast<std::int64_t>(seconds[0]) * kSecond + static_cast<std::int64_t>(nanoseconds[0]) * 1000;
  event.leave_ps = static_cast<std::int64_t>(seconds[1]) * kSecond + static_cast<std::int64_t>(nanoseconds[1]) * 1000;
  return true;
}

/// Wall time counts where there is some, processor time otherwise.
bool Reader::readPrologue(Parts parts, Event &event) {
  std::int64_t ignored = 0;
  event.enter_ps = event.leave_ps = latest_ps_;
  const bool has_times = parts.hasCpuTimes() || parts.hasWallTimes();
  if ((parts.hasThread() && !number(ignored, 2)) || (parts.hasCpuTimes() && !readTimes(event)) ||
      (parts.hasWallTimes() && !readTimes(event)))
    return false;
  if (has_times) {
    event.enter_ps = unwrapped(event.enter_ps);
    event.leave_ps = std::max(event.enter_ps, unwrapped(event.leave_ps));
  }
  std::uint64_t counters = 0;
  if (parts.hasCounters() && !file_.bytes.readNumber(counters, 1))
    return false;
  for (std::uint64_t i = 0; i < 2 * counters; ++i)
    if (!number(ignored, 8))
      return false;
  return true;
}

bool Reader::readStatuses(Event &event) {
  const bool with_tag = file_.header.isSince(0, 6, 3);
  std::uint64_t count = 0;
  if (!readCount(count, with_tag ? 14 : 10))
    return false;
  for (std::uint64_t i = 0; i < count; ++i) {
    std::int64_t bytes = 0, source = 0, flags = 0, tag = kAnyTag;
    if (!number(bytes, 4) || !number(source, 4) || !number(flags, 2) || (with_tag && !number(tag, 4)))
      return false;
    event.received.push_back(
        {static_cast<std::int32_t>(source < 0 ? kProcNull : source), static_cast<std::int32_t>(tag), bytes});
  }
  return true;
}

bool Reader::readText(std::string &text) {
  std::uint64_t length = 0;
  if (!readCount(length, 1))
    return false;
  text.resize(length);
  return file_.bytes.read(reinterpret_cast<unsigned char *>(text.data()), length);
}

/// Arrays of texts are read and not kept: no MPI call that is replayed has one.
bool Reader::readTexts(char letter, const Field &field, Event &event) {
  std::uint64_t count = 1;
  std::string text;
  if (letter == 'c') {
    if (!readText(text))
      return false;
    if (field.argument)
      event.set(*field.argument, std::move(text));
    return true;
  }
  if (!readCount(count, 4))
    return false;
  for (std::uint64_t i = 0; i < count; ++i)
    if (letter == 'D' ? !readTexts('C', field, event) : !readText(text))
      return false;
  return true;
}

bool Reader::readArray(const Field &field, ArgumentType type, Event &event) {
  const int bytes = bytesOf(field.letter);
  std::uint64_t count = 0;
  if (!readCount(count, static_cast<std::uint64_t>(bytes)))
    return false;
  std::vector<std::int64_t> values(count);
  for (std::int64_t &value : values) {
    if (!number(value, bytes))
      return false;
    value = valueOf(type, "", value);
  }
  if (field.argument)
    event.set(*field.argument, std::move(values));
  return true;
}

/// One after the other.
bool Reader::readArrays(const Field &field, Event &event) {
  std::uint64_t rows = 0, columns = 0;
  std::vector<std::int64_t> values;
  if (!readCount(rows, 4))
    return false;
  for (std::uint64_t row = 0; row < rows; ++row) {
    if (!readCount(columns, 4))
      return false;
    for (std::uint64_t column = 0; column < columns; ++column)
      if (!number(values.emplace_back(), 4))
        return false;
  }
  if (field.argument)
    event.set(*field.argument, std::move(values));
  return true;
}

bool Reader::readField(const Field &field, ArgumentType type, Parts parts, Event &event, std::int64_t &raw) {
  const bool was_number = (field.letter == 'J' && !file_.header.isSince(0, 6, 9)) ||
                          (field.letter == 'K' && !file_.header.isSince(0, 6, 8));
  switch (was_number ? '1' : field.letter) {
  case '1':
    return number(raw, 4);
  case 'I':
  case 'H':
  case 'B':
  case 'J':
  case 'K':
    return readArray(field, type, event);
  case 'M':
    return readArrays(field, event);
  case 's':
    return !parts.hasStatuses() || readStatuses(event);
  case 'c':
  case 'C':
  case 'D':
    return readTexts(field.letter, field, event);
  case 'a': {
    std::uint64_t count = 0, again = 0;
    std::string text;
    if (!readCount(count, 4) ||
        (field.argument == std::nullopt && !file_.header.isSince(0, 6, 2) && !file_.bytes.readNumber(again, 4)))
      return false;
    for (std::uint64_t i = 0; i < count; ++i)
      if (!readText(text))
        return false;
    return true;
  }
  default:
    if (!number(raw, bytesOf(field.letter)))
      return false;
    if (field.argument)
      event.set(*field.argument, valueOf(type, field.name, raw));
    return true;
  }
}

bool Reader::readFields(const Layout &layout, Parts parts, Event &event) {
  std::int64_t rank = -1, root = -2;
  for (const Field &field : layout.fields) {
    if (field.root_only && rank != root)
      continue;
    const ArgumentType type =
        layout.call && field.argument ? allCalls()[*layout.call].arguments[*field.argument].type : ArgumentType::None;
    std::int64_t raw = 0;
    if (!readField(field, type, parts, event, raw))
      return false;
    if (field.name == "commrank")
      rank = raw;
    else if (field.name == "root")
      root = raw;
  }
  return true;
}

sim::Result<bool> Reader::next(Event &event) {
  for (;;) {
    event.clear();
    event.offset = file_.bytes.position();
    event.record = ++records_;
    std::uint64_t label = 0, mask = 0, address = 0;
    if (!file_.bytes.readNumber(label, 2))
      return wrong(event, "the file ends within the calls, without their end mark");
    if (label == kEndOfStream)
      return false;
    if (label > kEndOfStream || (label < kFunctions && !layouts()[label].is_known))
      return wrong(event, fmt::format("{} is the label of no call", label));
    const bool of_program = label == kEnterFunction || label == kLeaveFunction;
    if (!file_.bytes.readNumber(mask, 1) || !readPrologue({static_cast<unsigned>(mask)}, event) ||
        (of_program && !file_.bytes.readNumber(address, 8)) ||
        (label < kFunctions && !readFields(layouts()[label], {static_cast<unsigned>(mask)}, event)))
      return wrong(event, "the record is cut or damaged");
    if (label < kFunctions && layouts()[label].call) {
      event.call = *layouts()[label].call;
      return true;
    }
  }
}

} // namespace maquette::traces::dumpi
