// What a lesson's step wants a person to find in the error chart.
//
//   {"errors": {"inputs": "equal", "size": 16384,
//               "all": [{"figure": "largest", "at_most": 2}, {"figure": "other", "at_most": 0}],
//               "example": {"kernel": "gemm/pairwise"}}}
//
// It is met once a kernel that was on the stage keeps to all of it: "kernel" (any without it),
// "inputs", "by_architecture" (on several architectures; figures are sm_90's), "by_order" (results
// in several orders of blocks), and bounds of
//
//   largest    error of a sum of "size" terms, in units of 2⁻²⁴
//   fp32       operations a term; "other": of float64
//   distinct   different results in several orders
//
// By the example's kernel and parameters tests and the tour take the step; nobody is told of it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "app/features/accuracy/accuracy_choice.h"
#include "app/features/accuracy/seen_accuracy.h"
#include "kernels/base/json_fields.h"

namespace warplens::accuracy {

enum class AccuracyFigure : std::uint8_t { largest, fp32, other, distinct };
inline constexpr std::array<std::string_view, 4> kAccuracyFigureNames{"largest", "fp32", "other",
                                                                      "distinct"};

struct AccuracyBound {
  AccuracyFigure figure = AccuracyFigure::largest;
  std::int64_t bound = 0;
  bool is_most = true;  // at most; otherwise at least
};

struct AccuracyGoal {
  std::string kernel;
  std::optional<run::Inputs> inputs;
  bool by_architecture = false;
  bool by_order = false;
  std::int64_t size = 0;
  std::vector<AccuracyBound> bounds;
  std::string example;
  catalog::Parameters example_parameters;
};

// What is wrong is kept by the fields.
[[nodiscard]] AccuracyGoal accuracy_goal_of(const JsonFields& fields);

// Nothing: it was not measured.
[[nodiscard]] std::optional<double> value_of(const AccuracyAnswer& answer, bool by_order,
                                             AccuracyFigure figure, std::int64_t size);
[[nodiscard]] bool keeps(double value, const AccuracyBound& bound);
// What to look at to meet it, beside the kernel: the example, or the one that is named.
[[nodiscard]] AccuracyChoice choice_for(const AccuracyGoal& goal, AccuracyChoice now);
[[nodiscard]] bool meets(const SeenAccuracy& seen, const AccuracyGoal& goal);

}  // namespace warplens::accuracy
