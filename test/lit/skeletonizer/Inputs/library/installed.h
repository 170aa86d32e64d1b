// As headers that a system has in its own folders: templates and inline functions of a library.
#ifndef INSTALLED_H
#define INSTALLED_H
#pragma GCC system_header
namespace lib {
template <class T> class Shared {
public:
  explicit Shared(T *object = nullptr) : object_(object) {}
  void reset(T *object) { object_ = object; }
  T *operator->() const { return object_; }
private:
  T *object_;
};
template <class F, class T> void visit(F visitor, const T &value) { visitor(value); }
template <class T> int packedSize(const T &value) { return packed(value); }
} // namespace lib
#endif
