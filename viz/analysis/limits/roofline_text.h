// Texts about places on a roofline.
#pragma once

#include <string>

#include "kernels/base/text.h"
#include "viz/analysis/limits/roofline.h"

namespace warplens::analysis {

[[nodiscard]] Text name_of(RooflineMemory memory);
// "0.0833", "1.13", "85.3".
[[nodiscard]] std::string intensity_phrase(double flop_a_byte);
// "4.12 T", "805 M": of anything that is counted.
[[nodiscard]] std::string scaled_phrase(double amount);
// "92.1 %".
[[nodiscard]] std::string share_phrase(double share);
// "4.12 TFLOP/s", "3.58 TB/s" of a run without FLOP.
[[nodiscard]] std::string rate_phrase(double rate, bool of_flop);

// First what was counted, one line; then the kernel's time, and its share of which roof, or why
// there is none.
[[nodiscard]] Text counted_phrase(const RooflineKernel& kernel);
[[nodiscard]] Text measured_phrase(const RooflineKernel& kernel, const Roofline& roofline);

}  // namespace warplens::analysis
