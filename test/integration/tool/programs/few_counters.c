/* test/integration/tool/programs/few_counters.c - a PAPI library of a processor with two counters
 * SPDX-License-Identifier: Apache-2.0
 *
 * Its events have one letter; event A counts 1 more at each look, B 2 more and so on. */
#include <papi.h>

static int events[2];
static int count;
static long long looks;

int PAPI_library_init(int version) { return version; }
int PAPI_create_eventset(int *set) { return *set = 1, PAPI_OK; }
int PAPI_destroy_eventset(int *set) { return *set = PAPI_NULL, PAPI_OK; }
int PAPI_cleanup_eventset(int set) { return count = 0, set == 1 ? PAPI_OK : PAPI_ENOEVST; }
int PAPI_start(int set) { return set == 1 && count > 0 ? PAPI_OK : PAPI_ENOEVST; }

int PAPI_add_named_event(int set, const char *name) {
  if (set != 1 || name[0] < 'A' || name[0] > 'Z' || name[1] != 0)
    return PAPI_ENOEVNT;
  if (count == 2)
    return PAPI_ECNFLCT;
  events[count++] = name[0] - 'A' + 1;
  return PAPI_OK;
}

int PAPI_read(int set, long long *values) {
  ++looks;
  for (int i = 0; i < count; ++i)
    values[i] = looks * events[i];
  return set == 1 ? PAPI_OK : PAPI_ENOEVST;
}

int PAPI_stop(int set, long long *values) { return PAPI_read(set, values); }
