// What stands on the stage, in words and figures, for the tour's page.
#pragma once

#include "app/tour/tour_page.h"
#include "app/ui/ui.h"

namespace warplens::ui {

// "Event 3 of 576 · block 0 · warp 0 · global store", of the event under the cursor.
[[nodiscard]] std::string access_phrase(const AppState& app, const Ui& ui,
                                        session::Side side = session::Side::left);

// What stands in a view that tells it itself (Panel::words).
[[nodiscard]] std::string view_phrase(const AppState& app, const Ui& ui, session::StageView view);
// "Kernel transpose/tile (cols=96 rows=64)", both where there are two.
[[nodiscard]] std::string kernel_phrase(const AppState& app, const Ui& ui);

// One entry a kernel; none while a prediction is open.
[[nodiscard]] std::vector<KernelFigures> kernel_figures(const AppState& app, const Ui& ui);

}  // namespace warplens::ui
