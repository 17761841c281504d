#include "viz/gl/shader_program.h"

#include <array>
#include <fstream>
#include <iterator>
#include <string>

#include "viz/gl/dialect.h"

namespace warplens::gl {
namespace {

using Log = std::array<char, 1024>;

std::string first_line(const Log& log) {
  const std::string text(log.data());
  return text.substr(0, text.find('\n'));
}

Result<ShaderHandle> compile(GLenum kind, const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(in), {}};
  if (!in.is_open() || in.bad() || text.empty())
    return fail(tr("cannot read the shader {}: reinstall the program", path.string()));
  ShaderHandle shader(glCreateShader(kind));
  const std::array<const char*, 2> sources = {kShaderHead, text.c_str()};
  glShaderSource(shader.name(), sources.size(), sources.data(), nullptr);
  glCompileShader(shader.name());
  GLint compiled = GL_FALSE;
  glGetShaderiv(shader.name(), GL_COMPILE_STATUS, &compiled);
  if (compiled == GL_TRUE) return shader;
  Log log{};
  glGetShaderInfoLog(shader.name(), static_cast<GLsizei>(log.size()), nullptr, log.data());
  return fail(tr("{}: {}", path.string(), first_line(log)));
}

}  // namespace

Result<ShaderProgram> ShaderProgram::load(const std::filesystem::path& vertex_shader,
                                          const std::filesystem::path& fragment_shader) {
  TRY(const ShaderHandle vertex, compile(GL_VERTEX_SHADER, vertex_shader));
  TRY(const ShaderHandle fragment, compile(GL_FRAGMENT_SHADER, fragment_shader));
  ProgramHandle program(glCreateProgram());
  glAttachShader(program.name(), vertex.name());
  glAttachShader(program.name(), fragment.name());
  glLinkProgram(program.name());
  GLint linked = GL_FALSE;
  glGetProgramiv(program.name(), GL_LINK_STATUS, &linked);
  if (linked == GL_TRUE) return ShaderProgram(std::move(program));
  Log log{};
  glGetProgramInfoLog(program.name(), static_cast<GLsizei>(log.size()), nullptr, log.data());
  return fail(
      tr("{} with {}: {}", vertex_shader.string(), fragment_shader.string(), first_line(log)));
}

}  // namespace warplens::gl
