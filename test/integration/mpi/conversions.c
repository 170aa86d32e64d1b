/* test/integration/mpi/conversions.c - handles and statuses as Fortran has them
 * SPDX-License-Identifier: Apache-2.0
 */
#include "check.h"

int main(int argc, char **argv) {
  int rank, value = 0;
  MPI_Comm comm;
  MPI_Group group;
  MPI_Datatype type;
  MPI_Info info;
  MPI_Errhandler handler;
  MPI_Request request;
  MPI_Message message = MPI_MESSAGE_NULL;
  MPI_Win win;
  MPI_Status status = {1, 2, 3, 0, 40}, back;
  MPI_Fint fortran[MPI_F_STATUS_SIZE];
  MPI_F08_status fortran08;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  MPI_Comm_group(comm, &group);
  MPI_Type_contiguous(3, MPI_INT, &type);
  MPI_Info_create(&info);
  MPI_Comm_get_errhandler(MPI_COMM_WORLD, &handler);
  MPI_Irecv(&value, 1, MPI_INT, rank, 0, comm, &request);
  MPI_Win_create(&value, sizeof value, 1, MPI_INFO_NULL, comm, &win);
  CHECK(MPI_Comm_f2c(MPI_Comm_c2f(MPI_COMM_WORLD)) == MPI_COMM_WORLD);
  CHECK(MPI_Comm_f2c(MPI_Comm_c2f(MPI_COMM_NULL)) == MPI_COMM_NULL);
  CHECK(MPI_Comm_f2c(MPI_Comm_c2f(comm)) == comm);
  CHECK(MPI_Comm_c2f(comm) != MPI_Comm_c2f(MPI_COMM_WORLD));
  CHECK(MPI_Comm_c2f(comm) == MPI_Comm_c2f(comm));
  CHECK(MPI_Group_f2c(MPI_Group_c2f(group)) == group);
  CHECK(MPI_Type_f2c(MPI_Type_c2f(MPI_DOUBLE)) == MPI_DOUBLE);
  CHECK(MPI_Type_f2c(MPI_Type_c2f(type)) == type);
  CHECK(MPI_Info_f2c(MPI_Info_c2f(info)) == info);
  CHECK(MPI_Errhandler_f2c(MPI_Errhandler_c2f(handler)) == handler);
  CHECK(MPI_Op_f2c(MPI_Op_c2f(MPI_SUM)) == MPI_SUM);
  CHECK(MPI_Request_f2c(MPI_Request_c2f(request)) == request);
  CHECK(MPI_Message_f2c(MPI_Message_c2f(message)) == message);
  CHECK(MPI_Win_f2c(MPI_Win_c2f(win)) == win);
  CHECK(MPI_File_f2c(MPI_File_c2f(MPI_FILE_NULL)) == MPI_FILE_NULL);
  MPI_Status_c2f(&status, fortran);
  MPI_Status_f2c(fortran, &back);
  CHECK(back.MPI_SOURCE == 1 && back.MPI_TAG == 2 && back.MPI_ERROR == 3);
  MPI_Status_c2f08(&status, &fortran08);
  MPI_Status_f082c(&fortran08, &back);
  MPI_Get_count(&back, MPI_INT, &value);
  CHECK(value == 10);
  MPI_Send(&rank, 1, MPI_INT, rank, 0, comm);
  MPI_Wait(&request, MPI_STATUS_IGNORE);
  MPI_Win_free(&win);
  MPI_Info_free(&info);
  MPI_Type_free(&type);
  MPI_Group_free(&group);
  MPI_Comm_free(&comm);
  MPI_Finalize();
  return 0;
}
