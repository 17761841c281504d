// The error chart as it is shown: which questions its lines are of, and what is known of them.
#pragma once

#include <optional>
#include <vector>

#include "app/features/accuracy/accuracy_runs.h"
#include "app/state/app_state.h"
#include "viz/scene/charts/accuracy_chart.h"

namespace warplens::ui {

struct ShownAccuracy {
  std::vector<accuracy::AccuracyQuestion>
      questions;  // a series each, of several that sum alike the first
  scene::AccuracyChart chart;
  scene::AccuracyLook look;
  bool is_complete = true;
  std::optional<Error> error;  // of one that could not be measured
};

// Whether the stage's kernel sums on tensor cores, which differ by architecture.
[[nodiscard]] bool can_sum_on_several(const session::Session& session);
// Its lines are architectures.
[[nodiscard]] bool is_by_architecture(const session::Session& session);
[[nodiscard]] ShownAccuracy shown_errors(const AppState& app);

}  // namespace warplens::ui
