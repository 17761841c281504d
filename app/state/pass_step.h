// Steps finer than an event: one wavefront of the access under the cursor, or one sector.
#pragma once

#include "app/state/app_state.h"
#include "viz/scene/access/service.h"

namespace warplens::ui {

// The service that a finer step goes through: of the shared side, else of the global one.
[[nodiscard]] scene::Service current_service(const session::Session& session);

// Stands still after the next pass (by = 1) or the one before (by = -1). From an access's ends it
// goes on to the neighbouring one: to its begin, or to its end.
void step_pass(session::Session& session, int by);

}  // namespace warplens::ui
