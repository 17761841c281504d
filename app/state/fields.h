// What links begin with, and how each of their fields is read.
#pragma once

#include <string_view>

#include "app/state/link.h"

namespace warplens::link {

inline constexpr std::string_view kScheme = "warplens:";
inline constexpr std::string_view kBegin = "warplens:1?";

// Takes one field; an error when there is none of that name, or it has no such value.
Result<void> set_field(Link& link, std::string_view name, std::string_view value,
                       session::Features features);

}  // namespace warplens::link
