// One background thread that works on the latest request only.
//
//   submit(selection)   stops whatever runs, replaces whatever waits
//   take() → the latest request's outcome, once; outcomes of earlier requests are dropped
//
// All members are called from the UI thread; `work` and `wake` run on the worker's.
#pragma once

#include <condition_variable>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>

#include "app/session/kernel_result.h"

namespace warplens::session {

using Work =
    std::function<Result<KernelResultPtr>(const Selection&, std::stop_token, machine::Progress*)>;

class Worker {
 public:
  // `wake` is called whenever an outcome is ready, so that a sleeping UI looks for it.
  Worker(Work work, std::function<void()> wake);
  ~Worker();
  Worker(const Worker&) = delete;
  Worker& operator=(const Worker&) = delete;

  void submit(Selection selection);
  void cancel();  // drops what runs and what waits
  [[nodiscard]] bool busy() const;
  [[nodiscard]] float progress() const;  // share of blocks done, 0 to 1
  [[nodiscard]] std::optional<Result<KernelResultPtr>> take();

 private:
  struct Job {
    Selection selection;
    std::uint64_t generation = 0;
    std::stop_source stop;
    machine::Progress progress;
  };
  void loop(const std::stop_token& end);
  void replace(std::shared_ptr<Job> job);

  Work work_;
  std::function<void()> wake_;
  mutable std::mutex mutex_;
  std::condition_variable_any changed_;
  std::shared_ptr<Job> waiting_, latest_;  // latest_ stays until its outcome is taken
  std::uint64_t generation_ = 0;
  std::optional<Result<KernelResultPtr>> outcome_;
  std::jthread thread_;  // last: it uses all of the above
};

}  // namespace warplens::session
