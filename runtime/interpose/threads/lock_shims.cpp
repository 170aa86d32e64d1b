//===- runtime/interpose/threads/lock_shims.cpp - threads of a rank wait for each other ---===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Locks, conditions, semaphores and barriers of ranks that have made threads. What the C library keeps in a lock stays
/// there: the real function that tries takes it, and only the waiting is the simulation's. All simulated threads are
/// one thread of the host, so who may lock a mutex again is kept in Threads::PthreadObjects. Conditions and barriers
/// are the simulation's alone.
#include "shims.h"

#include "maquette/context/communication_layers.h"

#include <linux/futex.h>
#include <pthread.h>
#include <semaphore.h>
#include <sys/syscall.h>

#include <array>
#include <cerrno>
#include <cstdarg>
#include <cstdint>
#include <mutex>

using namespace maquette;
using namespace maquette::bootstrap;
using runtime::Threads;

// The C library's own mutexes, bound when the program starts: looking a name up may itself lock. It keeps these names,
// of its first version on a processor, for those who replace the others.
#if defined(__x86_64__)
#define MAQUETTE_FIRST_VERSION "GLIBC_2.2.5"
#elif defined(__aarch64__)
#define MAQUETTE_FIRST_VERSION "GLIBC_2.17"
#endif
#define MAQUETTE_OWN_MUTEX(name)                                                                                       \
  asm(".symver maquette_real_" #name ", __pthread_mutex_" #name "@" MAQUETTE_FIRST_VERSION);                           \
  extern "C" int maquette_real_##name(pthread_mutex_t *mutex) noexcept;
MAQUETTE_OWN_MUTEX(lock)
MAQUETTE_OWN_MUTEX(trylock)
MAQUETTE_OWN_MUTEX(unlock)

namespace {

constexpr const char *kVersion = "GLIBC_2.34"; // Of most; older names are tried after it.
/// pthread_once_t of the GNU C library.
constexpr int kOnceRuns = 1, kOnceDone = 2;

/// std::__atomic_futex_unsigned_base: its members are functions of libstdc++, under these names. \p seconds and
/// nanoseconds are of a clock.
#define MAQUETTE_FUTEX "_ZNSt28__atomic_futex_unsigned_base"
#define MAQUETTE_FUTEX_TIME "EPjjbNSt6chrono8durationIlSt5ratioILl1ELl1EEEENS2_IlS3_ILl1ELl1000000000EEEE"

#define MAQUETTE_REAL(name) static const auto real = next<decltype(&name)>(#name, kVersion)
#define MAQUETTE_REAL_OF(name, version) static const auto real = next<decltype(&name)>(#name, version)

bool mayBeLockedAgain(const pthread_mutex_t *mutex) {
  const int kind = mutex->__data.__kind & 3;
  return kind == PTHREAD_MUTEX_RECURSIVE || kind == PTHREAD_MUTEX_ERRORCHECK;
}

/// A date or a time since the start, as clocks show it to ranks.
sim::SimTime simulatedTime(const timespec &when) {
  const std::int64_t seconds = when.tv_sec >= kEpoch ? when.tv_sec - kEpoch : when.tv_sec;
  return sim::SimTime() + sim::SimDuration::s(seconds) + sim::SimDuration::ns(when.tv_nsec);
}

/// Who holds the mutex, as far as that matters. One that was taken before there were threads is thread 0's.
const Threads::Thread *ownerOf(const ThreadCall &call, const pthread_mutex_t *mutex) {
  if (!mayBeLockedAgain(mutex))
    return nullptr;
  const auto owner = call.threads().objects().owners.find(mutex);
  if (owner != call.threads().objects().owners.end())
    return owner->second;
  return mutex->__data.__count > 0 || mutex->__data.__owner != 0 ? &call.threads().mainThread(call.rank()) : nullptr;
}

int tryMutex(const ThreadCall &call, pthread_mutex_t *mutex) {
  const Threads::Thread *const owner = ownerOf(call, mutex);
  if (owner != nullptr && owner != &call.thread())
    return EBUSY;
  const int code = maquette_real_trylock(mutex);
  if (code == 0 && mayBeLockedAgain(mutex))
    call.threads().objects().owners[mutex] = &call.thread();
  return code;
}

int lockMutex(const ThreadCall &call, pthread_mutex_t *mutex, std::optional<sim::SimTime> deadline = std::nullopt) {
  for (;;) {
    const int code = tryMutex(call, mutex);
    if (code != EBUSY)
      return code;
    if ((mutex->__data.__kind & 3) == PTHREAD_MUTEX_ERRORCHECK && ownerOf(call, mutex) == &call.thread())
      return EDEADLK;
    if (!call.wait(mutex, "a mutex", deadline))
      return ETIMEDOUT;
  }
}

int unlockMutex(const ThreadCall &call, pthread_mutex_t *mutex) {
  if (mayBeLockedAgain(mutex) && ownerOf(call, mutex) != &call.thread())
    return EPERM;
  const int code = maquette_real_unlock(mutex);
  if (code != 0)
    return code;
  if (mayBeLockedAgain(mutex)) {
    if (mutex->__data.__count > 0)
      return 0;
    call.threads().objects().owners.erase(mutex);
  }
  call.wakeOne(mutex);
  return 0;
}

int waitFor(const ThreadCall &call, const pthread_cond_t *condition, pthread_mutex_t *mutex,
            std::optional<sim::SimTime> deadline = std::nullopt) {
  if (const int code = unlockMutex(call, mutex))
    return code;
  const bool in_time = call.wait(condition, "a condition variable", deadline);
  const int code = lockMutex(call, mutex);
  return code != 0 ? code : in_time ? 0 : ETIMEDOUT;
}

/// Tries until \p attempt does not say that somebody is in the way.
template <class Attempt>
int waitUntil(const ThreadCall &call, const void *object, const char *what, Attempt attempt,
              std::optional<sim::SimTime> deadline = std::nullopt) {
  for (;;) {
    const int code = attempt();
    if (code != EBUSY)
      return code;
    if (!call.wait(object, what, deadline))
      return ETIMEDOUT;
  }
}

int trySemaphore(sem_t *semaphore) {
  MAQUETTE_REAL(sem_trywait);
  const int before = errno;
  if (real(semaphore) == 0)
    return 0;
  const int code = errno;
  errno = before;
  return code == EAGAIN ? EBUSY : code;
}

int failWith(int code) {
  if (code == 0)
    return 0;
  errno = code;
  return -1;
}

/// False if \p value still stands there at the deadline.
bool waitWhile(const ThreadCall &call, const unsigned *word, unsigned value, const char *what,
               std::optional<sim::SimTime> deadline) {
  return __atomic_load_n(word, __ATOMIC_ACQUIRE) != value || call.wait(word, what, deadline);
}

/// futex(2): \p given is the word, the operation, the value or how many are woken, and the time.
long futex(const ThreadCall &call, bool waits, bool by_date, const std::array<long, 6> &given) {
  const auto *const word = reinterpret_cast<const unsigned *>(given[0]);
  if (!waits) {
    given[2] == 1 ? call.wakeOne(word) : call.wakeAll(word);
    return 0;
  }
  std::optional<sim::SimTime> deadline;
  if (const auto *const time = reinterpret_cast<const timespec *>(given[3]); time != nullptr)
    deadline = by_date ? simulatedTime(*time)
                       : call.rank().clock + sim::SimDuration::s(time->tv_sec) + sim::SimDuration::ns(time->tv_nsec);
  return failWith(waitWhile(call, word, static_cast<unsigned>(given[2]), "an atomic object", deadline) ? 0 : ETIMEDOUT);
}

/// std::call_once() leaves what to call in variables of the host's thread, which all threads of the simulation share.
class OnceArguments {
public:
  OnceArguments() : callable_(std::__once_callable), call_(std::__once_call) {}
  void restore() const {
    std::__once_callable = callable_;
    std::__once_call = call_;
  }

private:
  void *callable_;
  void (*call_)();
};

} // namespace

extern "C" {

// ---- Mutexes ----

MAQUETTE_EXPORT int pthread_mutex_lock(pthread_mutex_t *mutex) noexcept {
  const ThreadCall call(__builtin_return_address(0));
  return call ? lockMutex(call, mutex) : maquette_real_lock(mutex);
}

MAQUETTE_EXPORT int pthread_mutex_trylock(pthread_mutex_t *mutex) noexcept {
  const ThreadCall call(__builtin_return_address(0));
  if (!call)
    return maquette_real_trylock(mutex);
  const int code = tryMutex(call, mutex);
  if (code == EBUSY) // A loop that tries lets time pass.
    call.threads().pass(call.rank(), runtime::currentWorld()->layers().messages().pollCost());
  return code;
}

MAQUETTE_EXPORT int pthread_mutex_timedlock(pthread_mutex_t *mutex, const timespec *deadline) noexcept {
  MAQUETTE_REAL(pthread_mutex_timedlock);
  const ThreadCall call(__builtin_return_address(0));
  return call ? lockMutex(call, mutex, simulatedTime(*deadline)) : real(mutex, deadline);
}

MAQUETTE_EXPORT int pthread_mutex_clocklock(pthread_mutex_t *mutex, clockid_t clock,
                                            const timespec *deadline) noexcept {
  MAQUETTE_REAL(pthread_mutex_clocklock);
  const ThreadCall call(__builtin_return_address(0));
  return call ? lockMutex(call, mutex, simulatedTime(*deadline)) : real(mutex, clock, deadline);
}

MAQUETTE_EXPORT int pthread_mutex_unlock(pthread_mutex_t *mutex) noexcept {
  const ThreadCall call(__builtin_return_address(0));
  return call ? unlockMutex(call, mutex) : maquette_real_unlock(mutex);
}

// ---- Conditions ----

MAQUETTE_EXPORT int pthread_cond_wait(pthread_cond_t *condition, pthread_mutex_t *mutex) {
  MAQUETTE_REAL_OF(pthread_cond_wait, "GLIBC_2.3.2");
  const ThreadCall call(__builtin_return_address(0), true);
  return call ? waitFor(call, condition, mutex) : real(condition, mutex);
}

MAQUETTE_EXPORT int pthread_cond_timedwait(pthread_cond_t *condition, pthread_mutex_t *mutex,
                                           const timespec *deadline) {
  MAQUETTE_REAL_OF(pthread_cond_timedwait, "GLIBC_2.3.2");
  const ThreadCall call(__builtin_return_address(0), true);
  return call ? waitFor(call, condition, mutex, simulatedTime(*deadline)) : real(condition, mutex, deadline);
}

MAQUETTE_EXPORT int pthread_cond_clockwait(pthread_cond_t *condition, pthread_mutex_t *mutex, clockid_t clock,
                                           const timespec *deadline) {
  MAQUETTE_REAL(pthread_cond_clockwait);
  const ThreadCall call(__builtin_return_address(0), true);
  return call ? waitFor(call, condition, mutex, simulatedTime(*deadline)) : real(condition, mutex, clock, deadline);
}

MAQUETTE_EXPORT int pthread_cond_signal(pthread_cond_t *condition) noexcept {
  MAQUETTE_REAL_OF(pthread_cond_signal, "GLIBC_2.3.2");
  const ThreadCall call(__builtin_return_address(0));
  if (!call)
    return real(condition);
  call.wakeOne(condition);
  return 0;
}

MAQUETTE_EXPORT int pthread_cond_broadcast(pthread_cond_t *condition) noexcept {
  MAQUETTE_REAL_OF(pthread_cond_broadcast, "GLIBC_2.3.2");
  const ThreadCall call(__builtin_return_address(0));
  if (!call)
    return real(condition);
  call.wakeAll(condition);
  return 0;
}

// ---- Barriers ----

MAQUETTE_EXPORT int pthread_barrier_init(pthread_barrier_t *barrier, const pthread_barrierattr_t *attributes,
                                         unsigned count) noexcept {
  MAQUETTE_REAL(pthread_barrier_init);
  const int code = real(barrier, attributes, count);
  // Often made before the threads.
  if (code == 0 && isRankOfProgram(__builtin_return_address(0)))
    runtime::currentWorld()->dispatcher().threads().objects().barriers[barrier] = {count, 0};
  return code;
}

MAQUETTE_EXPORT int pthread_barrier_destroy(pthread_barrier_t *barrier) noexcept {
  MAQUETTE_REAL(pthread_barrier_destroy);
  if (runtime::currentWorld() != nullptr && runtime::currentWorld()->dispatcher().hasThreads())
    runtime::currentWorld()->dispatcher().threads().objects().barriers.erase(barrier);
  return real(barrier);
}

MAQUETTE_EXPORT int pthread_barrier_wait(pthread_barrier_t *barrier) noexcept {
  MAQUETTE_REAL(pthread_barrier_wait);
  const ThreadCall call(__builtin_return_address(0));
  if (!call || !call.threads().objects().barriers.contains(barrier))
    return real(barrier);
  Threads::Barrier &state = call.threads().objects().barriers[barrier];
  if (++state.arrived < state.count) {
    call.wait(barrier, "a thread barrier");
    return 0;
  }
  state.arrived = 0;
  call.wakeAll(barrier);
  return PTHREAD_BARRIER_SERIAL_THREAD;
}

// ---- Locks for many readers, spinning locks ----

MAQUETTE_EXPORT int pthread_rwlock_rdlock(pthread_rwlock_t *lock) noexcept {
  MAQUETTE_REAL(pthread_rwlock_rdlock);
  const ThreadCall call(__builtin_return_address(0));
  return call ? waitUntil(call, lock, "a read lock", [lock] { return pthread_rwlock_tryrdlock(lock); }) : real(lock);
}

MAQUETTE_EXPORT int pthread_rwlock_wrlock(pthread_rwlock_t *lock) noexcept {
  MAQUETTE_REAL(pthread_rwlock_wrlock);
  const ThreadCall call(__builtin_return_address(0));
  return call ? waitUntil(call, lock, "a write lock", [lock] { return pthread_rwlock_trywrlock(lock); }) : real(lock);
}

MAQUETTE_EXPORT int pthread_rwlock_unlock(pthread_rwlock_t *lock) noexcept {
  MAQUETTE_REAL(pthread_rwlock_unlock);
  const ThreadCall call(__builtin_return_address(0));
  const int code = real(lock);
  if (call && code == 0)
    call.wakeAll(lock);
  return code;
}

MAQUETTE_EXPORT int pthread_spin_lock(pthread_spinlock_t *lock) noexcept {
  MAQUETTE_REAL(pthread_spin_lock);
  const ThreadCall call(__builtin_return_address(0));
  const void *const object = const_cast<const int *>(lock);
  return call ? waitUntil(call, object, "a spin lock", [lock] { return pthread_spin_trylock(lock); }) : real(lock);
}

MAQUETTE_EXPORT int pthread_spin_unlock(pthread_spinlock_t *lock) noexcept {
  MAQUETTE_REAL(pthread_spin_unlock);
  const ThreadCall call(__builtin_return_address(0));
  const int code = real(lock);
  if (call)
    call.wakeOne(const_cast<const int *>(lock));
  return code;
}

// ---- Semaphores ----

MAQUETTE_EXPORT int sem_wait(sem_t *semaphore) {
  MAQUETTE_REAL(sem_wait);
  const ThreadCall call(__builtin_return_address(0));
  return call ? failWith(waitUntil(call, semaphore, "a semaphore", [semaphore] { return trySemaphore(semaphore); }))
              : real(semaphore);
}

MAQUETTE_EXPORT int sem_timedwait(sem_t *semaphore, const timespec *deadline) {
  MAQUETTE_REAL(sem_timedwait);
  const ThreadCall call(__builtin_return_address(0));
  if (!call)
    return real(semaphore, deadline);
  return failWith(waitUntil(
      call, semaphore, "a semaphore", [semaphore] { return trySemaphore(semaphore); }, simulatedTime(*deadline)));
}

MAQUETTE_EXPORT int sem_post(sem_t *semaphore) noexcept {
  MAQUETTE_REAL(sem_post);
  const ThreadCall call(__builtin_return_address(0));
  const int code = real(semaphore);
  if (call && code == 0)
    call.wakeOne(semaphore);
  return code;
}

// ---- Once ----

MAQUETTE_EXPORT int pthread_once(pthread_once_t *once, void (*function)()) {
  MAQUETTE_REAL(pthread_once);
  const OnceArguments given;
  std::optional<ThreadCall> call(__builtin_return_address(0));
  if (!*call)
    return real(once, function);
  while (*once == kOnceRuns)
    call->wait(once, "pthread_once");
  if (*once == kOnceDone)
    return 0;
  *once = kOnceRuns;
  call.reset(); // The function is the program's.
  given.restore();
  try {
    function();
  } catch (...) {
    *once = 0;
    ThreadCall(nullptr).wakeAll(once);
    throw;
  }
  *once = kOnceDone;
  ThreadCall(nullptr).wakeAll(once);
  return 0;
}

// ---- What std::future waits by ----

#define MAQUETTE_FUTURE_WAIT(name, member, version)                                                                    \
  MAQUETTE_EXPORT bool name(void *self, unsigned *word, unsigned value, bool limited, std::int64_t seconds,            \
                            std::int64_t nanoseconds) asm(MAQUETTE_FUTEX member MAQUETTE_FUTEX_TIME);                  \
  bool name(void *self, unsigned *word, unsigned value, bool limited, std::int64_t seconds,                            \
            std::int64_t nanoseconds) {                                                                                \
    static const auto real = next<decltype(&name)>(MAQUETTE_FUTEX member MAQUETTE_FUTEX_TIME, version);                \
    const ThreadCall call(__builtin_return_address(0), true);                                                          \
    if (!call)                                                                                                         \
      return real(self, word, value, limited, seconds, nanoseconds);                                                   \
    return waitWhile(call, word, value, "a future",                                                                    \
                     limited ? std::optional(simulatedTime({seconds, nanoseconds})) : std::nullopt);                   \
  }
MAQUETTE_FUTURE_WAIT(maquette_future_wait, "19_M_futex_wait_until", "GLIBCXX_3.4.21")
MAQUETTE_FUTURE_WAIT(maquette_future_wait_steady, "26_M_futex_wait_until_steady", "GLIBCXX_3.4.29")
#undef MAQUETTE_FUTURE_WAIT

MAQUETTE_EXPORT void maquette_futex_wake(unsigned *word) asm(MAQUETTE_FUTEX "19_M_futex_notify_allEPj");
void maquette_futex_wake(unsigned *word) {
  static const auto real =
      next<decltype(&maquette_futex_wake)>(MAQUETTE_FUTEX "19_M_futex_notify_allEPj", "GLIBCXX_3.4.21");
  const ThreadCall call(__builtin_return_address(0));
  call ? call.wakeAll(word) : real(word);
}

// ---- What std::atomic, latches, barriers and semaphores of C++20 wait by ----

/// As the C library, it takes six arguments, whatever was given.
__attribute__((no_sanitize("address"))) MAQUETTE_EXPORT long syscall(long number, ...) noexcept {
  using Call = long (*)(long, long, long, long, long, long, long);
  static const auto real = next<Call>("syscall");
  va_list list;
  va_start(list, number);
  std::array<long, 6> given{};
  for (long &one : given)
    one = va_arg(list, long);
  va_end(list);
  const int operation = number == SYS_futex ? static_cast<int>(given[1]) & FUTEX_CMD_MASK : -1;
  const bool waits = operation == FUTEX_WAIT || operation == FUTEX_WAIT_BITSET;
  if (waits || operation == FUTEX_WAKE || operation == FUTEX_WAKE_BITSET)
    if (const ThreadCall call(__builtin_return_address(0), waits); call)
      return futex(call, waits, operation == FUTEX_WAIT_BITSET, given);
  return real(number, given[0], given[1], given[2], given[3], given[4], given[5]);
}

} // extern "C"
