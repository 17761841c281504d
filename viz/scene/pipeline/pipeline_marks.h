// What a pipeline's view is pointed at, and what is said of it in a line.
#pragma once

#include "viz/scene/pipeline/pipeline_layout.h"

namespace warplens::scene {

// Nothing: it is beside the rows.
[[nodiscard]] std::optional<PipelineMark> pipeline_at(const pipeline::Pipeline& pipeline,
                                                      const PipelineLayout& layout, float x,
                                                      float y);
// In one line, that of a step with its number.
[[nodiscard]] std::string pipeline_words(const pipeline::Pipeline& pipeline,
                                         const PipelineMark& mark, Language language);

}  // namespace warplens::scene
