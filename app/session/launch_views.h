// What views show of a launch as a whole: made with its result, off the UI thread, and the same for
// as long as that is on the stage.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "viz/analysis/access_cost.h"
#include "viz/analysis/executed/executed.h"
#include "viz/analysis/kernel_cost.h"
#include "viz/analysis/threads/idle.h"
#include "viz/analysis/threads/thread_grid.h"
#include "viz/scene/access/element_colors.h"
#include "viz/scene/tables/metrics_view.h"
#include "viz/scene/tables/source_view.h"
#include "viz/scene/timelines/event_timeline.h"

namespace warplens::session {

using Sources = std::vector<std::pair<std::string, std::string>>;  // name as sites use it, text

// The text of source `file`; empty when it is not there.
[[nodiscard]] std::string_view text_of(const Sources& sources, std::string_view file);

struct SourceTexts {
  const Sources& sources;
  const Sources& chinese;  // of those whose comments exist in Chinese
};

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
};

[[nodiscard]] LaunchViews launch_views(const trace::Trace& trace,
                                       std::span<const analysis::AccessCost> costs,
                                       const analysis::KernelTotals& totals,
                                       const SourceTexts& sources);

// Adds the stories of the trace's sites to the lines that they stand at.
void add_stories(LaunchViews& views, const trace::Trace& trace, const analysis::Executed& executed);

}  // namespace warplens::session
