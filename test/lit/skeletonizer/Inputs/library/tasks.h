// A library that calls virtual functions of what it is given, at once or later.
#ifndef TASKS_H
#define TASKS_H
namespace lib {
class Task {
public:
  virtual ~Task();
  virtual void run(void *data) const = 0;
};
void execute(const Task &task, void *data);
class Queue {
public:
  Queue();
  ~Queue();
  void add(const Task *task, void *data);
  void work();

private:
  int length_;
};
} // namespace lib
#endif
