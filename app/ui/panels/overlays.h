// Over everything: progress with cancel, an error line, help.
#pragma once

#include "app/ui/key_table.h"
#include "app/ui/panels/overlay_states.h"

namespace warplens::ui {

// The error or notice that is shown; empty when there is none. dismiss() ends it, and a run.
[[nodiscard]] std::string roundings_phrase(const AppState& app);
void dismiss(AppState& app);

// `lines` are the help's.
void overlays(const AppState& app, Ui& ui, const Layout& layout, std::span<const KeyHelp> lines,
              ImVec2 window);

}  // namespace warplens::ui
