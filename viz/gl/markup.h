// XML's small change: numbers, colours and text as attributes and content take them.
#pragma once

#include <string>
#include <string_view>

#include "viz/scene/draw/draw_list.h"

namespace warplens::svg {

// The number to a hundredth, without trailing zeros: "12.5"; "0" if it is not finite.
[[nodiscard]] std::string number(float value);

// `name="#rrggbb"`, and `name-opacity` where it lets something through. A space stands first.
[[nodiscard]] std::string paint(std::string_view name, scene::Color color);

// Any bytes as text that XML takes: control characters and what is no UTF-8 stand as "\u001b".
[[nodiscard]] std::string escaped(std::string_view text);

[[nodiscard]] std::string base64(std::string_view bytes);

}  // namespace warplens::svg
