//===- runtime/memory/lib/touched_pages.cpp - which pages of a unit hold something -===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/memory/touched_pages.h"

#include <fcntl.h>
#include <sys/syscall.h>
#include <unistd.h>

namespace maquette::runtime {
namespace {

/// An entry of the host's table.
constexpr std::uint64_t kPresent = std::uint64_t{1} << 63, kSwapped = std::uint64_t{1} << 62;

} // namespace

TouchedPages::~TouchedPages() {
  if (file_ >= 0)
    close(file_);
}

// The functions of the same names are those of the simulated ranks.
bool TouchedPages::open() {
  if (const pid_t process = getpid(); process != opened_by_) {
    if (file_ >= 0)
      close(file_);
    opened_by_ = process;
    file_ = sysconf(_SC_PAGESIZE) == static_cast<long>(kPageBytes)
                ? static_cast<int>(syscall(SYS_openat, AT_FDCWD, "/proc/self/pagemap", O_RDONLY | O_CLOEXEC))
                : -1;
  }
  return file_ >= 0;
}

void TouchedPages::lookAt(const void *first, std::size_t count) {
  std::array<std::uint64_t, kMostUnits * kPagesOfUnit> entries;
  const std::size_t bytes = count * kPagesOfUnit * sizeof(std::uint64_t);
  const auto place = static_cast<off_t>(reinterpret_cast<std::uintptr_t>(first) / kPageBytes * sizeof(std::uint64_t));
  const bool is_known = open() && syscall(SYS_pread64, file_, entries.data(), bytes, place) == static_cast<long>(bytes);
  for (std::size_t unit = 0; unit < count; ++unit) {
    touched_[unit] = is_known ? 0 : kAllPages;
    for (std::size_t page = 0; is_known && page < kPagesOfUnit; ++page)
      if ((entries[unit * kPagesOfUnit + page] & (kPresent | kSwapped)) != 0)
        touched_[unit] = static_cast<PageSet>(touched_[unit] | 1U << page);
  }
}

} // namespace maquette::runtime
