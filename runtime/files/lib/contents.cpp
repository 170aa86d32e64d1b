//===- runtime/files/lib/contents.cpp ---------------------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/files/contents.h"

#include <algorithm>
#include <cstring>

namespace maquette::files {
namespace {

bool isZero(const char *data, std::int64_t bytes) {
  return std::all_of(data, data + bytes, [](char c) { return c == 0; });
}

} // namespace

std::int64_t Contents::read(void *data, std::int64_t bytes, std::int64_t offset) const {
  bytes = std::clamp<std::int64_t>(size_ - offset, 0, bytes);
  char *const target = static_cast<char *>(data);
  for (std::int64_t done = 0; done < bytes;) {
    const std::int64_t at = offset + done, inside = at % kPageBytes;
    const std::int64_t here = std::min(kPageBytes - inside, bytes - done);
    if (const auto page = pages_.find(at / kPageBytes); page != pages_.end())
      std::memcpy(target + done, page->second->data() + inside, static_cast<std::size_t>(here));
    else
      std::memset(target + done, 0, static_cast<std::size_t>(here));
    done += here;
  }
  return bytes;
}

void Contents::put(std::int64_t number, std::int64_t inside, const char *data, std::int64_t bytes) {
  const auto found = pages_.find(number);
  if (found == pages_.end() && isZero(data, bytes))
    return;
  std::unique_ptr<Page> &page = found == pages_.end() ? pages_[number] : found->second;
  if (page == nullptr)
    page = std::make_unique<Page>(); // Zeros.
  std::memcpy(page->data() + inside, data, static_cast<std::size_t>(bytes));
}

void Contents::write(const void *data, std::int64_t bytes, std::int64_t offset) {
  if (bytes == 0)
    return;
  size_ = std::max(size_, offset + bytes);
  if (!keeps_data_)
    return;
  if (data == nullptr) {
    clear(offset, offset + bytes);
    return;
  }
  for (std::int64_t done = 0; done < bytes;) {
    const std::int64_t at = offset + done, inside = at % kPageBytes;
    const std::int64_t here = std::min(kPageBytes - inside, bytes - done);
    put(at / kPageBytes, inside, static_cast<const char *>(data) + done, here);
    done += here;
  }
}

/// Zeros in a range.
void Contents::clear(std::int64_t begin, std::int64_t end) {
  const std::int64_t first = begin / kPageBytes, last = (end - 1) / kPageBytes;
  const auto clearPage = [&](std::int64_t number, Page &page) {
    const std::int64_t from = std::max(begin - number * kPageBytes, std::int64_t{0});
    const std::int64_t to = std::min(end - number * kPageBytes, kPageBytes);
    std::fill(page.begin() + from, page.begin() + to, '\0');
    return from == 0 && to == kPageBytes;
  };
  if (last - first >= static_cast<std::int64_t>(pages_.size())) {
    std::erase_if(pages_, [&](auto &entry) {
      return entry.first >= first && entry.first <= last && clearPage(entry.first, *entry.second);
    });
    return;
  }
  for (std::int64_t number = first; number <= last; ++number)
    if (const auto page = pages_.find(number); page != pages_.end() && clearPage(number, *page->second))
      pages_.erase(page);
}

void Contents::resize(std::int64_t size) {
  if (size < size_)
    clear(size, size_);
  size_ = size;
}

} // namespace maquette::files
