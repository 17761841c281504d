// How each kernel that takes frames through shared memory is launched: in (frames × 256) to out,
// row-major f32.
#pragma once

#include "kernels/catalog/family.h"

namespace warplens::catalog {

inline constexpr std::int64_t kFrameSamples = 256;  // floats a frame, as in pipeline/*.cu

// The frames that `samples` take.
[[nodiscard]] constexpr std::int64_t frames_for(std::int64_t samples) {
  return (samples + kFrameSamples - 1) / kFrameSamples;
}

// The mean that a sample of `in` becomes: of the samples from it on, around its frame's end.
[[nodiscard]] double mean_from(std::span<const float> in, std::uint64_t sample);

// Room for one frame.
Result<Plan> plan_pipeline_frame(std::string_view kernel, const Parameters& p);
// Room for `stages` frames, copies of `copy_bytes`; and for four, copies of 16 bytes.
Result<Plan> plan_pipeline_stages(std::string_view kernel, const Parameters& p);
Result<Plan> plan_pipeline_four_stages(std::string_view kernel, const Parameters& p);

Result<Plan> plan_pipeline_tma(std::string_view kernel, const Parameters& p);

}  // namespace warplens::catalog
