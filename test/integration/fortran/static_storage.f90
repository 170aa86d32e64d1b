! test/integration/fortran/static_storage.f90 - every kind of static storage belongs to its rank
! SPDX-License-Identifier: Apache-2.0
! Each rank writes its own values, lets all others do so, and reads them again.
program static_storage
  use checks, only: check
  use mpi
  use storage
  implicit none
  integer :: ierr, rank, size, n, round, first(4), second, third, outer = 1
  real(8) :: x(4), y(1000), z
  integer, save :: threads_own = 5
  common /begun/ x, n
  common /empty/ y
  common z
  equivalence (first(2), second), (first(3), third)
  data third /33/
  !$omp threadprivate(threads_own)
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, size, ierr)
  call check(n == 9 .and. x(3) == 3 .and. all(y == 0) .and. z == 0, 'common blocks')
  call check(zero == 0 .and. all(filled == [1, 2, 3]) .and. to_aim == 7 .and. to_element == 5, 'module variables')
  call check(third == 33 .and. first(3) == 33 .and. outer == 1 .and. text == 'initial', 'variables of the program')
  call check(threads_own == 5, 'threadprivate')
  do round = 1, 3
    call write_all(rank + 1000 * round)
    call MPI_Barrier(MPI_COMM_WORLD, ierr)
    call read_all(rank + 1000 * round)
    call MPI_Barrier(MPI_COMM_WORLD, ierr)
  end do
  call check(calls(rank) == 100 + 2 * rank, 'saved variables, first call')
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  call check(calls(1) == 100 + 2 * (rank + 1), 'saved variables, second call')
  call MPI_Finalize(ierr)
contains
  subroutine write_all(value)
    integer, intent(in) :: value
    if (allocated(many)) deallocate (many)
    allocate (many(value))
    many = value
    zero = value
    filled = value
    to_aim = value
    to_element = value
    n = value
    x = value
    y = value
    z = value
    second = value
    outer = value
    threads_own = value
    plain%sides = value
    any_shape => plain
    write (text, '(i8)') value
  end subroutine
  subroutine read_all(value)
    integer, intent(in) :: value
    character(8) :: expected
    write (expected, '(i8)') value
    call check(size_of_many() == value .and. all(many == value), 'allocatable of a module')
    call check(zero == value .and. all(filled == value) .and. text == expected, 'module variables')
    call check(aim == value .and. associated(to_aim, aim) .and. all(aims == [5, 5, value, 5]), &
      'pointers with initial targets')
    call check(n == value .and. all(x == value) .and. all(y == value) .and. z == value, 'common blocks')
    call check(first(2) == value .and. outer == value .and. third == 33, 'variables of the program')
    call check(threads_own == value, 'threadprivate')
    call check(any_shape%sides == value .and. any_shape%name() == 'square', 'polymorphic pointer')
    call check(all(constant == [10, 20, 30]), 'constants')
  end subroutine
  integer function size_of_many()
    size_of_many = ubound(many, 1)
  end function
end program
