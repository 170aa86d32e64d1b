/* maquette/abi/skeleton.h - what rewritten programs call
 * SPDX-License-Identifier: Apache-2.0
 */
/** \file
 * The C interface between rewritten sources and the runtime. C89 to C++20.
 *
 * A skeleton calls maquette_compute() where a region was removed and maquette_predict_*() where a value is predicted.
 * A profiled program keeps everything, brackets the same regions with maquette_region_begin/end() and passes the same
 * values through maquette_observe_*(), which return their argument. Names are stable: function and content, not line.
 *
 * Features are doubles; the count says how many follow. Names are string literals (compared by content).
 * Errors: a region or value that the profile does not hold ends the run with its name and a fix (exit status 3).
 */
#ifndef MAQUETTE_ABI_SKELETON_H
#define MAQUETTE_ABI_SKELETON_H

#include <stddef.h>

/** Phantom memory: an address range that can be passed to MPI and added to, and that traps when touched. */
#define MAQUETTE_PHANTOM_BASE 0x200000000000ull
#define MAQUETTE_PHANTOM_SIZE 0x010000000000ull
#define MAQUETTE_PHANTOM ((void *)MAQUETTE_PHANTOM_BASE)

#ifdef __cplusplus
extern "C" {
#endif

/** Advances the rank's clock by the predicted cost of \p region for these features. Never blocks. */
void maquette_compute(const char *region, int feature_count, ... /* double */);
/** The same for a region that the skeleton runs itself: it costs nothing where the profile does not hold it, and the
 * run warns. */
void maquette_compute_staying(const char *region, int feature_count, ... /* double */);

/** Advances the rank's clock by \p picoseconds of computing on a core that is as fast as the profiled one. */
__extension__ void maquette_elapse(long long picoseconds);
/** The rank's clock in picoseconds; 0 outside of a simulated rank. */
__extension__ long long maquette_clock(void);
/** Of a library between the program and MPI: what it does between the two is no computing of the rank, and what it
 * calls counts as called from \p call_site. Returns the clock. They do not nest. */
__extension__ long long maquette_between_begin(const void *call_site);
void maquette_between_end(void);
/** Between the two: with \p counts 0, what the library asks MPI is not counted as the program's. 1: as before. */
void maquette_between_count(int counts);
/** The rank in MPI_COMM_WORLD, without a call of MPI; -1 outside of a simulated rank. */
int maquette_rank(void);
/** Where \p address of this PE is in symmetric memory, the same for all PEs: bytes from the begin of the program's
 * globals, or the number of the object in the symmetric heap, from 1, times MAQUETTE_SYMMETRIC_OBJECT, and the bytes
 * from its begin. -1: it is not symmetric. */
__extension__ long long maquette_symmetric_place(const void *address);
#define MAQUETTE_SYMMETRIC_OBJECT (1ll << 40)
/** Symmetric memory of zeros that is not of the heap, as another program's globals would be: all PEs that ask get their
 * part of the same \p bytes, without waiting for each other. Null: there is no room. \pre shmem_init() was called. */
__extension__ void *maquette_symmetric_globals(long long bytes);

/** The predicted value for these features. Never blocks. */
double maquette_predict_double(const char *value, int feature_count, ... /* double */);
__extension__ long long maquette_predict_integer(const char *value, int feature_count, ... /* double */);
int maquette_predict_branch(const char *value, int feature_count, ... /* double */);

/** Brackets of a region in the profiled program. They nest; an inner region's time is not the outer's. */
void maquette_region_begin(const char *region, int feature_count, ... /* double */);
/** The same around a loop that the skeleton runs itself. No features: it is counted. */
void maquette_region_begin_staying(const char *region, int feature_count, ... /* double */);
void maquette_region_end(const char *region);
/** The same where the one feature has been counted in it. */
void maquette_region_end_counted(const char *region, double feature);
/** Ends \p region when the block is left, behind what its return statement computes. \p name: of a variable that holds
 * it. */
#define MAQUETTE_REGION_END_AT_EXIT(name, region)                                                                      \
  __attribute__((__cleanup__(maquette_region_end_of))) const char *name = region
static __inline__ void maquette_region_end_of(const char **region) { maquette_region_end(*region); }

/** Record \p observed under \p value and return it. */
double maquette_observe_double(const char *value, double observed, int feature_count, ... /* double */);
__extension__ long long maquette_observe_integer(const char *value, long long observed, int feature_count, ...);
int maquette_observe_branch(const char *value, int observed, int feature_count, ... /* double */);

/** An allocation the skeleton does not make: \p size bytes of phantom addresses; NULL never. */
void *maquette_phantom_allocate(size_t size);
/** free() for a pointer that may be phantom. */
void maquette_phantom_free(void *pointer);

/** Defined once in every skeleton and profiled program: which decisions both were written from. */
extern const char maquette_model_id[];

#ifdef __cplusplus
}

