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
#include "kernels/run/sum_errors.h"

namespace warplens::accuracy {

struct ErrorQuestion {
  run::SumQuestion sums;
  bool by_order = false;
  friend auto operator<=>(const ErrorQuestion&, const ErrorQuestion&) = default;
};

// One of the two, as it was asked.
struct ErrorAnswer {
  run::SumErrors sizes{};
  run::OrderResults orders{};
};
using ErrorAnswerPtr = std::shared_ptr<const ErrorAnswer>;
using MeasureErrors =
    std::function<Result<ErrorAnswerPtr>(const ErrorQuestion&, const run::Hooks&)>;

// By `catalogue`, which must outlive it.
[[nodiscard]] MeasureErrors measuring_errors(const run::Catalogue& catalogue);

class ErrorRuns {
 public:
  explicit ErrorRuns(std::function<void()> wake) : measuring_(std::move(wake)) {}

  void offer(MeasureErrors measure) { measure_ = std::move(measure); }
  // Stops what runs for others; what was measured stays. What could not be measured is tried again
  // where others are wanted than before.
  void want(std::vector<ErrorQuestion> wanted);
  // Whatever could not be measured is tried again.
  void retry();
  // Null: not measured yet.
  [[nodiscard]] const Result<ErrorAnswerPtr>* find(const ErrorQuestion& question) const;
  [[nodiscard]] bool busy() const;       // something that is wanted is not there yet
  [[nodiscard]] float progress() const;  // of all that is wanted, 0 to 1
  void update();                         // takes what is done

 private:
  void measure_next();

  MeasureErrors measure_;
  std::vector<ErrorQuestion> wanted_;
  std::map<ErrorQuestion, Result<ErrorAnswerPtr>> known_;
  std::shared_ptr<std::atomic<float>> part_;  // of what is being measured; null before the first
  Job<ErrorQuestion, ErrorAnswerPtr> measuring_;
};

}  // namespace warplens::accuracy
