! test/integration/fortran/callbacks.f90 - use mpi: MPI calls functions of the program
! SPDX-License-Identifier: Apache-2.0
module functions
  use mpi
  implicit none
  integer :: copies = 0, deletions = 0, errors = 0, freed = 0
contains
  ! Counts its calls: what a rank's function changes is the rank's.
  subroutine largest(from, to, length, datatype)
    integer :: length, datatype, i
    integer :: from(length), to(length)
    if (datatype /= MPI_INTEGER) return
    do i = 1, length
      to(i) = max(from(i), to(i))
    end do
  end subroutine
  subroutine copy(comm, keyval, extra_state, value, new_value, flag, ierror)
    integer :: comm, keyval, ierror
    integer(MPI_ADDRESS_KIND) :: extra_state, value, new_value
    logical :: flag
    copies = copies + 1
    new_value = value + extra_state
    flag = .true.
    ierror = MPI_SUCCESS
  end subroutine
  subroutine delete(comm, keyval, value, extra_state, ierror)
    integer :: comm, keyval, ierror
    integer(MPI_ADDRESS_KIND) :: value, extra_state
    deletions = deletions + 1
    ierror = MPI_SUCCESS
  end subroutine
  subroutine handle(comm, code)
    integer :: comm, code, name_length, ierror
    character(MPI_MAX_OBJECT_NAME) :: name
    call MPI_Comm_get_name(comm, name, name_length, ierror)
    if (name == 'of handles') errors = errors + 1
  end subroutine
  subroutine query(extra_state, status, ierror)
    integer(MPI_ADDRESS_KIND) :: extra_state
    integer :: status(MPI_STATUS_SIZE), ierror
    call MPI_Status_set_elements(status, MPI_INTEGER, int(extra_state), ierror)
    call MPI_Status_set_cancelled(status, .false., ierror)
    status(MPI_SOURCE) = 4
    status(MPI_TAG) = 5
  end subroutine
  subroutine release(extra_state, ierror)
    integer(MPI_ADDRESS_KIND) :: extra_state
    integer :: ierror
    freed = freed + int(extra_state)
    ierror = MPI_SUCCESS
  end subroutine
  subroutine cancel(extra_state, complete, ierror)
    integer(MPI_ADDRESS_KIND) :: extra_state
    logical :: complete
    integer :: ierror
    ierror = MPI_SUCCESS
  end subroutine
end module

program callbacks
  use checks, only: check
  use functions
  use, intrinsic :: iso_c_binding
  implicit none
  interface
    integer(c_int) function get_attribute_of_c(comm, keyval, place, flag) bind(C, name='MPI_Comm_get_attr')
      import
      type(c_ptr), value :: comm
      integer(c_int), value :: keyval
      type(c_ptr) :: place
      integer(c_int) :: flag
    end function
  end interface
  integer :: rank, size, ierror, op, result, keyval, comm, errhandler, request, status(MPI_STATUS_SIZE), count
  integer(MPI_ADDRESS_KIND) :: value, extent
  integer(MPI_ADDRESS_KIND), pointer :: value_in_c
  integer(c_int) :: flag_in_c
  type(c_ptr) :: place
  logical :: flag
  call MPI_Init(ierror)
  call MPI_Comm_rank(MPI_COMM_WORLD, rank, ierror)
  call MPI_Comm_size(MPI_COMM_WORLD, size, ierror)
  call MPI_Op_create(largest, .true., op, ierror)
  call MPI_Allreduce(rank, result, 1, MPI_INTEGER, op, MPI_COMM_WORLD, ierror)
  call check(result == size - 1, 'reduction')
  call MPI_Op_free(op, ierror)
  call check(op == MPI_OP_NULL, 'freed operation')

  call MPI_Comm_create_keyval(copy, delete, keyval, 1000_MPI_ADDRESS_KIND, ierror)
  value = 2_MPI_ADDRESS_KIND**40 + rank
  call MPI_Comm_set_attr(MPI_COMM_WORLD, keyval, value, ierror)
  call MPI_Comm_dup(MPI_COMM_WORLD, comm, ierror)
  call MPI_Comm_get_attr(comm, keyval, value, flag, ierror)
  call check(flag .and. value == 2_MPI_ADDRESS_KIND**40 + rank + 1000, 'copied attribute')
  call check(copies == 1 .and. deletions == 0, 'copies')
  ierror = get_attribute_of_c(transfer(1_c_intptr_t, c_null_ptr), keyval, place, flag_in_c)
  call c_f_pointer(place, value_in_c)
  call check(flag_in_c == 1 .and. value_in_c == 2_MPI_ADDRESS_KIND**40 + rank, 'attribute in C')
  call MPI_Comm_set_name(comm, 'of handles', ierror)
  call MPI_Comm_create_errhandler(handle, errhandler, ierror)
  call MPI_Comm_set_errhandler(comm, errhandler, ierror)
  call MPI_Barrier(MPI_COMM_WORLD, ierror)
  call MPI_Send(rank, 1, MPI_INTEGER, size + 5, 0, comm, ierror)
  call check(errors == 1, 'error handler')
  call MPI_Comm_free(comm, ierror)
  call check(deletions == 1, 'deletions')

  call MPI_Grequest_start(query, release, cancel, 7_MPI_ADDRESS_KIND, request, ierror)
  call MPI_Grequest_complete(request, ierror)
  call MPI_Wait(request, status, ierror)
  call MPI_Get_count(status, MPI_INTEGER, count, ierror)
  call check(count == 7 .and. status(MPI_TAG) == 5 .and. freed == 7, 'generalized request')
  call MPI_Sizeof(value, count, ierror)
  call check(count == 8, 'sizeof')
  call MPI_Type_get_extent(MPI_DOUBLE_PRECISION, value, extent, ierror)
  call check(extent == 8, 'extent')
  call MPI_Finalize(ierror)
end program
