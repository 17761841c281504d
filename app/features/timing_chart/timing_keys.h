// What keys do while the timing view is on the stage.
#pragma once

#include <span>

#include "app/ui/key_table.h"

namespace warplens::ui {

// By which its table is saved.
inline constexpr const char* kTimingTable = "timing";

[[nodiscard]] std::span<const KeyRow> timing_keys();

}  // namespace warplens::ui
