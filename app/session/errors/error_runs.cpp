#include "app/session/errors/error_runs.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <mutex>
#include <utility>

#include "kernels/base/guarded.h"

namespace warplens::session {
namespace {

bool has_ended(const std::future<void>& thread) {
  return thread.valid() && thread.wait_for(std::chrono::seconds(0)) == std::future_status::ready;
}

}  // namespace

// What thread and UI have in common.
struct ErrorRuns::Shared {
  std::mutex mutex;
  std::vector<std::pair<ErrorQuestion, Result<ErrorAnswerPtr>>> done;
  std::atomic<float> progress{0};
};

MeasureErrors measuring_errors(const run::Catalogue& catalogue) {
  return [&catalogue](const ErrorQuestion& question,
                      const run::Hooks& hooks) -> Result<ErrorAnswerPtr> {
    ErrorAnswer answer;
    if (question.by_order) {
      TRY(auto orders, run::measure_orders(catalogue, question.sums, hooks));
      answer.orders = std::move(orders);
    } else {
      TRY(auto sizes, run::measure_errors(catalogue, question.sums, hooks));
      answer.sizes = std::move(sizes);
    }
    return std::make_shared<const ErrorAnswer>(std::move(answer));
  };
}

void ErrorRuns::want(std::vector<ErrorQuestion> wanted) {
  if (wanted == wanted_ || !measure_) return;
  update();
  wanted_ = std::move(wanted);
  stop_.request_stop();
  if (thread_.valid()) forgotten_.push_back(std::move(thread_));
  std::vector<ErrorQuestion> missing;
  for (const ErrorQuestion& each : wanted_) {
    if (!known_.contains(each)) missing.push_back(each);
  }
  if (missing.empty()) return;
  stop_ = {};
  shared_ = std::make_shared<Shared>();
  thread_ = std::async(
      std::launch::async, [measure = measure_, wake = wake_, missing = std::move(missing),
                           stop = stop_.get_token(), shared = shared_] {
        for (std::size_t i = 0; i < missing.size() && !stop.stop_requested(); ++i) {
          const auto all = static_cast<double>(missing.size());
          const run::Hooks hooks{stop, [&](double part) {
                                   shared->progress =
                                       static_cast<float>((static_cast<double>(i) + part) / all);
                                 }};
          auto answer = guarded([&] { return measure(missing[i], hooks); });
          if (stop.stop_requested()) return;
          {
            const std::lock_guard lock(shared->mutex);
            shared->done.emplace_back(missing[i], std::move(answer));
          }
          if (wake) wake();
        }
        if (wake) wake();
      });
}

void ErrorRuns::update() {
  std::erase_if(forgotten_, has_ended);
  if (!thread_.valid()) return;
  const bool is_over = has_ended(thread_);
  {
    const std::lock_guard lock(shared_->mutex);
    for (auto& [question, answer] : std::exchange(shared_->done, {})) {
      known_.insert_or_assign(question, std::move(answer));
    }
  }
  if (is_over) thread_ = {};
}

const Result<ErrorAnswerPtr>* ErrorRuns::find(const ErrorQuestion& question) const {
  const auto found = known_.find(question);
  return found == known_.end() ? nullptr : &found->second;
}

bool ErrorRuns::busy() const {
  return std::ranges::any_of(wanted_, [this](const auto& each) { return find(each) == nullptr; });
}

float ErrorRuns::progress() const { return thread_.valid() ? shared_->progress.load() : 1; }

}  // namespace warplens::session
