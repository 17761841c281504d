// What a chart says of one point, in both languages, from the entry that was timed.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "viz/scene/charts/chart.h"

namespace warplens::scene {

// "1.24 ms", "4.03 TB/s", "52.1 TFLOP/s".
[[nodiscard]] std::string figure_words(double value, ChartFigure figure, int digits = 3,
                                       bool plain = false);
[[nodiscard]] std::string_view name_of(ChartFigure figure, Language language);

// "tile_padded · side 4,096", then a line each: median, minimum to maximum, quartiles, bandwidth,
// operations, shares of ceiling and library, repetitions. Where nothing was timed: "not recorded".
[[nodiscard]] std::vector<std::string> point_words(const Chart& chart, const ChartSeries& series,
                                                   std::int64_t side, Language language);

// Every character that charts add to views.
[[nodiscard]] std::string chart_characters();

}  // namespace warplens::scene