/** Elements of a std::vector that the skeleton does not make: \p vector has \p count of them, and any that is touched
 * traps. They are phantom memory, which free() knows; elements must be trivially copyable. A sanitizer has a free() of
 * its own: there they begin at null. */
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define MAQUETTE_PHANTOM_ELEMENTS 0
#endif
#endif
#ifndef MAQUETTE_PHANTOM_ELEMENTS
#define MAQUETTE_PHANTOM_ELEMENTS MAQUETTE_PHANTOM_BASE
#endif
template <class Vector> inline void maquette_phantom_resize(Vector &vector, size_t count) {
  char *parts[3];
  typedef char begin_end_and_capacity[sizeof(Vector) == sizeof(parts) ? 1 : -1] __attribute__((unused));
  Vector().swap(vector);
  parts[0] = reinterpret_cast<char *>(MAQUETTE_PHANTOM_ELEMENTS);
  parts[1] = parts[2] = parts[0] + count * sizeof(typename Vector::value_type);
  __builtin_memcpy(static_cast<void *>(&vector), parts, sizeof(parts));
}
template <class Vector> inline void maquette_phantom_grow(Vector &vector, size_t more) {
  maquette_phantom_resize(vector, vector.size() + more);
}
/** Becomes a std::vector of \c count such elements. */
struct maquette_phantom_count {
  size_t count;
  template <template <class, class> class Vector, class T, class Allocator> operator Vector<T, Allocator>() const {
    Vector<T, Allocator> vector;
    maquette_phantom_resize(vector, count);
    return vector;
  }
};
inline maquette_phantom_count maquette_phantom_elements(size_t count) {
  maquette_phantom_count result;
  result.count = count;
  return result;
}

/** A reference for an argument whose object the skeleton does not have. Traps when used. */
template <class T> inline T &maquette_phantom_reference() { return *static_cast<T *>(MAQUETTE_PHANTOM); }
/** The same of the type that is asked for. */
struct maquette_any_reference {
  template <class T> operator T &() const { return maquette_phantom_reference<T>(); }
};
/** Stands for a value that nobody needs, of a trivially copyable type. */
template <class T> inline T maquette_zero_bytes() {
  static const char zeros[sizeof(T)] __attribute__((aligned(__alignof__(T)))) = {0};
  return *reinterpret_cast<const T *>(zeros);
}

#if __cplusplus >= 201103L
/** Stands for a value that nobody needs, from which a function's type is deduced. */
template <class T> struct maquette_plain {
  typedef T type;
};
template <class T> struct maquette_plain<const T> {
  typedef T type;
};
template <class T> struct maquette_plain<T &> : maquette_plain<T> {};
template <class T> struct maquette_plain<T &&> : maquette_plain<T> {};
template <class T> constexpr typename maquette_plain<T>::type maquette_zero() {
  return typename maquette_plain<T>::type();
}
#endif
#endif

#endif
