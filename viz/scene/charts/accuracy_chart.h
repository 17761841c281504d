// How far the sums of a family's kernels are off: terms across, error upwards, a line a kernel.
//
//   1,000 ┤          ╱ ┄ bound      both axes logarithmic, and the same ones for all inputs
//     100 ┤       ●────●── chessboard 172
//      10 ┤   ●──╱
//       1 ┤┄┄╱┄┄┄┄┄┄┄┄┄┄┄ one rounding
//         ┤  ○────○────○── double_sum 0.41      hollow: below the plot
//         └──┬────┬────┬──
//           16   256  4,096   terms
//
// Where a sum of tensor cores is modelled by publications its line is dashed, and a note says so.
//
// And one kernel's result in several orders of its blocks: a row a kernel, a dot an order.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "kernels/run/sum_accuracy.h"
#include "viz/scene/draw/layout.h"

namespace warplens::scene {

struct AccuracySeries {
  std::string name;  // "kahan"
  bool is_on_stage = false;
  // Null: not measured yet, or not to be seen.
  const run::SumAccuracy* sizes = nullptr;
  const run::OrderResults* orders = nullptr;
  bool is_published = false;  // modelled by publications: dashed, and said so
};

struct AccuracyChart {
  std::vector<std::int64_t> sizes;     // ascending
  std::vector<AccuracySeries> series;  // the first kSeriesHues in colour
  bool on_tensor_cores = false;        // then it says whose sums were held against hardware
};

struct AccuracyLook {
  bool by_rms = false;
  std::int64_t size = 0;  // whose values stand behind the names; none of the sizes: the largest
  std::optional<std::size_t> pointed_at = std::nullopt;  // a series
};

[[nodiscard]] Color accuracy_color(const AccuracyChart& chart, std::size_t series,
                                   const AccuracyLook& look, ThemeName theme);

// Points carry MarkId{point, number of the series, number of the size}, sizes {axis, 0, number},
// names {label, number of the series}.
[[nodiscard]] DrawList accuracy_chart(const AccuracyChart& chart, const AccuracyLook& look,
                                      Size size, const Style& style);
// Rows carry MarkId{bar, number of the series}, dots {point, number of the series, the order}.
[[nodiscard]] DrawList order_chart(const AccuracyChart& chart, const AccuracyLook& look, Size size,
                                   const Style& style);

}  // namespace warplens::scene
