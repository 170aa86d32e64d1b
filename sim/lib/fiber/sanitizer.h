//===- sim/lib/fiber/sanitizer.h - what AddressSanitizer must know ----------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Stack switches announced to AddressSanitizer; nothing in other builds.
#ifndef MAQUETTE_SIM_LIB_FIBER_SANITIZER_H
#define MAQUETTE_SIM_LIB_FIBER_SANITIZER_H

#include <cstddef>

#if defined(__SANITIZE_ADDRESS__)
#define MAQUETTE_ASAN 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define MAQUETTE_ASAN 1
#endif
#endif

#ifdef MAQUETTE_ASAN
#include <sanitizer/asan_interface.h>
#include <sanitizer/common_interface_defs.h>
#endif

namespace maquette::sim::fiber {

struct StackBounds {
  const void *low = nullptr;
  std::size_t size = 0;
};

#ifdef MAQUETTE_ASAN
/// \p fake_stack null: the stack that is left will not be used again.
inline void startSwitch(void **fake_stack, StackBounds to) {
  __sanitizer_start_switch_fiber(fake_stack, to.low, to.size);
}
inline void finishSwitch(void *fake_stack, StackBounds *from) {
  if (from != nullptr)
    __sanitizer_finish_switch_fiber(fake_stack, &from->low, &from->size);
  else
    __sanitizer_finish_switch_fiber(fake_stack, nullptr, nullptr);
}
/// Another process's frames stood here: their red zones do not hold for the next one.
inline void forgetFrames(const char *low, const char *top) {
  __asan_unpoison_memory_region(low, static_cast<std::size_t>(top - low));
}
#else
inline void startSwitch(void **, StackBounds) {}
inline void finishSwitch(void *, StackBounds *) {}
inline void forgetFrames(const char *, const char *) {}
#endif

} // namespace maquette::sim::fiber

#endif
