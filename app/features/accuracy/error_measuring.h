// Errors of the sums on the stage: measured beside it from when somebody wants to see them, until
// the next stage.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "app/features/accuracy/error_runs.h"
#include "app/session/session.h"

namespace warplens::accuracy {

// What a stage asks for: errors of these kernels' sums, too.
struct ErrorRivals {
  std::vector<session::NamedKernel> kernels;
  friend bool operator==(const ErrorRivals&, const ErrorRivals&) = default;
};

// What the error chart is of: the stage's kernel first, then those beside it. Empty: its results
// are no sums.
[[nodiscard]] std::vector<ErrorQuestion> error_questions(const session::Session& session);

class ErrorMeasuring final : public session::Companion {
 public:
  ErrorMeasuring(MeasureErrors measure, std::function<void()> wake);

  void want(const session::Session& session);
  [[nodiscard]] bool is_wanted() const { return is_wanted_; }
  // Null while it is measured.
  [[nodiscard]] const Result<ErrorAnswerPtr>* find(const ErrorQuestion& question) const {
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
  std::vector<session::NamedKernel> rivals_;
  ErrorRuns runs_;
};

// Of a session that keeps one.
[[nodiscard]] const ErrorMeasuring& measuring(const session::Session& session);
[[nodiscard]] ErrorMeasuring& measuring(session::Session& session);

}  // namespace warplens::accuracy
