// Where a presenter stops in a step: the accesses that are worth seeing, of all that it goes
// through.
#pragma once

#include <cstddef>
#include <vector>

#include "app/lessons/lesson.h"

namespace warplens::session {
class Session;
}

namespace warplens::lessons {

// So many where the step goes through that many: fewer show no pattern, a class waits for no more.
inline constexpr std::size_t kFewestStops = 3, kMostStops = 8;

// Rows of events of the launch on screen, ascending: those that the step names (where it begins,
// what it asks about, what it wants reached); then the first of each source line and of each cost
// there; where they are few, others evenly spread. Empty before a result.
[[nodiscard]] std::vector<std::size_t> stops_of(const Step& step, const session::Session& session);

}  // namespace warplens::lessons
