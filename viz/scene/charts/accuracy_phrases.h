// Texts of the error chart.
#pragma once

#include <string>

#include "kernels/run/sum_accuracy.h"
#include "viz/scene/draw/phrases.h"

namespace warplens::scene {

// "0.62", "12.4", "16,384": in units of 2⁻²⁴.
[[nodiscard]] std::string roundings_phrase(double roundings);
// "equal: 0.1 everywhere".
[[nodiscard]] TextView phrase_of(run::Inputs inputs);
// "kahan · 4,096 terms", then a line each: largest, root mean square, as a share, of how many sums.
[[nodiscard]] std::string point_phrase(const std::string& name, const run::SizeAccuracy& error,
                                       Language language);
// "5 different results"; "the same result each time".
[[nodiscard]] std::string distinct_phrase(const run::OrderResults& orders, Language language);

namespace phrases {
// clang-format off
inline constexpr TextView largest_error = tr("largest error of a sum, in roundings of a float (2⁻²⁴)");
inline constexpr TextView largest_error_short = tr("largest error (2⁻²⁴)");
inline constexpr TextView rms_error = tr("root mean square of the sums' errors, in roundings of a float (2⁻²⁴)");
inline constexpr TextView rms_error_short = tr("root mean square (2⁻²⁴)");
inline constexpr TextView terms_axis = tr("terms");
inline constexpr TextView one_rounding = tr("one rounding, 2⁻²⁴");
inline constexpr TextView bound = tr("bound, not measured: n roundings");
inline constexpr TextView bound_at_start = tr("bound of floats: n");
inline constexpr TextView bound_short = tr("bound");
inline constexpr TextView as_published = tr("sm_90 sums as an H200 does, bit for bit; dashed: as published, compared with no hardware here");
inline constexpr TextView as_published_short = tr("dashed: as published, not compared here");
inline constexpr TextView as_hardware = tr("tensor cores sum as an H200's do, bit for bit (sm_90)");
inline constexpr TextView as_hardware_short = tr("as an H200 sums (sm_90)");
inline constexpr TextView order_error = tr("error of the result, one dot an order of the blocks, in roundings of a float (2⁻²⁴)");
inline constexpr TextView order_error_short = tr("error (2⁻²⁴), a dot an order");
inline constexpr TextView exact = tr("exact");
inline constexpr TextView under_way = tr("…");
// clang-format on
}  // namespace phrases

}  // namespace warplens::scene
