#include "viz/gl/offscreen.h"

#include <algorithm>

namespace warplens::gl {
namespace {

Texture make_texture(std::uint32_t width, std::uint32_t height) {
  GLuint name = 0;
  glGenTextures(1, &name);
  Texture texture(name);
  glBindTexture(GL_TEXTURE_2D, name);
  glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, 0);
  glTexImage2D(GL_TEXTURE_2D, 0, GL_RGBA8, static_cast<GLsizei>(width),
               static_cast<GLsizei>(height), 0, GL_RGBA, GL_UNSIGNED_BYTE, nullptr);
  return texture;
}

Image flipped(Image image) {
  const std::size_t row = std::size_t{4} * image.width;
  for (std::size_t top = 0, bottom = image.height; top + 1 < bottom; ++top) {
    --bottom;
    std::swap_ranges(image.rgba.begin() + static_cast<std::ptrdiff_t>(top * row),
                     image.rgba.begin() + static_cast<std::ptrdiff_t>((top + 1) * row),
                     image.rgba.begin() + static_cast<std::ptrdiff_t>(bottom * row));
  }
  return image;
}

}  // namespace

Result<OffscreenTarget> OffscreenTarget::create(std::uint32_t width, std::uint32_t height) {
  GLint largest = 0;
  glGetIntegerv(GL_MAX_TEXTURE_SIZE, &largest);
  const auto limit = static_cast<std::uint32_t>(largest);
  if (width == 0 || height == 0 || width > limit || height > limit)
    return fail(tr("a picture of {} × {} pixels cannot be drawn: sides go from 1 to {}", width,
                   height, limit));
  Texture color = make_texture(width, height);
  GLuint name = 0;
  glGenFramebuffers(1, &name);
  Framebuffer framebuffer(name);
  glBindFramebuffer(GL_FRAMEBUFFER, name);
  glFramebufferTexture2D(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_TEXTURE_2D, color.name(), 0);
  if (glCheckFramebufferStatus(GL_FRAMEBUFFER) != GL_FRAMEBUFFER_COMPLETE)
    return fail(
        tr("the OpenGL driver cannot draw a picture of {} × {} pixels: choose a smaller one", width,
           height));
  return OffscreenTarget(width, height, std::move(color), std::move(framebuffer));
}

void OffscreenTarget::bind() const {
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_.name());
  glViewport(0, 0, static_cast<GLsizei>(width_), static_cast<GLsizei>(height_));
  glDisable(GL_SCISSOR_TEST);
}

void OffscreenTarget::bind_window() { glBindFramebuffer(GL_FRAMEBUFFER, 0); }

void OffscreenTarget::clear(scene::Color color) const {
  bind();
  const auto channel = [color](int shift) {
    return static_cast<float>((color >> shift) & 0xffu) / 255.0f;
  };
  glClearColor(channel(24), channel(16), channel(8), channel(0));
  glClear(GL_COLOR_BUFFER_BIT);
}

Image read_pixels(std::uint32_t width, std::uint32_t height) {
  Image image{width, height, {}};
  image.rgba.resize(std::size_t{4} * width * height);
  glPixelStorei(GL_PACK_ALIGNMENT, 1);
  glReadPixels(0, 0, static_cast<GLsizei>(width), static_cast<GLsizei>(height), GL_RGBA,
               GL_UNSIGNED_BYTE, image.rgba.data());
  return flipped(std::move(image));
}

Image OffscreenTarget::read() const {
  bind();
  return read_pixels(width_, height_);
}

}  // namespace warplens::gl
