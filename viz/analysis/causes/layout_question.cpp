#include "viz/analysis/causes/layout_question.h"

#include <fmt/ranges.h>

#include <bit>
#include <vector>

namespace warplens::analysis {
namespace {

constexpr std::uint64_t kMostElements = 65536;  // of the workshop's tile

std::string map_text(const BetterLayouts& layouts) {
  const std::uint32_t element = layouts.element_bytes;
  if (layouts.padding.has_value())
    return fmt::format("padding {}", layouts.padding->bytes / element);
  const auto element_bits = static_cast<std::uint32_t>(std::countr_zero(element));
  const ByteSwizzle& swizzle = *layouts.swizzle;
  return fmt::format("Swizzle<{},{},{}>", swizzle.bits, swizzle.base - element_bits, swizzle.shift);
}

// The element of each lane, -1: none; empty where a lane is between two.
std::vector<std::int64_t> elements_of(const AskedAccess& asked, std::uint32_t element) {
  std::vector<std::int64_t> elements;
  for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
    const bool is_active = (asked.mask >> lane & 1) != 0;
    if (is_active && asked.offsets[lane] % element != 0) return {};
    elements.push_back(is_active ? static_cast<std::int64_t>(asked.offsets[lane] / element) : -1);
  }
  return elements;
}

}  // namespace

std::string layout_question(const BetterLayouts& layouts) {
  const AskedAccess& asked = layouts.asked;
  const std::uint32_t element = layouts.element_bytes;
  if (layouts.is_empty() || asked.pitch == 0 || asked.pitch % element != 0) return {};
  const std::uint64_t columns = asked.pitch / element;
  const std::uint64_t rows = (asked.bytes + asked.pitch - 1) / asked.pitch;
  const auto elements = elements_of(asked, element);
  if (elements.empty() || rows * columns > kMostElements) return {};
  const std::string width =
      asked.lane_bytes == element ? "" : fmt::format(".{}B", asked.lane_bytes);
  const std::string lanes = fmt::format("lanes{}({})", width, fmt::join(elements, ","));
  return fmt::format("element={} tile={}x{} order=row write={} read={} map={}", element, rows,
                     columns, asked.is_store ? lanes : "rows", asked.is_store ? "rows" : lanes,
                     map_text(layouts));
}

}  // namespace warplens::analysis
