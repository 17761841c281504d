// What a person asks of this machine's GPU, on a thread of its own, and what it tells meanwhile.
//
//   LiveJob(open, wake)   open() looks for a GPU on the thread: what works there, or one line why
//   not start(run) ─► tell(…) ─► update() hands what has arrived to take(), once a frame cancel()
//   keeps what has arrived
//
// All members but tell() are called from the UI thread; `open`, the run and `wake` run on the
// thread.
#pragma once

#include <chrono>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <thread>
#include <utility>

#include "kernels/base/guarded.h"

namespace warplens::session {

template <class Worker, class Arrivals>
class LiveJob {
 public:
  LiveJob(std::function<Result<Worker>()> open, std::function<void()> wake)
      : wake_(std::move(wake)) {
    opening_ = std::async(std::launch::async, [open = std::move(open), woken = wake_] {
      auto opened = guarded(open);
      if (woken) woken();
      return opened;
    });
  }
  virtual ~LiveJob() = default;
  LiveJob(const LiveJob&) = delete;
  LiveJob& operator=(const LiveJob&) = delete;

  void cancel() { thread_.request_stop(); }

  // Takes in what has arrived.
  void update() {
    if (opening_.valid() &&
        opening_.wait_for(std::chrono::seconds(0)) == std::future_status::ready) {
      found(opening_.get());
    }
    Told told;
    {
      const std::lock_guard lock(mutex_);
      told = std::exchange(told_, {});
    }
    take(std::move(told.arrivals));
    progress_ = told.share.value_or(progress_);
    if (!told.outcome) return;
    busy_ = false;
    if (!told.outcome->has_value()) error_ = told.outcome->error();
  }

  // Until the GPU is looked for and nothing is under way, then takes it in.
  void wait() {
    if (opening_.valid()) opening_.wait();
    if (thread_.joinable()) thread_.join();
    update();
  }

  [[nodiscard]] bool can_start() const { return worker_ != nullptr && !busy(); }
  [[nodiscard]] bool busy() const { return busy_; }
  [[nodiscard]] float progress() const { return progress_; }
  // Why nothing can be measured here; nothing when it can, and while that is not known.
  [[nodiscard]] const std::optional<Error>& why_not() const { return why_not_; }
  // Of the last run; nothing when it went well.
  [[nodiscard]] const std::optional<Error>& error() const { return error_; }

 protected:
  // Cancels and waits: first in the destructor of what start()'s runs belong to.
  void end() {
    cancel();
    if (thread_.joinable()) thread_.join();
  }

  // `run` ends soon after a stop is requested. Nothing while one is under way, or where there is no
  // worker.
  void start(std::function<Result<void>(const Worker&, const std::stop_token&)> run) {
    if (!can_start()) return;
    if (thread_.joinable()) thread_.join();
    error_.reset();
    progress_ = 0;
    busy_ = true;
    thread_ =
        std::jthread([this, run = std::move(run), worker = worker_](const std::stop_token& stop) {
          Result<void> outcome = guarded([&] { return run(*worker, stop); });
          if (stop.stop_requested()) outcome = {};  // a person's wish is no error
          post([&](Told& told) { told.outcome = std::move(outcome); });
        });
  }

  // From the thread: adds to what take() gets. `share` of the run is done.
  void tell(const std::function<void(Arrivals&)>& what, std::optional<float> share = std::nullopt) {
    post([&](Told& told) {
      what(told.arrivals);
      if (share) told.share = share;
    });
  }

  virtual void take(Arrivals arrivals) = 0;

 private:
  struct Told {
    Arrivals arrivals;
    std::optional<float> share;
    std::optional<Result<void>> outcome;
  };

  void post(const std::function<void(Told&)>& what) {
    {
      const std::lock_guard lock(mutex_);
      what(told_);
    }
    if (wake_) wake_();
  }

  void found(Result<Worker> opened) {
    if (opened.has_value()) {
      worker_ = std::make_shared<const Worker>(std::move(*opened));
    } else {
      why_not_ = opened.error();
    }
  }

  std::function<void()> wake_;
  std::shared_ptr<const Worker> worker_;
  std::optional<Error> why_not_, error_;
  bool busy_ = false;
  float progress_ = 0;

  std::mutex mutex_;
  Told told_;  // guarded by mutex_
  std::future<Result<Worker>> opening_;
  std::jthread thread_;  // last: it uses all of the above
};

}  // namespace warplens::session
