// The views that can stand on the stage. A lesson step says which; a person may change them.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace warplens::session {

enum class StageView : std::uint8_t {
  matrix_view,    // a buffer's elements, by warp, lane, thread or time
  sector_strip,   // linear memory as 32-byte sectors in 128-byte lines
  bank_view,      // shared memory by bank
  tile_view,      // a shared array as rows × pitch
  punch_card,     // lane × bank
  swizzle_map,    // a tile's bank numbers before and after
  cache_view,     // a cache replayed over the accesses
  timing_view,    // what the family's kernels take on a GPU, by size
  host_timeline,  // the host's calls and the device's work in one run
};

inline constexpr std::array<std::string_view, 9> kStageViewNames{
    "matrix_view", "sector_strip", "bank_view",   "tile_view",    "punch_card",
    "swizzle_map", "cache_view",   "timing_view", "host_timeline"};

[[nodiscard]] constexpr std::string_view name_of(StageView view) {
  return kStageViewNames[static_cast<std::size_t>(view)];
}

[[nodiscard]] constexpr std::optional<StageView> stage_view_named(std::string_view name) {
  const auto it = std::ranges::find(kStageViewNames, name);
  if (it == kStageViewNames.end()) return std::nullopt;
  return static_cast<StageView>(it - kStageViewNames.begin());
}

}  // namespace warplens::session
