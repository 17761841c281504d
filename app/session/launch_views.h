// What views show of a launch as a whole: made with its result, off the UI thread, and the same for
// as long as that is on the stage.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "kernels/cost/access_cost.h"
#include "kernels/trace/run.h"
#include "viz/analysis/executed/executed.h"
#include "viz/analysis/idle.h"
#include "viz/analysis/kernel_cost.h"
#include "viz/analysis/thread_grid.h"
#include "viz/scene/access/element_colors.h"
#include "viz/scene/access/metrics_view.h"
#include "viz/scene/access/source_view.h"
#include "viz/scene/charts/event_timeline.h"

namespace warplens::session {

struct BufferView {
  trace::Buffer buffer;  // a long one folded into rows
  scene::FirstTouches touches;
  scene::ElementColors by_warp;  // as the matrix is coloured at first
  // Where each thread has the element at its own place; never of a folded buffer.
  std::optional<analysis::ThreadGrid> threads;
};

struct LaunchViews {
  scene::EventTimeline timeline;
  scene::EventTimeline plain_timeline;  // the same without costs, while a prediction is open
  std::vector<scene::SourceTable> sources;
  std::vector<scene::MetricTable> totals;
  std::vector<BufferView> buffers;  // as Trace::buffers
  std::optional<analysis::Idle> idle;
  std::vector<warplens::Text>
      calls;  // beside Trace::sites: how inlined code was called; empty: it was not
};

// `run`: whose sources are shown.
[[nodiscard]] LaunchViews launch_views(const trace::Trace& trace,
                                       std::span<const analysis::AccessCost> costs,
                                       const analysis::KernelTotals& totals, const trace::Run& run);

// Adds the stories of the trace's sites to the lines that they stand at.
void add_stories(LaunchViews& views, const trace::Trace& trace, const analysis::Executed& executed);

}  // namespace warplens::session
