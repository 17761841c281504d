// Which OpenGL the program speaks: ES 3.0 here, which is WebGL 2.
#pragma once

namespace warplens::gl {

inline constexpr const char* kGlslVersion = "#version 300 es";
inline constexpr const char* kShaderHead =
    "#version 300 es\nprecision highp float;\nprecision highp int;\n#line 1\n";

}  // namespace warplens::gl
