//===- runtime/host/lib/call_site.cpp - which source line an address belongs to ----===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/host/call_site.h"

#include <boost/crc.hpp>
#include <cxxabi.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>
#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <string>

namespace maquette::runtime {

namespace {

std::string demangled(const char *name) {
  int status = 0;
  char *plain = abi::__cxa_demangle(name, nullptr, nullptr, &status);
  std::string out = status == 0 && plain ? plain : name;
  std::free(plain);
  return out;
}

/// Clang writes no table of address ranges (.debug_aranges), without which libdwfl does not find the unit of an
/// address.
Dwarf_Line *lineInAnyUnit(Dwfl_Module *module, Dwarf_Addr address) {
  Dwarf_Addr bias = 0;
  for (Dwarf_Die *unit = nullptr; (unit = dwfl_module_nextcu(module, unit, &bias)) != nullptr;)
    if (Dwarf_Line *line = dwarf_getsrc_die(unit, address - bias))
      return line;
  return nullptr;
}

bool hasChecksum(int file, GElf_Word expected) {
  struct stat about{};
  if (fstat(file, &about) != 0 || about.st_size == 0)
    return false;
  const auto bytes = static_cast<std::size_t>(about.st_size);
  void *const data = mmap(nullptr, bytes, PROT_READ, MAP_PRIVATE, file, 0);
  if (data == MAP_FAILED)
    return false;
  boost::crc_32_type checksum;
  checksum.process_bytes(data, bytes);
  munmap(data, bytes);
  return checksum.checksum() == expected;
}

/// Where debuggers look: by build id, then for the file that the object at \p object names (objcopy
/// --add-gnu-debuglink). dwfl_standard_find_debuginfo() would also load what asks servers.
int findDebugInformation(Dwfl_Module *module, void **data, const char *name, Dwarf_Addr begin, const char *object,
                         const char *link, GElf_Word checksum, char **found) {
  const int by_id = dwfl_build_id_find_debuginfo(module, data, name, begin, object, link, checksum, found);
  if (by_id >= 0 || object == nullptr || link == nullptr)
    return by_id;
  const std::string whole = object;
  const std::string folder = whole.substr(0, whole.rfind('/') + 1);
  for (const std::string &path : {folder + link, folder + ".debug/" + link, "/usr/lib/debug" + folder + link}) {
    const int file = open(path.c_str(), O_RDONLY | O_CLOEXEC);
    if (file >= 0 && hasChecksum(file, checksum)) {
      *found = strdup(path.c_str());
      return file;
    }
    if (file >= 0)
      close(file);
  }
  return -1;
}

} // namespace

struct CallSiteResolver::Session {
  Dwfl_Callbacks callbacks{dwfl_linux_proc_find_elf, findDebugInformation, nullptr, nullptr};
  Dwfl *dwfl = dwfl_begin(&callbacks);
  ~Session() { dwfl_end(dwfl); }
};

CallSiteResolver::CallSiteResolver() : session_(std::make_unique<Session>()) {
  if (!session_->dwfl)
    return;
  dwfl_linux_proc_report(session_->dwfl, getpid());
  dwfl_report_end(session_->dwfl, nullptr, nullptr);
}

CallSiteResolver::~CallSiteResolver() = default;

CallSite CallSiteResolver::resolve(const void *return_address) const {
  CallSite out;
  const auto address = static_cast<Dwarf_Addr>(reinterpret_cast<std::uintptr_t>(return_address)) - 1; // inside the call
  Dwfl_Module *module = session_->dwfl && return_address ? dwfl_addrmodule(session_->dwfl, address) : nullptr;
  if (!module)
    return out;
  if (const char *name = dwfl_module_addrname(module, address))
    out.function = demangled(name);
  if (Dwfl_Line *line = dwfl_module_getsrc(module, address)) {
    if (const char *file = dwfl_lineinfo(line, nullptr, &out.line, nullptr, nullptr, nullptr))
      out.file = file;
  } else if (Dwarf_Line *found = lineInAnyUnit(module, address)) {
    if (const char *file = dwarf_linesrc(found, nullptr, nullptr))
      out.file = file;
    dwarf_lineno(found, &out.line);
  }
  return out;
}

std::string toText(const CallSite &site) {
  std::string out = site.function.empty() ? std::string() : site.function;
  if (!out.empty() && out.back() != ')')
    out += "()";
  if (!site.file.empty())
    out += (out.empty() ? "" : " at ") + site.file + ":" + std::to_string(site.line);
  return out.empty() ? "an unknown place" : out;
}

} // namespace maquette::runtime
