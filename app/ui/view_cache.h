// Tables and pictures that change only with the result, made once for it.
#pragma once

#include <string>
#include <vector>

#include "app/session/session.h"
#include "viz/scene/element_colors.h"
#include "viz/scene/matrix_view.h"
#include "viz/scene/metrics_view.h"
#include "viz/scene/source_view.h"
#include "viz/scene/tile_view.h"
#include "viz/scene/timeline.h"

namespace warplens::ui {

struct ViewCache {
  session::KernelResultPtr result;
  std::size_t launch = 0;

  scene::TimelineModel timeline;
  scene::TimelineModel plain_timeline;  // the same without costs, while a prediction is open
  scene::TimelineWindow timeline_window;
  std::vector<scene::SourceTable> sources;
  std::vector<scene::MetricTable> totals;
  std::vector<trace::Buffer> buffers;  // long ones folded
  scene::ColorBy color_by = scene::ColorBy::warp;
  std::vector<scene::ElementColors> buffer_colors;
  std::vector<scene::MatrixWindow> buffer_windows;  // the part of each that is looked at
  std::size_t buffer = 0;                           // shown by the matrix view
};

// Colours the buffers of one side by something else.
void recolor(ViewCache& cache, const session::Session& session, session::Side side,
             scene::ColorBy by);

// Fills the cache for the side's current launch; does nothing while that stays the same.
void refresh(ViewCache& cache, const session::Session& session, session::Side side);

// The matrix that the author of a shared array has in mind. Shapes are not in a trace, so this goes
// by the parameters `pitch` and `tile`; without them, by what a square tile with padding would
// take.
[[nodiscard]] scene::TileShape tile_shape(const session::Selection& selection,
                                          const trace::SharedArray& array);

}  // namespace warplens::ui
