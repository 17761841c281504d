#include "kernels/catalog/pipeline_plans.h"

#include "kernels/catalog/plan_parts.h"

namespace warplens::catalog {
namespace {

// The same constants as in pipeline/*.cu.
constexpr std::uint32_t kFrameThreads = 64;
constexpr std::uint64_t kMeanSamples = 8;
constexpr std::uint32_t kPipelineStages = 4;

// A row of the picture has a word for each bank.
constexpr std::uint32_t kFrameBanks = 32;
constexpr std::uint32_t kRowsOfFrame = static_cast<std::uint32_t>(kFrameSamples) / kFrameBanks;

// Samples are at most 1, so the j-th addition rounds by at most j × 2⁻²⁴: over eight samples 35 ×
// 2⁻²⁴, below 5 × 2⁻²⁴ in their mean; the reference's own float adds half a unit. A mean may be
// close to 0, so none of it is relative.
constexpr Tolerance kMeanOfSamples{.relative = 0, .absolute = 6 * 0x1p-24};

BufferSpec frames_of(std::string name, BufferRole role, const Parameters& p, Fill fill) {
  return {std::move(name),
          ElementType::f32,
          role,
          count(p, "frames"),
          static_cast<std::uint64_t>(kFrameSamples),
          0,
          fill};
}

void means(HostBuffers& buffers) {
  const std::span<const float> in = buffers.as<float>("in");
  const std::span<float> out = buffers.as<float>("out");
  for (std::uint64_t i = 0; i < out.size(); ++i) out[i] = static_cast<float>(mean_from(in, i));
}

// `stages`: frames that a block has room for.
Plan streaming(std::string entry, const Parameters& p, std::uint32_t stages) {
  Plan plan;
  plan.buffers = {frames_of("in", BufferRole::in, p, {Fill::Kind::random, 1}),
                  frames_of("out", BufferRole::out, p, kUnset)};
  plan.steps = {LaunchStep{std::move(entry),
                           {count(p, "blocks"), 1, 1},
                           {kFrameThreads, 1, 1},
                           0,
                           {BufferArgument{"in"}, BufferArgument{"out"}, i32(p.at("frames"))}}};
  plan.reference = means;
  plan.tolerance = kMeanOfSamples;
  return with_layouts(std::move(plan), {{"frame", matrix(stages * kRowsOfFrame, kFrameBanks)}});
}

}  // namespace

double mean_from(std::span<const float> in, std::uint64_t sample) {
  const std::uint64_t place = sample % kFrameSamples, first = sample - place;
  double sum = 0;
  for (std::uint64_t k = 0; k < kMeanSamples; ++k) sum += in[first + (place + k) % kFrameSamples];
  return sum / kMeanSamples;
}

Result<Plan> plan_pipeline_frame(std::string_view kernel, const Parameters& p) {
  return streaming(mangled(kernel, "PKfPfi"), p, 1);
}

Result<Plan> plan_pipeline_stages(std::string_view kernel, const Parameters& p) {
  return streaming(mangled(kernel, "PKfPfi", {p.at("stages"), p.at("copy_bytes")}), p,
                   count(p, "stages"));
}

Result<Plan> plan_pipeline_tma(std::string_view kernel, const Parameters& p) {
  return streaming(mangled(kernel, "PKfPfi", {p.at("stages")}), p, count(p, "stages"));
}

Result<Plan> plan_pipeline_four_stages(std::string_view kernel, const Parameters& p) {
  return streaming(mangled(kernel, "PKfPfi"), p, kPipelineStages);
}

}  // namespace warplens::catalog
