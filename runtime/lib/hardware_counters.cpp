//===- runtime/lib/hardware_counters.cpp - cycles and instructions -----------===//
// SPDX-License-Identifier: Apache-2.0
#include "hardware_counters.h"

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

template <class Function> bool find(void *library, const char *name, Function *&function) {
  function = reinterpret_cast<Function *>(dlsym(library, name));
  return function != nullptr;
}

void *openLibrary() {
  for (const char *name : {"libpapi.so", "libpapi.so.7.0", "libpapi.so.7", "libpapi.so.6"})
    if (void *library = dlopen(name, RTLD_NOW | RTLD_LOCAL))
      return library;
  return nullptr;
}

} // namespace

HardwareCounters::HardwareCounters() {
  void *library = openLibrary();
  if (library == nullptr)
    note_ = "no hardware counters: the PAPI library is not installed; times only";
  else if (!open(library))
    note_ = "no hardware counters: PAPI finds none on this machine; times only";
}

bool HardwareCounters::open(void *library) {
  decltype(PAPI_library_init) *initialize = nullptr;
  decltype(PAPI_create_eventset) *create = nullptr;
  decltype(PAPI_add_event) *add = nullptr;
  decltype(PAPI_start) *start = nullptr;
  if (!find(library, "PAPI_library_init", initialize) || !find(library, "PAPI_create_eventset", create) ||
      !find(library, "PAPI_add_event", add) || !find(library, "PAPI_start", start) ||
      !find(library, "PAPI_read", read_) || !find(library, "PAPI_stop", stop_))
    return false;
  if (initialize(PAPI_VER_CURRENT) != PAPI_VER_CURRENT || create(&event_set_) != PAPI_OK)
    return false;
  std::vector<std::string> added;
  if (add(event_set_, static_cast<int>(PAPI_TOT_CYC)) == PAPI_OK)
    added.push_back("PAPI_TOT_CYC");
  if (add(event_set_, static_cast<int>(PAPI_TOT_INS)) == PAPI_OK)
    added.push_back("PAPI_TOT_INS");
  if (added.empty() || start(event_set_) != PAPI_OK)
    return false;
  names_ = added;
  return true;
}

HardwareCounters::~HardwareCounters() {
  CounterReadings last{};
  if (!names_.empty())
    stop_(event_set_, last.data());
}

#else

HardwareCounters::HardwareCounters() : note_("no hardware counters: built without PAPI; times only") {}
HardwareCounters::~HardwareCounters() = default;

#endif

} // namespace maquette::runtime
