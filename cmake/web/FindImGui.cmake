# Dear ImGui from its sources, drawn by OpenGL ES 3, which is what a browser's WebGL 2 is.
set(imgui ${WEB_TOOLS}/sources/imgui)
add_web_library(web_imgui ${imgui}
  ${imgui}/imgui.cpp ${imgui}/imgui_draw.cpp ${imgui}/imgui_tables.cpp ${imgui}/imgui_widgets.cpp
  ${imgui}/misc/cpp/imgui_stdlib.cpp ${imgui}/backends/imgui_impl_opengl3.cpp ${imgui}/backends/imgui_impl_glfw.cpp)
target_include_directories(web_imgui SYSTEM PUBLIC ${imgui}/backends ${imgui}/misc/cpp ${PROJECT_BINARY_DIR}/headers)
target_compile_definitions(web_imgui PUBLIC IMGUI_IMPL_OPENGL_ES3
                           "ImDrawIdx=unsigned int")  # ES 3.0 counts no vertices from elsewhere
target_compile_definitions(web_imgui PRIVATE GLFW_INCLUDE_NONE)
target_link_libraries(web_imgui PUBLIC cxx)
add_library(imgui::imgui ALIAS web_imgui)
set(ImGui_FOUND TRUE)
