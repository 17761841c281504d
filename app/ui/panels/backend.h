// Where kernels are traced: the choice, and why the GPU is none where there is none.
#pragma once

#include <string>

#include "app/ui/ui.h"

namespace warplens::ui {

[[nodiscard]] bool can_trace_on_gpu(const AppState& app);
// One line for a person; empty where the GPU can be chosen.
[[nodiscard]] std::string why_no_gpu(const AppState& app, const Ui& ui);

// "Traced on [CPU] [GPU]" in the middle of `area`'s height, from its left edge. Returns where it
// ends, in pixels; the left edge where nothing is traced: a capture shows what was.
[[nodiscard]] float backend_switch(const AppState& app, Ui& ui, const Area& area);
// The other one; a message where there is none.
void change_backend(const AppState& app, Ui& ui);

// Goes back to the CPU where the settings ask for a GPU that is not here; keeps what is chosen
// where both are.
void follow_gpu(AppState& app);

}  // namespace warplens::ui
