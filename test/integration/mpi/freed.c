/* test/integration/mpi/freed.c - handles that are used after they were freed, one kind for each word
 * SPDX-License-Identifier: Apache-2.0
 */
#include <mpi.h>
#include <stdio.h>
#include <string.h>

static void free_group(void) {
  MPI_Group group, copy;
  int size;
  MPI_Comm_group(MPI_COMM_WORLD, &group);
  copy = group;
  MPI_Group_free(&group);
  MPI_Group_size(copy, &size);
}

static void free_info(void) {
  MPI_Info info, copy;
  int keys;
  MPI_Info_create(&info);
  copy = info;
  MPI_Info_free(&info);
  MPI_Info_get_nkeys(copy, &keys);
}

static void add(void *from, void *to, int *count, MPI_Datatype *type) {
  (void)type;
  for (int i = 0; i < *count; ++i)
    ((int *)to)[i] += ((int *)from)[i];
}

static void free_operation(void) {
  MPI_Op operation, copy;
  int one = 1, sum;
  MPI_Op_create(add, 1, &operation);
  copy = operation;
  MPI_Op_free(&operation);
  MPI_Allreduce(&one, &sum, 1, MPI_INT, copy, MPI_COMM_WORLD);
}

static void free_window(void) {
  MPI_Win window, copy;
  int memory;
  MPI_Win_create(&memory, sizeof memory, 1, MPI_INFO_NULL, MPI_COMM_WORLD, &window);
  copy = window;
  MPI_Win_free(&window);
  MPI_Win_fence(0, copy);
}

static void close_file(void) {
  MPI_File file, copy;
  MPI_Offset size;
  MPI_File_open(MPI_COMM_SELF, "freed.data", MPI_MODE_CREATE | MPI_MODE_RDWR | MPI_MODE_DELETE_ON_CLOSE, MPI_INFO_NULL,
                &file);
  copy = file;
  MPI_File_close(&file);
  MPI_File_get_size(copy, &size);
}

static void handle(MPI_Comm *comm, int *code, ...) {
  (void)comm;
  (void)code;
}

/* It may be set where it was set before it was freed, and MPI_Comm_get_errhandler gives another handle of it. */
static void free_handler(void) {
  MPI_Errhandler handler, another, copy;
  MPI_Comm_create_errhandler(handle, &handler);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, handler);
  copy = handler;
  MPI_Errhandler_free(&handler);
  MPI_Comm_get_errhandler(MPI_COMM_SELF, &another);
  MPI_Comm_set_errhandler(MPI_COMM_SELF, another);
  MPI_Errhandler_free(&another);
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, copy);
}

static void receive_message(void) {
  MPI_Message message, copy;
  int data = 0;
  MPI_Send(&data, 1, MPI_INT, 0, 1, MPI_COMM_SELF);
  MPI_Mprobe(0, 1, MPI_COMM_SELF, &message, MPI_STATUS_IGNORE);
  copy = message;
  MPI_Mrecv(&data, 1, MPI_INT, &message, MPI_STATUS_IGNORE);
  MPI_Mrecv(&data, 1, MPI_INT, &copy, MPI_STATUS_IGNORE);
}

static void finalize_session(void) {
  MPI_Session session, copy;
  int sets;
  MPI_Session_init(MPI_INFO_NULL, MPI_ERRORS_ARE_FATAL, &session);
  copy = session;
  MPI_Session_finalize(&session);
  MPI_Session_get_num_psets(copy, MPI_INFO_NULL, &sets);
}

static void free_again(void) {
  MPI_Comm comm, copy;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  copy = comm;
  MPI_Comm_free(&comm);
  MPI_Comm_free(&copy);
}

static void name_communicator(void) {
  MPI_Comm comm, copy;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  copy = comm;
  MPI_Comm_free(&comm);
  MPI_Comm_set_name(copy, "gone");
}

static void query_type(void) {
  MPI_Datatype type, copy;
  int size;
  MPI_Type_contiguous(2, MPI_INT, &type);
  copy = type;
  MPI_Type_free(&type);
  MPI_Type_size(copy, &size);
}

int main(int argc, char **argv) {
  static const struct {
    const char *word;
    void (*run)(void);
  } kinds[] = {{"group", free_group},      {"info", free_info},           {"operation", free_operation},
               {"window", free_window},    {"file", close_file},          {"handler", free_handler},
               {"message", receive_message}, {"session", finalize_session}, {"type", query_type},
               {"again", free_again},      {"name", name_communicator}};
  MPI_Init(&argc, &argv);
  for (unsigned i = 0; i < sizeof kinds / sizeof *kinds; ++i)
    if (argc > 1 && strcmp(argv[1], kinds[i].word) == 0)
      kinds[i].run();
  MPI_Finalize();
  return 0;
}
