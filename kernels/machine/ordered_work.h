// Work done on several host threads whose results are taken in order.
//
//   next()        the next item, or nothing when there is no more; one thread at a time
//   work(item)    → result; in parallel
//   join(result)  one thread at a time, in the order in which next() gave the items
//
// At most `in_flight` items are between next() and join(). Standard threads only: their hand-overs
// are seen by ThreadSanitizer, those inside a distribution's TBB are not.
#pragma once

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <map>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

namespace warplens::machine {

template <class Next, class Work, class Join>
class OrderedWork {
 public:
  OrderedWork(std::size_t in_flight, Next next, Work work, Join join)
      : in_flight_(in_flight),
        next_(std::move(next)),
        work_(std::move(work)),
        join_(std::move(join)) {}

  // Returns when everything is joined; the calling thread is one of `threads`. Throws what any of
  // them threw first, once all have stopped.
  void run(unsigned threads) {
    {
      std::vector<std::jthread> helpers;
      start(helpers, threads - 1);
      serve();
    }
    if (thrown_) std::rethrow_exception(thrown_);
  }

 private:
  using Outcome = decltype(std::declval<Work&>()(*std::declval<Next&>()()));

  // Fewer where the system has no more threads.
  void start(std::vector<std::jthread>& helpers, unsigned count) {
    try {
      for (unsigned i = 0; i < count; ++i) helpers.emplace_back([this] { serve(); });
    } catch (const std::system_error&) {
    }
  }

  void serve() {
    try {
      serve_all();
    } catch (...) {
      const std::lock_guard lock(mutex_);
      if (!thrown_) thrown_ = std::current_exception();
      is_over_ = true;
      room_.notify_all();
    }
  }

  void serve_all() {
    std::unique_lock lock(mutex_);
    while (true) {
      room_.wait(lock, [&] { return is_over_ || started_ - joined_ < in_flight_; });
      if (is_over_) return;
      auto item = next_();
      if (!item) {
        is_over_ = true;
        room_.notify_all();
        return;
      }
      const std::uint64_t ticket = started_++;
      lock.unlock();
      Outcome outcome = work_(*std::move(item));
      lock.lock();
      done_.emplace(ticket, std::move(outcome));
      join_those_next(lock);
    }
  }

  // A thread that finishes while another one joins leaves its result to that thread.
  void join_those_next(std::unique_lock<std::mutex>& lock) {
    if (is_joining_) return;
    is_joining_ = true;
    while (!done_.empty() && done_.begin()->first == joined_) {
      auto node = done_.extract(done_.begin());
      lock.unlock();
      join_(std::move(node.mapped()));
      lock.lock();
      ++joined_;
      room_.notify_all();
    }
    is_joining_ = false;
  }

  const std::size_t in_flight_;
  Next next_;
  Work work_;
  Join join_;
  std::mutex mutex_;
  std::condition_variable room_;
  std::map<std::uint64_t, Outcome> done_;  // by ticket
  std::uint64_t started_ = 0;
  std::uint64_t joined_ = 0;
  bool is_joining_ = false;
  bool is_over_ = false;
  std::exception_ptr thrown_;
};

}  // namespace warplens::machine
