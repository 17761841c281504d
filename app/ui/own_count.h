// What the launch of a person's own kernel asks of a chip, counted beside the frame, once for all
// views that want it: the whole launch, in the form and the sizes that it ran with.
#pragma once

#include <optional>
#include <vector>

#include "app/ui/ui.h"
#include "kernels/base/result.h"
#include "viz/analysis/limits/launch_demand.h"

namespace warplens::ui {

struct OwnCount {
  const std::vector<analysis::LaunchDemand>* demands = nullptr;  // null: not there yet, or an error
  const Error* error = nullptr;
  bool is_cancelled = false;
  float share = 0;  // of its blocks that are done
};

// Of the left side. Nothing: it shows no own kernel, or one that has not run as its file is now.
[[nodiscard]] std::optional<OwnCount> own_count(const AppState& app, Ui& ui);

// How far it is, with a button to cancel it; why there is none, with one to count again. Nothing is
// drawn where the demands are there.
void own_count_line(Ui& ui, const OwnCount& count, const char* view);

}  // namespace warplens::ui
