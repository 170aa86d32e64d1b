//===- runtime/memory/lib/dlopen_images.cpp - images that come while ranks run -------===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/memory/dlopen_images.h"

#include <dlfcn.h>
#include <link.h>
#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <set>

namespace maquette::runtime {

namespace {

constexpr std::size_t kPage = 4096;

std::size_t roundUp(std::size_t size, std::size_t alignment) { return (size + alignment - 1) / alignment * alignment; }

struct DynamicNames {
  const char *own = nullptr;
  std::vector<const char *> needed;
};

/// What the dynamic section of an object says.
DynamicNames namesOf(const link_map &object) {
  DynamicNames names;
  const char *texts = nullptr;
  for (const ElfW(Dyn) *entry = object.l_ld; entry != nullptr && entry->d_tag != DT_NULL; ++entry)
    if (entry->d_tag == DT_STRTAB) // The dynamic linker leaves a read-only section as it is, that of the vdso.
      texts =
          reinterpret_cast<const char *>(entry->d_un.d_ptr + (entry->d_un.d_ptr < object.l_addr ? object.l_addr : 0));
  for (const ElfW(Dyn) *entry = object.l_ld; texts != nullptr && entry->d_tag != DT_NULL; ++entry) {
    if (entry->d_tag == DT_SONAME)
      names.own = texts + entry->d_un.d_val;
    if (entry->d_tag == DT_NEEDED)
      names.needed.push_back(texts + entry->d_un.d_val);
  }
  return names;
}

bool isNamed(const link_map &object, const char *name) {
  const char *const slash = std::strrchr(object.l_name, '/');
  if (std::strcmp(slash != nullptr ? slash + 1 : object.l_name, name) == 0 || std::strcmp(object.l_name, name) == 0)
    return true;
  const char *const own = *object.l_name != '\0' ? namesOf(object).own : nullptr;
  return own != nullptr && std::strcmp(own, name) == 0;
}

/// An object and all that it needs, directly or not.
std::set<const link_map *> withNeeded(const link_map *object) {
  std::set<const link_map *> found{object};
  const link_map *first = object;
  while (first->l_prev != nullptr)
    first = first->l_prev;
  for (std::vector<const link_map *> open{object}; !open.empty();) {
    const DynamicNames names = namesOf(*open.back());
    open.pop_back();
    for (const char *needed : names.needed)
      for (const link_map *other = first; other != nullptr; other = other->l_next)
        if (isNamed(*other, needed) && found.insert(other).second)
          open.push_back(other);
  }
  return found;
}

} // namespace

std::size_t touchedBytesOf(char *begin, std::size_t size) {
  constexpr std::size_t kStep = 4096; // Pages looked at together.
  unsigned char present[kStep];
  std::size_t touched = 0;
  for (std::size_t offset = 0; offset < size; offset += kStep * kPage) {
    const std::size_t bytes = std::min(kStep * kPage, size - offset);
    if (mincore(begin + offset, bytes, present) == 0)
      touched += static_cast<std::size_t>(
          std::count_if(present, present + bytes / kPage, [](unsigned char page) { return (page & 1) != 0; }));
  }
  return touched * kPage;
}

void giveBack(char *begin, std::size_t size) {
  const std::uintptr_t from = reinterpret_cast<std::uintptr_t>(begin);
  const std::uintptr_t first_page = roundUp(from, kPage);
  const std::uintptr_t last_page = (from + size) / kPage * kPage;
  if (last_page > first_page)
    madvise(reinterpret_cast<void *>(first_page), last_page - first_page, MADV_DONTNEED);
}

DlopenImages::~DlopenImages() {
  for (const Late &late : images_)
    if (late.range != nullptr)
      munmap(late.range, late.reserved);
}

DlopenImages::Late DlopenImages::placed(const maquette_image &image) const {
  Late late;
  late.image = &image;
  late.filled.resize(static_cast<std::size_t>(ranks_));
  late.initialized.resize(static_cast<std::size_t>(ranks_));
  Dl_info about{};
  void *object = nullptr;
  if (dladdr1(image.delta, &about, &object, RTLD_DL_LINKMAP) != 0 && about.dli_fname != nullptr) {
    late.object = object;
    late.name = about.dli_fname;
    dlopen(about.dli_fname, RTLD_LAZY | RTLD_NOLOAD | RTLD_NODELETE);
  }
  const std::size_t shift = reinterpret_cast<std::uintptr_t>(image.span_begin) % image.alignment;
  late.stride = roundUp(shift + static_cast<std::size_t>(image.span_end - image.span_begin), image.alignment);
  late.reserved = roundUp(late.stride * static_cast<std::size_t>(ranks_) + image.alignment, kPage);
  void *const range =
      mmap(nullptr, late.reserved, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
  if (range != MAP_FAILED) {
    late.range = static_cast<char *>(range);
    late.first = reinterpret_cast<char *>(roundUp(reinterpret_cast<std::uintptr_t>(range), image.alignment)) + shift;
  }
  return late;
}

/// What a slot of the data holds; nullptr when it is none.
const char *DlopenImages::valueAt(const maquette_image &image, const char *slot) {
  const char *value = nullptr;
  if (slot >= image.data_begin && slot + sizeof value <= image.data_end)
    std::memcpy(&value, slot, sizeof value);
  return value;
}

void DlopenImages::select(std::int64_t rank) {
  for (const Late &late : images_)
    *late.image->delta = rank < 0 || late.range == nullptr
                             ? 0
                             : late.first + late.stride * static_cast<std::size_t>(rank) - late.image->span_begin;
  if (rank < 0)
    return;
  for (Late &late : images_)
    if (late.range != nullptr && !late.filled[static_cast<std::size_t>(rank)]) {
      late.filled[static_cast<std::size_t>(rank)] = true;
      fill(late);
    }
}

/// The copy of the rank that is selected.
void DlopenImages::fill(const Late &late) {
  const maquette_image &image = *late.image;
  if (image.data_end > image.data_begin)
    std::memcpy(image.data_begin + *image.delta, image.data_begin,
                static_cast<std::size_t>(image.data_end - image.data_begin));
  for (const Relocation &relocation : late.relocations) {
    const char *const value = relocation.value + *relocation.target->delta;
    std::memcpy(const_cast<char *>(relocation.slot) + *image.delta, &value, sizeof value);
  }
}

bool DlopenImages::begin(Late &late, std::int64_t rank) {
  const bool is_first = !late.initialized[static_cast<std::size_t>(rank)];
  late.initialized[static_cast<std::size_t>(rank)] = true;
  return is_first && (late.range != nullptr || std::count(late.initialized.begin(), late.initialized.end(), true) == 1);
}

const std::vector<std::size_t> &DlopenImages::imagesOf(void *handle) {
  Closure &closure = closures_[handle];
  if (closure.known == images_.size())
    return closure.images;
  closure = {images_.size(), {}};
  link_map *object = nullptr;
  if (dlinfo(handle, RTLD_DI_LINKMAP, &object) != 0 || object == nullptr)
    return closure.images;
  const std::set<const link_map *> objects = withNeeded(object);
  for (std::size_t i = 0; i < images_.size(); ++i)
    if (objects.count(static_cast<const link_map *>(images_[i].object)) != 0)
      closure.images.push_back(i);
  return closure.images;
}

std::vector<const maquette_image *> DlopenImages::loaded(std::int64_t rank, void *handle) {
  std::vector<const maquette_image *> images;
  for (std::size_t i : imagesOf(handle)) {
    images_[i].announced = true;
    if (begin(images_[i], rank))
      images.push_back(images_[i].image);
  }
  return images;
}

void DlopenImages::end(std::int64_t rank) {
  for (const Late &late : images_)
    if (late.range != nullptr)
      giveBack(late.first + late.stride * static_cast<std::size_t>(rank),
               static_cast<std::size_t>(late.image->span_end - late.image->span_begin));
}

std::size_t DlopenImages::touchedBytes() const {
  std::size_t touched = 0;
  for (const Late &late : images_)
    if (late.range != nullptr)
      touched += touchedBytesOf(late.range, late.reserved);
  return touched;
}

std::vector<std::string> DlopenImages::warnings() const {
  std::vector<std::string> texts;
  for (const Late &late : images_) {
    if (late.range == nullptr)
      texts.push_back(
          late.name +
          " was loaded at run time; its globals are shared by all ranks, because there is no memory for copies "
          "[maquette-shared-object]");
    else if (!late.announced && ranks_ > 1 && late.image->initializers_end - late.image->initializers_begin > 1)
      texts.push_back(late.name +
                      " was loaded by code that maquette-cc did not compile: its constructors ran on one rank only "
                      "[maquette-shared-object]");
  }
  return texts;
}

} // namespace maquette::runtime
