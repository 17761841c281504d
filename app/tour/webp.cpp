#include "app/tour/webp.h"

#include <webp/encode.h>

#include <memory>

#include "kernels/base/whole_file.h"

namespace warplens::ui {
namespace {

constexpr int kEffort = 7;  // of 9: beyond it a picture takes seconds

struct Encoder {
  Encoder() {
    WebPPictureInit(&picture);
    WebPMemoryWriterInit(&bytes);
  }
  ~Encoder() {
    WebPPictureFree(&picture);
    WebPMemoryWriterClear(&bytes);
  }
  Encoder(const Encoder&) = delete;
  Encoder& operator=(const Encoder&) = delete;

  WebPPicture picture;
  WebPMemoryWriter bytes;
};

// 0xAARRGGBB, as WebP has them.
std::uint32_t argb(scene::Color color) { return 0xff000000u | color >> 8; }

bool fill(const gl::IndexedImage& image, WebPPicture& picture) {
  picture.use_argb = 1;
  picture.width = static_cast<int>(image.width);
  picture.height = static_cast<int>(image.height);
  if (WebPPictureAlloc(&picture) == 0) return false;
  for (std::size_t i = 0; i < image.indices.size(); ++i) {
    const std::uint8_t index = image.indices[i];
    const std::size_t x = i % image.width, y = i / image.width;
    const bool is_clear = image.first_is_clear && index == 0;
    picture.argb[y * static_cast<std::size_t>(picture.argb_stride) + x] =
        is_clear ? 0 : argb(image.palette[index]);
  }
  return true;
}

bool encode(const gl::IndexedImage& image, Encoder& to) {
  WebPConfig config;
  if (WebPConfigInit(&config) == 0 || WebPConfigLosslessPreset(&config, kEffort) == 0) return false;
  if (!fill(image, to.picture)) return false;
  to.picture.writer = WebPMemoryWrite;
  to.picture.custom_ptr = &to.bytes;
  return WebPEncode(&config, &to.picture) != 0;
}

}  // namespace

Result<void> write_webp(const std::filesystem::path& path, const gl::IndexedImage& image) {
  const auto is_side = [](std::uint32_t side) { return side >= 1 && side <= WEBP_MAX_DIMENSION; };
  if (!is_side(image.width) || !is_side(image.height)) {
    return fail(tr("a picture of {} × {} pixels cannot be written: sides go from 1 to {}",
                   image.width, image.height, WEBP_MAX_DIMENSION));
  }
  Encoder encoder;
  if (!encode(image, encoder)) {
    return fail(tr("the picture could not be encoded: not enough memory for {} × {} pixels",
                   image.width, image.height));
  }
  const std::string_view bytes(reinterpret_cast<const char*>(encoder.bytes.mem),
                               encoder.bytes.size);
  return write_whole_file(path, bytes);
}

}  // namespace warplens::ui
