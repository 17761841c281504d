// A framebuffer of its own, drawn into without a window and read back as an image.
#pragma once

#include <cstdint>

#include "kernels/base/result.h"
#include "viz/gl/handle.h"
#include "viz/gl/image.h"
#include "viz/scene/draw/draw_list.h"

namespace warplens::gl {

// The pixels of the framebuffer that is bound, from its lower left corner on; top row first.
[[nodiscard]] Image read_pixels(std::uint32_t width, std::uint32_t height);

class OffscreenTarget {
 public:
  // Errors: a side of 0 or over the driver's limit, or a driver that refuses the framebuffer.
  static Result<OffscreenTarget> create(std::uint32_t width, std::uint32_t height);

  // Binds it, with a viewport of its size and without scissor.
  void bind() const;
  void clear(scene::Color color) const;
  // The window's own framebuffer, or none where there is no window.
  static void bind_window();
  // Its pixels, top row first. Leaves it bound.
  [[nodiscard]] Image read() const;

  [[nodiscard]] std::uint32_t width() const { return width_; }
  [[nodiscard]] std::uint32_t height() const { return height_; }

 private:
  OffscreenTarget(std::uint32_t width, std::uint32_t height, Texture color, Framebuffer framebuffer)
      : width_(width),
        height_(height),
        color_(std::move(color)),
        framebuffer_(std::move(framebuffer)) {}

  std::uint32_t width_, height_;
  Texture color_;
  Framebuffer framebuffer_;
};

}  // namespace warplens::gl
