#include "tests/limits/counted_kernels.h"

#include <array>

namespace warplens::limits {
namespace {

using Sides = std::array<std::int64_t, 3>;

// Sizes of which the CPU counts a kernel in seconds; the largest is well past an H200's L2 where
// that can be.
constexpr Sides kSides{1024, 4096, 8192};
constexpr Sides kProductSides{256, 512, 1024};
constexpr Sides kSlowSides{256, 1024, 2048};  // a block an element

Sides sides_of(const catalog::Family& family, const catalog::Variant& variant) {
  if (variant.name == "one_thread_blocks") return kSlowSides;
  const bool is_product = family.timed->figure != catalog::ChartedRate::bandwidth;
  return is_product ? kProductSides : kSides;
}

// Besides the defaults, what moves a kernel's place on a roofline and was recorded.
std::vector<catalog::Parameters> recorded_settings_of(const catalog::Family& family,
                                                      const catalog::Variant& variant) {
  if (family.name != "window" || variant.name == "maxpool") return {{}};
  return {{}, {{"window", 5}}};
}

void add_runs(const catalog::Family& family, const catalog::Variant& variant,
              const timing::Images& images, std::vector<analysis::CountedRun>& runs) {
  for (const catalog::Parameters& settings : recorded_settings_of(family, variant)) {
    for (const std::int64_t side : sides_of(family, variant)) {
      catalog::Parameters wanted = settings;
      wanted.merge(at_side(family, variant, side));
      const auto all = complete(family, variant, wanted);
      if (!all.has_value()) continue;
      runs.push_back({family.name, variant.name, side, *all, images.of(family, variant), {}});
    }
  }
}

}  // namespace

std::vector<analysis::CountedRun> wanted_runs(const std::vector<catalog::Family>& families,
                                              const timing::Images& images) {
  std::vector<analysis::CountedRun> runs;
  for (const catalog::Family& family : families) {
    if (!family.timed.has_value()) continue;
    for (const catalog::Variant& variant : family.variants) {
      if (!variant.broken) add_runs(family, variant, images, runs);
    }
  }
  return runs;
}

}  // namespace warplens::limits
