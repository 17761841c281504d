// Textures of large grids of cells, one a view; of a grid that changes only the rows that do are
// sent. Needs a current OpenGL context.
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
  // Rows [first, last); `is_there`: the texture has the grid's size already.
  static void upload(const Entry& entry, const scene::CellGrid& grid, bool is_there,
                     std::size_t first, std::size_t last);

  std::map<std::string, Entry> entries_;
};

}  // namespace warplens::ui
