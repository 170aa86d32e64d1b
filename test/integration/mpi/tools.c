/* test/integration/mpi/tools.c - MPI_T: settings and counters of the simulator
 * SPDX-License-Identifier: Apache-2.0
 */
#include "check.h"

#include <string.h>

static int rank, size;

static void settings(void) {
  int count, index, length = 0, verbosity, binding, scope, elements;
  char name[64], description[128];
  MPI_Datatype type;
  MPI_T_enum enumtype;
  MPI_T_cvar_handle handle;
  CHECK(MPI_T_cvar_get_num(&count) == MPI_SUCCESS && count >= 10);
  for (int i = 0; i < count; ++i) {
    int name_length = sizeof name, description_length = sizeof description, found;
    CHECK(MPI_T_cvar_get_info(i, name, &name_length, &verbosity, &type, &enumtype, description, &description_length,
                              &binding, &scope) == MPI_SUCCESS);
    CHECK((int)strlen(name) + 1 == name_length && description[0] != '\0' && enumtype == MPI_T_ENUM_NULL);
    CHECK(binding == MPI_T_BIND_NO_OBJECT);
    CHECK(MPI_T_cvar_get_index(name, &found) == MPI_SUCCESS && found == i);
  }
  CHECK(MPI_T_cvar_get_info(count, name, &length, NULL, NULL, NULL, NULL, NULL, NULL, NULL) == MPI_T_ERR_INVALID_INDEX);
  CHECK(MPI_T_cvar_get_index("no such", &index) == MPI_T_ERR_INVALID_NAME);

  char model[32];
  MPI_T_cvar_get_index("network_model", &index);
  MPI_T_cvar_handle_alloc(index, NULL, &handle, &elements);
  CHECK(elements <= (int)sizeof model && MPI_T_cvar_read(handle, model) == MPI_SUCCESS && strcmp(model, "logp") == 0);
  CHECK(MPI_T_cvar_write(handle, model) == MPI_T_ERR_CVAR_SET_NEVER);
  MPI_T_cvar_handle_free(&handle);
  CHECK(handle == MPI_T_CVAR_HANDLE_NULL);

  /* A message above the eager threshold waits for its receive, one below does not. */
  MPI_Count threshold, higher;
  MPI_T_cvar_get_index("eager_threshold", &index);
  MPI_T_cvar_handle_alloc(index, NULL, &handle, &elements);
  MPI_T_cvar_read(handle, &threshold);
  CHECK(threshold >= 0);
  higher = threshold + 100000;
  MPI_Barrier(MPI_COMM_WORLD);
  CHECK(MPI_T_cvar_write(handle, &higher) == MPI_SUCCESS);
  MPI_Barrier(MPI_COMM_WORLD);
  char *const data = calloc(1, (size_t)higher);
  if (size > 1 && rank < 2) {
    MPI_Send(data, (int)higher, MPI_CHAR, 1 - rank, 0, MPI_COMM_WORLD); /* would never end if it waited */
    MPI_Recv(data, (int)higher, MPI_CHAR, 1 - rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  }
  free(data);
  MPI_T_cvar_handle_free(&handle);
}

static void counters(void) {
  int count, index, elements, pvar_class, read_only, continuous, atomic;
  unsigned long long before = 0, after = 0;
  double clock = -1;
  MPI_T_pvar_session session;
  MPI_T_pvar_handle messages, seconds;
  CHECK(MPI_T_pvar_get_num(&count) == MPI_SUCCESS && count >= 5);
  for (int i = 0; i < count; ++i) {
    char name[64];
    int length = sizeof name, found;
    CHECK(MPI_T_pvar_get_info(i, name, &length, NULL, &pvar_class, NULL, NULL, NULL, NULL, NULL, &read_only,
                              &continuous, &atomic) == MPI_SUCCESS);
    CHECK(read_only && continuous && !atomic);
    CHECK(MPI_T_pvar_get_index(name, pvar_class, &found) == MPI_SUCCESS && found == i);
  }
  MPI_T_pvar_session_create(&session);
  CHECK(MPI_T_pvar_get_index("messages", MPI_T_PVAR_CLASS_LEVEL, &index) == MPI_T_ERR_INVALID_NAME);
  CHECK(MPI_T_pvar_get_index("messages", MPI_T_PVAR_CLASS_COUNTER, &index) == MPI_SUCCESS);
  CHECK(MPI_T_pvar_handle_alloc(session, index, NULL, &messages, &elements) == MPI_SUCCESS && elements == 1);
  MPI_T_pvar_get_index("simulated_seconds", MPI_T_PVAR_CLASS_AGGREGATE, &index);
  MPI_T_pvar_handle_alloc(session, index, NULL, &seconds, &elements);
  MPI_T_pvar_read(session, messages, &before);
  MPI_Sendrecv(&rank, 1, MPI_INT, rank, 0, &index, 1, MPI_INT, rank, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  MPI_T_pvar_read(session, messages, &after);
  CHECK(after > before);
  MPI_T_pvar_read(session, seconds, &clock);
  CHECK(clock >= 0 && clock <= MPI_Wtime());
  CHECK(MPI_T_pvar_start(session, messages) == MPI_T_ERR_PVAR_NO_STARTSTOP);
  CHECK(MPI_T_pvar_stop(session, MPI_T_PVAR_ALL_HANDLES) == MPI_SUCCESS);
  CHECK(MPI_T_pvar_write(session, messages, &before) == MPI_T_ERR_PVAR_NO_WRITE);
  CHECK(MPI_T_pvar_reset(session, messages) == MPI_T_ERR_PVAR_NO_WRITE);
  CHECK(MPI_T_pvar_readreset(session, messages, &before) == MPI_T_ERR_PVAR_NO_ATOMIC);
  CHECK(MPI_T_pvar_handle_free(session, &messages) == MPI_SUCCESS && messages == MPI_T_PVAR_HANDLE_NULL);
  CHECK(MPI_T_pvar_read(session, messages, &before) == MPI_T_ERR_INVALID_HANDLE);
  CHECK(MPI_T_pvar_session_free(&session) == MPI_SUCCESS && session == MPI_T_PVAR_SESSION_NULL);
}

static void categories(void) {
  int count, settings_seen = 0, counters_seen = 0, number, stamp, value;
  CHECK(MPI_T_category_get_num(&count) == MPI_SUCCESS && count > 0);
  for (int i = 0; i < count; ++i) {
    char name[64];
    int length = sizeof name, cvars, pvars, inner, found, members[32];
    CHECK(MPI_T_category_get_info(i, name, &length, NULL, NULL, &cvars, &pvars, &inner) == MPI_SUCCESS);
    CHECK(inner == 0 && MPI_T_category_get_index(name, &found) == MPI_SUCCESS && found == i);
    CHECK(MPI_T_category_get_cvars(i, 32, members) == MPI_SUCCESS &&
          MPI_T_category_get_pvars(i, 32, members) == MPI_SUCCESS);
    CHECK(MPI_T_category_get_categories(i, 32, members) == MPI_SUCCESS);
    settings_seen += cvars;
    counters_seen += pvars;
  }
  MPI_T_cvar_get_num(&number);
  CHECK(settings_seen == number);
  MPI_T_pvar_get_num(&number);
  CHECK(counters_seen == number);
  CHECK(MPI_T_category_changed(&stamp) == MPI_SUCCESS);
  char name[8];
  CHECK(MPI_T_enum_get_info(MPI_T_ENUM_NULL, &number, name, &value) == MPI_T_ERR_INVALID_HANDLE);
  CHECK(MPI_T_enum_get_item(MPI_T_ENUM_NULL, 0, &number, name, &value) == MPI_T_ERR_INVALID_HANDLE);
}

int main(int argc, char **argv) {
  int provided, count;
  CHECK(MPI_T_cvar_get_num(&count) == MPI_T_ERR_NOT_INITIALIZED);
  MPI_T_init_thread(MPI_THREAD_SINGLE, &provided);
  CHECK(provided == MPI_THREAD_SINGLE);
  CHECK(MPI_T_cvar_get_num(&count) == MPI_SUCCESS); /* before MPI_Init */
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  settings();
  counters();
  categories();
  MPI_Finalize();
  CHECK(MPI_T_finalize() == MPI_SUCCESS);
  CHECK(MPI_T_finalize() == MPI_T_ERR_NOT_INITIALIZED);
  return 0;
}
