//===- runtime/context/lib/printed_output.cpp - what ranks print that compute at once --------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/context/printed_output.h"

#include "maquette/formats/files.h"

#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string>

namespace maquette::runtime {
namespace {

constexpr std::array<int, 2> kStandard{STDOUT_FILENO, STDERR_FILENO};

/// Two files a rank are more than a process may have open unless it asks.
void raiseFileLimit() {
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
    limit.rlim_cur = limit.rlim_max;
    static_cast<void>(setrlimit(RLIMIT_NOFILE, &limit));
  }
}

} // namespace

PrintedOutput::~PrintedOutput() {
  for (const Files &files : files_)
    for (const int descriptor : files.descriptors)
      if (descriptor >= 0)
        ::close(descriptor);
}

sim::Status PrintedOutput::prepare(std::int64_t ranks) {
  raiseFileLimit();
  files_.resize(static_cast<std::size_t>(ranks));
  for (Files &files : files_)
    for (int &descriptor : files.descriptors) {
      descriptor = memfd_create("printed by a rank", MFD_CLOEXEC);
      if (descriptor < 0)
        return sim::Diagnostic{
            "", "cannot create files for the output of " + std::to_string(ranks) + " ranks: " + std::strerror(errno),
            "maquette-host-cores", "",
            "raise the limit on open files (ulimit -n) above twice the number of ranks, or use --host-cores 1"};
    }
  return sim::Nothing{};
}

void PrintedOutput::becomeOf(std::int64_t rank) {
  const Files own = files_[static_cast<std::size_t>(rank)];
  for (std::size_t i = 0; i < kStandard.size(); ++i)
    ::dup2(own.descriptors[i], kStandard[i]);
  for (Files &files : files_)
    for (int &descriptor : files.descriptors) {
      ::close(descriptor);
      descriptor = -1;
    }
}

PrintedOutput::Ends PrintedOutput::endsOf(const Files &files) const {
  Ends ends{};
  for (std::size_t i = 0; i < ends.size(); ++i) {
    struct stat about{};
    ends[i] = ::fstat(files.descriptors[i], &about) == 0 ? about.st_size : 0;
  }
  return ends;
}

void PrintedOutput::show(Files &files, const Ends &upto) {
  std::array<char, 65536> text;
  for (std::size_t i = 0; i < upto.size(); ++i)
    while (files.shown[i] < upto[i]) {
      const auto most = std::min<std::size_t>(text.size(), static_cast<std::size_t>(upto[i] - files.shown[i]));
      const ssize_t bytes = ::pread(files.descriptors[i], text.data(), most, files.shown[i]);
      if (bytes <= 0)
        break;
      static_cast<void>(writeAll(kStandard[i], text.data(),
                                 static_cast<std::size_t>(bytes))); // Who fails here, nobody reads any more.
      files.shown[i] += bytes;
    }
}

void PrintedOutput::ended(std::int64_t rank) {
  const auto found =
      std::find_if(spans_.begin(), spans_.end(), [&](const Span &span) { return span.rank == rank && !span.ended; });
  if (found == spans_.end())
    return;
  found->ended = true;
  found->upto = endsOf(files_[static_cast<std::size_t>(rank)]);
  for (; !spans_.empty() && spans_.front().ended; spans_.pop_front())
    show(files_[static_cast<std::size_t>(spans_.front().rank)], spans_.front().upto);
}

void PrintedOutput::finish() {
  spans_.clear();
  for (Files &files : files_)
    show(files, endsOf(files));
}

} // namespace maquette::runtime
