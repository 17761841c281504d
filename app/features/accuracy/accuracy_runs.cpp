#include "app/features/accuracy/accuracy_runs.h"

#include <algorithm>
#include <utility>

namespace warplens::accuracy {

MeasureAccuracy measuring_accuracy(const run::Catalogue& catalogue) {
  return [&catalogue](const AccuracyQuestion& question,
                      const run::Hooks& hooks) -> Result<AccuracyAnswerPtr> {
    AccuracyAnswer answer;
    if (question.by_order) {
      TRY(auto orders, run::measure_orders(catalogue, question.sums, hooks));
      answer.orders = std::move(orders);
    } else {
      TRY(auto sizes, run::measure_accuracy(catalogue, question.sums, hooks));
      answer.sizes = std::move(sizes);
    }
    return std::make_shared<const AccuracyAnswer>(std::move(answer));
  };
}

void AccuracyRuns::want(std::vector<AccuracyQuestion> wanted) {
  if (wanted == wanted_ || !measure_) return;
  update();
  wanted_ = std::move(wanted);
  retry();
}

void AccuracyRuns::retry() {
  std::erase_if(known_, [](const auto& each) { return !each.second.has_value(); });
  measure_next();
}

void AccuracyRuns::update() {
  const AccuracyQuestion* asked = measuring_.request();
  if (asked == nullptr || measuring_.busy()) return;
  const AccuracyQuestion question = *asked;
  known_.insert_or_assign(question, *measuring_.take());
  measure_next();
}

void AccuracyRuns::measure_next() {
  const auto next = std::ranges::find_if(
      wanted_, [this](const AccuracyQuestion& each) { return find(each) == nullptr; });
  if (next == wanted_.end()) return measuring_.cancel();
  const AccuracyQuestion* asked = measuring_.request();
  if (asked != nullptr && *asked == *next) return;
  part_ = std::make_shared<std::atomic<float>>(0.0f);
  measuring_.start(
      *next, [measure = measure_, question = *next, part = part_](const std::stop_token& stop) {
        const auto tell = [part](double share) { *part = static_cast<float>(share); };
        return measure(question, run::Hooks{stop, tell});
      });
}

const Result<AccuracyAnswerPtr>* AccuracyRuns::find(const AccuracyQuestion& question) const {
  const auto found = known_.find(question);
  return found == known_.end() ? nullptr : &found->second;
}

bool AccuracyRuns::busy() const {
  return std::ranges::any_of(wanted_, [this](const auto& each) { return find(each) == nullptr; });
}

float AccuracyRuns::progress() const {
  if (measuring_.request() == nullptr) return 1;
  const auto done = std::ranges::count_if(
      wanted_, [this](const AccuracyQuestion& each) { return find(each) != nullptr; });
  return (static_cast<float>(done) + *part_) / static_cast<float>(wanted_.size());
}

}  // namespace warplens::accuracy
