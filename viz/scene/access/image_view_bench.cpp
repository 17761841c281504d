// The picture of a large inversion is built anew with each access that is stepped to.
#include <benchmark/benchmark.h>

#include "viz/scene/access/image_view.h"

namespace warplens::scene {
namespace {

constexpr Size kRoom{1200, 900};
constexpr std::uint64_t kSide = 1024;

void image_of_a_million_pixels(benchmark::State& state) {
  trace::Buffer buffer;
  buffer.rows = buffer.columns = kSide;
  buffer.element_bytes = 4;
  buffer.pitch = kSide * 4;
  buffer.bytes = kSide * buffer.pitch;
  trace::RunPicture pixels;
  Picture picture;
  for (std::uint32_t pixel = 0; pixel < kSide * kSide; ++pixel) {
    pixels.before.push_back(pixel * 2654435761u);
    pixels.after.push_back(~pixels.before.back());
    picture.stored_by.push_back(pixel / 32);
  }
  picture.pixels = std::make_shared<const trace::RunPicture>(std::move(pixels));
  const MatrixLayout layout = matrix_layout(buffer, whole(buffer), kRoom, {});
  std::size_t moment = 0;
  for (auto _ : state) {
    benchmark::DoNotOptimize(image_base(picture, ++moment, buffer, nullptr, layout, kRoom, {}));
  }
}
BENCHMARK(image_of_a_million_pixels)->Unit(benchmark::kMicrosecond);

}  // namespace
}  // namespace warplens::scene
