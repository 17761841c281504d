// Texts about one point of a chart, from the entry that was timed.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "viz/scene/charts/chart.h"

namespace warplens::scene {

// "1.24 ms", "4.03 TB/s", "52.1 TFLOP/s", "78.4%".
[[nodiscard]] std::string figure_phrase(double value, ChartFigure figure, int digits = 3,
                                        bool plain = false);
// "bandwidth"; "share".
[[nodiscard]] std::string_view name_of(ChartFigure figure, Language language);
// The same as an axis is called: "share of device_copy".
[[nodiscard]] std::string title_of(const Chart& chart, ChartFigure figure, Language language);
// "side"; of a sweep the parameter's label, "Pixels a thread".
[[nodiscard]] std::string axis_title(const Chart& chart, Language language);
// "2.16×".
[[nodiscard]] std::string ratio_phrase(double ratio);
// "tile_padded"; "tile_padded, live".
[[nodiscard]] std::string series_phrase(const ChartSeries& series, Language language);
// "odd sizes (no multiples of 32): 100 · 1,000 · 4,097", then ever shorter ones; empty: none is
// odd.
[[nodiscard]] std::vector<std::string> odd_sizes_wordings(const Chart& chart, Language language);
// The name, cut in its middle to `width` pixels at the style's size where it is longer.
[[nodiscard]] std::string elided(const Style& style, std::string_view name, float width);

// "tile_padded · side 4,096", then a line each: median, minimum to maximum, quartiles, bandwidth,
// operations, shares of ceiling and library, repetitions. Where nothing was timed: "not recorded".
[[nodiscard]] std::vector<std::string> point_phrase(const Chart& chart, const ChartSeries& series,
                                                    std::int64_t side, Language language);

}  // namespace warplens::scene
