// Where a thread of the program lets others run; host.h says what a wait is.
#pragma once

namespace warplens::web {

inline constexpr double kWithoutEnd = -1;  // milliseconds

void wait(const unsigned* word, unsigned value, double milliseconds = kWithoutEnd);

}  // namespace warplens::web
