// Which OpenGL the program speaks: desktop's 3.3 core here.
#pragma once

namespace warplens::gl {

inline constexpr const char* kGlslVersion = "#version 330";
// What stands before each shader of the program's, whose own first line stays the first.
inline constexpr const char* kShaderHead = "#version 330 core\n#line 1\n";

}  // namespace warplens::gl
