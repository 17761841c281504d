// What a family's descriptor is written with, so that its variants read as a table:
//
//   const VariantOf variant{family.name, {"rows", "cols"}};
//   family.variants = {variant("tile", tr("One sentence."), plan_tile, {"tile"}),
//                      broken(variant("tile_nobarrier", …))};
#pragma once

#include "kernels/catalog/family.h"

namespace warplens::catalog {

inline constexpr std::int64_t kMaximumSide = 16384;  // a buffer of 1 GiB floats

// `kernel` is the function's name in the source: FAMILY_VARIANT, "transpose_tile".
using Planner = Result<Plan> (*)(std::string_view kernel, const Parameters&);

// Describes kernels/catalog/FAMILY/VARIANT.cu, whose variants all take `common`, and `own` besides.
struct VariantOf {
  std::string family;
  std::vector<std::string> common;

  [[nodiscard]] Variant operator()(std::string_view name, Text idea, Planner plan,
                                   const std::vector<std::string>& own = {}) const;
};

[[nodiscard]] Variant broken(Variant twin);
// `range` takes the place of the family's parameter of that name.
[[nodiscard]] Variant with_range(Variant variant, Parameter range);

// The variant with an index that a person may replace by an expression.
[[nodiscard]] Variant with_index(Variant variant, OwnIndex index);

// `parameter`, whose value says `words`.
[[nodiscard]] Parameter meaning(Parameter parameter, std::function<Text(const Parameters&)> words);

}  // namespace warplens::catalog
