#include "viz/gl/gif.h"

#include <gif_lib.h>

#include <algorithm>
#include <array>
#include <bit>

#include "viz/gl/changed_part.h"
#include "viz/gl/indexed_image.h"

namespace warplens::gl {
namespace {

constexpr std::uint32_t kLargestGifSide = 65535;
constexpr std::size_t kMostGifColors = 255;  // and one that lets the frame before show
using ColorMap = std::unique_ptr<ColorMapObject, void (*)(ColorMapObject*)>;

struct Bytes {
  std::string text;
  std::size_t most = 0;
};

int take_bytes(GifFileType* file, const GifByteType* data, int size) {
  Bytes& bytes = *static_cast<Bytes*>(file->UserData);
  if (bytes.text.size() + static_cast<std::size_t>(size) > bytes.most) return 0;
  bytes.text.append(reinterpret_cast<const char*>(data), static_cast<std::size_t>(size));
  return size;
}

// Tables have a power of two of colours, two at least.
ColorMap color_map(const std::vector<scene::Color>& palette) {
  const std::size_t size = std::max<std::size_t>(std::bit_ceil(palette.size() + 1), 2);
  ColorMap map(GifMakeMapObject(static_cast<int>(size), nullptr), GifFreeMapObject);
  for (std::size_t i = 0; map != nullptr && i < palette.size(); ++i) {
    const auto channel = [&](int shift) {
      return static_cast<GifByteType>(palette[i] >> shift & 0xff);
    };
    map->Colors[i] = {channel(24), channel(16), channel(8)};
  }
  return map;
}

// The part, or one pixel of it if nothing changed: each picture then stands as long.
ChangedPart something(ChangedPart part) {
  if (part.width == 0) part.width = part.height = 1;
  return part;
}

}  // namespace

struct Gif::Parts {
  Bytes bytes;
  GifFileType* file = nullptr;
  std::uint32_t width = 0, height = 0;
  int pause = 0;
  Image before;  // empty before the first

  Parts() = default;
  Parts(const Parts&) = delete;
  Parts& operator=(const Parts&) = delete;
  ~Parts() { close(); }
  bool close() {
    int error = 0;
    return file == nullptr || EGifCloseFile(std::exchange(file, nullptr), &error) == GIF_OK;
  }

  bool begin() {
    int error = 0;
    file = EGifOpen(&bytes, take_bytes, &error);
    if (file == nullptr) return false;
    EGifSetGifVersion(file, true);
    return EGifPutScreenDesc(file, static_cast<int>(width), static_cast<int>(height), 8, 0,
                             nullptr) == GIF_OK &&
           put_loop();
  }
  // Netscape's extension: without end.
  bool put_loop() {
    constexpr std::array<GifByteType, 3> kForever{1, 0, 0};
    return EGifPutExtensionLeader(file, APPLICATION_EXT_FUNC_CODE) == GIF_OK &&
           EGifPutExtensionBlock(file, 11, "NETSCAPE2.0") == GIF_OK &&
           EGifPutExtensionBlock(file, 3, kForever.data()) == GIF_OK &&
           EGifPutExtensionTrailer(file) == GIF_OK;
  }
  bool put_control(int transparent) {
    const GraphicsControlBlock control{DISPOSE_DO_NOT, false, pause, transparent};
    std::array<GifByteType, 4> block{};
    EGifGCBToExtension(&control, block.data());
    return EGifPutExtension(file, GRAPHICS_EXT_FUNC_CODE, 4, block.data()) == GIF_OK;
  }
  bool put(const ChangedPart& part) {
    const Indexed indexed = indexed_colors(part.colors, kMostGifColors);
    const ColorMap map = color_map(indexed.palette);
    const auto transparent = static_cast<GifByteType>(indexed.palette.size());
    std::vector<GifByteType> pixels(std::size_t{part.width} * part.height, transparent);
    for (std::size_t i = 0; i < part.places.size(); ++i)
      pixels[part.places[i]] = indexed.indices[i];
    const auto side = [](std::uint32_t value) { return static_cast<int>(value); };
    return map != nullptr && put_control(transparent) &&
           EGifPutImageDesc(file, side(part.x), side(part.y), side(part.width), side(part.height),
                            false, map.get()) == GIF_OK &&
           EGifPutLine(file, pixels.data(), static_cast<int>(pixels.size())) == GIF_OK;
  }
};

Gif::Gif(std::unique_ptr<Parts> parts) : parts_(std::move(parts)) {}
Gif::Gif(Gif&&) noexcept = default;
Gif& Gif::operator=(Gif&&) noexcept = default;
Gif::~Gif() = default;

Result<Gif> Gif::begin(std::uint32_t width, std::uint32_t height, int pause,
                       std::size_t most_bytes) {
  if (std::min(width, height) < 1 || std::max(width, height) > kLargestGifSide) {
    return fail(tr("a GIF of {} × {} pixels cannot be written: sides go from 1 to {}", width,
                   height, kLargestGifSide));
  }
  auto parts = std::make_unique<Parts>();
  parts->bytes.most = most_bytes;
  parts->width = width;
  parts->height = height;
  parts->pause = pause;
  if (!parts->begin()) {
    return fail(tr("the GIF could not be begun: not enough memory"));
  }
  return Gif(std::move(parts));
}

Result<void> Gif::add(const Image& image) {
  Parts& parts = *parts_;
  if (image.width != parts.width || image.height != parts.height) {
    return fail(tr("a picture of {} × {} pixels does not fit into a GIF of {} × {}", image.width,
                   image.height, parts.width, parts.height));
  }
  if (!parts.put(something(changed_part(parts.before, image)))) {
    return fail(tr("the GIF would be larger than {} MiB: choose fewer events, or a smaller picture",
                   parts.bytes.most >> 20));
  }
  parts.before = image;
  return {};
}

Result<std::string> Gif::finish() {
  if (parts_->before.rgba.empty() || !parts_->close()) {
    return fail(tr("the GIF has no pictures: choose at least one event"));
  }
  return std::move(parts_->bytes.text);
}

}  // namespace warplens::gl
