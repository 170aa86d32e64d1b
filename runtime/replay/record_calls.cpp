//===- runtime/replay/record_calls.cpp - the functions of MPI that record their calls ---===//
// SPDX-License-Identifier: Apache-2.0
#include "between.h"
#include "recorder.h"

#include "maquette/traces/event_values.h"

#include <algorithm>
#include <bitset>
#include <concepts>
#include <utility>

namespace maquette::record {
namespace {

using traces::CallInfo;
using traces::Event;

template <class Type>
concept Handle = requires { replay::HandleKind<Type>::kWord; } && !std::same_as<Type, MPI_Request>;
template <class Type>
concept Number = std::integral<Type> && !std::same_as<Type, char>;

std::int64_t bitsOf(MPI_Request request) {
  return request == MPI_REQUEST_NULL ? -1 : static_cast<std::int64_t>(reinterpret_cast<std::uintptr_t>(request));
}

/// Of the other group of an intercommunicator.
std::size_t ranksOf(MPI_Comm comm) {
  int size = 0, is_inter = 0;
  PMPI_Comm_test_inter(comm, &is_inter);
  if (is_inter != 0)
    PMPI_Comm_remote_size(comm, &size);
  else
    PMPI_Comm_size(comm, &size);
  return static_cast<std::size_t>(size);
}

std::size_t dimensionsOf(MPI_Comm comm) {
  int dimensions = 0;
  PMPI_Cartdim_get(comm, &dimensions);
  return static_cast<std::size_t>(dimensions);
}

/// The event that a call becomes: from its arguments before it, and from what it gave.
class Capture {
public:
  Capture(Recorder &recorder, traces::CallNumber call) : recorder_(recorder), info_(traces::allCalls()[call]) {
    event_.call = call;
  }

  /// What follows is called for each argument in order, before the call. Of types that stand in no trace nothing is
  /// kept.
  template <class Type> void before(std::size_t, Type &) {}
  void before(std::size_t place, const void *&buffer) { noteBuffer(place, buffer); }
  void before(std::size_t place, void *&buffer) { noteBuffer(place, buffer); }
  template <Number Type> void before(std::size_t place, Type &value) {
    if (!isOfBufferInPlace(place))
      event_.set(place, static_cast<std::int64_t>(value));
  }
  template <Handle Type> void before(std::size_t place, Type &handle) {
    if (!isOfBufferInPlace(place))
      event_.set(place, numberOf(handle));
    if constexpr (std::same_as<Type, MPI_Comm>)
      comm_ = handle;
  }
  template <Handle Type> void before(std::size_t place, Type *&handle) {
    if (kindOf(place) == "InOut" && handle != nullptr)
      event_.set(place, numberOf(*handle));
  }
  void before(std::size_t place, MPI_Request *&requests) {
    const std::string_view kind = kindOf(place);
    if (kind == "Requests")
      event_.set(place, numbersOf(requests, static_cast<std::size_t>(std::max<std::int64_t>(0, valueBefore(place)))));
    else if (kind != "RequestOut" && requests != nullptr)
      event_.set(place, bitsOf(*requests));
  }
  void before(std::size_t place, const char *&text) {
    if (text != nullptr)
      event_.set(place, std::string(text));
  }
  /// Who a receive from anybody got its message from is asked even where the program does not.
  void before(std::size_t place, MPI_Status *&status) {
    if (kindOf(place) == "StatusOut" && status == MPI_STATUS_IGNORE) {
      status = &own_status_;
    } else if (kindOf(place) == "StatusesOut" && status == MPI_STATUSES_IGNORE) {
      const std::int64_t count = valueOf(info_.find("incount") ? "incount" : "count");
      own_statuses_.resize(static_cast<std::size_t>(std::max<std::int64_t>(1, count)));
      status = own_statuses_.data();
    }
  }

