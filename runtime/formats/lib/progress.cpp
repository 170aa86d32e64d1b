//===- runtime/formats/lib/progress.cpp - how far a simulation has come --------------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/formats/progress.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace maquette::runtime {

static_assert(std::atomic<std::int64_t>::is_always_lock_free, "shared between processes");

ProgressFile::ProgressFile(const std::string &path) {
  const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600);
  if (file < 0)
    return;
  if (::ftruncate(file, sizeof(Progress)) == 0) {
    void *memory = ::mmap(nullptr, sizeof(Progress), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    if (memory != MAP_FAILED)
      numbers_ = static_cast<Progress *>(memory); // A file of zeros is a Progress of zeros.
  }
  ::close(file);
}

ProgressFile::~ProgressFile() {
  if (numbers_ != nullptr)
    ::munmap(numbers_, sizeof(Progress));
}

} // namespace maquette::runtime
