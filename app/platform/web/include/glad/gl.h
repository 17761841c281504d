// OpenGL as a browser has it, under the name of the desktop's loader.
#pragma once

#include <GLES3/gl3.h>

using GLADapiproc = void (*)();
using GLADloadfunc = GLADapiproc (*)(const char* name);

// The page's functions are there from the start.
inline int gladLoadGL(GLADloadfunc /*load*/) { return 1; }
