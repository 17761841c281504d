// The views that can stand on the stage. A lesson step says which; a person may change them. What
// draws each stands in app/features/panels.cpp.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

namespace warplens::session {

enum class StageView : std::uint8_t {
  matrix_view,       // a buffer's elements, by warp, lane, thread or time
  sector_strip,      // linear memory as 32-byte sectors in 128-byte lines
  bank_view,         // shared memory by bank
  tile_view,         // a shared array as rows × pitch
  punch_card,        // lane × bank
  swizzle_map,       // a tile's bank numbers before and after
  cache_view,        // a cache replayed over the accesses
  timing_view,       // what the family's kernels take on a GPU, by size
  host_timeline,     // the host's calls and the device's work in one run
  limits_view,       // the least time that each unit of a chip needs
  image_view,        // a picture as the kernel changes it
  occupancy_view,    // blocks that a multiprocessor holds, and what limits them
  reduction_view,    // how the values of a block come together, step by step
  gemm_view,         // a tile of C between the slices of A and B that feed it
  roofline,          // kernels below a chip's roofs
  resources_view,    // registers, spills, blocks an SM, 16-byte loads, by architecture
  swizzle_workshop,  // a tile and a map of a person's own
  plane,             // a grid that a 2 × 2 matrix moves
  space,             // vectors of space and their cross product
  error_chart,       // how far sums of floats are off, by size
  fragments_view,    // matrices of mma, wgmma, ldmatrix beside the registers that hold them
  hardware_tile,     // a tile of shared memory as copies write it and wgmma, ldmatrix read it
  pipeline_view,     // stages and mbarriers over the steps of a block
  machine_code,      // source, PTX and SASS side by side, with the registers live at each instruction
  profiler_view,     // a profiler's report beside what is counted, by source line
  estimate_view,     // an estimated time, and why warps wait, by source line
  count              // no view
};

// What a view is of: the accesses of one side's kernel, its family (times, resources), a run of the
// host, what a person makes there, whatever kernel is on the stage.
enum class Subject : std::uint8_t { accesses, family, host, workshop };

inline constexpr int kNoDigit = 0;

struct StageViewRow {
  StageView view = StageView::count;
  std::string_view name;  // in lessons, settings and the command line, and of its panel
  int digit = kNoDigit;   // the key that makes it large, 1 to 9
  Subject subject = Subject::accesses;
  // It shows nothing before the first access to shared memory: there the cursor goes when the view
  // comes with a kernel.
  bool begins_at_shared = false;
};

inline constexpr auto kStageViews = std::to_array<StageViewRow>({
    {StageView::matrix_view, "matrix_view", 1},
    {StageView::sector_strip, "sector_strip", 2},
    {StageView::bank_view, "bank_view", 3, Subject::accesses, true},
    {StageView::tile_view, "tile_view", 4},
    {StageView::punch_card, "punch_card", 5},
    {StageView::swizzle_map, "swizzle_map", 6},
    {StageView::cache_view, "cache_view", 7},
    {StageView::timing_view, "timing_view", 8, Subject::family},
    {StageView::host_timeline, "host_timeline", 9, Subject::host},
    {StageView::limits_view, "limits_view"},
    {StageView::image_view, "image_view"},
    {StageView::occupancy_view, "occupancy_view"},
    {StageView::reduction_view, "reduction_view", kNoDigit, Subject::accesses, true},
    {StageView::gemm_view, "gemm_view", kNoDigit, Subject::accesses, true},
    {StageView::roofline, "roofline", kNoDigit, Subject::family},
    {StageView::resources_view, "resources_view", kNoDigit, Subject::family},
    {StageView::swizzle_workshop, "swizzle_workshop", kNoDigit, Subject::workshop},
    {StageView::plane, "plane", kNoDigit, Subject::workshop},
    {StageView::space, "space", kNoDigit, Subject::workshop},
    {StageView::error_chart, "error_chart", kNoDigit, Subject::family},
    {StageView::fragments_view, "fragments_view"},
    {StageView::hardware_tile, "hardware_tile", kNoDigit, Subject::accesses, true},
    {StageView::pipeline_view, "pipeline_view"},
    {StageView::machine_code, "machine_code"},
    {StageView::profiler_view, "profiler_view"},
    {StageView::estimate_view, "estimate_view"},
});

// One row a view, in the enum's order, in a table that a view indexes.
[[nodiscard]] constexpr bool has_every_view(const auto& rows) {
  std::size_t next = 0;
  for (const auto& row : rows) {
    if (static_cast<std::size_t>(row.view) != next++) return false;
  }
  return next == static_cast<std::size_t>(StageView::count);
}
static_assert(has_every_view(kStageViews));

[[nodiscard]] constexpr const StageViewRow& row_of(StageView view) {
  return kStageViews[static_cast<std::size_t>(view)];
}

[[nodiscard]] constexpr std::string_view name_of(StageView view) { return row_of(view).name; }

inline constexpr auto kStageViewNames = [] {
  std::array<std::string_view, kStageViews.size()> names;
  std::ranges::transform(kStageViews, names.begin(), &StageViewRow::name);
  return names;
}();

[[nodiscard]] constexpr std::optional<StageView> stage_view_named(std::string_view name) {
  const auto* const row = std::ranges::find(kStageViews, name, &StageViewRow::name);
  if (row == kStageViews.end()) return std::nullopt;
  return row->view;
}

// The view that this digit's key makes large. There may be more views than digits.
[[nodiscard]] constexpr std::optional<StageView> stage_view_of_digit(
    int digit, std::span<const StageViewRow> rows = kStageViews) {
  const auto row = std::ranges::find(rows, digit, &StageViewRow::digit);
  if (digit == kNoDigit || row == rows.end()) return std::nullopt;
  return row->view;
}

}  // namespace warplens::session
