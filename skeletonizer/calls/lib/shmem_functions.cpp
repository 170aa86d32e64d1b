//===- skeletonizer/calls/lib/shmem_functions.cpp - arguments of OpenSHMEM functions -===//
// SPDX-License-Identifier: Apache-2.0
#include "shmem_functions.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <unordered_map>

namespace maquette::skeletonizer {

namespace {

/// What a function does, by the name that it has for all types and contexts. A letter for each argument behind the
/// context:
///   i, o     address of what is sent, of what is written by who sends it: payload
///   r, w, x  address of what is read, written, both, whoever needs it
///   p        a PE, a team or a context: who talks to whom
///   v        a value that is needed
struct Pattern {
  std::string_view name;
  std::string_view arguments;
};

constexpr std::array kPatterns = {Pattern{"init", ""},
                                  Pattern{"init_thread", "vw"},
                                  Pattern{"finalize", ""},
                                  Pattern{"my_pe", ""},
                                  Pattern{"n_pes", ""},
                                  Pattern{"num_pes", ""},
                                  Pattern{"pe_accessible", "v"},
                                  Pattern{"addr_accessible", "vp"},
                                  Pattern{"ptr", "vp"},
                                  Pattern{"team_ptr", "pvp"},
                                  Pattern{"info_get_version", "ww"},
                                  Pattern{"info_get_name", "w"},
                                  Pattern{"query_thread", "w"},
                                  Pattern{"malloc", "v"},
                                  Pattern{"calloc", "vv"},
                                  Pattern{"align", "vv"},
                                  Pattern{"memalign", "vv"},
                                  Pattern{"realloc", "vv"},
                                  Pattern{"free", "v"},
                                  Pattern{"malloc_with_hints", "vv"},
                                  Pattern{"team_my_pe", "p"},
                                  Pattern{"team_n_pes", "p"},
                                  Pattern{"team_get_config", "pvw"},
                                  Pattern{"team_translate_pe", "pvp"},
                                  Pattern{"team_split_strided", "pvvvrvw"},
                                  Pattern{"team_split_2d", "pvrvwrvw"},
                                  Pattern{"team_destroy", "p"},
                                  Pattern{"ctx_create", "vw"},
                                  Pattern{"team_create_ctx", "pvw"},
                                  Pattern{"ctx_destroy", "p"},
                                  Pattern{"ctx_get_team", "pw"},
                                  Pattern{"put", "oivp"},
                                  Pattern{"put_nbi", "oivp"},
                                  Pattern{"iput", "oivvvp"},
                                  Pattern{"p", "xvp"},
                                  Pattern{"get", "oivp"},
                                  Pattern{"get_nbi", "oivp"},
                                  Pattern{"iget", "oivvvp"},
                                  Pattern{"g", "rp"},
                                  Pattern{"put_signal", "oivxvvp"},
                                  Pattern{"put_signal_nbi", "oivxvvp"},
                                  Pattern{"signal_fetch", "r"},
                                  Pattern{"atomic_fetch", "rp"},
                                  Pattern{"atomic_set", "xvp"},
                                  Pattern{"atomic_compare_swap", "xvvp"},
                                  Pattern{"atomic_swap", "xvp"},
                                  Pattern{"atomic_fetch_inc", "xp"},
                                  Pattern{"atomic_inc", "xp"},
                                  Pattern{"atomic_fetch_add", "xvp"},
                                  Pattern{"atomic_add", "xvp"},
                                  Pattern{"atomic_fetch_and", "xvp"},
                                  Pattern{"atomic_and", "xvp"},
                                  Pattern{"atomic_fetch_or", "xvp"},
                                  Pattern{"atomic_or", "xvp"},
                                  Pattern{"atomic_fetch_xor", "xvp"},
                                  Pattern{"atomic_xor", "xvp"},
                                  Pattern{"atomic_fetch_nbi", "wrp"},
                                  Pattern{"atomic_compare_swap_nbi", "wxvvp"},
                                  Pattern{"atomic_swap_nbi", "wxvp"},
                                  Pattern{"atomic_fetch_inc_nbi", "wxp"},
                                  Pattern{"atomic_fetch_add_nbi", "wxvp"},
                                  Pattern{"atomic_fetch_and_nbi", "wxvp"},
                                  Pattern{"atomic_fetch_or_nbi", "wxvp"},
                                  Pattern{"atomic_fetch_xor_nbi", "wxvp"},
                                  Pattern{"fetch", "rp"},
                                  Pattern{"set", "xvp"},
                                  Pattern{"cswap", "xvvp"},
                                  Pattern{"swap", "xvp"},
                                  Pattern{"finc", "xp"},
                                  Pattern{"inc", "xp"},
                                  Pattern{"fadd", "xvp"},
                                  Pattern{"add", "xvp"},
                                  Pattern{"barrier_all", ""},
                                  Pattern{"barrier", "pppv"},
                                  Pattern{"sync_all", ""},
                                  Pattern{"sync", "pppv"},
                                  Pattern{"team_sync", "p"},
                                  Pattern{"broadcast", "poivp"},
                                  Pattern{"collect", "poiv"},
                                  Pattern{"fcollect", "poiv"},
                                  Pattern{"alltoall", "poiv"},
                                  Pattern{"alltoalls", "poivvv"},
                                  Pattern{"reduce", "poiv"},
                                  Pattern{"to_all", "oivpppvv"},
                                  Pattern{"wait_until", "rvv"},
                                  Pattern{"wait", "rv"},
                                  Pattern{"signal_wait_until", "rvv"},
                                  Pattern{"test", "rvv"},
                                  Pattern{"wait_until_all", "rvrvv"},
                                  Pattern{"wait_until_any", "rvrvv"},
                                  Pattern{"wait_until_some", "rvwrvv"},
                                  Pattern{"wait_until_all_vector", "rvrvr"},
                                  Pattern{"wait_until_any_vector", "rvrvr"},
                                  Pattern{"wait_until_some_vector", "rvwrvr"},
                                  Pattern{"test_all", "rvrvv"},
                                  Pattern{"test_any", "rvrvv"},
                                  Pattern{"test_some", "rvwrvv"},
                                  Pattern{"test_all_vector", "rvrvr"},
                                  Pattern{"test_any_vector", "rvrvr"},
                                  Pattern{"test_some_vector", "rvwrvr"},
                                  Pattern{"fence", ""},
                                  Pattern{"ctx_fence", "p"},
                                  Pattern{"quiet", ""},
                                  Pattern{"ctx_quiet", "p"},
                                  Pattern{"set_lock", "x"},
                                  Pattern{"test_lock", "x"},
                                  Pattern{"clear_lock", "x"},
                                  Pattern{"pcontrol", "v"}};

/// Those over active sets of 1.4, whose sizes the name tells.
constexpr std::array kActiveSets = {Pattern{"broadcast", "oivppppv"}, Pattern{"collect", "oivpppv"},
                                    Pattern{"fcollect", "oivpppv"}, Pattern{"alltoall", "oivpppv"},
                                    Pattern{"alltoalls", "oivvvpppv"}};

constexpr std::array<std::string_view, 26> kTypes = {
    "float",  "double", "longdouble", "char",  "schar",   "short",     "int",      "long",    "longlong",
    "uchar",  "ushort", "uint",       "ulong", "int8",    "int16",     "int32",    "int64",   "uint8",
    "uint16", "uint32", "uint64",     "size",  "ptrdiff", "ulonglong", "complexf", "complexd"};
constexpr std::array<std::string_view, 6> kSizes = {"128", "16", "32", "64", "8", "mem"};
constexpr std::array<std::string_view, 7> kReductions = {"and", "or", "xor", "max", "min", "sum", "prod"};

constexpr std::pair<std::string_view, std::string_view> kOldNames[] = {
    {"start_pes", "init"},   {"_my_pe", "my_pe"},      {"my_pe", "my_pe"},
    {"_num_pes", "n_pes"},   {"num_pes", "n_pes"},     {"shmalloc", "malloc"},
    {"shmemalign", "align"}, {"shrealloc", "realloc"}, {"shfree", "free"}};

MpiArgument argumentOf(char letter) {
  switch (letter) {
  case 'i':
    return MpiArgument::PayloadIn;
  case 'o':
    return MpiArgument::PayloadOut;
  case 'r':
    return MpiArgument::ArrayIn;
  case 'w':
    return MpiArgument::Out;
  case 'x':
    return MpiArgument::InOut;
  case 'p':
    return MpiArgument::Matching;
  default:
    return MpiArgument::Value;
  }
}

MpiFunction describe(const Pattern &pattern, bool has_context) {
  MpiFunction function;
  function.symmetric = true;
  const std::string_view name = pattern.name;
  function.allocates = name == "malloc" || name == "calloc" || name.ends_with("align") || name == "realloc" ||
                       name == "malloc_with_hints";
  function.returns_argument = name == "ptr" ? 0 : name == "team_ptr" ? 1 : name == "realloc" ? 0 : -1;
  function.alike = name == "n_pes" || name == "num_pes";
  if (has_context)
    function.arguments.push_back(MpiArgument::Matching);
  for (const char letter : pattern.arguments)
    function.arguments.push_back(argumentOf(letter));
  return function;
}

using Table = std::unordered_map<std::string, MpiFunction>;

/// With a context and without.
void addBoth(Table &table, const std::string &name, const Pattern &pattern) {
  table.try_emplace("shmem_" + name, describe(pattern, false));
  table.try_emplace("shmem_ctx_" + name, describe(pattern, true));
}

/// put64 of put, putmem_nbi of put_nbi.
std::string sized(std::string_view name, std::string_view size) {
  const std::size_t word = std::min(name.find('_'), name.size());
  return std::string(name.substr(0, word)) + std::string(size) + std::string(name.substr(word));
}

/// All names that there could be: some of them there are not.
Table makeTable() {
  Table table;
  for (const Pattern &pattern : kPatterns)
    table.try_emplace("shmem_" + std::string(pattern.name), describe(pattern, false));
  for (const Pattern &pattern : kPatterns)
    for (const std::string_view type : kTypes) {
      const std::string of_type = std::string(type) + "_";
      if (pattern.name != "reduce" && pattern.name != "to_all")
        addBoth(table, of_type + std::string(pattern.name), pattern);
      else
        for (const std::string_view operation : kReductions)
          addBoth(table, of_type + std::string(operation) + "_" + std::string(pattern.name), pattern);
    }
  for (const Pattern &set : kActiveSets)
    for (const std::string_view size : kSizes)
      if (size != "mem")
        table.try_emplace("shmem_" + sized(set.name, size), describe(set, false));
  for (const Pattern &pattern : kPatterns)
    for (const std::string_view size : kSizes)
      addBoth(table, sized(pattern.name, size), pattern);
  for (const auto &[old, now] : kOldNames)
    table.try_emplace(std::string(old), table.at("shmem_" + std::string(now)));
  return table;
}

} // namespace

const MpiFunction *shmemFunction(const std::string &name) {
  static const Table kTable = makeTable();
  const auto found = kTable.find(name.starts_with("pshmem_") ? name.substr(1) : name);
  return found == kTable.end() ? nullptr : &found->second;
}

} // namespace maquette::skeletonizer
