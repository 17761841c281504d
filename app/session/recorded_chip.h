// The chip that recordings are of.
#pragma once

#include "app/session/recordings.h"

namespace warplens::session {

// That of the first recorded device that is one; null: none is.
[[nodiscard]] const analysis::Chip* recorded_chip(const Recordings& recordings);

}  // namespace warplens::session
