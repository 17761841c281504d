// Pictures one after another → GIF, which plays again and again.
//
//   Gif gif = Gif::begin(size, pause)  ─► add(image) for each  ─► finish(): the file's bytes
//
// A frame holds what has changed since the one before, in up to 255 colours of its own: exact where
// no more have changed, else the nearest of the frequent ones (indexed_image.h). What does not
// change keeps its colour.
#pragma once

#include <memory>
#include <string>

#include "kernels/base/result.h"
#include "viz/gl/image.h"

namespace warplens::gl {

// Bytes that a GIF may take: mail takes no more.
inline constexpr std::size_t kLargestGif = std::size_t{24} << 20;

class Gif {
 public:
  // `pause`: hundredths of a second for which each picture stands. Errors: a side that is 0 or over
  // 65535.
  static Result<Gif> begin(std::uint32_t width, std::uint32_t height, int pause,
                           std::size_t most_bytes = kLargestGif);
  Gif(Gif&&) noexcept;
  Gif& operator=(Gif&&) noexcept;
  ~Gif();

  // Errors: a picture of another size, and one with which it would take more than it may.
  Result<void> add(const Image& image);
  // Errors: no picture was added.
  Result<std::string> finish();

 private:
  struct Parts;
  explicit Gif(std::unique_ptr<Parts> parts);
  std::unique_ptr<Parts> parts_;
};

}  // namespace warplens::gl
