// A block's pipeline over its steps (pipeline_layout.h): who fills stages, what they are, what
// mbarriers still wait for, who reads; who waits for whom, and what comes too early.
//
// The cursor is a line through all rows; beside each row's name stands what it is there. Below
// stands what happens at the cursor, or what is pointed at.
#pragma once

#include "viz/scene/draw/draw_list.h"
#include "viz/scene/pipeline/pipeline_layout.h"

namespace warplens::scene {

// Ids: row (index) on a row's background, bar (row, item) on its bands, event (fault) on what comes
// too early, line (step) on the cursor.
[[nodiscard]] DrawList pipeline_view(const pipeline::Pipeline& pipeline, const PipelineLook& look,
                                     Size size, const Style& style);

// The colour of what a stage is.
[[nodiscard]] Color stage_color(pipeline::StageState state, ThemeName theme);

}  // namespace warplens::scene
