// What each of the stage's views is called on screen and what draws it. Their names and keys stand
// in app/settings/stage_view.h.
#pragma once

#include "app/ui/motion/motion_panels.h"
#include "app/ui/panels/panels.h"
#include "app/ui/timing/host_timeline_panel.h"
#include "app/ui/timing/timing_panel.h"
#include "app/ui/views/views.h"

namespace warplens::ui {

struct StagePanel {
  session::StageView view;
  Str title;
  void (*draw)(const AppState&, Ui&, const Area&);
};

inline constexpr auto kStagePanels = [] {
  using enum session::StageView;
  return std::to_array<StagePanel>({
      {matrix_view, Str::matrix_view, matrix_panel},
      {sector_strip, Str::sector_strip, sector_panel},
      {bank_view, Str::bank_view, bank_panel},
      {tile_view, Str::tile_view, tile_panel},
      {punch_card, Str::punch_card, punch_panel},
      {swizzle_map, Str::swizzle_map, swizzle_panel},
      {cache_view, Str::cache_view, cache_panel},
      {timing_view, Str::timing_view, timing_panel},
      {host_timeline, Str::host_timeline, host_timeline_panel},
      {limits_view, Str::limits_view, limits_panel},
      {image_view, Str::image_view, image_panel},
      {occupancy_view, Str::occupancy_view, occupancy_panel},
      {reduction_view, Str::reduction_view, reduction_panel},
      {gemm_view, Str::gemm_view, gemm_panel},
      {roofline, Str::roofline, roofline_panel},
      {resources_view, Str::resources_view, resources_panel},
      {swizzle_workshop, Str::swizzle_workshop, workshop_panel},
      {plane, Str::plane, plane_panel},
      {space, Str::space, space_panel},
      {error_chart, Str::error_chart, errors_panel},
  });
}();
static_assert(session::has_every_view(kStagePanels));

[[nodiscard]] constexpr const StagePanel& panel_of(session::StageView view) {
  return kStagePanels[static_cast<std::size_t>(view)];
}

}  // namespace warplens::ui
