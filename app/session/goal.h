// What a lesson asks of a feature: something to be done in it, a number that it tells, how it
// compares kernels.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "app/session/named_kernel.h"
#include "app/settings/stage_view.h"
#include "kernels/base/result.h"

namespace warplens::ui {
struct Speech;
}

namespace warplens::session {

class Session;
struct Stage;

// How far a person is with something that a goal asks.
struct GoalRow {
  std::string figure{};  // by which tests know the row; empty: they do not
  std::string value{};   // that it has now
  std::string words{};   // both, as the window says them
  bool is_kept = false;
};

// One of the things that complete a step.
class Goal {
 public:
  Goal() = default;
  Goal(const Goal&) = delete;
  Goal& operator=(const Goal&) = delete;
  virtual ~Goal() = default;

  // Something that was on screen since the stage was set meets it.
  [[nodiscard]] virtual bool is_met(const Session& session) const = 0;
  // Does what it asks, as a person would; results may still be on their way.
  virtual Result<void> act(Session& session) const = 0;
  // The widgets that are to be set for it.
  [[nodiscard]] virtual std::vector<std::string> controls(const Session& /*session*/) const {
    return {};
  }
  [[nodiscard]] virtual std::vector<GoalRow> rows(const Session& /*session*/,
                                                  const ui::Speech& /*speech*/) const {
    return {};
  }
  // It is about something that was not recorded, and cannot be met here.
  [[nodiscard]] virtual bool is_missing(const Session& /*session*/) const { return false; }
  // It is a challenge: what was done is measured, and counts as an answer.
  [[nodiscard]] virtual bool judges() const { return false; }
  // What a picture tells once it is met.
  [[nodiscard]] virtual Subject subject() const { return Subject::accesses; }
};
using GoalPtr = std::shared_ptr<const Goal>;

// A number that a question asks for.
class Asked {
 public:
  Asked() = default;
  Asked(const Asked&) = delete;
  Asked& operator=(const Asked&) = delete;
  virtual ~Asked() = default;

  // Nothing while it is found out, and where there is none.
  [[nodiscard]] virtual std::optional<std::int64_t> value(const Session& session,
                                                          const Stage& stage) const = 0;
  // It was measured, rather than follows from the trace.
  [[nodiscard]] virtual bool is_recorded() const { return false; }
  // What the stage has to have for it; nothing: it has.
  [[nodiscard]] virtual std::optional<Text> missing(const Stage& /*stage*/) const {
    return std::nullopt;
  }
};
using AskedPtr = std::shared_ptr<const Asked>;

// What kernels are compared by, beside sums of their traces.
class Measure {
 public:
  Measure() = default;
  Measure(const Measure&) = delete;
  Measure& operator=(const Measure&) = delete;
  virtual ~Measure() = default;

  // Of each kernel; nothing likewise.
  [[nodiscard]] virtual std::optional<std::vector<double>> values(
      const Session& session, const std::vector<NamedKernel>& kernels) const = 0;
  // In which a bound of it counts: 0.01 is percent.
  [[nodiscard]] virtual double unit() const { return 1; }
  [[nodiscard]] virtual std::string words(const ui::Speech& /*speech*/) const { return {}; }
  [[nodiscard]] virtual bool is_recorded() const { return false; }
  // For the stage where these kernels are compared.
  virtual void prepare(Stage& /*stage*/, const std::vector<NamedKernel>& /*kernels*/) const {}
  [[nodiscard]] virtual std::optional<Text> missing(const Stage& /*stage*/) const {
    return std::nullopt;
  }
};
using MeasurePtr = std::shared_ptr<const Measure>;

}  // namespace warplens::session