  /// The same for arrays: how long they are is known when all other arguments are.
  template <class Type> void beforeArray(std::size_t, Type &) {}
  template <Number Type> void beforeArray(std::size_t place, const Type *&array) {
    const bool is_there = array != nullptr && !isOfBufferInPlace(place);
    if (const std::size_t count = is_there ? lengthOf(place) : 0; count > 0)
      event_.set(place, std::vector<std::int64_t>(array, array + count));
  }
  void beforeArray(std::size_t place, const MPI_Datatype *&types) {
    std::vector<std::int64_t> numbers;
    const bool is_there = types != nullptr && !isOfBufferInPlace(place);
    for (std::size_t i = 0, count = is_there ? lengthOf(place) : 0; i < count; ++i)
      numbers.push_back(numberOf(types[i]));
    if (!numbers.empty())
      event_.set(place, std::move(numbers));
  }
  void beforeArray(std::size_t place, maquette_mpi_range *&ranges) {
    if (const std::size_t count = lengthOf(place); count > 0)
      event_.set(place, std::vector<std::int64_t>(ranges[0], ranges[0] + 3 * count));
  }

  /// The same after the call.
  template <class Type> void after(std::size_t, const Type &) {}
  template <Handle Type> void after(std::size_t place, Type *handle) {
    if (const std::string_view kind = kindOf(place); kind.ends_with("Out") && kind != "InOut" && handle != nullptr)
      event_.set(place, recorder_.rank().numbers<Type>().give(*handle));
  }
  void after(std::size_t place, MPI_Request *request) {
    if (kindOf(place) == "RequestOut" && request != nullptr)
      event_.set(place, bitsOf(*request));
  }
  void after(std::size_t place, int *number) {
    if (kindOf(place) != "Out" || number == nullptr)
      return;
    if (info_.arguments[place].type == traces::ArgumentType::Integer)
      event_.set(place, *number);
    else if (info_.arguments[place].name != "indices")
      return; // a result that no later call needs
    else if (const std::int64_t count = valueOf("outcount"); count > 0)
      event_.set(place, std::vector<std::int64_t>(number, number + count));
  }
  void after(std::size_t place, MPI_Status *status) {
    const bool several = kindOf(place) == "StatusesOut";
    if (valueOf("flag") == 0 || status == (several ? MPI_STATUSES_IGNORE : MPI_STATUS_IGNORE))
      return;
    const std::int64_t some = info_.find("outcount") ? valueOf("outcount") : valueOf("count");
    for (std::int64_t i = 0; i < (several ? some : 1); ++i)
      received(status[i]);
  }

  void finish(std::int64_t enter_ps) {
    event_.enter_ps = enter_ps;
    event_.leave_ps = maquette_clock();
    recorder_.add(event_);
    if (info_.name == "MPI_Finalize")
      recorder_.finish();
  }

private:
  void noteBuffer(std::size_t place, const void *buffer) {
    if (kindOf(place).starts_with("Payload") && buffer == MPI_IN_PLACE)
      in_place_.set(place);
  }
  /// The sizes of a buffer in place mean nothing, and are no part of the trace.
  bool isOfBufferInPlace(std::size_t place) const {
    const std::size_t buffer = traces::bufferOf(info_, place);
    return buffer < place && in_place_[buffer];
  }
  std::string_view kindOf(std::size_t place) const { return info_.arguments[place].kind; }
  std::int64_t valueBefore(std::size_t place) const { return event_.values[place - 1]; }
  /// -1 where the call has no such argument.
  std::int64_t valueOf(std::string_view name) const {
    const std::optional<std::size_t> place = info_.find(name);
    return place && event_.given[*place] ? event_.values[*place] : -1;
  }

  void received(const MPI_Status &status) {
    event_.received.push_back({status.MPI_SOURCE, status.MPI_TAG, status.maquette_bytes});
  }

  std::vector<std::int64_t> numbersOf(const MPI_Request *requests, std::size_t count) {
    std::vector<std::int64_t> numbers;
    for (std::size_t i = 0; i < count; ++i)
      numbers.push_back(bitsOf(requests[i]));
    return numbers;
  }

  template <Handle Type> std::int64_t numberOf(Type handle) {
    HandleNumbers<Type> &numbers = recorder_.rank().numbers<Type>();
    if (const auto known = numbers.find(handle))
      return *known;
    const std::int64_t number = numbers.give(handle);
    if constexpr (std::same_as<Type, MPI_Datatype>)
      describe(handle, number);
    return number;
  }

