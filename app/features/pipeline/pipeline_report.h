// What `warplens pipeline` prints: a block's pipeline in words and as JSON.
#pragma once

#include <string>

#include "app/texts/speech.h"
#include "kernels/base/json_types.h"
#include "viz/pipeline/pipeline_model.h"

namespace warplens::cli {

struct PipelineReport {
  std::string kernel;
  std::size_t launch = 0, launches = 1;
  std::uint64_t block = 0;
  const pipeline::Pipeline& pipeline;
};

// `says_steps`: with a line for each step at which something happens.
[[nodiscard]] std::string pipeline_text(const ui::Speech& speech, const PipelineReport& report,
                                        bool says_steps);
[[nodiscard]] Json pipeline_json(const PipelineReport& report);

}  // namespace warplens::cli
