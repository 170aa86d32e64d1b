/* A few declarations, enough to skeletonize and compile the tests.
 * SPDX-License-Identifier: Apache-2.0
 */
#ifndef MPI_H
#define MPI_H
#ifdef __cplusplus
extern "C" {
#endif
typedef struct maquette_test_comm *MPI_Comm;
typedef struct maquette_test_datatype *MPI_Datatype;
typedef struct maquette_test_op *MPI_Op;
typedef struct maquette_test_request *MPI_Request;
typedef struct maquette_test_win *MPI_Win;
typedef struct maquette_test_info *MPI_Info;
typedef struct {
  int MPI_SOURCE, MPI_TAG, MPI_ERROR, count;
} MPI_Status;
extern struct maquette_test_comm maquette_test_world;
extern struct maquette_test_datatype maquette_test_byte, maquette_test_char, maquette_test_int, maquette_test_long,
    maquette_test_double;
extern struct maquette_test_op maquette_test_sum, maquette_test_max;
#define MPI_COMM_WORLD (&maquette_test_world)
#define MPI_BYTE (&maquette_test_byte)
#define MPI_CHAR (&maquette_test_char)
#define MPI_LONG (&maquette_test_long)
#define MPI_INT (&maquette_test_int)
#define MPI_DOUBLE (&maquette_test_double)
#define MPI_SUM (&maquette_test_sum)
#define MPI_MAX (&maquette_test_max)
#define MPI_ANY_SOURCE (-1)
#define MPI_ANY_TAG (-2)
extern char maquette_mpi_bottom[];
#define MPI_BOTTOM ((void *)maquette_mpi_bottom)
#define MPI_IN_PLACE ((void *)-1)
#define MPI_INFO_NULL ((MPI_Info)0)
#define MPI_STATUS_IGNORE ((MPI_Status *)0)
int MPI_Init(int *argc, char ***argv);
int MPI_Finalize(void);
int MPI_Comm_rank(MPI_Comm comm, int *rank);
int MPI_Comm_size(MPI_Comm comm, int *size);
int MPI_Send(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm);
int MPI_Ssend(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm);
int MPI_Recv(void *buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm, MPI_Status *status);
int MPI_Isend(const void *buf, int count, MPI_Datatype type, int dest, int tag, MPI_Comm comm, MPI_Request *request);
int MPI_Irecv(void *buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm, MPI_Request *request);
int MPI_Recv_init(void *buf, int count, MPI_Datatype type, int source, int tag, MPI_Comm comm, MPI_Request *request);
int MPI_Start(MPI_Request *request);
int MPI_Test(MPI_Request *request, int *flag, MPI_Status *status);
int MPI_Waitall(int count, MPI_Request *requests, MPI_Status *statuses);
int MPI_Iprobe(int source, int tag, MPI_Comm comm, int *flag, MPI_Status *status);
int MPI_Alloc_mem(long size, MPI_Info info, void *base);
int MPI_Get_count(const MPI_Status *status, MPI_Datatype type, int *count);
int MPI_Type_create_struct(int count, const int *lengths, const long *displacements, const MPI_Datatype *types,
                           MPI_Datatype *newtype);
int MPI_Get_address(const void *location, long *address);
int MPI_Type_contiguous(int count, MPI_Datatype oldtype, MPI_Datatype *newtype);
int MPI_Barrier(MPI_Comm comm);
int MPI_Bcast(void *buf, int count, MPI_Datatype type, int root, MPI_Comm comm);
int MPI_Allreduce(const void *in, void *out, int count, MPI_Datatype type, MPI_Op op, MPI_Comm comm);
int MPI_Reduce(const void *in, void *out, int count, MPI_Datatype type, MPI_Op op, int root, MPI_Comm comm);
int MPI_Alltoall(const void *in, int in_count, MPI_Datatype in_type, void *out, int out_count, MPI_Datatype out_type,
                 MPI_Comm comm);
int MPI_Alltoallv(const void *in, const int *in_counts, const int *in_places, MPI_Datatype in_type, void *out,
                  const int *out_counts, const int *out_places, MPI_Datatype out_type, MPI_Comm comm);
typedef int MPI_Comm_copy_attr_function(MPI_Comm comm, int key, void *state, void *in, void *out, int *flag);
typedef int MPI_Comm_delete_attr_function(MPI_Comm comm, int key, void *value, void *state);
#define MPI_COMM_NULL_COPY_FN ((MPI_Comm_copy_attr_function *)0)
#define MPI_COMM_NULL_DELETE_FN ((MPI_Comm_delete_attr_function *)0)
int MPI_Comm_create_keyval(MPI_Comm_copy_attr_function *copy, MPI_Comm_delete_attr_function *remove, int *key,
                           void *state);
int MPI_Comm_set_attr(MPI_Comm comm, int key, void *value);
int MPI_Comm_get_attr(MPI_Comm comm, int key, void *value, int *found);
int MPI_Abort(MPI_Comm comm, int code);
double MPI_Wtime(void);
int MPI_Win_create(void *base, long size, int unit, MPI_Info info, MPI_Comm comm, MPI_Win *win);
int MPI_Win_free(MPI_Win *win);
int MPI_Win_fence(int assertion, MPI_Win win);
int MPI_Put(const void *origin, int count, MPI_Datatype type, int target, long displacement, int target_count,
            MPI_Datatype target_type, MPI_Win win);
#ifdef __cplusplus
}
#endif
#endif
