// Errors of sums, measured one kernel after another on a thread of their own and kept from then on.
//
//   want({question, …}) ─► thread: measure(question)… ─► find(question), as each is done
//
// Used on the UI thread; `measure` and `wake` run on the thread's.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <vector>

#include "kernels/base/job.h"
#include "kernels/run/sum_accuracy.h"

namespace warplens::accuracy {

struct AccuracyQuestion {
  run::SumQuestion sums;
  bool by_order = false;
  friend auto operator<=>(const AccuracyQuestion&, const AccuracyQuestion&) = default;
};

// One of the two, as it was asked.
struct AccuracyAnswer {
  run::SumAccuracy sizes{};
  run::OrderResults orders{};
};
using AccuracyAnswerPtr = std::shared_ptr<const AccuracyAnswer>;
using MeasureAccuracy =
    std::function<Result<AccuracyAnswerPtr>(const AccuracyQuestion&, const run::Hooks&)>;

// By `catalogue`, which must outlive it.
[[nodiscard]] MeasureAccuracy measuring_accuracy(const run::Catalogue& catalogue);

class AccuracyRuns {
 public:
  explicit AccuracyRuns(std::function<void()> wake) : measuring_(std::move(wake)) {}

  void offer(MeasureAccuracy measure) { measure_ = std::move(measure); }
  // Stops what runs for others; what was measured stays. What could not be measured is tried again
  // where others are wanted than before.
  void want(std::vector<AccuracyQuestion> wanted);
  // Whatever could not be measured is tried again.
  void retry();
  // Null: not measured yet.
  [[nodiscard]] const Result<AccuracyAnswerPtr>* find(const AccuracyQuestion& question) const;
  [[nodiscard]] bool busy() const;       // something that is wanted is not there yet
  [[nodiscard]] float progress() const;  // of all that is wanted, 0 to 1
  void update();                         // takes what is done

 private:
  void measure_next();

  MeasureAccuracy measure_;
  std::vector<AccuracyQuestion> wanted_;
  std::map<AccuracyQuestion, Result<AccuracyAnswerPtr>> known_;
  std::shared_ptr<std::atomic<float>> part_;  // of what is being measured; null before the first
  Job<AccuracyQuestion, AccuracyAnswerPtr> measuring_;
};

}  // namespace warplens::accuracy
