// What keys do while the plane or the space is the large view.
#pragma once

#include "app/ui/key_table.h"

namespace warplens::ui {

[[nodiscard]] std::span<const KeyRow> motion_keys();
// False: neither is there, or the press is none of its keys, or a question is open.
[[nodiscard]] bool motion_key(Ui& ui, const AppState& app, const KeyPress& press);

// What of its words is made while it runs, so that fonts hold their glyphs.
[[nodiscard]] std::string motion_text(const Ui& ui);

// How many parts of 1 a handle moves by; with Shift; in space.
inline constexpr std::int64_t kParts = 4, kFineParts = 20, kSpaceParts = 2;

}  // namespace warplens::ui
