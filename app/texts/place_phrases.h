// Where something lies in memory, in words for a hint under the pointer.
#pragma once

#include <string>

#include "app/texts/speech.h"
#include "kernels/cost/shared_breakdown.h"

namespace warplens::ui {

// "row 3, column 5" by the array's layout, or "padding"; empty where no layout is known.
[[nodiscard]] std::string place_phrase(const Speech& speech, const trace::SharedArray& array,
                                       std::uint64_t element);

// "tile +408 · bank 6".
[[nodiscard]] std::string bank_phrase(const Speech& speech, const trace::SharedArray& array,
                                      std::uint64_t element);

// "lane 0–7, 12"; empty without lanes.
[[nodiscard]] std::string lane_phrase(const Speech& speech, std::uint32_t lanes);

// Lanes of the event that want `element` of the array.
[[nodiscard]] std::uint32_t lanes_on(const trace::SharedArray& array,
                                     const analysis::SharedBreakdown& access,
                                     std::uint64_t element);

// "in 64×96"; "x [1000]".
[[nodiscard]] std::string shape_phrase(const trace::Buffer& buffer);
// "256", "8×8", "8×1×2".
[[nodiscard]] std::string shape_phrase(const Dim3& dimensions);

// Those that are not empty, with dots between.
[[nodiscard]] std::string joined(std::initializer_list<std::string> parts);

}  // namespace warplens::ui
