//===- runtime/host/lib/call_site.cpp - which source line an address belongs to ----===//
// SPDX-License-Identifier: Apache-2.0
#include "maquette/host/call_site.h"

#include <cxxabi.h>
#include <elfutils/libdw.h>
#include <elfutils/libdwfl.h>
#include <unistd.h>

#include <cstdint>
#include <cstdlib>

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

} // namespace

struct CallSiteResolver::Session {
  /// By build id: dwfl_standard_find_debuginfo() would load what asks servers for debug information.
  Dwfl_Callbacks callbacks{dwfl_linux_proc_find_elf, dwfl_build_id_find_debuginfo, nullptr, nullptr};
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
