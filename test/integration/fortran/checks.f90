! test/integration/fortran/checks.f90 - what the test programs expect
! SPDX-License-Identifier: Apache-2.0
module checks
  use mpi
  implicit none
contains
  subroutine check(holds, what)
    logical, intent(in) :: holds
    character(*), intent(in) :: what
    integer :: rank, code
    if (holds) return
    call MPI_Comm_rank(MPI_COMM_WORLD, rank, code)
    print '(a,i0,2a)', 'rank ', rank, ': not so: ', what
    call MPI_Abort(MPI_COMM_WORLD, 1, code)
  end subroutine
end module
