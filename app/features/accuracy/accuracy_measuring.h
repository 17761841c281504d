// Errors of the sums on the stage: measured beside it from when somebody wants to see them, until
// the next stage.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "app/features/accuracy/accuracy_runs.h"
#include "app/session/session.h"

namespace warplens::accuracy {

// What a stage asks for: errors of these kernels' sums, too.
struct AccuracyKernels {
  std::vector<session::NamedKernel> kernels;
  friend bool operator==(const AccuracyKernels&, const AccuracyKernels&) = default;
};

// What the error chart is of: the stage's kernel first, then those beside it. Empty: its results
// are no sums.
[[nodiscard]] std::vector<AccuracyQuestion> accuracy_questions(const session::Session& session);

class AccuracyMeasuring final : public session::Companion {
 public:
  AccuracyMeasuring(MeasureAccuracy measure, std::function<void()> wake);

  void want(const session::Session& session);
  [[nodiscard]] bool is_wanted() const { return is_wanted_; }
  // Null while it is measured.
  [[nodiscard]] const Result<AccuracyAnswerPtr>* find(const AccuracyQuestion& question) const {
    return runs_.find(question);
  }
  [[nodiscard]] float progress() const { return runs_.progress(); }
  // The largest error of each of the kernels' sums of so many terms, with the chosen inputs;
  // nothing while they are measured.
  [[nodiscard]] std::optional<std::vector<double>> largest_errors(
      const session::Session& session, const std::vector<session::NamedKernel>& kernels,
      std::int64_t size) const;
  // How many results the stage's kernel has in several orders of its blocks; likewise.
  [[nodiscard]] std::optional<std::int64_t> distinct_results(const session::Session& session) const;

  void begin(const session::Stage& stage) override;
  void look(session::Session& session) override;
  void update(session::Session& session) override;
  [[nodiscard]] bool is_busy() const override { return runs_.busy(); }

 private:
  void ask(const session::Session& session);
  void note(session::Session& session) const;

  bool is_wanted_ = false;
  std::vector<session::NamedKernel> compared_;
  AccuracyRuns runs_;
};

// Of a session that keeps one.
[[nodiscard]] const AccuracyMeasuring& measuring(const session::Session& session);
[[nodiscard]] AccuracyMeasuring& measuring(session::Session& session);

}  // namespace warplens::accuracy
