#include "kernels/run/expected_result.h"

#include "kernels/run/elements.h"

namespace warplens::run {
namespace {

// Bytes and operations that a reference goes through in well under a second.
constexpr double kSoonEnough = 1 << 28;
constexpr std::uint64_t kSamples = 4096;

// Elements spread over a buffer without a pattern: the high bits of multiples of 2⁶⁴ / φ (Knuth,
// The Art of Computer Programming 3, 6.4, "Fibonacci hashing"). The first is 0.
std::uint64_t sample_at(std::uint64_t i, std::uint64_t elements) {
  const std::uint64_t spread = i * 0x9e3779b97f4a7c15u;
  return (spread >> 32) * elements >> 32;  // fewer than 2³² elements
}

}  // namespace

bool is_soon_computed(const catalog::Family& family, const catalog::Variant& variant,
                      const catalog::Parameters& parameters) {
  const bool can_sample = family.timed.has_value() && family.timed->expected_at;
  const catalog::Work work = can_sample ? family.timed->work(variant, parameters) : catalog::Work{};
  return work.bytes + work.flops <= kSoonEnough;
}

ExpectedResult::ExpectedResult(const catalog::Family& family, const catalog::Variant& variant,
                               const catalog::Parameters& parameters, const catalog::Plan& plan,
                               DeviceBuffers& buffers)
    : tolerance_(plan.tolerance) {
  if (is_soon_computed(family, variant, parameters)) {
    whole_.emplace(plan, buffers);
    return;
  }
  for (std::size_t i = 0; i < plan.buffers.size(); ++i) {
    const catalog::BufferSpec& spec = plan.buffers[i];
    if (spec.role == catalog::BufferRole::in) continue;
    const std::uint64_t elements = spec.rows * spec.columns;
    for (std::uint64_t sample = 0; sample <= kSamples; ++sample) {
      const std::uint64_t element = sample == kSamples ? elements - 1 : sample_at(sample, elements);
      samples_.push_back(
          {i, element,
           family.timed->expected_at(buffers, variant, parameters, spec.name, element)});
    }
  }
}

std::optional<trace::Mismatch> ExpectedResult::compare_with(DeviceBuffers& actual,
                                                            std::string_view only) const {
  if (whole_.has_value()) return whole_->compare_with(actual, tolerance_, only);
  std::optional<trace::Mismatch> mismatch;
  for (const Sample& sample : samples_) {
    const catalog::BufferSpec& spec = actual.specs()[sample.buffer];
    if (!only.empty() && spec.name != only) continue;
    compare_element(spec, sample.element, sample.value, actual.bytes(spec.name), tolerance_,
                    mismatch);
  }
  return mismatch;
}

}  // namespace warplens::run
