#include "app/ui/grid_textures.h"

namespace warplens::ui {
namespace {

std::vector<std::uint8_t> bytes_of(const std::vector<scene::Color>& colors) {
  std::vector<std::uint8_t> bytes;
  bytes.reserve(colors.size() * 4);
  for (const scene::Color color : colors) {
    for (const int shift : {24, 16, 8, 0})
      bytes.push_back(static_cast<std::uint8_t>(color >> shift));
  }
  return bytes;
}

GLuint new_texture() {
  GLuint name = 0;
  glGenTextures(1, &name);
  glBindTexture(GL_TEXTURE_2D, name);
  for (const GLenum filter : {GL_TEXTURE_MIN_FILTER, GL_TEXTURE_MAG_FILTER}) {
    glTexParameteri(GL_TEXTURE_2D, filter, GL_NEAREST);
  }
  return name;
}

}  // namespace

ImTextureID GridTextures::texture(const std::string& view, const scene::CellGrid& grid) {
  Entry& entry = entries_[view];
  if (entry.columns == grid.columns && entry.colors == grid.colors) {
    return texture_id(entry.texture.name());
  }
  if (entry.texture.name() == 0) entry.texture = gl::Texture(new_texture());
  entry.columns = grid.columns;
  entry.colors = grid.colors;
  glBindTexture(GL_TEXTURE_2D, entry.texture.name());
  glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, static_cast<GLsizei>(grid.columns),
               static_cast<GLsizei>(grid.rows), 0, GL_RGBA, GL_UNSIGNED_BYTE,
               bytes_of(grid.colors).data());
  return texture_id(entry.texture.name());
}

}  // namespace warplens::ui
