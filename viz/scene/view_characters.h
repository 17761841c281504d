// What a font atlas must hold so that every view can be drawn.
#pragma once

#include <string>

namespace warplens::scene {

// Every character that views draw, in both languages.
[[nodiscard]] std::string view_characters();

}  // namespace warplens::scene
