// The keys of the view of a shared tile, where it stands large.
#pragma once

#include "app/ui/key_table.h"

namespace warplens::ui {

[[nodiscard]] std::span<const KeyRow> tile_keys();
[[nodiscard]] bool has_tile_keys(const AppState& app);

}  // namespace warplens::ui
