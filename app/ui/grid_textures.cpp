#include "app/ui/grid_textures.h"

#include <algorithm>
#include <span>

#include "viz/gl/rgba.h"

namespace warplens::ui {
namespace {

GLuint new_texture() {
  GLuint name = 0;
  glGenTextures(1, &name);
  glBindTexture(GL_TEXTURE_2D, name);
  for (const GLenum filter : {GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER}) {
    glTexParameteri(GL_TEXTURE_2D, filter, GL_NEAREST);
  }
  return name;
}

struct ChangedRows {
  std::size_t first = 0, last = 0;  // [first, last)
};

// Rows from the first to the last that differ, of grids of one size.
ChangedRows changed_rows(const std::vector<scene::Color>& before,
                         const std::vector<scene::Color>& now, std::size_t columns) {
  const auto front = std::ranges::mismatch(before, now).in1 - before.begin();
  if (static_cast<std::size_t>(front) == before.size()) return {};
  const auto back = std::mismatch(before.rbegin(), before.rend(), now.rbegin()).first;
  const auto end = static_cast<std::size_t>(before.rend() - back);
  return {static_cast<std::size_t>(front) / columns, (end + columns - 1) / columns};
}

}  // namespace

ImTextureID GridTextures::texture(const std::string& view, const scene::CellGrid& grid) {
  Entry& entry = entries_[view];
  const bool same_size = entry.columns == grid.columns && entry.colors.size() == grid.colors.size();
  const ChangedRows changed =
      same_size ? changed_rows(entry.colors, grid.colors, grid.columns) : ChangedRows{0, grid.rows};
  if (changed.first == changed.last) return texture_id(entry.texture.name());
  if (entry.texture.name() == 0) entry.texture = gl::Texture(new_texture());
  entry.columns = grid.columns;
  entry.colors = grid.colors;
  upload(entry, grid, same_size, changed.first, changed.last);
  return texture_id(entry.texture.name());
}

void GridTextures::upload(const Entry& entry, const scene::CellGrid& grid, bool is_there,
                          std::size_t first, std::size_t last) {
  const auto columns = static_cast<GLsizei>(grid.columns);
  glBindTexture(GL_TEXTURE_2D, entry.texture.name());
  glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
  const auto bytes = gl::rgba_of(
      std::span(grid.colors).subspan(first * grid.columns, (last - first) * grid.columns));
  if (is_there) {
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, static_cast<GLint>(first), columns,
                    static_cast<GLsizei>(last - first), GL_RGBA, GL_UNSIGNED_BYTE, bytes.data());
  } else {
    glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, columns, static_cast<GLsizei>(grid.rows), 0, GL_RGBA,
                 GL_UNSIGNED_BYTE, bytes.data());
  }
}

}  // namespace warplens::ui
