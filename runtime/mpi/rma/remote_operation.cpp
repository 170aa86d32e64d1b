//===- runtime/mpi/rma/remote_operation.cpp - MPI_Put and its like on their way -===//
// SPDX-License-Identifier: Apache-2.0
#include "rma/remote_operation.h"

#include <cstring>
#include <vector>

namespace maquette::mpi {

namespace {

/// Packed bytes of the runtime; none when phantom.
class Contents {
public:
  explicit Contents(SizePool &pool) : pool_(pool) {}
  ~Contents() {
    if (data_ != nullptr)
      pool_.give(data_, static_cast<std::size_t>(bytes_));
  }
  Contents(const Contents &) = delete;
  Contents &operator=(const Contents &) = delete;

  char *make(std::int64_t bytes) {
    bytes_ = bytes;
    data_ = static_cast<char *>(pool_.take(static_cast<std::size_t>(bytes)));
    return data_;
  }
  void packFrom(const Elements &elements) {
    if (!isPhantom(elements.buffer) && elements.bytes() > 0)
      pack(*typeOf(elements.type), elements.count, originOf(elements.buffer), make(elements.bytes()));
  }
  const char *data() const { return data_; }
  std::int64_t bytes() const { return bytes_; }

private:
  SizePool &pool_;
  char *data_ = nullptr;
  std::int64_t bytes_ = 0;
};

} // namespace

struct Operation final : RemoteMessage, LockWaiter {
  Operation(Mpi &mpi_layer, Window &origin_window, const OperationArguments &what)
      : mpi(mpi_layer), window(origin_window), to(window.targets[what.target]), arguments(what),
        outgoing(mpi_layer.memory().bytes()), incoming(mpi_layer.memory().bytes()) {}

  void start(const Call &call, Request *handle);
  void injected(SimTime now) override;
  void delivered(SimTime now) override;
  void granted(SimTime now) override;

