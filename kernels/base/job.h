// Work that would hold up a frame, done on a thread of its own: the latest request wins.
//
//   Job<Size, Picture> job(wake);
//   job.want(size, [=](const std::stop_token& stop) { return draw(size, stop); });   every frame
//   if (const Result<Picture>* drawn = job.result()) …
//
//   caller       start(a)      start(b): a is asked to stop          result(): b's
//   its thread      └─ a's work ──┴─ its outcome is dropped ─► b's work ─► wake()
//
// There is a thread while there is something to do, and one at most: whatever is superseded ends on
// it. What work throws becomes an error. All members are called from one thread, that of the UI;
// work and `wake` run on the job's, or where it runs at once on the caller's.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <stop_token>
#include <system_error>
#include <thread>
#include <utility>

#include "kernels/base/guarded.h"

namespace warplens {

enum class Runs : std::uint8_t {
  on_a_thread,
  at_once,  // before start() returns: what fits into a frame, and where there are no threads
};

template <class Request, class Value>
class Job {
 public:
  // Holds all that it needs. Is to end soon after a stop is requested: what comes next waits.
  using Work = std::function<Result<Value>(const std::stop_token&)>;

  // `wake` is called when an outcome is there, so that a sleeping UI looks for it.
  explicit Job(std::function<void()> wake = {}, Runs runs = Runs::on_a_thread)
      : runs_(runs), state_(std::make_unique<State>(std::move(wake))) {}
  Job(Job&&) noexcept = default;
  Job& operator=(Job&&) noexcept = default;
  ~Job() = default;  // what runs is asked to stop, and waited for

  // Starts `work`; what was asked for before is stopped and its result dropped.
  void start(Request request, Work work, Runs runs = Runs::on_a_thread) {
    request_ = std::move(request);
    begin(std::make_shared<Task>(std::move(work)), runs);
  }
  // Like start(), unless `request` equals the last one: then that job goes on, or keeps its result
  // or error.
  void want(Request request, Work work, Runs runs = Runs::on_a_thread) {
    if (request_ != request) start(std::move(request), std::move(work), runs);
  }
  // Runs the work again whose result is an error.
  void retry() {
    if (auto work = state_->failed()) begin(std::make_shared<Task>(std::move(*work)), runs_);
  }
  // Drops the request, stops its work and forgets its result.
  void cancel() {
    request_.reset();
    state_->replace({}, {});
  }
  // Blocks until no work is running.
  void wait() {
    if (state_->thread.joinable()) state_->thread.join();
  }

  // The last request; null before the first one and after cancel() and take().
  [[nodiscard]] const Request* request() const { return request_ ? &*request_ : nullptr; }
  [[nodiscard]] bool busy() const { return state_->busy(); }
  // The result of the last request; null while it is running. Valid until the next request.
  [[nodiscard]] const Result<Value>* result() const {
    const Result<Value>* there = state_->result();
    is_missed_ = there == nullptr && request_;
    return there;
  }
  // The value of the last request; null while it is running and when it ended in an error.
  [[nodiscard]] const Value* value() const {
    const Result<Value>* there = result();
    return there != nullptr && there->has_value() ? &**there : nullptr;
  }
  // Moves the result out and drops the request.
  [[nodiscard]] std::optional<Result<Value>> take() {
    auto taken = state_->take();
    if (taken) request_.reset();
    return taken;
  }
  // Whether work is running. True once more if it ended after result() returned null, so that the
  // next frame shows the result.
  [[nodiscard]] bool is_under_way() const { return busy() || std::exchange(is_missed_, false); }

 private:
  struct Task {
    explicit Task(Work what) : work(std::move(what)) {}
    Work work;
    std::stop_source stop;
  };
  using TaskPtr = std::shared_ptr<Task>;

  // State that the owner and the worker thread share.
  struct State {
    explicit State(std::function<void()> woken) : wake(std::move(woken)) {}
    ~State() { replace({}, {}); }

    // `waits`: the same as `task` where a thread is to take it up.
    void replace(TaskPtr task, TaskPtr waits) {
      const std::lock_guard lock(mutex);
      if (latest) latest->stop.request_stop();
      if (waits && outcome) superseded.emplace(std::move(*outcome));
      outcome.reset();
      latest = std::move(task);
      waiting = std::move(waits);
    }
    void serve_on_a_thread() {
      {
        const std::lock_guard lock(mutex);
        if (std::exchange(is_served, true)) return;
      }
      try {
        thread = std::jthread([this] { serve(); });  // the one before is done
      } catch (const std::system_error&) {           // there are no more threads
        serve();
      }
    }
    void serve() {
      while (const TaskPtr task = next()) run(task);
    }
    TaskPtr next() {
      std::unique_lock lock(mutex);
      const auto ends = std::exchange(superseded, std::nullopt);
      is_served = waiting != nullptr;
      TaskPtr task = std::exchange(waiting, nullptr);
      lock.unlock();
      return task;
    }
    void run(const TaskPtr& task) {
      Work work = std::move(task->work);
      auto ended = guarded([&] { return work(task->stop.get_token()); });
      {
        const std::lock_guard lock(mutex);
        if (task != latest) return;
        if (!ended.has_value()) task->work = std::move(work);
        outcome.emplace(std::move(ended));
      }
      if (wake) wake();
    }
    bool busy() {
      const std::lock_guard lock(mutex);
      return latest && !outcome;
    }
    const Result<Value>* result() {
      const std::lock_guard lock(mutex);
      return outcome ? &*outcome : nullptr;
    }
    std::optional<Result<Value>> take() {
      const std::lock_guard lock(mutex);
      if (outcome) latest.reset();
      return std::exchange(outcome, std::nullopt);
    }
    // The work whose result is an error; nothing if the last result is none.
    std::optional<Work> failed() {
      const std::lock_guard lock(mutex);
      if (!outcome || outcome->has_value()) return std::nullopt;
      return std::move(latest->work);
    }

    const std::function<void()> wake;
    std::mutex mutex;  // of all that follows but the thread
    TaskPtr waiting, latest;
    bool is_served = false;
    std::optional<Result<Value>> outcome;
    std::optional<Result<Value>> superseded;  // large ones take long to end: the thread does it
    std::jthread thread;                      // last: it uses all of the above
  };

  void begin(const TaskPtr& task, Runs runs) {
    const bool waits = runs == Runs::on_a_thread && runs_ == runs;
    state_->replace(task, waits ? task : nullptr);
    if (waits) return state_->serve_on_a_thread();
    state_->run(task);
  }

  Runs runs_;
  std::optional<Request> request_;
  mutable bool is_missed_ = false;  // the latest result() had nothing of what was asked for
  std::unique_ptr<State> state_;
};

}  // namespace warplens
