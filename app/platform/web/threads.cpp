// Threads for libc++ (libcxx/__external_threading): each is a stack of its own. One runs until it
// waits, which is a call into the page; the browser keeps its WebAssembly frames (JavaScript
// Promise Integration), and here is kept what it does not know of, where the stack in memory is.
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <map>
#include <thread>

#include "app/platform/web/host.h"
#include "app/platform/web/wait.h"

namespace {

constexpr std::size_t kStackBytes = std::size_t{1} << 20;
using warplens::web::kWithoutEnd;
using warplens::web::wait;

struct Thread {
  void* (*run)(void*) = nullptr;
  void* argument = nullptr;
  char* stack = nullptr;
  unsigned is_over = 0;
  bool is_detached = false;
  std::map<unsigned, void*> local;
};

Thread& main_thread() {
  static Thread thread;
  return thread;
}

Thread*& current() {
  static Thread* thread = &main_thread();
  return thread;
}

std::map<unsigned, void (*)(void*)>& at_exit() {
  static std::map<unsigned, void (*)(void*)> functions;
  return functions;
}

void* stack_pointer() {
  void* at;
  asm volatile("global.get __stack_pointer\n local.set %0" : "=r"(at));
  return at;
}

void set_stack_pointer(void* at) {
  asm volatile("local.get %0\n global.set __stack_pointer" : : "r"(at));
}

void end(Thread* thread) {
  std::free(thread->stack);
  delete thread;
}

double milliseconds_until(const std::timespec& moment) {
  using namespace std::chrono;
  const auto until = seconds(moment.tv_sec) + nanoseconds(moment.tv_nsec);
  const auto left = until - system_clock::now().time_since_epoch();
  return std::max(0.0, duration<double, std::milli>(left).count());
}

}  // namespace

namespace warplens::web {

__attribute__((noinline)) void wait(const unsigned* word, unsigned value, double milliseconds) {
  Thread* const self = current();
  void* const at = stack_pointer();
  page_thread_wait(word, value, milliseconds);
  set_stack_pointer(at);
  current() = self;
}

}  // namespace warplens::web

extern "C" __attribute__((export_name("thread_main"))) void thread_main(void* started) {
  auto* const thread = static_cast<Thread*>(started);
  current() = thread;
  thread->run(thread->argument);
  for (const auto& [key, value] : thread->local) {
    if (value != nullptr && at_exit()[key] != nullptr) at_exit()[key](value);
  }
  current() = &main_thread();
  thread->is_over = 1;
  if (thread->is_detached) end(thread);
}

_LIBCPP_BEGIN_NAMESPACE_STD

bool __libcpp_mutex_trylock(__libcpp_mutex_t* m) { return std::exchange(m->__held, 1) == 0; }

int __libcpp_mutex_lock(__libcpp_mutex_t* m) {
  while (!__libcpp_mutex_trylock(m)) wait(&m->__held, 1, kWithoutEnd);
  return 0;
}

int __libcpp_mutex_unlock(__libcpp_mutex_t* m) {
  m->__held = 0;
  return 0;
}

int __libcpp_mutex_destroy(__libcpp_mutex_t*) { return 0; }

int __libcpp_recursive_mutex_init(__libcpp_recursive_mutex_t* m) {
  *m = {};
  return 0;
}

bool __libcpp_recursive_mutex_trylock(__libcpp_recursive_mutex_t* m) {
  if (m->__owner != current() && !__libcpp_mutex_trylock(&m->__mutex)) return false;
  m->__owner = current();
  ++m->__depth;
  return true;
}

int __libcpp_recursive_mutex_lock(__libcpp_recursive_mutex_t* m) {
  while (!__libcpp_recursive_mutex_trylock(m)) wait(&m->__mutex.__held, 1, kWithoutEnd);
  return 0;
}

int __libcpp_recursive_mutex_unlock(__libcpp_recursive_mutex_t* m) {
  if (--m->__depth > 0) return 0;
  m->__owner = nullptr;
  return __libcpp_mutex_unlock(&m->__mutex);
}

int __libcpp_recursive_mutex_destroy(__libcpp_recursive_mutex_t*) { return 0; }

int __libcpp_condvar_signal(__libcpp_condvar_t* cv) {
  ++cv->__signals;
  return 0;
}

int __libcpp_condvar_broadcast(__libcpp_condvar_t* cv) { return __libcpp_condvar_signal(cv); }

int __libcpp_condvar_wait(__libcpp_condvar_t* cv, __libcpp_mutex_t* m) {
  const unsigned signals = cv->__signals;
  __libcpp_mutex_unlock(m);
  wait(&cv->__signals, signals, kWithoutEnd);
  return __libcpp_mutex_lock(m);
}

int __libcpp_condvar_timedwait(__libcpp_condvar_t* cv, __libcpp_mutex_t* m,
                               __libcpp_timespec_t* until) {
  const unsigned signals = cv->__signals;
  __libcpp_mutex_unlock(m);
  wait(&cv->__signals, signals, milliseconds_until(*until));
  const bool is_signalled = cv->__signals != signals;
  __libcpp_mutex_lock(m);
  return is_signalled ? 0 : ETIMEDOUT;
}

int __libcpp_condvar_destroy(__libcpp_condvar_t*) { return 0; }

int __libcpp_execute_once(__libcpp_exec_once_flag* flag, void (*routine)()) {
  if (std::exchange(*flag, 1) == 0) routine();
  return 0;
}

__libcpp_thread_id __libcpp_thread_get_current_id() { return current(); }

int __libcpp_thread_create(__libcpp_thread_t* t, void* (*run)(void*), void* argument) {
  auto* const thread = new Thread;
  thread->run = run;
  thread->argument = argument;
  thread->stack = static_cast<char*>(std::malloc(kStackBytes));
  if (thread->stack == nullptr) {
    delete thread;
    return EAGAIN;
  }
  *t = thread;
  Thread* const self = current();
  void* const at = stack_pointer();
  page_thread_start(thread, thread->stack + kStackBytes);
  set_stack_pointer(at);
  current() = self;
  return 0;
}

int __libcpp_thread_join(__libcpp_thread_t* t) {
  auto* const thread = static_cast<Thread*>(*t);
  while (thread->is_over == 0) wait(&thread->is_over, 0, kWithoutEnd);
  end(thread);
  return 0;
}

int __libcpp_thread_detach(__libcpp_thread_t* t) {
  auto* const thread = static_cast<Thread*>(*t);
  thread->is_detached = true;
  if (thread->is_over != 0) end(thread);
  return 0;
}

void __libcpp_thread_yield() { wait(nullptr, 0, 0); }

void __libcpp_thread_sleep_for(const chrono::nanoseconds& time) {
  constexpr unsigned kNever = 0;
  wait(&kNever, kNever, chrono::duration<double, std::milli>(time).count());
}

int __libcpp_tls_create(__libcpp_tls_key* key, void (*with)(void*)) {
  *key = static_cast<unsigned>(at_exit().size());
  at_exit()[*key] = with;
  return 0;
}

void* __libcpp_tls_get(__libcpp_tls_key key) { return current()->local[key]; }

int __libcpp_tls_set(__libcpp_tls_key key, void* value) {
  current()->local[key] = value;
  return 0;
}

_LIBCPP_END_NAMESPACE_STD
