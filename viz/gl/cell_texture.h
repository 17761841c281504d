// Draws a scene::CellGrid of up to millions of cells in one call: the colours lie in a texture 1024
// wide, and one full-screen triangle looks up the cell under each pixel.
//
//   texture.upload(grid)                        when the grid's colours changed
//   texture.draw(place, framebuffer height)     every frame, into the bound framebuffer
//
// draw() leaves its program, vertex array, texture unit 0, blending and scissor set: a caller that
// has its own state sets it again (ImGui: ImDrawCallback_ResetRenderState).
#pragma once

#include <filesystem>

#include "kernels/base/result.h"
#include "viz/gl/handle.h"
#include "viz/gl/shader_program.h"
#include "viz/scene/draw/draw_list.h"

namespace warplens::gl {

struct PixelRect {
  float x = 0, y = 0, width = 0, height = 0;  // y down
};

class CellTexture {
 public:
  // `shaders` is the folder that holds cells.vert and cells.frag.
  static Result<CellTexture> create(const std::filesystem::path& shaders);

  // Errors: a grid whose colours are not columns × rows, or more cells than a texture can hold.
  Result<void> upload(const scene::CellGrid& grid);

  // The uploaded cells with the grid's top left corner at (x, y), cut by `clip`, both in pixels of
  // a framebuffer of `framebuffer_width` × `framebuffer_height` that is bound with a viewport of
  // its size.
  void draw(float x, float y, float cell_width, float cell_height, const PixelRect& clip,
            std::uint32_t framebuffer_width, std::uint32_t framebuffer_height) const;

 private:
  CellTexture(ShaderProgram program, VertexArray vertices, Texture texture)
      : program_(std::move(program)),
        vertices_(std::move(vertices)),
        texture_(std::move(texture)) {}

  ShaderProgram program_;
  VertexArray vertices_;  // empty, but the core profile wants one
  Texture texture_;
  GLint columns_ = 0, rows_ = 0;
};

}  // namespace warplens::gl
