// The catalogue's kernels below a chip's roofs: what was counted of them beforehand, and what they
// took on that chip.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/session/recorded_seconds.h"
#include "app/session/recordings.h"
#include "viz/analysis/limits/roofline.h"

namespace warplens::session {

// Sizes at which more than half of the kernels were counted, ascending.
[[nodiscard]] std::vector<std::int64_t> roofline_sides(const Recordings& recordings);

// What a roofline is made of.
struct RooflineSource {
  const std::vector<catalog::Family>& families;
  const Recordings& recordings;
  const timing::Timings* live = nullptr;                             // measured here; null: nothing
  analysis::RooflineMemory memory = analysis::RooflineMemory::dram;  // whose bytes
};

// With `settings` besides the size, at the largest counted size up to `side`. Nothing: not counted
// at any, of a family that has no operator's kind (but for shared memory's), or it uses no such
// memory.
[[nodiscard]] std::optional<analysis::RooflineKernel> placed_kernel(const RooflineSource& source,
                                                                    const NamedKernel& kernel,
                                                                    std::int64_t side,
                                                                    const analysis::Chip& chip);

// Every kernel of the catalogue with a kind, or of one family, as placed_kernel() has it.
[[nodiscard]] analysis::Roofline kernel_roofline(const RooflineSource& source, std::int64_t side,
                                                 const analysis::Chip& chip,
                                                 const std::string& family = {});

// What the products are whose multiply-adds this chart has no roof for.
[[nodiscard]] bool has_no_roof(const analysis::RooflineKernel& kernel);

// What a lesson asks of a kernel's place: FLOP a byte, the share of the roof that it reaches.
enum class RooflineFigure : std::uint8_t { intensity, roof_share };
inline constexpr std::array<std::string_view, 2> kRooflineFigureNames{"intensity", "roof_share"};

// On the first recorded device that is a chip; nothing where the kernel has no such figure.
[[nodiscard]] std::optional<double> roofline_figure(const RooflineSource& source,
                                                    const NamedKernel& kernel, std::int64_t side,
                                                    RooflineFigure figure);

// A kernel on the stage, with what its size does not decide.
[[nodiscard]] NamedKernel kernel_on_stage(const std::vector<catalog::Family>& families,
                                          const std::string& kernel,
                                          const catalog::Parameters& parameters);

}  // namespace warplens::session
