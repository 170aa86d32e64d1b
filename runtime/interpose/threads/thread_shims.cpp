//===- runtime/interpose/threads/thread_shims.cpp - threads of a rank ---------------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// pthread_create and its kin inside a rank make threads of the simulation (lib/threads.h) when the program or the C++
/// library calls them. Threads that other libraries make stay threads of the host. A pthread_t of the simulation is the
/// address of its Thread.
#include "maquette/context/communication_layers.h"
#include "maquette/context/rank_end.h"
#include "maquette/memory/private_data.h"
#include "shims.h"

#include <pthread.h>
#include <sched.h>

#include <algorithm>
#include <cerrno>
#include <exception>
#include <mutex>

using namespace maquette;
using namespace maquette::bootstrap;
using runtime::currentWorld;
using runtime::HostWork;
using runtime::Rank;
using runtime::Threads;

/// Where this library begins and ends; made by the linker.
extern "C" __attribute__((visibility("hidden"))) const char __ehdr_start[], _end[];

namespace maquette::bootstrap {
namespace {

const void *objectOf(const void *address) {
  Dl_info info{};
  return dladdr(address, &info) != 0 ? info.dli_fbase : nullptr;
}

Threads::Thread *threadOf(const Rank &rank, pthread_t handle) {
  return currentWorld()->dispatcher().hasThreads()
             ? currentWorld()->dispatcher().threads().find(rank, reinterpret_cast<const void *>(handle))
             : nullptr;
}

/// Where pthread_setspecific keeps things for the running thread; nullptr outside ranks and for the keys of libraries.
std::map<unsigned, void *> *valuesFor(pthread_key_t key) {
  Rank *const rank = askingRank();
  if (rank == nullptr || !currentWorld()->dispatcher().hasThreads())
    return nullptr;
  Threads &threads = currentWorld()->dispatcher().threads();
  return key < threads.objects().keys.size() && threads.objects().keys[key].of_program ? &threads.running(*rank).values
                                                                                       : nullptr;
}

/// Values may be set again by what their keys call.
void destroyValues(std::map<unsigned, void *> &values) {
  for (int round = 0; round < PTHREAD_DESTRUCTOR_ITERATIONS && !values.empty(); ++round)
    for (const auto &[key, value] : std::exchange(values, {}))
      if (const auto destroy = currentWorld()->dispatcher().threads().objects().keys[key].destroy;
          value != nullptr && destroy != nullptr)
        destroy(value);
}

/// Once they are possible.
bool hasThreads() {
  return currentWorld()->dispatcher().hasThreads() || static_cast<bool>(allowThreads(*currentWorld()));
}

struct Start {
  Threads::Function function;
  void *argument;
};

void *runThread(void *start) {
  const Start given = *static_cast<Start *>(start);
  delete static_cast<Start *>(start);
  void *const result = given.function(given.argument);
  destroyValues(currentWorld()->dispatcher().threads().running(*askingRank()).values);
  return result;
}

int startThread(Rank &rank, pthread_t *handle, const pthread_attr_t *attributes, Threads::Function function,
                void *argument) {
  runtime::World &world = *currentWorld();
  const HostWork work(rank);
  if (world.dispatcher().copiesStacks())
    world.fail("mpi",
               "rank " + std::to_string(rank.id) +
                   " creates a thread, which --stack=copied does not support "
                   "[maquette-thread-stacks]\n  fix: use --stack=slab\n",
               rank.id);
  if (!hasThreads())
    world.fail("mpi",
               "rank " + std::to_string(rank.id) +
                   " creates a thread, but the host has no address space for its stack [maquette-stack-space]\n"
                   "  fix: raise the limit of the address space (ulimit -v), or use a smaller --stack-size\n",
               rank.id);
  int state = PTHREAD_CREATE_JOINABLE;
  if (attributes != nullptr)
    pthread_attr_getdetachstate(attributes, &state);
  const Threads::Thread *const thread = world.dispatcher().threads().start(
      rank, runThread, new Start{function, argument}, state == PTHREAD_CREATE_DETACHED);
  if (thread == nullptr)
    return EAGAIN;
  *handle = reinterpret_cast<pthread_t>(thread);
  return 0;
}

} // namespace

bool isOfProgram(const void *code) {
  const void *const object = objectOf(code);
  return object == objectOf(reinterpret_cast<const void *>(&std::terminate)) ||
         object == objectOf(reinterpret_cast<const void *>(currentWorld()->program().main)) ||
         runtime::registeredPrivateData().anyImage([object](const char *data) { return objectOf(data) == object; });
}

bool isRankOfProgram(const void *code) { return askingRank() != nullptr && isOfProgram(code) && hasThreads(); }

bool makesHostThreads(const void *code) {
  if (code >= __ehdr_start && code < _end)
    return true;
  const std::vector<const void *> &makers = currentWorld()->dispatcher().threads().objects().makers_of_host_threads;
  return !makers.empty() && std::find(makers.begin(), makers.end(), objectOf(code)) != makers.end();
}

} // namespace maquette::bootstrap

