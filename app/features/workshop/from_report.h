// What `warplens swizzle --from` prints: an array's lines before and after, and the patch.
#pragma once

#include <string>

#include "app/texts/speech.h"
#include "kernels/base/json_types.h"
#include "viz/swizzle/traced/from_line.h"

namespace warplens::cli {

[[nodiscard]] std::string from_text(const ui::Speech& speech,
                                    const swizzle::FromLineAnswer& answer);
[[nodiscard]] Json from_json(const swizzle::FromLineAnswer& answer);

}  // namespace warplens::cli
