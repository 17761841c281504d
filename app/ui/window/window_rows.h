// What keys do wherever the window is, as tables.
#pragma once

#include "app/ui/key_table.h"

namespace warplens::ui {

[[nodiscard]] std::span<const KeyRow> window_keys();
// Those that go before all others while presenting.
[[nodiscard]] std::span<const KeyRow> present_keys();
// Those that explain the window: the help's last.
[[nodiscard]] std::span<const KeyRow> explaining_keys();

}  // namespace warplens::ui
