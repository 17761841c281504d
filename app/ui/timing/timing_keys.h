// What keys do in the timing view and the host timeline, and whether a press is theirs.
#pragma once

#include "app/ui/key_table.h"

namespace warplens::ui {

// While the timing view is on the stage.
[[nodiscard]] std::span<const KeyRow> timing_keys();
// While the host timeline is on the stage, before the timing view where both are.
[[nodiscard]] std::span<const KeyRow> host_timeline_keys();
// Likewise, while it shows a run: they move the part that is looked at.
[[nodiscard]] std::span<const KeyRow> timeline_lens_keys();

// False: nothing, it is the window's.
[[nodiscard]] bool stage_key(Ui& ui, const AppState& app, const KeyPress& press);

}  // namespace warplens::ui
