// What the pipeline view stands at: the block's pipeline, and the step that the cursor means.
#pragma once

#include "app/features/pipeline/pipeline_choice.h"
#include "app/session/barrier_run.h"
#include "app/session/session.h"
#include "app/ui/ui.h"

namespace warplens::ui {

// What takes a while is made beside the frame.
struct PipelineSource {
  session::PipelinePtr pipeline;  // null: under way, or an error
  const Error* error = nullptr;
};
[[nodiscard]] PipelineSource pipeline_source(const AppState& app, Ui& ui, std::uint32_t block);

// The block that the view is of: the chosen one, else the cursor's.
[[nodiscard]] std::uint32_t pipeline_block(const AppState& app, session::Side side);
// The step that is chosen, else the cursor's; nothing: the cursor is in another block.
[[nodiscard]] std::optional<pipeline::Step> pipeline_step(const AppState& app, Ui& ui,
                                                          const session::PipelinePtr& pipeline);
// How many steps are in sight.
[[nodiscard]] pipeline::Step steps_in_sight(const AppState& app,
                                            const pipeline::Pipeline& pipeline);

// Asks for another choice.
void ask_pipeline(Ui& ui, const pipeline::PipelineChoice& choice, bool continues = false);
// Takes the cursor to the event at that step, or to the last before it that the trace has.
void ask_step(Ui& ui, const AppState& app, const session::PipelinePtr& pipeline,
              pipeline::Step step);

}  // namespace warplens::ui
