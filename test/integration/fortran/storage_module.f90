! test/integration/fortran/storage_module.f90 - variables of a module, for a program of other files
! SPDX-License-Identifier: Apache-2.0
module storage
  implicit none
  integer :: zero
  integer :: filled(3) = [1, 2, 3]
  integer, target :: aim = 7
  integer, pointer :: to_aim => aim
  integer, target :: aims(4) = 5
  integer, pointer :: to_element => aims(3)
  real(8), allocatable :: many(:)
  character(8) :: text = 'initial'
  type :: shape
    integer :: sides = 3
  contains
    procedure :: name => shape_name
  end type
  type, extends(shape) :: square
  contains
    procedure :: name => square_name
  end type
  type(square), target :: plain
  class(shape), pointer :: any_shape => null()
  integer, parameter :: constant(3) = [10, 20, 30]
contains
  function shape_name(self) result(name)
    class(shape), intent(in) :: self
    character(6) :: name
    name = 'shape'
  end function
  function square_name(self) result(name)
    class(square), intent(in) :: self
    character(6) :: name
    name = 'square'
  end function
  ! SAVE by name, by initialization, and by size.
  integer function calls(step)
    integer, intent(in) :: step
    integer, save :: count
    integer :: begun = 100
    real(8) :: large(20000)
    logical, save :: first = .true.
    if (first) large = 0
    first = .false.
    count = count + step
    begun = begun + step
    large(begun) = large(begun) + 1
    calls = count + begun
  end function
end module

block data
  implicit none
  integer :: n
  real(8) :: x(4)
  common /begun/ x, n
  data x /1d0, 2d0, 3d0, 4d0/, n /9/
end block data
