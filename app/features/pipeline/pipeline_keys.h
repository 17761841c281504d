// The keys of the pipeline view, where it stands large; what they do, for its buttons, too.
#pragma once

#include "app/features/pipeline/pipeline_moment.h"
#include "app/ui/key_table.h"

namespace warplens::ui {

[[nodiscard]] std::span<const KeyRow> pipeline_keys();
[[nodiscard]] bool has_pipeline_keys(const AppState& app);

// To the next step at which something changes, or the one before.
void step_pipeline(Ui& ui, const AppState& app, const session::PipelinePtr& pipeline,
                   bool goes_back);
// To the next place that is too early; behind the last comes the first.
void step_fault(Ui& ui, const AppState& app, const session::PipelinePtr& pipeline);
void zoom_pipeline(Ui& ui, const AppState& app, const session::PipelinePtr& pipeline,
                   bool goes_closer);
void show_all_steps(Ui& ui, const AppState& app);

}  // namespace warplens::ui
