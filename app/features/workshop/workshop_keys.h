// What keys do while the swizzle workshop is the large view.
#pragma once

#include "app/ui/key_table.h"

namespace warplens::ui {

[[nodiscard]] std::span<const KeyRow> workshop_keys();

// What of the workshop's words is made while it runs, so that fonts hold its glyphs.
[[nodiscard]] std::string workshop_text(const AppState& app, const Ui& ui);

}  // namespace warplens::ui
