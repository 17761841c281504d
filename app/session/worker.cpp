#include "app/session/worker.h"

#include "kernels/base/guarded.h"

namespace warplens::session {

Worker::Worker(Work work, std::function<void()> wake)
    : work_(std::move(work)),
      wake_(std::move(wake)),
      thread_([this](const std::stop_token& end) { loop(end); }) {}

Worker::~Worker() {
  cancel();
  thread_.request_stop();
}

void Worker::submit(Selection selection) {
  auto job = std::make_shared<Job>();
  job->selection = std::move(selection);
  replace(std::move(job));
}

void Worker::cancel() { replace(nullptr); }

void Worker::replace(std::shared_ptr<Job> job) {
  const std::lock_guard lock(mutex_);
  if (latest_) latest_->stop.request_stop();
  ++generation_;
  if (job) job->generation = generation_;
  latest_ = job;
  waiting_ = std::move(job);
  outcome_.reset();
  changed_.notify_one();
}

bool Worker::busy() const {
  const std::lock_guard lock(mutex_);
  return latest_ != nullptr && !outcome_;
}

float Worker::progress() const {
  const std::lock_guard lock(mutex_);
  if (!latest_) return 0;
  const auto total = latest_->progress.blocks_total.load(std::memory_order_relaxed);
  const auto done = latest_->progress.blocks_done.load(std::memory_order_relaxed);
  return total == 0 ? 0.0f : static_cast<float>(done) / static_cast<float>(total);
}

std::optional<Result<KernelResultPtr>> Worker::take() {
  const std::lock_guard lock(mutex_);
  if (!outcome_) return std::nullopt;
  auto taken = std::move(outcome_);
  outcome_.reset();
  latest_.reset();
  return taken;
}

void Worker::loop(const std::stop_token& end) {
  while (true) {
    std::shared_ptr<Job> job;
    {
      std::unique_lock lock(mutex_);
      if (!changed_.wait(lock, end, [this] { return waiting_ != nullptr; })) return;
      job = std::move(waiting_);
    }
    auto outcome =
        guarded([&] { return work_(job->selection, job->stop.get_token(), &job->progress); });
    {
      const std::lock_guard lock(mutex_);
      if (job->generation != generation_) continue;
      outcome_ = std::move(outcome);
    }
    if (wake_) wake_();
  }
}

}  // namespace warplens::session
