//===- runtime/host/lib/papi.cpp - counters by way of PAPI ------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/host/counters.h"

#include <dlfcn.h>

#if __has_include(<papi.h>)
#include <papi.h>
#define MAQUETTE_HAS_PAPI 1
#else
#define MAQUETTE_HAS_PAPI 0
#endif

namespace maquette::runtime {

#if MAQUETTE_HAS_PAPI
namespace {

/// PAPI's functions, so that nothing depends on the library where nothing is counted.
struct Papi {
  decltype(PAPI_library_init) *initialize = nullptr;
  decltype(PAPI_create_eventset) *create = nullptr;
  decltype(PAPI_cleanup_eventset) *cleanup = nullptr;
  decltype(PAPI_destroy_eventset) *destroy = nullptr;
  decltype(PAPI_add_named_event) *add = nullptr;
  decltype(PAPI_start) *start = nullptr;
  decltype(PAPI_read) *read = nullptr;
  decltype(PAPI_stop) *stop = nullptr;
};

template <class Function> bool find(void *library, const char *name, Function *&function) {
  function = reinterpret_cast<Function *>(dlsym(library, name));
  return function != nullptr;
}

bool load(Papi &papi) {
  for (const char *name : {"libpapi.so", "libpapi.so.7.0", "libpapi.so.7", "libpapi.so.6"})
    if (void *const library = dlopen(name, RTLD_NOW | RTLD_LOCAL))
      return find(library, "PAPI_library_init", papi.initialize) &&
             find(library, "PAPI_create_eventset", papi.create) &&
             find(library, "PAPI_cleanup_eventset", papi.cleanup) &&
             find(library, "PAPI_destroy_eventset", papi.destroy) && find(library, "PAPI_add_named_event", papi.add) &&
             find(library, "PAPI_start", papi.start) && find(library, "PAPI_read", papi.read) &&
             find(library, "PAPI_stop", papi.stop);
  return false;
}

class PapiCounters final : public CounterSource {
public:
  explicit PapiCounters(const Papi &papi) : papi_(papi) { created_ = papi_.create(&events_) == PAPI_OK; }
  ~PapiCounters() override {
    stop();
    clear();
    if (created_)
      papi_.destroy(&events_);
  }
  PapiCounters(const PapiCounters &) = delete;
  PapiCounters &operator=(const PapiCounters &) = delete;

  Added add(const std::string &event) override {
    const int status = created_ ? papi_.add(events_, event.c_str()) : PAPI_ENOEVST;
    if (status == PAPI_OK) {
      ++count_;
      return Added::Yes;
    }
    return count_ > 0 && (status == PAPI_ECNFLCT || status == PAPI_ECOUNT) ? Added::Full : Added::Unknown;
  }
  void clear() override {
    if (count_ > 0)
      papi_.cleanup(events_);
    count_ = 0;
  }
  bool start() override { return running_ = count_ > 0 && papi_.start(events_) == PAPI_OK; }
  void stop() override {
    long long last[kMostCounters];
    if (running_)
      papi_.stop(events_, last);
    running_ = false;
  }
  bool read(std::span<long long> counts) override { return papi_.read(events_, counts.data()) == PAPI_OK; }

private:
  Papi papi_;
  int events_ = PAPI_NULL;
  bool created_ = false;
  bool running_ = false;
  std::size_t count_ = 0;
};

} // namespace

OpenedCounters openPapi() {
  Papi papi;
  if (!load(papi))
    return {nullptr, "no hardware counters: the PAPI library is not installed; times only"};
  if (papi.initialize(PAPI_VER_CURRENT) != PAPI_VER_CURRENT)
    return {nullptr,
            "no hardware counters: the PAPI library has another version, or finds none on this host; times only"};
  return {std::make_unique<PapiCounters>(papi), ""};
}

#else

OpenedCounters openPapi() { return {nullptr, "no hardware counters: built without PAPI; times only"}; }

#endif

} // namespace maquette::runtime
