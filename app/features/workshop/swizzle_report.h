// What `warplens swizzle` prints: a map's answer in words and as JSON.
#pragma once

#include <optional>
#include <string>

#include "app/texts/speech.h"
#include "kernels/base/json_types.h"
#include "viz/swizzle/answer.h"
#include "viz/swizzle/find.h"
#include "viz/swizzle/presets.h"

namespace warplens::cli {

[[nodiscard]] Text tile_line(const swizzle::Tile& tile);
[[nodiscard]] Text map_line(const swizzle::SwizzleSpec& spec, const std::string& formula);
[[nodiscard]] Json found_json(const swizzle::Found& found);
// `found`: of --find.
[[nodiscard]] std::string swizzle_text(const ui::Speech& speech,
                                       const swizzle::SwizzleAnswer& answer,
                                       const std::optional<swizzle::Found>& found);
// Layouts that people meet, a line each: how they are written by rows, read by ldmatrix and by
// columns.
[[nodiscard]] std::string presets_text(const ui::Speech& speech);
[[nodiscard]] Json swizzle_json(const swizzle::SwizzleAnswer& answer,
                                const std::optional<swizzle::Found>& found);

}  // namespace warplens::cli
