// A kernel put on the stage as a person would: control by control.
#pragma once

#include "app/session/session.h"

namespace warplens::session {

// In place of the right one of two: the left one is there to compare with. Without a name it stays,
// with these parameters.
void show_kernel(Session& session, const NamedKernel& wanted);

}  // namespace warplens::session
