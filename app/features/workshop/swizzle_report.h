// What `warplens swizzle` prints: a map's answer in words and as JSON.
#pragma once

#include <optional>
#include <string>

#include "app/texts/speech.h"
#include "kernels/base/json_types.h"
#include "viz/swizzle/answer.h"
#include "viz/swizzle/find.h"

namespace warplens::cli {

// `found`: of --find.
[[nodiscard]] std::string swizzle_text(const ui::Speech& speech,
                                       const swizzle::SwizzleAnswer& answer,
                                       const std::optional<swizzle::Found>& found);
[[nodiscard]] Json swizzle_json(const swizzle::SwizzleAnswer& answer,
                                const std::optional<swizzle::Found>& found);

}  // namespace warplens::cli
