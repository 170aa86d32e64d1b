! test/integration/fortran/new_style.f90 - use mpi_f08: handles are types, ierror may be left out
! SPDX-License-Identifier: Apache-2.0
module operations
  use mpi_f08
  use, intrinsic :: iso_c_binding
  implicit none
contains
  subroutine product_of(invec, inoutvec, len, datatype)
    type(c_ptr), value :: invec, inoutvec
    integer :: len
    type(MPI_Datatype) :: datatype
    real(8), pointer :: a(:), b(:)
    if (datatype /= MPI_DOUBLE_PRECISION) return
    call c_f_pointer(invec, a, [len])
    call c_f_pointer(inoutvec, b, [len])
    b = a * b
  end subroutine
end module

program new_style
  use checks, only: check
  use operations
  implicit none
  integer :: rank, size, left, right, i, ierror, indices(3), outcount, length, neighbours(2), sources(1), &
    destinations(1), provided
  integer, allocatable :: all_ranks(:)
  real(8) :: product, matrix(4, 4), received(4)
  real(8), pointer :: window_memory(:)
  type(MPI_Comm) :: half, line, graph
  type(MPI_Request) :: requests(3)
  type(MPI_Status) :: status, statuses(3)
  type(MPI_Op) :: op
  type(MPI_Datatype) :: row
  type(MPI_Info) :: info
  type(MPI_Win) :: window
  type(MPI_Group) :: group
  type(c_ptr) :: memory
  logical :: flag, periods(1)
  character(12) :: value
  call MPI_Init_thread(MPI_THREAD_FUNNELED, provided)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, size, ierror)
  call check(ierror == MPI_SUCCESS .and. provided >= MPI_THREAD_FUNNELED, 'start')

  left = mod(rank + size - 1, size)
  right = mod(rank + 1, size)
  allocate (all_ranks(size))
  call MPI_Allgather(rank, 1, MPI_INTEGER, all_ranks, 1, MPI_INTEGER, MPI_COMM_WORLD)
  call check(all(all_ranks == [(i, i = 0, size - 1)]), 'allgather')
  call MPI_Op_create(product_of, .true., op)
  call MPI_Allreduce(rank + 1d0, product, 1, MPI_DOUBLE_PRECISION, op, MPI_COMM_WORLD)
  call check(nint(product) == nint(gamma(size + 1d0)), 'operation')

  ! A row of a matrix: as a datatype, and as a section that is copied.
  matrix = reshape([(rank * 100 + i, i = 1, 16)], [4, 4])
  call MPI_Type_vector(4, 1, 4, MPI_DOUBLE_PRECISION, row)
  call MPI_Type_commit(row)
  call MPI_Sendrecv(matrix(2, 1), 1, row, right, 1, received, 4, MPI_DOUBLE_PRECISION, left, 1, &
                    MPI_COMM_WORLD, status)
  call check(all(received == left * 100 + [2, 6, 10, 14]), 'row by datatype')
  call check(status%MPI_SOURCE == left .and. status%MPI_TAG == 1, 'status')
  call MPI_Sendrecv(matrix(3, :), 4, MPI_DOUBLE_PRECISION, right, 1, received, 4, MPI_DOUBLE_PRECISION, &
                    MPI_ANY_SOURCE, 1, MPI_COMM_WORLD, MPI_STATUS_IGNORE)
  call check(all(received == left * 100 + [3, 7, 11, 15]), 'row by section')

  requests = MPI_REQUEST_NULL
  call MPI_Irecv(received, 1, MPI_DOUBLE_PRECISION, rank, 3, MPI_COMM_WORLD, requests(3))
  call MPI_Send(4d0, 1, MPI_DOUBLE_PRECISION, rank, 3, MPI_COMM_WORLD)
  call MPI_Waitsome(3, requests, outcount, indices, statuses)
  call check(outcount == 1 .and. indices(1) == 3 .and. statuses(1)%MPI_TAG == 3 .and. received(1) == 4, 'waitsome')
  call check(all(requests == MPI_REQUEST_NULL), 'null requests')

  call MPI_Comm_split(MPI_COMM_WORLD, mod(rank, 2), rank, half)
  call MPI_Comm_rank(half, i)
  call check(i == rank / 2 .and. half /= MPI_COMM_NULL, 'split')
  call MPI_Cart_create(MPI_COMM_WORLD, 1, [size], [.true.], .false., line)
  call MPI_Cart_get(line, 1, indices, periods, neighbours)
  call check(periods(1) .and. indices(1) == size .and. neighbours(1) == rank, 'logicals of a grid')
  call MPI_Cart_shift(line, 0, 1, neighbours(1), neighbours(2))
  call check(neighbours(2) == right, 'shift')
  call MPI_Dist_graph_create_adjacent(MPI_COMM_WORLD, 1, [left], MPI_UNWEIGHTED, 1, [right], &
                                      MPI_UNWEIGHTED, MPI_INFO_NULL, .false., graph)
  call MPI_Dist_graph_neighbors(graph, 1, sources, MPI_UNWEIGHTED, 1, destinations, MPI_UNWEIGHTED)
  call check(destinations(1) == right, 'graph')
  call MPI_Comm_group(graph, group)
  call MPI_Group_size(group, length)
  call check(length == size, 'group')

  call MPI_Info_create(info)
  call MPI_Info_set(info, ' key ', ' some value ')
  call MPI_Info_get(info, 'key', len(value), value, flag)
  call check(flag .and. value == 'some value', 'info')
  value = 'unchanged'
  call MPI_Info_get(info, 'other', len(value), value, flag)
  call check(.not. flag .and. value == 'unchanged', 'info without the key')
  length = 0
  call MPI_Info_get_string(info, 'key', length, value, flag)
  call check(flag .and. length == 10 .and. value == 'unchanged', 'length of an info')
  length = 4
  call MPI_Info_get_string(info, 'key', length, value, flag)
  call check(flag .and. length == 10 .and. value == 'some', 'beginning of an info')
  call MPI_Info_create_env(info)
  call MPI_Info_get(info, 'thread_level', len(value), value, flag)
  call check(flag .and. value(1:10) == 'MPI_THREAD', 'info of the environment')
  call check(kind(MPI_DISPLACEMENT_CURRENT) == MPI_OFFSET_KIND, 'kind of MPI_DISPLACEMENT_CURRENT')

  call MPI_Win_allocate(8_MPI_ADDRESS_KIND, 8, MPI_INFO_NULL, MPI_COMM_WORLD, memory, window)
  call c_f_pointer(memory, window_memory, [1])
  window_memory = -1
  call MPI_Win_fence(0, window)
  call MPI_Put(real(rank, 8), 1, MPI_DOUBLE_PRECISION, right, 0_MPI_ADDRESS_KIND, 1, MPI_DOUBLE_PRECISION, window)
  call MPI_Win_fence(0, window)
  call check(nint(window_memory(1)) == left, 'window')
  call MPI_Win_free(window)
  call MPI_Alltoallw(MPI_IN_PLACE, [0], [0], [MPI_INTEGER], all_ranks, [(1, i = 1, size)], [(4 * i, i = 0, size - 1)], &
                     [(MPI_INTEGER, i = 1, size)], MPI_COMM_WORLD)
  call check(all(all_ranks == rank), 'alltoallw in place')
  call MPI_Finalize()
end program