extern "C" {

MAQUETTE_EXPORT int pthread_create(pthread_t *thread, const pthread_attr_t *attributes, void *(*function)(void *),
                                   void *argument) {
  Rank *const rank = askingRank();
  if (rank != nullptr && isOfProgram(__builtin_return_address(0)))
    return startThread(*rank, thread, attributes, function, argument);
  if (rank != nullptr && hasThreads() && !makesHostThreads(__builtin_return_address(0)))
    currentWorld()->dispatcher().threads().objects().makers_of_host_threads.push_back(
        objectOf(__builtin_return_address(0)));
  return next<decltype(&pthread_create)>("pthread_create", "GLIBC_2.34")(thread, attributes, function, argument);
}

MAQUETTE_EXPORT int pthread_join(pthread_t handle, void **result) {
  Rank *const rank = askingRank();
  Threads::Thread *const thread = rank != nullptr ? threadOf(*rank, handle) : nullptr;
  if (thread == nullptr)
    return next<decltype(&pthread_join)>("pthread_join", "GLIBC_2.34")(handle, result);
  const ThreadCall call(nullptr);
  if (thread->detached || thread->stage == Threads::Stage::Free)
    return EINVAL;
  if (thread == &call.thread())
    return EDEADLK;
  void *const given = call.threads().join(*rank, *thread);
  if (result != nullptr)
    *result = given;
  return 0;
}

MAQUETTE_EXPORT int pthread_tryjoin_np(pthread_t handle, void **result) {
  Rank *const rank = askingRank();
  const Threads::Thread *const thread = rank != nullptr ? threadOf(*rank, handle) : nullptr;
  if (thread == nullptr)
    return next<decltype(&pthread_tryjoin_np)>("pthread_tryjoin_np", "GLIBC_2.34")(handle, result);
  if (thread->stage == Threads::Stage::Runs) {
    const HostWork work(*rank);
    currentWorld()->dispatcher().threads().pass(*rank, currentWorld()->layers().messages().pollCost());
    return EBUSY;
  }
  return pthread_join(handle, result);
}

MAQUETTE_EXPORT int pthread_detach(pthread_t handle) {
  const Rank *const rank = askingRank();
  Threads::Thread *const thread = rank != nullptr ? threadOf(*rank, handle) : nullptr;
  if (thread == nullptr)
    return rank != nullptr && pthread_equal(handle, pthread_self()) != 0
               ? 0
               : next<decltype(&pthread_detach)>("pthread_detach", "GLIBC_2.34")(handle);
  currentWorld()->dispatcher().threads().detach(*thread);
  return 0;
}

MAQUETTE_EXPORT pthread_t pthread_self() {
  static const auto real = next<pthread_t (*)()>("pthread_self");
  runtime::World *const world = currentWorld();
  Rank *const rank = world != nullptr && world->dispatcher().hasThreads() ? askingRank() : nullptr;
  if (rank == nullptr || world->dispatcher().threadOf(*rank) == 0)
    return real();
  return reinterpret_cast<pthread_t>(&currentWorld()->dispatcher().threads().running(*rank));
}

MAQUETTE_EXPORT void pthread_exit(void *result) {
  Rank *const rank = askingRank();
  if (rank == nullptr)
    next<void (*)(void *)>("pthread_exit")(result);
  runtime::World &world = *currentWorld();
  if (world.dispatcher().threadOf(*rank) != 0)
    destroyValues(world.dispatcher().threads().running(*rank).values);
  if (!world.dispatcher().hasThreads() || !world.dispatcher().threads().knows(*rank))
    endRank(world, 0);
  if (world.dispatcher().threadOf(*rank) == 0) {
    const HostWork work(*rank);
    world.dispatcher().threads().awaitOthers(*rank);
  }
  world.dispatcher().threads().exit(*rank, result);
}

MAQUETTE_EXPORT int pthread_cancel(pthread_t handle) {
  Rank *const rank = askingRank();
  if (rank == nullptr || (threadOf(*rank, handle) == nullptr && pthread_equal(handle, pthread_self()) == 0))
    return next<decltype(&pthread_cancel)>("pthread_cancel", "GLIBC_2.34")(handle);
  const HostWork work(*rank);
  currentWorld()->fail("mpi",
                       "rank " + std::to_string(rank->id) +
                           " cancels a thread, which is not supported for simulated threads [maquette-thread-cancel]\n"
                           "  fix: have the thread check a flag and return\n",
                       rank->id);
  return ENOSYS;
}

MAQUETTE_EXPORT int pthread_key_create(pthread_key_t *key, void (*destroy)(void *)) {
  const int code = next<decltype(&pthread_key_create)>("pthread_key_create", "GLIBC_2.34")(key, destroy);
  if (code == 0 && isRankOfProgram(__builtin_return_address(0))) {
    std::vector<Threads::Key> &keys = currentWorld()->dispatcher().threads().objects().keys;
    keys.resize(std::max<std::size_t>(keys.size(), *key + 1));
    keys[*key] = {true, destroy};
  }
  return code;
}

MAQUETTE_EXPORT int pthread_setspecific(pthread_key_t key, const void *value) {
  static const auto real = next<decltype(&pthread_setspecific)>("pthread_setspecific", "GLIBC_2.34");
  std::map<unsigned, void *> *const values = valuesFor(key);
  if (values == nullptr)
    return real(key, value);
  (*values)[key] = const_cast<void *>(value);
  return 0;
}

MAQUETTE_EXPORT void *pthread_getspecific(pthread_key_t key) {
  static const auto real = next<decltype(&pthread_getspecific)>("pthread_getspecific", "GLIBC_2.34");
  std::map<unsigned, void *> *const values = valuesFor(key);
  if (values == nullptr)
    return real(key);
  const auto found = values->find(key);
  return found != values->end() ? found->second : nullptr;
}

MAQUETTE_EXPORT int sched_yield() {
  const ThreadCall call(__builtin_return_address(0));
  if (!call)
    return next<int (*)()>("sched_yield")();
  call.threads().pass(call.rank(), currentWorld()->layers().messages().pollCost());
  return 0;
}

// What tells the host where a thread shall run, or what it is called, has no meaning for a simulated one.
MAQUETTE_EXPORT int pthread_setaffinity_np(pthread_t handle, std::size_t bytes, const cpu_set_t *set) {
  return askingRank() != nullptr
             ? 0
             : next<decltype(&pthread_setaffinity_np)>("pthread_setaffinity_np", "GLIBC_2.34")(handle, bytes, set);
}

MAQUETTE_EXPORT int pthread_setname_np(pthread_t handle, const char *name) {
  return askingRank() != nullptr
             ? 0
             : next<decltype(&pthread_setname_np)>("pthread_setname_np", "GLIBC_2.34")(handle, name);
}

} // extern "C"
