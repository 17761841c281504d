// Textures of large grids of cells, one a view, made anew only when the cells change. Needs a
// current OpenGL context.
#pragma once

#include <functional>
#include <map>
#include <string>
#include <vector>

#include "app/ui/compat.h"
#include "viz/gl/handle.h"
#include "viz/scene/draw/draw_list.h"

namespace warplens::ui {

class GridTextures {
 public:
  [[nodiscard]] ImTextureID texture(const std::string& view, const scene::CellGrid& grid);
  // The same, for Ui::grid_texture; these textures must outlive it.
  [[nodiscard]] std::function<ImTextureID(const std::string&, const scene::CellGrid&)> drawer() {
    return [this](const std::string& view, const scene::CellGrid& grid) {
      return texture(view, grid);
    };
  }

 private:
  struct Entry {
    gl::Texture texture;
    std::uint32_t columns = 0;
    std::vector<scene::Color> colors;
  };
  std::map<std::string, Entry> entries_;
};

}  // namespace warplens::ui
