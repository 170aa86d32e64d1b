! test/integration/tool/programs/sum_of_fortran.f90 - messages and a reduction of Fortran's integers
! SPDX-License-Identifier: Apache-2.0
program sum_of_fortran
  use mpi
  implicit none
  integer :: rank, error, values(4)
  call MPI_Init(error)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, error)
  values = rank
  if (rank == 0) call MPI_Send(values, 4, MPI_INTEGER, 1, 7, MPI_COMM_WORLD, error)
  if (rank == 1) call MPI_Recv(values, 4, MPI_INTEGER, 0, 7, MPI_COMM_WORLD, MPI_STATUS_IGNORE, error)
  call MPI_Allreduce(MPI_IN_PLACE, values, 4, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD, error)
  call MPI_Finalize(error)
end program