  /// A datatype of another language, or one that nobody saw made: so many bytes.
  void describe(MPI_Datatype type, std::int64_t number) {
    int size = 0;
    PMPI_Type_size(type, &size);
    Event made, committed;
    made.call = *traces::findCall("MPI_Type_contiguous");
    made.set(0, std::int64_t{size});
    made.set(1, traces::named(traces::ArgumentType::Datatype, "MPI_BYTE"));
    made.set(2, number);
    committed.call = *traces::findCall("MPI_Type_commit");
    committed.set(0, number);
    for (Event *event : {&made, &committed}) {
      event->enter_ps = event->leave_ps = maquette_clock();
      recorder_.add(*event);
    }
  }

  /// Of an array: a count among the arguments, or as many as the communicator has ranks or dimensions. What only the
  /// root has need not be there.
  std::size_t lengthOf(std::size_t place) const {
    if (info_.name.find("Neighbor") != std::string_view::npos)
      return 0;
    if (info_.arguments[place].name == "remain")
      return dimensionsOf(comm_);
    if (info_.class_of.ends_with("Collective") && comm_ != MPI_COMM_NULL && isOfEachRank(info_.arguments[place].kind))
      return isOfOtherRank() ? 0 : ranksOf(comm_);
    for (const std::string_view name : {"count", "dimensions", "nodes", "incount"})
      if (const std::int64_t count = valueOf(name); count >= 0)
        return info_.arguments[place].name == "edges" ? lengthOfEdges() : static_cast<std::size_t>(count);
    return 0;
  }
  /// The last of MPI_Graph_create()'s indices says how many there are.
  std::size_t lengthOfEdges() const {
    const std::optional<std::size_t> index = info_.find("index");
    return index && event_.given[*index] && !event_.array(*index).empty()
               ? static_cast<std::size_t>(event_.array(*index).back())
               : 0;
  }

  static bool isOfEachRank(std::string_view kind) {
    return kind == "Counts" || kind == "Displacements" || kind == "Datatypes";
  }
  bool isOfOtherRank() const {
    int rank = 0;
    PMPI_Comm_rank(comm_, &rank);
    const std::optional<std::size_t> root = info_.find("root");
    return root && event_.values[*root] != rank && event_.values[*root] != MPI_ROOT;
  }

  Recorder &recorder_;
  const CallInfo &info_;
  MPI_Comm comm_ = MPI_COMM_NULL;
  Event event_;
  std::bitset<traces::kMostArguments> in_place_; ///< Buffers.
  MPI_Status own_status_{};
  std::vector<MPI_Status> own_statuses_;
};

template <traces::CallNumber number, class Result, class... Parameters, class... Given>
Result recorded(const void *call_site, Result (*call)(Parameters...), Given... given) {
  std::tuple<Parameters...> arguments(given...);
  const Between between(call_site); // Making the recorder takes time, too.
  Recorder *const recorder = Recorder::current();
  if (recorder == nullptr) {
    maquette_between_count(1);
    return std::apply(call, arguments);
  }
  Capture capture(*recorder, number);
  const auto each = [&]<std::size_t... places>([[maybe_unused]] auto visit, std::index_sequence<places...>) {
    (visit(places, std::get<places>(arguments)), ...);
  };
  constexpr std::index_sequence_for<Parameters...> all;
  each([&](std::size_t place, auto &argument) { capture.before(place, argument); }, all);
  each([&](std::size_t place, auto &argument) { capture.beforeArray(place, argument); }, all);
  maquette_between_count(1);
  const Result result = std::apply(call, arguments);
  maquette_between_count(0);
  each([&](std::size_t place, auto &argument) { capture.after(place, argument); }, all);
  capture.finish(between.begin_ps);
  return result;
}

} // namespace
} // namespace maquette::record

using maquette::record::recorded;

#pragma GCC visibility push(default)
#include "record_wrappers.inc"
#pragma GCC visibility pop
