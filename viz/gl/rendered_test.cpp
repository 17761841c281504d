// What another program makes of an SVG.
#include <gtest/gtest.h>
#include <stb_image.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "viz/gl/image.h"
#include "viz/gl/svg.h"

namespace warplens::svg {
namespace {

namespace fs = std::filesystem;

class Rendered : public testing::Test {
 protected:
  void SetUp() override {
    if (std::system("rsvg-convert --version > /dev/null 2>&1") != 0) {
      GTEST_SKIP() << "needs rsvg-convert (librsvg2-bin)";
    }
    fs::create_directories(folder_);
  }
  ~Rendered() override { fs::remove_all(folder_); }
  gl::Image rendered(const std::string& svg) {
    std::ofstream(folder_ / "a.svg") << svg;
    const std::string line =
        fmt::format("cd '{}' && rsvg-convert a.svg -o a.png", folder_.string());
    EXPECT_EQ(std::system(line.c_str()), 0);
    int width = 0, height = 0, channels = 0;
    stbi_uc* pixels = stbi_load((folder_ / "a.png").c_str(), &width, &height, &channels, 4);
    if (pixels == nullptr) return {};
    const std::size_t bytes = std::size_t{4} * static_cast<std::size_t>(width * height);
    gl::Image image{static_cast<std::uint32_t>(width),
                    static_cast<std::uint32_t>(height),
                    {pixels, pixels + bytes}};
    stbi_image_free(pixels);
    return image;
  }
  fs::path folder_ = fs::path(testing::TempDir()) / fmt::format("warplens-svg-{}", ::getpid());
};

TEST_F(Rendered, EachOfManyCellsHasItsColourInItsMiddle) {
  PlacedList placed;
  placed.clip = {0, 0, 1280, 960};
  scene::CellGrid grid{0, 0, 5, 5, 256, 192, {}};
  for (std::uint32_t i = 0; i < grid.columns * grid.rows; ++i) {
    grid.colors.push_back((i * 2654435761u) | 0xff);
  }
  placed.list.grids.push_back(grid);
  const std::vector<PlacedList> lists{placed};
  const auto page = svg({1280, 960, 0xffffffff, ""}, lists, {});
  ASSERT_NE(page.value().find("<image"), std::string::npos);
  const gl::Image image = rendered(*page);
  ASSERT_EQ(image.width, 1280u);
  for (std::uint32_t i = 0; i < grid.columns * grid.rows; ++i) {
    const std::uint32_t x = i % grid.columns * 5 + 2, y = i / grid.columns * 5 + 2;
    ASSERT_EQ(image.at(x, y), grid.colors[i]) << "cell " << i;
  }
}

}  // namespace
}  // namespace warplens::svg
