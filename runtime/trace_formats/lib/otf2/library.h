//===- runtime/trace_formats/lib/otf2/library.h - OTF2's library and what it complains of ---===//
// SPDX-License-Identifier: Apache-2.0
#ifndef MAQUETTE_TRACE_FORMATS_LIB_OTF2_LIBRARY_H
#define MAQUETTE_TRACE_FORMATS_LIB_OTF2_LIBRARY_H

#include <otf2/otf2.h>

#include <cstdarg>
#include <string>

namespace maquette::traces::otf2 {

/// Keeps what the library says is wrong. Of several the youngest hears it; when that has gone, nobody does until
/// another is made, and what calls return must tell: check().
class Complaints {
public:
  Complaints() : former_(OTF2_Error_RegisterCallback(take, this)) {}
  ~Complaints() { OTF2_Error_RegisterCallback(former_, nullptr); }
  Complaints(const Complaints &) = delete;
  Complaints &operator=(const Complaints &) = delete;

  /// Of the first one; empty: there is none.
  const std::string &what() const { return what_; }
  /// Takes the result of a call of the library.
  void check(OTF2_ErrorCode code) {
    if (code != OTF2_SUCCESS && what_.empty())
      what_ = OTF2_Error_GetDescription(code);
  }

private:
  static OTF2_ErrorCode take(void *self, const char *, std::uint64_t, const char *, OTF2_ErrorCode code, const char *,
                             va_list) {
    if (self != nullptr)
      static_cast<Complaints *>(self)->check(code);
    return code;
  }

  OTF2_ErrorCallback former_;
  std::string what_;
};

/// Property of an archive whose clock begins with the ranks' program: computing before their first calls counts.
constexpr const char *kFromStart = "MAQUETTE::FROM_START";

} // namespace maquette::traces::otf2

#endif
