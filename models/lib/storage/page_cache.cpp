//===- models/lib/storage/page_cache.cpp ------------------------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "lib/storage/page_cache.h"

#include <algorithm>
#include <utility>

namespace maquette::models {

void PageCache::submit(const StorageRequest &request) {
  const std::uint64_t slot = operations_.add({request, false, 0, request.bytes, engine_.now()});
  switch (request.operation) {
  case StorageOperation::Read:
    return read(slot);
  case StorageOperation::Write:
    operations_[slot].copied = engine_.now() + parameters_.latency.value;
    if (!writers_.empty()) {
      writers_.push_back(slot);
      return;
    }
    return write(slot);
  case StorageOperation::Sync:
    return sync(slot);
  case StorageOperation::Metadata:
    break;
  }
  StorageRequest below = request;
  below.cookie = slot;
  operations_[slot].open = 1;
  below_(below, *this);
}

// ---- Reading ----

void PageCache::read(std::uint64_t slot) {
  const StorageRequest request = operations_[slot].request;
  const FileKey key = keyOf(request);
  const std::int64_t end = request.offset + request.bytes;
  auto file = files_.find(key);
  const bool in_a_row = request.offset == (file == files_.end() ? 0 : file->second.next_read);
  if (file == files_.end())
    file = files_.emplace(key, File{request, {}, 0, {}, 0}).first;
  file->second.next_read = end;
  const std::vector<CachedRanges::Gap> gaps = ranges_.gaps(key, request.offset, end);
  operations_[slot].open = static_cast<std::int64_t>(gaps.size());
  for (const CachedRanges::Gap &gap : gaps) {
    StorageRequest below = request;
    below.cookie = slot;
    below.offset = gap.begin;
    std::int64_t until = gap.end;
    if (in_a_row && until == end)
      until = std::max(until, std::min(gap.begin + parameters_.read_ahead.value.count, request.file_size));
    below.bytes = until - gap.begin;
    ranges_.add(key, gap.begin, until);
    below_(below, *this);
  }
  ranges_.shrinkTo(parameters_.size.value.count);
  if (gaps.empty())
    endAt(engine_.now() + parameters_.latency.value + readTime(request.bytes), slot);
}

// ---- Writing ----

void PageCache::write(std::uint64_t slot) {
  Operation &operation = operations_[slot];
  const StorageRequest &request = operation.request;
  const std::int64_t room = parameters_.dirty_limit.value.count - dirty_;
  const std::int64_t now = std::min(operation.remaining, std::max<std::int64_t>(room, 0));
  if (now > 0) {
    const std::int64_t begin = request.offset + request.bytes - operation.remaining;
    ranges_.add(keyOf(request), begin, begin + now);
    ranges_.shrinkTo(parameters_.size.value.count);
    operation.copied = std::max(operation.copied, engine_.now()) + writeTime(now);
    operation.remaining -= now;
    addDirty(request, {begin, begin + now});
  }
  if (operation.remaining == 0)
    endAt(operation.copied, slot);
  else
    writers_.insert(writers_.begin(), slot);
  writeBack();
}

void PageCache::addDirty(const StorageRequest &request, Range range) {
  const FileKey key = keyOf(request);
  File &file = files_.try_emplace(key, File{request, {}, 0, {}, 0}).first->second;
  for (const Range &known : file.dirty)
    if (known.begin <= range.begin && range.end <= known.end)
      return; // Written again before it was written back.
  dirty_ += range.end - range.begin;
  if (!file.dirty.empty() && file.dirty.back().end == range.begin) {
    file.dirty.back().end = range.end;
    return;
  }
  if (file.dirty.empty())
    to_write_.push_back(key);
  file.dirty.push_back(range);
}

void PageCache::writeBack() {
  while (write_backs_ < parameters_.write_back_requests.value && !to_write_.empty()) {
    const FileKey key = to_write_.front();
    to_write_.erase(to_write_.begin());
    File &file = files_.at(key);
    Range &range = file.dirty.front();
    StorageRequest request = file.like;
    request.operation = StorageOperation::Write;
    request.offset = range.begin;
    request.bytes = std::min(range.end - range.begin, parameters_.write_back.value.count);
    request.cookie = operations_.add({request, true, 1, 0, {}});
    range.begin += request.bytes;
    if (range.begin == range.end)
      file.dirty.erase(file.dirty.begin());
    if (!file.dirty.empty())
      to_write_.push_back(key);
    file.in_flight += request.bytes;
    ++write_backs_;
    below_(request, *this);
  }
}

void PageCache::wrote(const StorageRequest &request) {
  dirty_ -= request.bytes;
  --write_backs_;
  if (const auto file = files_.find(keyOf(request)); file != files_.end()) {
    file->second.in_flight -= request.bytes;
    endSyncs(file->second);
    dropIfIdle(file->first);
  }
  wakeWriters();
  writeBack();
}

void PageCache::wakeWriters() {
  while (!writers_.empty() && dirty_ < parameters_.dirty_limit.value.count) {
    const std::uint64_t slot = writers_.front();
    writers_.erase(writers_.begin());
    write(slot);
  }
}

// ---- Waiting until all is written ----

void PageCache::sync(std::uint64_t slot) {
  const auto file = files_.find(keyOf(operations_[slot].request));
  operations_[slot].open = 1;
  if (file != files_.end() && (!file->second.dirty.empty() || file->second.in_flight > 0)) {
    file->second.syncs.push_back(slot);
    return;
  }
  StorageRequest below = operations_[slot].request;
  below.cookie = slot;
  below_(below, *this);
}

void PageCache::endSyncs(File &file) {
  if (!file.dirty.empty() || file.in_flight > 0)
    return;
  for (std::uint64_t slot : std::exchange(file.syncs, {})) {
    StorageRequest below = operations_[slot].request;
    below.cookie = slot;
    below_(below, *this);
  }
}

void PageCache::forget(VolumeId volume, std::uint64_t number) {
  const FileKey key{volume.value(), number};
  ranges_.remove(key);
  const auto file = files_.find(key);
  if (file == files_.end())
    return;
  for (const Range &range : file->second.dirty)
    dirty_ -= range.end - range.begin;
  if (!file->second.dirty.empty())
    std::erase(to_write_, key);
  file->second.dirty.clear();
  endSyncs(file->second);
  dropIfIdle(key);
  wakeWriters();
}

void PageCache::drop(VolumeId volume, std::uint64_t number, std::int64_t begin, std::int64_t end) {
  const FileKey key{volume.value(), number};
  const auto file = files_.find(key);
  if (file == files_.end() || file->second.in_flight == 0)
    ranges_.remove(key, begin, end);
  if (file != files_.end())
    for (const Range &range : file->second.dirty)
      ranges_.add(key, range.begin, range.end);
}

/// Of a file that is read in a row, where is known as long as nothing else is.
void PageCache::dropIfIdle(FileKey key) {
  const auto file = files_.find(key);
  if (file->second.dirty.empty() && file->second.in_flight == 0 && file->second.next_read == 0)
    files_.erase(file);
}

// ---- Ends ----

void PageCache::storageDone(std::uint64_t slot) {
  Operation &operation = operations_[slot];
  if (operation.writes_back)
    return wrote(operations_.remove(slot).request);
  if (--operation.open > 0)
    return;
  if (operation.request.operation == StorageOperation::Read)
    endAt(engine_.now() + parameters_.latency.value + readTime(operation.request.bytes), slot);
  else
    listener_.storageDone(operations_.remove(slot).request.cookie);
}

void PageCache::end(void *self, std::uint64_t slot) {
  PageCache &cache = *static_cast<PageCache *>(self);
  cache.listener_.storageDone(cache.operations_.remove(slot).request.cookie);
}

std::size_t PageCache::memoryBytes() const {
  return ranges_.memoryBytes() + files_.size() * (sizeof(FileKey) + sizeof(File) + 48) + operations_.memoryBytes();
}

} // namespace maquette::models
