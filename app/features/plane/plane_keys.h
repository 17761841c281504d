// What keys do while the plane or the space is the large view.
#pragma once

#include "app/ui/key_table.h"

namespace warplens::ui {

[[nodiscard]] std::span<const KeyRow> plane_keys();
// One of them is there, and no question is open.
[[nodiscard]] bool has_plane_keys(const AppState& app);

// What of its words is made while it runs, so that fonts hold their glyphs.
[[nodiscard]] std::string plane_text(const AppState& app, const Ui& ui);

// How many parts of 1 a handle moves by; with Shift; in space.
inline constexpr std::int64_t kParts = 4, kFineParts = 20, kSpaceParts = 2;

}  // namespace warplens::ui
