//===- runtime/traces/lib/own/format.cpp - Maquette's own traces: what writer and reader agree on ---===//
// SPDX-License-Identifier: Apache-2.0
#include "format.h"

namespace maquette::traces::own {

bool Numbers::next(std::uint64_t &number) {
  number = 0;
  for (int shift = 0; shift < 64 && !rest_.empty(); shift += 7) {
    const auto byte = static_cast<unsigned char>(rest_.front());
    rest_.remove_prefix(1);
    number |= static_cast<std::uint64_t>(byte & 0x7f) << shift;
    if (byte < 0x80)
      return true;
  }
  return false;
}

bool Numbers::nextFolded(std::int64_t &number) {
  std::uint64_t raw = 0;
  if (!next(raw))
    return false;
  number = unfolded(raw);
  return true;
}

bool Numbers::bytes(std::size_t count, std::string_view &taken) {
  if (count > rest_.size())
    return false;
  taken = rest_.substr(0, count);
  rest_.remove_prefix(count);
  return true;
}

static bool getArgument(Numbers &numbers, ArgumentType type, std::size_t place, Event &event) {
  std::uint64_t count = 0;
  if (isArray(type)) {
    if (!numbers.next(count) || count > numbers.left())
      return false;
    std::vector<std::int64_t> values(count);
    for (std::int64_t &value : values)
      if (!numbers.nextFolded(value))
        return false;
    event.set(place, std::move(values));
  } else if (type == ArgumentType::Text) {
    std::string_view text;
    if (!numbers.next(count) || !numbers.bytes(count, text))
      return false;
    event.set(place, std::string(text));
  } else {
    std::int64_t value = 0;
    if (!numbers.nextFolded(value))
      return false;
    event.set(place, value);
  }
  return true;
}

bool getCall(std::string_view bytes, std::span<const int> calls, Event &event) {
  Numbers numbers(bytes);
  std::uint64_t call = 0, given = 0, received = 0;
  event.clear();
  if (!numbers.next(call) || !numbers.next(given) || call >= (calls.empty() ? allCalls().size() : calls.size()) ||
      (!calls.empty() && calls[call] < 0))
    return false;
  event.call = static_cast<CallNumber>(calls.empty() ? static_cast<int>(call) : calls[call]);
  const std::span<const Argument> arguments = allCalls()[event.call].arguments;
  if (given >> arguments.size() != 0)
    return false;
  for (std::size_t i = 0; i < arguments.size(); ++i)
    if ((given >> i & 1) != 0 && !getArgument(numbers, arguments[i].type, i, event))
      return false;
  if (!numbers.next(received) || received > numbers.left())
    return false;
  for (std::uint64_t i = 0; i < received; ++i) {
    std::int64_t source = 0, tag = 0, size = 0;
    if (!numbers.nextFolded(source) || !numbers.nextFolded(tag) || !numbers.nextFolded(size))
      return false;
    event.received.push_back({static_cast<std::int32_t>(source), static_cast<std::int32_t>(tag), size});
  }
  return true;
}

} // namespace maquette::traces::own
