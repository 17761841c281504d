// Keys of the machine code view, while it is the large one.
#pragma once

#include <span>

#include "app/ui/key_table.h"

namespace warplens::ui {

[[nodiscard]] std::span<const KeyRow> code_keys();
[[nodiscard]] bool has_code_keys(const AppState& app);

}  // namespace warplens::ui
