//===- runtime/traces/lib/dumpi/file.cpp - DUMPI's file of one rank ------------------===//
// SPDX-License-Identifier: Apache-2.0
#include "file.h"

#include "maquette/traces/dumpi/layout.h"

#include <fmt/format.h>

namespace maquette::traces::dumpi {
namespace {

constexpr std::uint64_t kMagic = 0xffaadd44554d5049; // ff aa dd "DUMPI"
constexpr std::uint64_t kFooterMagic = 0xf007fee7;
/// Words of the index from its magic number on, as versions wrote it: more sections were put in front.
constexpr int kLongestIndex = 8, kShortestIndex = 5;

sim::Diagnostic damaged(const std::string &path, const std::string &what, const std::string &fix) {
  return {path, what, "maquette-trace-format", "", fix};
}

sim::Status checkMagic(WindowedFile &bytes) {
  std::uint64_t magic = 0;
  if (bytes.size() == 0)
    return damaged(bytes.path(), "the file is empty", "record the program again, or leave this rank's trace out");
  if (!bytes.readNumber(magic, 8))
    return damaged(bytes.path(), "not a DUMPI file: it is shorter than the number that begins one",
                   "give a DUMPI file");
  if (__builtin_bswap64(magic) == kMagic)
    return damaged(bytes.path(), "the bytes of its numbers are swapped: DUMPI's files are big-endian",
                   "convert it with the tool that wrote it");
  if (magic != kMagic)
    return damaged(bytes.path(), fmt::format("not a DUMPI file: it begins with {:016x}, not {:016x}", magic, kMagic),
                   "give a DUMPI file");
  return sim::Nothing{};
}

sim::Result<Sections> readIndex(WindowedFile &bytes) {
  for (int words = kLongestIndex; words >= kShortestIndex; --words) {
    const std::uint64_t length = 8 * static_cast<std::uint64_t>(words);
    std::uint64_t magic = 0;
    if (bytes.size() < 8 + length)
      continue;
    bytes.seek(bytes.size() - length);
    if (!bytes.readNumber(magic, 8) || magic != kMagic)
      continue;
    Sections sections;
    std::uint64_t *const places[] = {&sections.datatype_sizes, &sections.functions, &sections.counters,
                                     &sections.header,         &sections.body,      &sections.footer,
                                     &sections.keyvals};
    for (int i = kLongestIndex - words; i < kLongestIndex - 1; ++i)
      if (!bytes.readNumber(*places[i], 8) || *places[i] >= bytes.size())
        return damaged(bytes.path(),
                       fmt::format("the index at its end names byte {}, but the file has {}", *places[i], bytes.size()),
                       "record the program again: the file is damaged");
    if (sections.body == 0)
      return damaged(bytes.path(), "the index at its end names no calls", "record the program again");
    return sections;
  }
  return damaged(bytes.path(), "there is no index at its end: the file is cut",
                 "copy it again, or record the program again and let it come to MPI_Finalize");
}

bool readText(WindowedFile &bytes, std::string &text) {
  std::uint64_t length = 0;
  if (!bytes.readNumber(length, 2) || bytes.position() + length > bytes.size())
    return false;
  text.resize(length);
  return bytes.read(reinterpret_cast<unsigned char *>(text.data()), length);
}

sim::Result<Header> readHeader(WindowedFile &bytes, const Sections &sections) {
  Header header;
  if (sections.header == 0)
    return header;
  bytes.seek(sections.header);
  bool good = true;
  for (int &part : header.version) {
    std::uint64_t number = 0;
    good = good && bytes.readNumber(number, 1);
    part = static_cast<int>(number);
  }
  std::uint64_t start = 0;
  good = good && bytes.readNumber(start, 8) && readText(bytes, header.host) && readText(bytes, header.user);
  header.start_seconds = static_cast<std::int64_t>(start);
  if (!good)
    return damaged(bytes.path(), fmt::format("the header at byte {} does not end", sections.header),
                   "record the program again: the file is damaged");
  return header;
}

} // namespace

sim::Result<File> File::open(const std::string &path) {
  sim::Result<WindowedFile> bytes = WindowedFile::open(path);
  if (!bytes)
    return bytes.error();
  if (const sim::Status good = checkMagic(*bytes); !good)
    return good.error();
  const sim::Result<Sections> sections = readIndex(*bytes);
  if (!sections)
    return sections.error();
  const sim::Result<Header> header = readHeader(*bytes, *sections);
  if (!header)
    return header.error();
  return File{std::move(*bytes), *sections, *header};
}

sim::Result<std::vector<std::int64_t>> File::datatypeSizes() {
  std::vector<std::int64_t> sizes;
  if (sections.datatype_sizes == 0)
    return sizes;
  bytes.seek(sections.datatype_sizes);
  std::uint64_t count = 0, size = 0;
  bool good = bytes.readNumber(count, 4) && bytes.position() + 4 * count <= bytes.size();
  for (std::uint64_t i = 0; good && i < count; ++i) {
    good = bytes.readNumber(size, 4);
    sizes.push_back(static_cast<std::int32_t>(size));
  }
  if (!good)
    return damaged(bytes.path(), fmt::format("the sizes of datatypes at byte {} do not end", sections.datatype_sizes),
                   "record the program again: the file is damaged");
  return sizes;
}

sim::Result<std::map<std::string, std::int64_t>> File::callCounts() {
  std::map<std::string, std::int64_t> counts;
  if (sections.footer == 0)
    return counts;
  bytes.seek(sections.footer);
  std::uint64_t magic = 0;
  // Calls that were made, then those that were not recorded.
  std::array<std::array<std::uint64_t, kFunctions + 1>, 2> numbers{};
  bool good = bytes.readNumber(magic, 8) && magic == kFooterMagic;
  for (auto &list : numbers)
    for (std::uint64_t &number : list)
      good = good && bytes.readNumber(number, 4);
  for (unsigned i = 0; good && i < kFunctions; ++i)
    if (numbers[0][i] != numbers[1][i])
      counts["MPI_" + std::string(layouts()[i].name)] = static_cast<std::int64_t>(numbers[0][i] - numbers[1][i]);
  if (!good)
    return damaged(bytes.path(), fmt::format("the counts of calls at byte {} are damaged", sections.footer),
                   "record the program again");
  return counts;
}

} // namespace maquette::traces::dumpi
