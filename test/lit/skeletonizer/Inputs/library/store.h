// A library's class: who sets its fields is not seen, who uses them is.
#ifndef STORE_H
#define STORE_H
namespace lib {
class Store {
public:
  explicit Store(long count);
  double &at(long i) const { return first[i]; }

private:
  double *first;
};
} // namespace lib
#endif
