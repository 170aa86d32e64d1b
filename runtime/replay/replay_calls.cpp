//===- runtime/replay/replay_calls.cpp - makes the calls of events -----------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// All calls of mpi_calls.def are made in one way, by the types of their arguments. Calls that complete requests are
/// not: which of several came first, and how often was asked, are the recorded run's. Who asked in vain computes on;
/// who was told waits for what was complete.
#include "call_arguments.h"
#include "event_arguments.h"

#include <algorithm>
#include <array>
#include <utility>

namespace maquette::replay {
namespace {

using traces::Event;
using Caller = void (*)(Session &, const Event &);

template <class...> struct Types {};
struct NoArguments {
  static constexpr bool kSupported = false;
};

template <auto function, class... Arguments, std::size_t... places>
void callWith(Session &session, const Event &event, std::index_sequence<places...>) {
  std::tuple<Arguments...> arguments{Arguments(Source{session, event, places})...};
  function(std::get<places>(arguments).get()...);
  (std::get<places>(arguments).note(Source{session, event, places}), ...);
}

template <auto function, class... Arguments> void call(Session &session, const Event &event) {
  callWith<function, Arguments...>(session, event, std::index_sequence_for<Arguments...>());
}

/// Null where no event can say what the function is given.
template <auto function, class... Arguments> constexpr Caller callerOf(Types<Arguments...>) {
  if constexpr ((Arguments::kSupported && ...))
    return &call<function, Arguments...>;
  else
    return nullptr;
}

constexpr Caller kCallers[] = {
#define MAQUETTE_MPI_CALL(name, class_of, result, ...) callerOf<&name>(Types<__VA_ARGS__>()),
#define MAQUETTE_ARG(kind, type, name) Passed<Kind::kind, type>
#define MAQUETTE_NO_ARG
#define MAQUETTE_VARIADIC NoArguments
#include "maquette/abi/mpi_calls.def"
};

// ---- Completion ----

/// Of an argument that the event does not have.
constexpr std::int64_t kUnknown = -1;

void waitFor(Session &session, const std::vector<std::int64_t> &numbers) {
  std::vector<MPI_Request> requests;
  for (const std::int64_t number : numbers)
    requests.push_back(session.find<MPI_Request>(number));
  MPI_Waitall(static_cast<int>(requests.size()), requests.data(), MPI_STATUSES_IGNORE);
  for (std::size_t i = 0; i < requests.size(); ++i)
    session.handles<MPI_Request>().set(numbers[i], requests[i]);
}

void waitForOne(Session &session, std::int64_t number) {
  MPI_Request request = session.find<MPI_Request>(number);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  session.handles<MPI_Request>().set(number, request);
}

void test(Session &session, const Event &event) {
  if (givenValue(event, "flag", kUnknown) == 1)
    waitForOne(session, givenValue(event, "request", kUnknown));
}

void testAll(Session &session, const Event &event) {
  if (givenValue(event, "flag", kUnknown) == 1)
    waitFor(session, givenArray(event, "requests"));
}

/// MPI_Waitany has no flag.
void anyOf(Session &session, const Event &event) {
  const std::vector<std::int64_t> &numbers = givenArray(event, "requests");
  const std::int64_t index = givenValue(event, "index", kUnknown);
  if (givenValue(event, "flag", kUnknown) != 0 && index >= 0 && index < static_cast<std::int64_t>(numbers.size()))
    waitForOne(session, numbers[static_cast<std::size_t>(index)]);
}

void someOf(Session &session, const Event &event) {
  const std::vector<std::int64_t> &numbers = givenArray(event, "requests");
  std::vector<std::int64_t> complete;
  for (const std::int64_t index : givenArray(event, "indices"))
    if (index >= 0 && index < static_cast<std::int64_t>(numbers.size()))
      complete.push_back(numbers[static_cast<std::size_t>(index)]);
  waitFor(session, complete);
}

void nothing(Session &, const Event &) {}

struct Special {
  std::string_view name;
  Caller caller;
};

constexpr Special kSpecial[] = {
    {"MPI_Test", test},        {"MPI_Testall", testAll},           {"MPI_Testany", anyOf},  {"MPI_Testsome", someOf},
    {"MPI_Waitany", anyOf},    {"MPI_Waitsome", someOf},           {"MPI_Iprobe", nothing}, {"MPI_Improbe", nothing},
    {"MPI_Win_test", nothing}, {"MPI_Request_get_status", nothing}};

// ---- Which calls ----

bool isHandle(traces::ArgumentType type) {
  using enum traces::ArgumentType;
  return type == Comm || type == Datatype || type == Group || type == Op || type == Request || type == Window ||
         type == File;
}

bool isResult(const traces::Argument &argument) {
  return argument.kind.ends_with("Out") && !argument.kind.starts_with("Payload");
}

/// Asks a handle for numbers: MPI_Comm_rank().
bool isQuery(const traces::CallInfo &info) {
  return std::all_of(info.arguments.begin(), info.arguments.end(), [](const traces::Argument &argument) {
    return argument.kind == "Out" ? argument.type == traces::ArgumentType::Integer : isHandle(argument.type);
  });
}

bool makesOrFreesHandle(const traces::CallInfo &info) {
  return std::any_of(info.arguments.begin(), info.arguments.end(),
                     [](const traces::Argument &argument) { return isResult(argument) && isHandle(argument.type); });
}

/// How each function is called, and whether it is.
struct Entry {
  Caller caller = nullptr;
  bool is_replayed = false;
};

Entry entryOf(traces::CallNumber call) {
  const traces::CallInfo &info = traces::allCalls()[call];
  const auto *special = std::find_if(std::begin(kSpecial), std::end(kSpecial),
                                     [&info](const Special &each) { return each.name == info.name; });
  const Caller caller = special != std::end(kSpecial) ? special->caller : kCallers[call];
  const bool is_local = info.class_of == "Local" || info.class_of == "Environment";
  return {caller, info.class_of != "Environment" &&
                      (!is_local || (caller != nullptr && (makesOrFreesHandle(info) || isQuery(info))))};
}

using Entries = std::array<Entry, std::size(kCallers)>;

Entries makeEntries() {
  Entries entries;
  for (std::size_t call = 0; call < entries.size(); ++call)
    entries[call] = entryOf(static_cast<traces::CallNumber>(call));
  return entries;
}

const Entries kEntries = makeEntries();

/// A receive from anybody takes what it took when it was recorded.
Event withKnownSource(Event event) {
  const traces::CallInfo &info = traces::allCalls()[event.call];
  if (event.received.size() != 1 || event.received[0].source < 0)
    return event;
  for (std::size_t i = 0; i < info.arguments.size(); ++i) {
    const std::string_view name = info.arguments[i].name;
    if (name == "source" && event.given[i] && event.values[i] == MPI_ANY_SOURCE)
      event.values[i] = event.received[0].source;
    if ((name == "recvtag" || name == "tag") && event.given[i] && event.values[i] == MPI_ANY_TAG)
      event.values[i] = event.received[0].tag;
  }
  return event;
}

} // namespace

bool isReplayed(traces::CallNumber call) { return call < kEntries.size() && kEntries[call].is_replayed; }

void replay(Session &session, const Event &event) {
  const Caller caller = kEntries[event.call].caller;
  if (caller == nullptr)
    throw RecordProblem(std::string(traces::allCalls()[event.call].name) + " cannot be replayed");
  const bool from_anybody = event.received.size() == 1;
  caller(session, from_anybody ? withKnownSource(event) : event);
}

} // namespace maquette::replay
