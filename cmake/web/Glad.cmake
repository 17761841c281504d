# Target `glad`: OpenGL ES 3, whose functions are the page's.
if(NOT TARGET glad)
  add_library(glad INTERFACE)
  target_include_directories(glad SYSTEM INTERFACE ${WEB_PORT}/include)
endif()