  Mpi &mpi;
  Window &window;
  Target &to;
  OperationArguments arguments;
  char *place = nullptr; ///< Where the target's elements begin, as the target knows it.
  Contents outgoing;
  Contents incoming;
  Request *request = nullptr;
  Operation *later = nullptr; ///< The next one to the same target.
  std::int64_t back_bytes = 0;
  WindowAccess access;
  std::int64_t offset = 0;          ///< Of `place` in the window, in bytes.
  std::int32_t owner_of_target = 0; ///< Rank in the world.
  bool lazily_locked = false;       ///< Under lock_all.
  bool at_target = false;           ///< It may act as soon as those before it have acted.
  bool returns = false;             ///< It has acted.
  bool synchronized = false;        ///< Issued between MPI_Win_start and MPI_Win_complete.

private:
  void act();
  void remember(const Call &call);
  void findConflicts();
  void combine(const Datatype &type, char *memory);
  void compareAndSwap(const Datatype &type, char *memory);
  void arrived(SimTime now);
  void goBack(SimTime now);
  void end(SimTime now);
  bool local_is_injected() const { return !arguments.fetches(); }
};

void Operation::start(const Call &call, Request *handle) {
  request = handle;
  ++to.remote_open;
  ++to.local_open;
  ++window.remote_open;
  ++window.local_open;
  (to.last != nullptr ? to.last->later : to.first) = this;
  to.last = this;
  lazily_locked = window.all_locked && !window.all_unchecked;
  owner_of_target = worldRank(call, window, arguments.target);
  const std::int64_t bytes = outgoing.bytes() > 0 ? outgoing.bytes()
                             : arguments.brings() ? arguments.origin.bytes()
                                                  : 0;
  back_bytes = arguments.fetches() ? arguments.result.bytes() : 0;
  remember(call);
  mpi.types().addUser(arguments.target_type);
  if (arguments.fetches())
    mpi.types().addUser(arguments.result.type);
  mpi.counters().countMessage({call.number(), call.rank().call_site}, call.rank().id, owner_of_target,
                              bytes + back_bytes);
  call.rank().clock += mpi.costs().sendOverhead();
  mpi.protocol().startRemote(*this, call.rank().id, owner_of_target, bytes, call.rank().clock,
                             local_is_injected() ? models::NotifyInjected::Yes : models::NotifyInjected::No);
}

void Operation::injected(SimTime now) {
  --to.local_open;
  --window.local_open;
  if (request != nullptr)
    mpi.protocol().complete(std::exchange(request, nullptr), now);
  window.progress(mpi, now);
}

void Operation::delivered(SimTime now) {
  if (returns) {
    end(now);
    return;
  }
  if (lazily_locked && !to.holds_shared) {
    to.holds_shared = true;
    window.exposure(arguments.target).lockQueue().acquire(false, *this, now);
    return;
  }
  arrived(now);
}

void Operation::granted(SimTime now) { arrived(now); }

/// Those that one rank sends to one target act in the order it issued them, whatever the network and the locks do.
void Operation::arrived(SimTime now) {
  at_target = true;
  while (to.first != nullptr && to.first->at_target) {
    Operation *const next = to.first;
    to.first = next->later;
    if (to.first == nullptr)
      to.last = nullptr;
    next->act();
    next->goBack(now);
  }
}

/// What the origin knows of the epoch as it issues the operation.
void Operation::remember(const Call &call) {
  const Datatype &type = *typeOf(arguments.target_type);
  const bool no_op = arguments.kind == Remote::GetAccumulate && arguments.op == MPI_NO_OP;
  access.kind = arguments.kind == Remote::Put   ? AccessKind::Write
                : arguments.kind == Remote::Get ? AccessKind::Read
                : no_op                         ? AccessKind::Fetch
                                                : AccessKind::Accumulate;
  // Compare-and-swap goes with every accumulation of its type, and so does MPI_NO_OP.
  const bool any_op = arguments.kind == Remote::CompareAndSwap || arguments.op == MPI_NO_OP;
  access.op = any_op ? 0 : static_cast<std::uint16_t>(reinterpret_cast<std::uintptr_t>(arguments.op));
  access.basic = basicOf(type);
  access.origin = window.rank;
  access.completions = window.completionsTo(arguments.target);
  access.fence = window.fence_open ? window.fences : -1;
  access.call = call.number();
  access.site = call.rank().call_site;
  synchronized = window.access_open;
  offset = window.shared->flavor == MPI_WIN_FLAVOR_DYNAMIC
               ? reinterpret_cast<std::intptr_t>(place)
               : arguments.displacement * window.exposure(arguments.target).unit;
}

void Operation::findConflicts() {
  constexpr std::int64_t kMostRuns = 256;
  const Datatype &type = *typeOf(arguments.target_type);
  std::int64_t runs = 0;
  for (const Run &run : type.runs)
    runs += run.count * arguments.target_count;
  // A request tells when an MPI_Rget is through, so it is not open until the next flush.
  if (runs > kMostRuns || (request != nullptr && onlyReads(access.kind)))
    return;
  Exposure &exposure = window.exposure(arguments.target);
  const Window *const there = exposure.window.get();
  access.exposure = synchronized && there != nullptr && there->exposure_open ? there->exposures : -1;
  if (!exposure.accesses)
    exposure.accesses = std::make_unique<WindowAccesses>();
  const auto completed = [this](const WindowAccess &one) {
    const Window *const origin = window.exposure(one.origin).window.get();
    return origin == nullptr || !origin->completionsTo(arguments.target).noneSince(one.completions, one.kind);
  };
  const auto over = [&](const WindowAccess &one) {
    return completed(one) && (there == nullptr || (one.fence < there->fences &&
                                                   (!there->exposure_open || one.exposure < there->exposures)));
  };
  const auto verb = [](AccessKind kind) {
    return onlyReads(kind) ? "read" : kind == AccessKind::Write ? "wrote" : "accumulated";
  };
  for (std::int64_t i = 0; i < arguments.target_count; ++i)
    for (const Run &run : type.runs)
      for (std::int64_t j = 0; j < run.count; ++j) {
        const std::int64_t from = offset + i * type.extent() + run.offset + j * run.stride;
        const WindowAccess *const other = exposure.accesses->add(from, from + run.length, access, completed, over);
        if (other == nullptr)
          continue;
        mpi.usage().findings().add(access.call, access.site,
                                   std::string(verb(access.kind)) + " bytes of a window that " +
                                       nameOf(static_cast<CallId>(other->call)) + " at " +
                                       mpi.sites().siteText(other->site) + " " + verb(other->kind) +
                                       " in the same epoch [maquette-mpi-window-conflict]",
                                   window.owner);
        return;
      }
}

void Operation::act() {
  if (mpi.usage().checks().windows)
    findConflicts();
  if (isPhantom(place) && window.shared->flavor != MPI_WIN_FLAVOR_DYNAMIC)
    return;
  char *const memory = mpi.world().dispatcher().processes().locate(sim::ProcessId{owner_of_target}, place);
  if (memory == nullptr)
    return;
  const Datatype &type = *typeOf(arguments.target_type);
  if (arguments.fetches() && arguments.result.bytes() > 0)
    pack(type, arguments.target_count, memory, incoming.make(arguments.result.bytes()));
  if (outgoing.data() == nullptr)
    return;
  if (arguments.kind == Remote::CompareAndSwap)
    compareAndSwap(type, memory);
  else if (arguments.kind == Remote::Put || arguments.op == MPI_REPLACE)
    unpack(type, outgoing.data(), outgoing.bytes(), memory);
  else
    combine(type, memory);
}

void Operation::combine(const Datatype &type, char *memory) {
  if (arguments.op == MPI_NO_OP)
    return;
  const Reduction reduction(arguments.op, arguments.target_type);
  if (type.contiguous) {
    reduction.apply(outgoing.data(), memory, outgoing.bytes());
    return;
  }
  std::vector<char> values(static_cast<std::size_t>(outgoing.bytes()));
  pack(type, arguments.target_count, memory, values.data());
  reduction.apply(outgoing.data(), values.data(), outgoing.bytes());
  unpack(type, values.data(), outgoing.bytes(), memory);
}

void Operation::compareAndSwap(const Datatype &type, char *memory) {
  const auto size = static_cast<std::size_t>(type.size);
  if (std::memcmp(memory, outgoing.data() + size, size) == 0)
    std::memcpy(memory, outgoing.data(), size);
}

void Operation::goBack(SimTime now) {
  returns = true;
  mpi.protocol().startRemote(*this, owner_of_target, window.owner, back_bytes, now);
}

void Operation::end(SimTime now) {
  if (incoming.data() != nullptr && !isPhantom(arguments.result.buffer)) {
    void *const base = const_cast<void *>(originOf(arguments.result.buffer));
    if (char *const memory = mpi.world().dispatcher().processes().locate(sim::ProcessId{window.owner}, base);
        memory != nullptr || base == nullptr)
      unpack(*typeOf(arguments.result.type), incoming.data(), incoming.bytes(), memory);
  }
  mpi.types().release(arguments.target_type);
  if (arguments.fetches())
    mpi.types().release(arguments.result.type);
  --to.remote_open;
  --window.remote_open;
  if (arguments.fetches()) {
    --to.local_open;
    --window.local_open;
  }
  Mpi &layer = mpi;
  Window &own = window;
  Request *const handle = request;
  delete this;
  // Only one of the two can let the rank go on; then the window may be gone.
  if (own.waiting == nullptr) {
    if (handle != nullptr)
      layer.protocol().complete(handle, now);
    return;
  }
  if (handle != nullptr)
    layer.protocol().complete(handle, now);
  own.progress(layer, now);
}

namespace {

int checkElements(const Call &call, MPI_Win win, std::int64_t count, MPI_Datatype type) {
  const Fault fault = faultOfData(call.mpi().usage().checks(), count, type);
  return fault ? raise(call, win, fault.code, fault.what) : MPI_SUCCESS;
}

int checkOperation(const Call &call, const OperationArguments &what) {
  const Datatype &type = *typeOf(what.target_type);
  const std::int64_t bytes = what.target_count * type.size;
  if ((what.brings() && what.origin.bytes() != bytes) || (what.fetches() && what.result.bytes() != bytes))
    return raise(call, what.win, MPI_ERR_TYPE,
                 "the target has " + std::to_string(bytes) + " bytes, but the origin has " +
                     std::to_string(what.brings() ? what.origin.bytes() : what.result.bytes()) +
                     " [maquette-mpi-argument]");
  if (what.kind != Remote::Accumulate && what.kind != Remote::GetAccumulate)
    return MPI_SUCCESS;
  if (what.op == MPI_REPLACE || what.op == MPI_NO_OP || bytes == 0)
    return MPI_SUCCESS;
  if (what.op != MPI_OP_NULL && isPredefined(what.op) && Reduction::valid(what.op, type))
    return MPI_SUCCESS;
  return raise(call, what.win, MPI_ERR_OP,
               "accumulate needs a predefined operation on elements of one predefined type [maquette-mpi-argument]");
}

/// \p place gets where the target's elements begin.
int checkRange(const Call &call, const OperationArguments &what, char **place) {
  const Window &window = *windowOf(what.win);
  const Exposure &exposure = window.exposure(what.target);
  const Datatype &type = *typeOf(what.target_type);
  const std::int64_t span = (what.target_count - 1) * type.extent();
  const std::int64_t low = type.true_lb + std::min<std::int64_t>(0, span);
  const std::int64_t high = type.true_ub + std::max<std::int64_t>(0, span);
  const bool empty = what.target_count * type.size == 0;
  if (window.shared->flavor == MPI_WIN_FLAVOR_DYNAMIC) {
    *place = reinterpret_cast<char *>(what.displacement);
    if (empty || exposure.holds(*place + low, high - low))
      return MPI_SUCCESS;
    return raise(
        call, what.win, MPI_ERR_RMA_RANGE,
        "the window of rank " + std::to_string(what.target) +
            " has not attached this memory [maquette-mpi-window-range]\n  fix: attach it with MPI_Win_attach\n");
  }
  if (what.displacement < 0)
    return raise(call, what.win, MPI_ERR_DISP,
                 "the displacement is " + std::to_string(what.displacement) + " [maquette-mpi-argument]");
  const std::int64_t offset = what.displacement * exposure.unit;
  *place = isPhantom(exposure.base) ? exposure.base : exposure.base + offset;
  if (empty || (offset + low >= 0 && offset + high <= exposure.size))
    return MPI_SUCCESS;
  return raise(
      call, what.win, MPI_ERR_RMA_RANGE,
      "bytes " + std::to_string(offset + low) + " to " + std::to_string(offset + high) + " of the window of rank " +
          std::to_string(what.target) + " are outside it; its size is " + std::to_string(exposure.size) +
          " [maquette-mpi-window-range]\n  fix: check displacement, count and the window's displacement unit\n");
}

int check(const Call &call, const OperationArguments &what, char **place) {
  if (what.brings())
    if (int code = checkElements(call, what.win, what.origin.count, what.origin.type))
      return code;
  if (what.fetches())
    if (int code = checkElements(call, what.win, what.result.count, what.result.type))
      return code;
  if (int code = checkElements(call, what.win, what.target_count, what.target_type))
    return code;
  if (what.target == MPI_PROC_NULL)
    return MPI_SUCCESS;
  if (int code = checkTarget(call, what.win, what.target))
    return code;
  if (!windowOf(what.win)->mayAccess(what.target))
    return raise(call, what.win, MPI_ERR_RMA_SYNC,
                 "rank " + std::to_string(what.target) +
                     " of the window is not open for access [maquette-mpi-window-epoch]\n"
                     "  fix: begin an epoch with MPI_Win_fence, MPI_Win_start or MPI_Win_lock\n");
  if (int code = checkOperation(call, what))
    return code;
  return checkRange(call, what, place);
}

} // namespace

int issue(const Call &call, const OperationArguments &what, MPI_Request *request) {
  if (int code = checkWindow(call, what.win))
    return code;
  Window &window = *windowOf(what.win);
  call.trace(window.comm, what.target, Call::kNone, what.target_count, what.target_type);
  char *place = nullptr;
  if (int code = check(call, what, &place))
    return code;
  Mpi &mpi = call.mpi();
  Request *handle = nullptr;
  if (request != nullptr) {
    handle = mpi.requests().make(call.rank(), RequestKind::OneSided);
    handle->peer = what.target;
    handle->context = 2;
    *request = handleOf(handle);
  }
  if (what.target == MPI_PROC_NULL) {
    if (handle != nullptr)
      mpi.protocol().complete(handle, call.rank().clock);
    return MPI_SUCCESS;
  }
  window.fence_used = true;
  auto *const operation = new Operation(mpi, window, what);
  operation->place = place;
  if (what.kind == Remote::CompareAndSwap && !isPhantom(what.origin.buffer) && !isPhantom(what.compare)) {
    const std::int64_t size = typeOf(what.origin.type)->size;
    char *const pair = operation->outgoing.make(2 * size);
    std::memcpy(pair, what.origin.buffer, static_cast<std::size_t>(size));
    std::memcpy(pair + size, what.compare, static_cast<std::size_t>(size));
  } else if (what.brings()) {
    operation->outgoing.packFrom(what.origin);
  }
  operation->start(call, handle);
  return MPI_SUCCESS;
}

} // namespace maquette::mpi
