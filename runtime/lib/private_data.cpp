//===- runtime/lib/private_data.cpp - each rank's copy of the mutable globals -===//
// SPDX-License-Identifier: Apache-2.0
#include "private_data.h"

#include "maquette/runtime/rank.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

extern "C" int __cxa_atexit(void (*)(void *), void *, void *) noexcept;

namespace maquette::runtime {

namespace {
constexpr std::size_t kPage = 4096;

std::size_t roundUp(std::size_t size, std::size_t alignment) { return (size + alignment - 1) / alignment * alignment; }
} // namespace

PrivateData::~PrivateData() {
  if (copies_)
    munmap(copies_, reserved_);
}

const PrivateData::Placed *PrivateData::placedAt(const char *address, bool end_included) const {
  for (const std::vector<Placed> *list : {&images_, &late_})
    for (const Placed &placed : *list)
      if (address >= placed.image->span_begin &&
          (address < placed.image->span_end || (end_included && address == placed.image->span_end)))
        return &placed;
  return nullptr;
}

void PrivateData::add(const maquette_image &image) {
  const bool is_late = copies_ != nullptr;
  (is_late ? late_ : images_).push_back({&image, 0, image.delta, image.span_begin});
  for (const std::vector<Placed> *list : {&images_, &late_})
    for (const Placed &placed : *list)
      for (maquette_extern *unit = placed.image->externs_begin; unit != placed.image->externs_end; ++unit)
        if (const Placed *home = placedAt(unit->address, false))
          unit->delta = home->image->delta;
  if (is_late)
    initialize(image, 0, nullptr, environ);
}

const char *PrivateData::modelId() const {
  for (const Placed &placed : images_)
    if (placed.image->model_id)
      return placed.image->model_id;
  return nullptr;
}

/// Each span keeps its place relative to the alignment, so that every delta is a multiple of it.
void PrivateData::layOut() {
  for (const Placed &placed : images_)
    alignment_ = std::max(alignment_, placed.image->alignment);
  std::size_t end = 0;
  for (Placed &placed : images_) {
    const std::size_t shift = reinterpret_cast<std::uintptr_t>(placed.image->span_begin) % alignment_;
    placed.offset = roundUp(end, alignment_) + shift;
    placed.origin = placed.image->span_begin - placed.offset;
    end = placed.offset + static_cast<std::size_t>(placed.image->span_end - placed.image->span_begin);
  }
  stride_ = roundUp(end, std::max<std::size_t>(alignment_, 64));
}

void PrivateData::findRelocations() {
  relocations_.clear();
  for (const Placed &placed : images_)
    for (char *const *slot = placed.image->relocations_begin; slot != placed.image->relocations_end; ++slot) {
      const char *address = *slot;
      if (address < placed.image->data_begin || address + sizeof(char *) > placed.image->data_end)
        continue;
      char *value;
      std::memcpy(&value, address, sizeof value);
      if (const Placed *target = placedAt(value, true))
        relocations_.push_back({placed.offset + static_cast<std::size_t>(address - placed.image->span_begin),
                                target->offset + static_cast<std::size_t>(value - target->image->span_begin)});
    }
}

sim::Status PrivateData::prepare(std::int64_t ranks) {
  layOut();
  findRelocations();
  reserved_ = roundUp(stride_ * static_cast<std::size_t>(ranks) + alignment_, kPage);
  void *range = mmap(nullptr, reserved_, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (range == MAP_FAILED)
    return sim::Diagnostic{"", "cannot reserve " + std::to_string(reserved_) + " bytes for the private data of " +
                                   std::to_string(ranks) + " ranks: " + std::strerror(errno),
                           "maquette-run-memory", "", "run fewer ranks, or raise the limit of the address space (ulimit -v)"};
  copies_ = static_cast<char *>(range);
  return sim::Nothing{};
}

char *PrivateData::begin(std::int64_t rank) {
  const std::uintptr_t first = roundUp(reinterpret_cast<std::uintptr_t>(copies_), alignment_);
  char *copy = reinterpret_cast<char *>(first) + static_cast<std::size_t>(rank) * stride_;
  for (const Placed &placed : images_) {
    const maquette_image &image = *placed.image;
    if (image.data_end > image.data_begin)
      std::memcpy(copy + placed.offset + (image.data_begin - image.span_begin), image.data_begin,
                  static_cast<std::size_t>(image.data_end - image.data_begin));
  }
  for (const Relocation &relocation : relocations_) {
    char *target = copy + relocation.target;
    std::memcpy(copy + relocation.offset, &target, sizeof target);
  }
  return copy;
}

void PrivateData::initialize(const maquette_image &image, int argc, char **argv, char **environment) {
  for (const maquette_initialization *entry = image.initializers_begin; entry != image.initializers_end; ++entry)
    entry->run(argc, argv, environment);
}

void PrivateData::runInitializers(int argc, char **argv, char **environment) const {
  for (const Placed &placed : images_)
    initialize(*placed.image, argc, argv, environment);
}

void PrivateData::atExit(std::int64_t rank, void (*destroy)(void *), void *object) {
  exits_[rank].push_back({destroy, object});
}

void PrivateData::runExits(std::int64_t rank) {
  for (auto found = exits_.find(rank); found != exits_.end(); found = exits_.find(rank)) {
    if (found->second.empty()) {
      exits_.erase(found);
      return;
    }
    const Exit last = found->second.back();
    found->second.pop_back();
    last.destroy(last.object);
  }
}

std::size_t PrivateData::touchedBytes() const {
  constexpr std::size_t kStep = 4096; // Pages looked at together.
  unsigned char present[kStep];
  std::size_t touched = 0;
  for (std::size_t offset = 0; offset < reserved_; offset += kStep * kPage) {
    const std::size_t bytes = std::min(kStep * kPage, reserved_ - offset);
    if (mincore(copies_ + offset, bytes, present) == 0)
      touched += static_cast<std::size_t>(
          std::count_if(present, present + bytes / kPage, [](unsigned char page) { return (page & 1) != 0; }));
  }
  return touched * kPage;
}

void PrivateData::end(std::int64_t rank) {
  const std::uintptr_t begin = roundUp(reinterpret_cast<std::uintptr_t>(copies_), alignment_) +
                               static_cast<std::size_t>(rank) * stride_;
  const std::uintptr_t first_page = roundUp(begin, kPage);
  const std::uintptr_t last_page = (begin + stride_) / kPage * kPage;
  if (last_page > first_page)
    madvise(reinterpret_cast<void *>(first_page), last_page - first_page, MADV_DONTNEED);
}

PrivateData &registeredPrivateData() {
  static PrivateData *const data = new PrivateData; // lives as long as the program
  return *data;
}

} // namespace maquette::runtime

extern "C" __attribute__((visibility("default"))) void maquette_register_image(const maquette_image *image) {
  maquette::runtime::registeredPrivateData().add(*image);
}

extern "C" __attribute__((visibility("default"))) int maquette_at_rank_exit(void (*destroy)(void *), void *object, void *dso) {
  if (const maquette::runtime::Rank *rank = maquette::runtime::currentRank()) {
    maquette::runtime::registeredPrivateData().atExit(rank->id, destroy, object);
    return 0;
  }
  return __cxa_atexit(destroy, object, dso);
}
