// What keys do while the host timeline is on the stage.
#pragma once

#include <span>

#include "app/ui/key_table.h"

namespace warplens::ui {

[[nodiscard]] std::span<const KeyRow> host_timeline_keys();
// While it shows a run: they move the part that is looked at.
[[nodiscard]] std::span<const KeyRow> timeline_lens_keys();

}  // namespace warplens::ui
