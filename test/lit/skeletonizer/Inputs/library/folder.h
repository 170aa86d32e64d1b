// A library whose functions are defined elsewhere: its members have names that the standard library's have.
#ifndef FOLDER_H
#define FOLDER_H
namespace lib {
class Folder {
public:
  Folder();
  Folder(const Folder &other);
  ~Folder();
  void reset(int pages);
  int get() const;
  Folder &operator=(const Folder &other);
  int operator*() const;
private:
  int pages_;
};
} // namespace lib
#endif
