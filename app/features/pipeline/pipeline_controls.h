// The line above the pipeline view's picture: block, step, how many steps, what comes too early.
#pragma once

#include "app/features/pipeline/pipeline_moment.h"

namespace warplens::ui {

void pipeline_controls(const AppState& app, Ui& ui, const session::PipelinePtr& pipeline,
                       std::optional<pipeline::Step> step);

}  // namespace warplens::ui
