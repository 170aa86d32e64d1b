//===- runtime/tools/trace_text.cpp - a trace as text -------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "trace_text.h"

#include "maquette/abi/skeleton.h"
#include "maquette/console/console.h"

#include <fmt/format.h>

#include <algorithm>

namespace maquette::tool {
namespace {

using traces::ArgumentType;
using traces::Event;

constexpr double kPsPerMicrosecond = 1e6;

/// "global+64" or "object 2+64", the second of the symmetric heap that was made.
std::string placeText(std::int64_t place) {
  if (place < 0)
    return "not symmetric";
  const std::int64_t object = place / MAQUETTE_SYMMETRIC_OBJECT, offset = place % MAQUETTE_SYMMETRIC_OBJECT;
  return object == 0 ? fmt::format("global+{}", offset) : fmt::format("object {}+{}", object, offset);
}

std::string numberText(const traces::Argument &argument, std::int64_t value) {
  if (argument.kind == "Place")
    return placeText(value);
  const std::span<const std::string_view> names = traces::namedHandles(argument.type);
  if (names.empty())
    return fmt::format("{}", value);
  if (value < 0 && -1 - value < static_cast<std::int64_t>(names.size()))
    return std::string(names[static_cast<std::size_t>(-1 - value)]);
  return fmt::format("#{}", value);
}

std::string valueText(const Event &event, const traces::Argument &argument, std::size_t place) {
  switch (argument.type) {
  case ArgumentType::Text:
    return fmt::format("\"{}\"", event.text(place));
  case ArgumentType::Integers:
  case ArgumentType::Datatypes:
  case ArgumentType::Requests: {
    std::string text;
    for (const std::int64_t value : event.array(place))
      text += (text.empty() ? "" : ",") + numberText(argument, value);
    return "[" + text + "]";
  }
  default:
    return numberText(argument, event.values[place]);
  }
}

} // namespace

std::string argumentsText(const Event &event) {
  const traces::CallInfo &call = traces::allCalls()[event.call];
  std::string text;
  for (std::size_t place = 0; place < call.arguments.size(); ++place)
    if (event.given[place])
      text += fmt::format("{}{}={}", text.empty() ? "" : " ", call.arguments[place].name,
                          valueText(event, call.arguments[place], place));
  for (const traces::Received &received : event.received)
    text += fmt::format("{}received={}:{}:{}", text.empty() ? "" : " ", received.source, received.tag, received.bytes);
  return text;
}

sim::Status printTrace(const traces::Trace &trace) {
  printOut("# rank\trecord\tbegin_us\tduration_us\tcomputed_before_us\tcall\targuments\n");
  for (std::int64_t rank = 0; rank < trace.summary().ranks; ++rank) {
    const sim::Result<std::unique_ptr<traces::EventReader>> reader = trace.open(rank);
    if (!reader)
      return reader.error();
    std::int64_t latest_ps = trace.summary().from_start ? 0 : -1;
    for (Event event;;) {
      const sim::Result<bool> more = (*reader)->next(event);
      if (!more)
        return more.error();
      if (!*more)
        break;
      const std::int64_t computed_ps = latest_ps < 0 ? 0 : std::max<std::int64_t>(0, event.enter_ps - latest_ps);
      latest_ps = event.leave_ps;
      printOut(fmt::format("{}\t{}\t{:.6f}\t{:.6f}\t{:.6f}\t{}\t{}\n", rank, event.record,
                           static_cast<double>(event.enter_ps) / kPsPerMicrosecond,
                           static_cast<double>(event.leave_ps - event.enter_ps) / kPsPerMicrosecond,
                           static_cast<double>(computed_ps) / kPsPerMicrosecond, traces::allCalls()[event.call].name,
                           argumentsText(event)));
    }
  }
  return sim::Nothing{};
}

} // namespace maquette::tool
