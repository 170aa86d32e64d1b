// vec.h - three numbers that belong together
// SPDX-License-Identifier: Apache-2.0
#ifndef VEC_H
#define VEC_H

template <class T> struct Vec {
  T x{}, y{}, z{};

  T &operator[](int d) { return d == 0 ? x : d == 1 ? y : z; }
  const T &operator[](int d) const { return d == 0 ? x : d == 1 ? y : z; }

  Vec &operator+=(const Vec &other) {
    x += other.x;
    y += other.y;
    z += other.z;
    return *this;
  }
};

template <class T> Vec<T> operator*(T factor, const Vec<T> &v) {
  return {factor * v.x, factor * v.y, factor * v.z};
}

template <class T> T dot(const Vec<T> &a, const Vec<T> &b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}

using Vec3 = Vec<double>;

#endif
