// What the error chart says, in both languages.
#pragma once

#include <string>

#include "kernels/run/errors/sum_errors.h"
#include "viz/scene/draw/words.h"

namespace warplens::scene {

// "0.62", "12.4", "16,384": in units of 2⁻²⁴.
[[nodiscard]] std::string error_words(double roundings);
// "equal: 0.1 everywhere".
[[nodiscard]] TextView words_of(run::Inputs inputs);
// "kahan · 4,096 terms", then a line each: largest, root mean square, as a share, of how many sums.
[[nodiscard]] std::string point_words(const std::string& name, const run::SumError& error,
                                      Language language);
// "5 different results"; "the same result each time".
[[nodiscard]] std::string distinct_words(const run::OrderResults& orders, Language language);

namespace words {
// clang-format off
inline constexpr TextView largest_error{
    "largest error of a sum, in roundings of a float (2⁻²⁴)", "和的最大误差，以一次 float 舍入（2⁻²⁴）为单位"};
inline constexpr TextView largest_error_short{"largest error (2⁻²⁴)", "最大误差（2⁻²⁴）"};
inline constexpr TextView rms_error{
    "root mean square of the sums' errors, in roundings of a float (2⁻²⁴)", "各个和误差的均方根，以一次 float 舍入（2⁻²⁴）为单位"};
inline constexpr TextView rms_error_short{"root mean square (2⁻²⁴)", "均方根（2⁻²⁴）"};
inline constexpr TextView terms_axis{"terms", "项数"};
inline constexpr TextView one_rounding{"one rounding, 2⁻²⁴", "一次舍入，2⁻²⁴"};
inline constexpr TextView bound{"bound, not measured: n roundings", "上界，并非测得：n 次舍入"};
inline constexpr TextView bound_short{"bound", "上界"};
inline constexpr TextView order_error{
    "error of the result, one dot an order of the blocks, in roundings of a float (2⁻²⁴)",
    "结果的误差，每个点是线程块的一种执行顺序，以一次 float 舍入（2⁻²⁴）为单位"};
inline constexpr TextView order_error_short{"error (2⁻²⁴), a dot an order", "误差（2⁻²⁴），每点一种顺序"};
inline constexpr TextView exact{"exact", "精确值"};
inline constexpr TextView under_way{"…", "…"};
// clang-format on
}  // namespace words

// Every character that these and the chart add to views.
[[nodiscard]] std::string error_characters();

}  // namespace warplens::scene
