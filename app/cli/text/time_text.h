// A time in the unit that suits it.
#pragma once

#include <string>

namespace warplens::cli {

// "3.21 us", "1.204 ms" or "2.000 s".
[[nodiscard]] std::string time_text(double seconds);

}  // namespace warplens::cli
