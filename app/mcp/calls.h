// Calls of tools, one after another on a thread of their own: each takes all processors. Meanwhile
// further messages are read, so that a call can be cancelled.
#pragma once

#include <condition_variable>
#include <deque>
#include <functional>
#include <mutex>
#include <stop_token>
#include <string>
#include <thread>
#include <vector>

#include "kernels/base/json.h"

namespace warplens::mcp {

struct Call {
  Json id;
  std::vector<std::string> words;
};

using Send = std::function<void(const Json& message)>;
// What tools/call answers of a command.
using Answer = std::function<Json(const std::vector<std::string>& words, const std::stop_token&)>;

class Calls {
 public:
  static constexpr std::size_t kMostWaiting = 64;

  Calls(Answer answer, Send send);
  Calls(const Calls&) = delete;
  Calls& operator=(const Calls&) = delete;
  ~Calls();  // cancels what is left

  [[nodiscard]] bool has(const Json& id) const;
  // False: too many wait.
  [[nodiscard]] bool add(Call call);
  // Nobody gets an answer then. An id that is none of theirs is nothing to cancel.
  void cancel(const Json& id);
  // Until all are answered, or nobody is there any more whom `is_read` says they could be sent to.
  void finish(const std::function<bool()>& is_read);

 private:
  void work(const std::stop_token& over);
  void run_first(std::unique_lock<std::mutex>& lock);

  Answer answer_;
  Send send_;
  mutable std::mutex mutex_;
  std::condition_variable_any changed_;
  std::deque<Call> calls_;       // the first runs
  std::stop_source cancelling_;  // of the first
  std::jthread worker_;
};

}  // namespace warplens::mcp
