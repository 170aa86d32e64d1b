//===- runtime/fortran/privatize/plugin.cpp - what GCC loads -----------------===//
// SPDX-License-Identifier: Apache-2.0
#include "addresses.h"
#include "placement.h"

#include "diagnostic-core.h"
#include "plugin-version.h"

/// GCC loads no plug-in without it.
int plugin_is_GPL_compatible; // NOLINT(readability-identifier-naming)

namespace {

constexpr pass_data kPassData = {GIMPLE_PASS, "maquette_private", OPTGROUP_NONE, TV_NONE, PROP_cfg | PROP_ssa, 0, 0,
                                 0,           TODO_update_ssa};

class PrivatizePass : public gimple_opt_pass {
public:
  explicit PrivatizePass(gcc::context *context) : gimple_opt_pass(kPassData, context) {}
  unsigned execute(function *function) final {
    maquette::fortran::rewriteAddresses(function);
    return 0;
  }
};

void beforePasses(void *, void *) { maquette::fortran::placeDefinitions(); }

} // namespace

int plugin_init(plugin_name_args *plugin, plugin_gcc_version *version) {
  if (!plugin_default_version_check(version, &gcc_version)) {
    error("%s was made for GCC %s, and this is GCC %s", plugin->full_name, gcc_version.basever, version->basever);
    return 1;
  }
  register_pass_info pass = {new PrivatizePass(g), "ssa", 1, PASS_POS_INSERT_AFTER};
  register_callback(plugin->base_name, PLUGIN_PASS_MANAGER_SETUP, nullptr, &pass);
  register_callback(plugin->base_name, PLUGIN_ALL_IPA_PASSES_START, beforePasses, nullptr);
  return 0;
}
