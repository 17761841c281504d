// An OpenGL object's name, owned: move-only, deleted with the context that made it current.
//
// viz/gl needs a current OpenGL 3.3 core context, or none, and nothing else: no window, no ImGui.
//   EglContext        a context without a display (egl_context.h)
//   OffscreenTarget   a framebuffer that can be read back (offscreen.h)
//   ShaderProgram           GLSL files → program (program.h)
//   CellTexture       draws a scene::CellGrid of any size in one call (cell_texture.h)
//   write_png, svg    image.h, png.h, svg.h; no OpenGL
#pragma once

#include <glad/gl.h>

#include <utility>

namespace warplens::gl {

template <void (*Delete)(GLuint)>
class Handle {
 public:
  Handle() = default;
  explicit Handle(GLuint name) : name_(name) {}
  Handle(Handle&& other) noexcept : name_(std::exchange(other.name_, 0)) {}
  Handle& operator=(Handle&& other) noexcept {
    std::swap(name_, other.name_);
    return *this;
  }
  ~Handle() {
    if (name_ != 0) Delete(name_);
  }
  [[nodiscard]] GLuint name() const { return name_; }

 private:
  GLuint name_ = 0;
};

inline void delete_texture(GLuint name) { glDeleteTextures(1, &name); }
inline void delete_framebuffer(GLuint name) { glDeleteFramebuffers(1, &name); }
inline void delete_vertex_array(GLuint name) { glDeleteVertexArrays(1, &name); }
inline void delete_program(GLuint name) { glDeleteProgram(name); }
inline void delete_shader(GLuint name) { glDeleteShader(name); }

using Texture = Handle<delete_texture>;
using Framebuffer = Handle<delete_framebuffer>;
using VertexArray = Handle<delete_vertex_array>;
using ProgramHandle = Handle<delete_program>;
using ShaderHandle = Handle<delete_shader>;

}  // namespace warplens::gl
