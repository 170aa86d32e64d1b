/* test/integration/mpi/environment.c - versions, errors, memory, info objects, attributes
 * SPDX-License-Identifier: Apache-2.0
 */
#include "check.h"

#include <string.h>

static void versions(int provided) {
  char text[MPI_MAX_LIBRARY_VERSION_STRING], name[MPI_MAX_PROCESSOR_NAME];
  int number, minor, length, flag;
  MPI_Query_thread(&number);
  CHECK(number == provided);
  MPI_Is_thread_main(&flag);
  CHECK(flag);
  MPI_Get_version(&number, &minor);
  CHECK(number == MPI_VERSION && minor == MPI_SUBVERSION);
  MPI_Get_library_version(text, &length);
  CHECK(length > 0 && (int)strlen(text) == length);
  MPI_Get_processor_name(name, &length);
  CHECK(length > 0 && (int)strlen(name) == length);
  CHECK(MPI_Wtick() > 0 && MPI_Wtick() < 1e-6);
  CHECK(MPI_Pcontrol(1) == MPI_SUCCESS);
}

static void memory(void) {
  char *base;
  MPI_Aint first, second;
  CHECK(MPI_Alloc_mem(100, MPI_INFO_NULL, &base) == MPI_SUCCESS);
  base[99] = 7;
  MPI_Get_address(base, &first);
  MPI_Get_address(base + 40, &second);
  CHECK(MPI_Aint_diff(second, first) == 40 && MPI_Aint_add(first, 40) == second);
  CHECK(MPI_Free_mem(base) == MPI_SUCCESS);
}

static int handled;
static void onError(MPI_Comm *comm, int *code, ...) {
  CHECK(*comm == MPI_COMM_SELF);
  handled = *code;
}

static void errors(void) {
  char text[MPI_MAX_ERROR_STRING];
  int class_of, code, length, found, *last, flag;
  MPI_Error_string(MPI_ERR_TRUNCATE, text, &length);
  CHECK(length > 0 && (int)strlen(text) == length);
  MPI_Add_error_class(&class_of);
  MPI_Add_error_code(class_of, &code);
  MPI_Error_string(code, text, &length);
  CHECK(length == 0); /* Nothing is said of it yet. */
  MPI_Add_error_string(code, "one of ours");
  MPI_Error_class(code, &found);
  CHECK(class_of > MPI_ERR_RMA_FLAVOR && found == class_of && code != class_of);
  MPI_Error_string(code, text, &length);
  CHECK(strcmp(text, "one of ours") == 0);
  MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_LASTUSEDCODE, &last, &flag);
  CHECK(flag && *last >= code);

  MPI_Errhandler handler, read_back;
  MPI_Comm_create_errhandler(onError, &handler);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, handler);
  MPI_Errhandler_free(&handler);
  CHECK(handler == MPI_ERRHANDLER_NULL);
  MPI_Comm_call_errhandler(MPI_COMM_SELF, code);
  CHECK(handled == code);
  MPI_Errhandler_create(onError, &handler);
  MPI_Errhandler_set(MPI_COMM_SELF, handler);
  MPI_Errhandler_get(MPI_COMM_SELF, &read_back);
  CHECK(read_back == handler);
  MPI_Errhandler_free(&handler);
  MPI_Errhandler_set(MPI_COMM_SELF, MPI_ERRORS_RETURN);
}

static void infos(void) {
  MPI_Info info, copy;
  char text[MPI_MAX_INFO_VAL + 1], key[MPI_MAX_INFO_KEY + 1];
  int count, length, flag;
  MPI_Info_create(&info);
  MPI_Info_set(info, "first", "1");
  MPI_Info_set(info, "second", "two");
  MPI_Info_dup(info, &copy);
  MPI_Info_set(info, "second", "changed");
  MPI_Info_get_nkeys(info, &count);
  CHECK(count == 2);
  MPI_Info_get_nthkey(info, 1, key);
  CHECK(strcmp(key, "second") == 0);
  MPI_Info_get_valuelen(copy, "second", &length, &flag);
  CHECK(flag && length == 3);
  MPI_Info_get(copy, "second", 2, text, &flag);
  CHECK(flag && strcmp(text, "tw") == 0);
  MPI_Info_delete(info, "first");
  MPI_Info_get(info, "first", 10, text, &flag);
  CHECK(!flag);
  MPI_Info_free(&copy);
  CHECK(copy == MPI_INFO_NULL);

  MPI_Comm comm;
  MPI_Request request;
  MPI_Comm_dup_with_info(MPI_COMM_WORLD, info, &comm);
  MPI_Comm_set_info(comm, info);
  MPI_Comm_get_info(comm, &copy);
  CHECK(copy != MPI_INFO_NULL);
  MPI_Info_free(&copy);
  MPI_Comm_free(&comm);
  MPI_Comm_idup_with_info(MPI_COMM_WORLD, info, &comm, &request);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Barrier(comm);
  MPI_Comm_free(&comm);
  MPI_Info_free(&info);
}

static int deleted;
static int onDelete(MPI_Comm comm, int keyval, void *value, void *extra) {
  (void)comm, (void)keyval, (void)extra;
  deleted += *(int *)value;
  return MPI_SUCCESS;
}

/* By the names that MPI 1 gave these functions. */
static void oldAttributes(void) {
  int keyval, value = 3, *found, flag;
  MPI_Comm copy;
  MPI_Keyval_create(MPI_DUP_FN, onDelete, &keyval, NULL);
  MPI_Attr_put(MPI_COMM_SELF, keyval, &value);
  MPI_Comm_dup(MPI_COMM_SELF, &copy);
  MPI_Attr_get(copy, keyval, &found, &flag);
  CHECK(flag && found == &value);
  MPI_Comm_free(&copy);
  CHECK(deleted == 3);
  MPI_Attr_delete(MPI_COMM_SELF, keyval);
  CHECK(deleted == 6);
  MPI_Attr_get(MPI_COMM_SELF, keyval, &found, &flag);
  CHECK(!flag);
  MPI_Keyval_free(&keyval);
  CHECK(keyval == MPI_KEYVAL_INVALID);
}

static void groups(void) {
  MPI_Group world, some, rest, both;
  int size, rank, count, range[1][3] = {{0, 0, 1}}, zero = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_excl(world, 1, &zero, &rest);
  MPI_Group_size(rest, &count);
  CHECK(count == size - 1);
  MPI_Group_rank(rest, &count);
  CHECK(count == (rank == 0 ? MPI_UNDEFINED : rank - 1));
  MPI_Group_range_excl(world, 1, range, &some);
  MPI_Group_compare(some, rest, &count);
  CHECK(count == MPI_IDENT);
  MPI_Group_intersection(rest, world, &both);
  MPI_Group_size(both, &count);
  CHECK(count == size - 1);
  if (size > 1) {
    MPI_Group_free(&some);
    MPI_Group_free(&rest);
    MPI_Group_free(&both);
  }
  MPI_Group_free(&world);
}

int main(int argc, char **argv) {
  int provided;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_MULTIPLE, &provided);
  CHECK(provided == MPI_THREAD_MULTIPLE);
  versions(provided);
  memory();
  errors();
  infos();
  oldAttributes();
  groups();
  MPI_Finalize();
  return 0;
}
