// What `warplens registers` prints: live registers by line, spills and the next block an SM, in
// words and as JSON.
#pragma once

#include <string>
#include <vector>

#include "app/texts/speech.h"
#include "kernels/base/json_types.h"
#include "viz/code/code_model.h"

namespace warplens::cli {

// One launch a model, each with SASS.
[[nodiscard]] std::string registers_text(const ui::Speech& speech,
                                         const std::vector<code::CodeModel>& launches);
[[nodiscard]] Json registers_json(const std::string& kernel,
                                  const std::vector<code::CodeModel>& launches);

}  // namespace warplens::cli
