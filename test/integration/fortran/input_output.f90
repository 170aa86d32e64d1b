! test/integration/fortran/input_output.f90 - units and random numbers belong to their rank
! SPDX-License-Identifier: Apache-2.0
program input_output
  use checks, only: check
  use mpi
  implicit none
  integer :: rank, size, ierr, value, unit, number, i
  logical :: opened
  real(8) :: drawn(4), again(4), others(4)
  real(8), allocatable :: firsts(:)
  character(32) :: name, line
  call MPI_Init(ierr)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierr)
  call MPI_Comm_size(MPI_COMM_WORLD, size, ierr)
  ! The same unit in each rank, open across calls of MPI.
  write (name, '(a,i0)') 'own_file_', rank
  open (unit=10, file=name, status='replace')
  write (10, *) rank
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  write (10, '(a)') trim(name)
  inquire (unit=10, opened=opened)
  call check(opened, 'the unit is open')
  inquire (file=name, number=number)
  call check(number == 10, 'the number of the unit')
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  rewind (10)
  read (10, *) value
  read (10, '(a)') line
  call check(value == rank .and. line == name, 'what was written')
  close (10, status='delete')
  inquire (unit=10, opened=opened)
  call check(.not. opened, 'the unit is closed')
  ! A unit of the library's choice.
  open (newunit=unit, file=name, form='unformatted', access='stream')
  write (unit) rank
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  read (unit, pos=1) value
  close (unit, status='delete')
  call check(value == rank, 'stream')
  ! Without OPEN: fort.91, of one rank, so that they do not meet in one file.
  if (rank == size - 1) then
    write (91, *) 4711
    rewind (91)
    read (91, *) value
    inquire (unit=91, name=line)
    call check(value == 4711 .and. index(line, 'fort.91') > 0, 'unit without open')
    close (91, status='delete')
  end if
  ! Output of one rank to standard output becomes a file.
  if (rank == 0 .and. size > 1) then
    open (unit=6, file=trim(name)//'_output', status='replace')
    write (6, *) 'hidden'
    close (6, status='delete')
  end if
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  print '(a,i0)', 'rank ', rank
  call random_number(drawn(1))
  call MPI_Barrier(MPI_COMM_WORLD, ierr)
  call random_number(drawn(2:))
  allocate (firsts(size))
  call MPI_Allgather(drawn(4), 1, MPI_DOUBLE_PRECISION, firsts, 1, MPI_DOUBLE_PRECISION, MPI_COMM_WORLD, ierr)
  call check(count(firsts == drawn(4)) == 1, 'ranks draw different numbers')
  call seed_all(5)
  call random_number(again)
  call MPI_Bcast(again, 4, MPI_DOUBLE_PRECISION, 0, MPI_COMM_WORLD, ierr)
  call seed_all(5)
  do i = 1, 4
    call random_number(others(i))
    call MPI_Barrier(MPI_COMM_WORLD, ierr)
  end do
  call check(all(others == again), 'the same seed gives the same numbers')
  call MPI_Finalize(ierr)
contains
  subroutine seed_all(first)
    integer, intent(in) :: first
    integer :: words, k
    call random_seed(size=words)
    call random_seed(put=[(first + k, k = 1, words)])
  end subroutine
end program
