#include "viz/gl/cell_texture.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "viz/gl/rgba.h"

namespace warplens::gl {
namespace {

constexpr std::uint64_t kTextureWidth = 1024;  // cells.frag has the same number

PixelRect intersection(const PixelRect& a, const PixelRect& b) {
  const float left = std::max(a.x, b.x);
  const float top = std::max(a.y, b.y);
  const float right = std::min(a.x + a.width, b.x + b.width);
  const float bottom = std::min(a.y + a.height, b.y + b.height);
  return {left, top, std::max(0.0f, right - left), std::max(0.0f, bottom - top)};
}

// Whole pixels that cover the rectangle, in OpenGL's coordinates.
void set_scissor(const PixelRect& rect, std::uint32_t framebuffer_height) {
  const auto left = static_cast<GLint>(std::floor(rect.x));
  const auto top = static_cast<GLint>(std::floor(rect.y));
  const auto right = static_cast<GLint>(std::ceil(rect.x + rect.width));
  const auto bottom = static_cast<GLint>(std::ceil(rect.y + rect.height));
  glEnable(GL_SCISSOR_TEST);
  glScissor(left, static_cast<GLint>(framebuffer_height) - bottom, right - left, bottom - top);
}

}  // namespace

Result<CellTexture> CellTexture::create(const std::filesystem::path& shaders) {
  TRY(ShaderProgram program, ShaderProgram::load(shaders / "cells.vert", shaders / "cells.frag"));
  GLuint vertices = 0;
  glGenVertexArrays(1, &vertices);
  GLuint texture = 0;
  glGenTextures(1, &texture);
  return CellTexture(std::move(program), VertexArray(vertices), Texture(texture));
}

Result<void> CellTexture::upload(const scene::CellGrid& grid) {
  const std::uint64_t cells = std::uint64_t{grid.columns} * grid.rows;
  if (grid.colors.size() != cells)
    return fail(
        tr("a grid of {} × {} cells has {} colours", grid.columns, grid.rows, grid.colors.size()));
  GLint largest = 0;
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &largest);
  const std::uint64_t height = (cells + kTextureWidth - 1) / kTextureWidth;
  if (height > static_cast<std::uint64_t>(largest))
    return fail(tr("{} cells are more than this OpenGL driver can draw at once ({})", cells,
                   static_cast<std::uint64_t>(largest) * kTextureWidth));
  columns_ = static_cast<GLint>(grid.columns);
  rows_ = static_cast<GLint>(grid.rows);
  if (cells == 0) return {};
  std::vector<std::uint8_t> padded = rgba_of(grid.colors);
  padded.resize(4 * height * kTextureWidth);
  glBindTexture(GL_TEXTURE_2D, texture_.name());
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
  glPixelStorei(GL_UNPACK_ALIGNMENT, 4);
  glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, static_cast<GLsizei>(kTextureWidth),
               static_cast<GLsizei>(height), 0, GL_RGBA, GL_UNSIGNED_BYTE, padded.data());
  return {};
}

void CellTexture::draw(float x, float y, float cell_width, float cell_height, const PixelRect& clip,
                       std::uint32_t framebuffer_width, std::uint32_t framebuffer_height) const {
  if (columns_ == 0 || rows_ == 0) return;
  const PixelRect whole{0, 0, static_cast<float>(framebuffer_width),
                        static_cast<float>(framebuffer_height)};
  const PixelRect grid{x, y, cell_width * static_cast<float>(columns_),
                       cell_height * static_cast<float>(rows_)};
  const PixelRect shown = intersection(grid, intersection(clip, whole));
  if (shown.width <= 0 || shown.height <= 0) return;
  set_scissor(shown, framebuffer_height);
  glEnable(GL_BLEND);
  glBlendFuncSeparate(GL_SRC_ALPHA, GL_ONE_MINUS_SRC_ALPHA, GL_ONE, GL_ONE_MINUS_SRC_ALPHA);
  program_.use();
  glUniform1i(program_.uniform("cells"), 0);
  glUniform2f(program_.uniform("origin"), x, y);
  glUniform2f(program_.uniform("cell_size"), cell_width, cell_height);
  glUniform2i(program_.uniform("grid_size"), columns_, rows_);
  glUniform1f(program_.uniform("target_height"), static_cast<float>(framebuffer_height));
  glActiveTexture(GL_TEXTURE0);
  glBindTexture(GL_TEXTURE_2D, texture_.name());
  glBindVertexArray(vertices_.name());
  glDrawArrays(GL_TRIANGLES, 0, 3);
}

}  // namespace warplens::gl
