//===- maquette/host/call_site.h - which source line an address belongs to ------===//
// SPDX-License-Identifier: Apache-2.0
/// \file
/// Names code addresses of this process by its debug information (libdw). Slow and allocating: for reports, after the
/// fact.
#ifndef MAQUETTE_HOST_CALL_SITE_H
#define MAQUETTE_HOST_CALL_SITE_H

#include <memory>
#include <string>

namespace maquette::runtime {

struct CallSite {
  std::string function; ///< Demangled; empty if unknown.
  std::string file;     ///< As the compiler was given it; empty without debug information.
  int line = 0;
};

class CallSiteResolver {
public:
  CallSiteResolver();
  ~CallSiteResolver();
  CallSiteResolver(const CallSiteResolver &) = delete;
  CallSiteResolver &operator=(const CallSiteResolver &) = delete;

  /// The call that returns to \p return_address.
  CallSite resolve(const void *return_address) const;

private:
  struct Session;
  std::unique_ptr<Session> session_;
};

/// "solve() at cg.c:31", with what is known of it.
std::string toText(const CallSite &site);

} // namespace maquette::runtime

#endif
