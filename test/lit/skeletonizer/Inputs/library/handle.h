// Records of a library whose headers hold all there is of it. Copies of a Handle share their elements.
#ifndef HANDLE_H
#define HANDLE_H
namespace lib {
struct Packed {};
template <class T, class... How> struct Handle {
  T *first = nullptr;
  long n = 0;
  Handle() = default;
  explicit Handle(long count) : first(new T[count]()), n(count) {}
  T &operator()(long i) const { return first[i]; }
};
template <class T, class... How> void fill(const Handle<T, How...> &of, T value) {
  for (long i = 0; i < of.n; ++i)
    of(i) = value;
}
} // namespace lib
#endif
