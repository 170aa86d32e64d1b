! test/integration/fortran/large_counts.f90 - counts of MPI_COUNT_KIND under the usual names (MPI 4.0, 19.2)
! SPDX-License-Identifier: Apache-2.0
program large_counts
  use mpi_f08
  use checks, only: check
  implicit none
  integer(MPI_COUNT_KIND), parameter :: many = 5
  integer(MPI_COUNT_KIND) :: count, bytes, lower, extent
  integer(MPI_ADDRESS_KIND) :: short_lower, short_extent
  integer :: rank, ranks, next, last, numbers(many), got(many), i, short
  integer(MPI_COUNT_KIND), allocatable :: counts(:)
  integer(MPI_ADDRESS_KIND), allocatable :: places(:)
  integer, allocatable :: all(:)
  type(MPI_Request) :: request
  type(MPI_Status) :: status
  type(MPI_Datatype) :: huge_type, vector
  call MPI_Init()
  call MPI_Comm_rank(MPI_COMM_WORLD, rank)
  call MPI_Comm_size(MPI_COMM_WORLD, ranks)
  next = mod(rank + 1, ranks)
  last = mod(rank + ranks - 1, ranks)
  numbers = [(100 * rank + i, i = 1, int(many))]

  ! Point-to-point, with both kinds of counts in one exchange.
  call MPI_Irecv(got, many, MPI_INTEGER, last, 1, MPI_COMM_WORLD, request)
  call MPI_Send(numbers, int(many), MPI_INTEGER, next, 1, MPI_COMM_WORLD)
  call MPI_Wait(request, status)
  call check(all_are(got, last), 'a receive with a large count')
  call MPI_Get_count(status, MPI_INTEGER, count)
  call MPI_Get_count(status, MPI_INTEGER, short)
  call check(count == many .and. short == int(many), 'both kinds of MPI_Get_count')
  got = 0
  call MPI_Isendrecv(numbers, many, MPI_INTEGER, next, 2, got, many, MPI_INTEGER, last, 2, MPI_COMM_WORLD, request)
  call MPI_Wait(request, MPI_STATUS_IGNORE)
  call check(all_are(got, last), 'MPI_Isendrecv')
  got = numbers
  call MPI_Isendrecv_replace(got, many, MPI_INTEGER, next, 3, last, 3, MPI_COMM_WORLD, request)
  call MPI_Wait(request, MPI_STATUS_IGNORE)
  call check(all_are(got, last), 'MPI_Isendrecv_replace')

  ! Collectives, with arrays of counts and addresses.
  allocate (counts(ranks), places(ranks), all(ranks * many))
  counts = many
  places = [(many * i, i = 0, ranks - 1)]
  call MPI_Allgatherv(numbers, many, MPI_INTEGER, all, counts, places, MPI_INTEGER, MPI_COMM_WORLD)
  do i = 0, ranks - 1
    call check(all_are(all(i * many + 1:(i + 1) * many), i), 'MPI_Allgatherv with large counts')
  end do
  call MPI_Allreduce(MPI_IN_PLACE, numbers, many, MPI_INTEGER, MPI_SUM, MPI_COMM_WORLD)
  call check(numbers(1) == ranks + 50 * ranks * (ranks - 1), 'MPI_Allreduce with a large count')

  ! Datatypes of more than 2 GiB.
  call MPI_Type_contiguous(3000000000_MPI_COUNT_KIND, MPI_INTEGER, huge_type)
  call MPI_Type_size(huge_type, bytes)
  call check(bytes == 12000000000_MPI_COUNT_KIND, 'the size of a large type')
  call MPI_Type_get_extent_c(huge_type, lower, extent)
  call MPI_Type_get_extent(huge_type, short_lower, short_extent)
  call check(lower == 0 .and. extent == bytes .and. short_extent == bytes, 'the extent of a large type')
  call MPI_Type_free(huge_type)
  call MPI_Type_vector(2_MPI_COUNT_KIND, 1_MPI_COUNT_KIND, 3_MPI_COUNT_KIND, MPI_INTEGER, vector)
  call MPI_Type_size(vector, short)
  call check(short == 8, 'a vector with large counts')
  call MPI_Type_free(vector)
  call MPI_Finalize()
contains
  logical function all_are(values, from)
    integer, intent(in) :: values(:), from
    integer :: k
    all_are = .true.
    do k = 1, size(values)
      all_are = all_are .and. values(k) == 100 * from + k
    end do
  end function
end program
