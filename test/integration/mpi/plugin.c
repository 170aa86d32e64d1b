/* test/integration/mpi/plugin.c - a shared object that plugins.c loads, and one that it needs (PLUGIN_BASE)
 * SPDX-License-Identifier: Apache-2.0
 */
#ifdef PLUGIN_BASE

int base_constructions = 10;
__attribute__((constructor)) static void constructBase(void) { ++base_constructions; }

#else

extern int base_constructions;
extern int host_value;

int plugin_value = 5;
static int constructions = 20, calls;
static int *const where = &calls;
static int *const hosts = &host_value;

__attribute__((constructor)) static void construct(void) { ++constructions; }

int plugin_call(void) { return ++*where; }
int plugin_host(void) { return *hosts; }
int plugin_constructions(void) { return constructions; }
int plugin_base_constructions(void) { return base_constructions; }

#endif
