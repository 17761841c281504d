// Errors of sums, measured one kernel after another on a thread of their own and kept from then on.
//
//   want({question, …}) ─► thread: measure(question)… ─► find(question), as each is done
//
// Used on the UI thread; `measure` and `wake` run on the thread's.
#pragma once

#include <functional>
#include <future>
#include <map>
#include <memory>
#include <vector>

#include "kernels/run/errors/sum_errors.h"

namespace warplens::session {

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
  explicit ErrorRuns(std::function<void()> wake) : wake_(std::move(wake)) {}
  ~ErrorRuns() { stop_.request_stop(); }
  ErrorRuns(const ErrorRuns&) = delete;
  ErrorRuns& operator=(const ErrorRuns&) = delete;

  void offer(MeasureErrors measure) { measure_ = std::move(measure); }
  // Stops what runs for others; what was measured stays.
  void want(std::vector<ErrorQuestion> wanted);
  // Null: not measured yet.
  [[nodiscard]] const Result<ErrorAnswerPtr>* find(const ErrorQuestion& question) const;
  [[nodiscard]] bool busy() const;       // something that is wanted is not there yet
  [[nodiscard]] float progress() const;  // of all that is wanted, 0 to 1
  void update();                         // takes what is done

 private:
  struct Shared;

  MeasureErrors measure_;
  std::function<void()> wake_;
  std::vector<ErrorQuestion> wanted_;
  std::map<ErrorQuestion, Result<ErrorAnswerPtr>> known_;
  std::shared_ptr<Shared> shared_;  // with the thread that runs
  std::stop_source stop_;
  std::future<void> thread_;
  std::vector<std::future<void>> forgotten_;  // ending them would have to wait
};

}  // namespace warplens::session
