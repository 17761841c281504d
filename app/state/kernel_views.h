// Which views stand on the stage while a person explores: those that they chose for the kernel's
// family; else the picture of a kernel that works on one, banks where shared memory is used,
// sectors for others.
#pragma once

#include "app/state/app_state.h"

namespace warplens::ui {

// Each frame: the views of a kernel or file that has come on the stage, and the cursor at an access
// that the large one shows. They stay for a kernel of the same family that uses what they show, and
// for what was on the stage when the person began to explore.
void follow_kernel(AppState& app);
// The views that are on the stage are those of what is chosen now, whatever it uses.
void keep_views(AppState& app);
// The person has changed the views: they are the family's from now on. Nothing in a lesson.
void remember_views(AppState& app);

// In order, without those that are not known.
[[nodiscard]] std::vector<session::StageView> views_named(const std::vector<std::string>& names);

}  // namespace warplens::ui
