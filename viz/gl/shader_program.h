// GLSL files → program. Needs a current context.
#pragma once

#include <filesystem>

#include "kernels/base/result.h"
#include "viz/gl/handle.h"

namespace warplens::gl {

class ShaderProgram {
 public:
  // Errors: a file that cannot be read; the compiler's or linker's first line, with the file's
  // name.
  static Result<ShaderProgram> load(const std::filesystem::path& vertex_shader,
                                    const std::filesystem::path& fragment_shader);

  void use() const { glUseProgram(handle_.name()); }
  // -1, which OpenGL ignores, when the program has no such uniform.
  [[nodiscard]] GLint uniform(const char* name) const {
    return glGetUniformLocation(handle_.name(), name);
  }

 private:
  explicit ShaderProgram(ProgramHandle handle) : handle_(std::move(handle)) {}
  ProgramHandle handle_;
};

}  // namespace warplens::gl
