// These draw with OpenGL on a surfaceless EGL context, so they need libEGL and a Mesa driver but no
// display. WARPLENS_SKIP_GL_TESTS=1 skips them.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>

#include "viz/gl/cell_texture.h"
#include "viz/gl/egl_context.h"
#include "viz/gl/offscreen.h"

// Leaks inside the OpenGL driver are not ours.
extern "C" const char* __asan_default_options();
extern "C" const char* __asan_default_options() { return "detect_leaks=0"; }

namespace warplens::gl {
namespace {

const std::filesystem::path kShaders = std::filesystem::path(WARPLENS_SOURCE_DIR) / "shaders";
constexpr scene::Color kBack = 0x102030ff;

class SurfacelessGl : public testing::Test {
 protected:
  void SetUp() override {
    if (std::getenv("WARPLENS_SKIP_GL_TESTS") != nullptr)
      GTEST_SKIP() << "WARPLENS_SKIP_GL_TESTS is set";
    Result<EglContext> context = EglContext::create();
    ASSERT_TRUE(context.has_value()) << context.error().message.in(Language::en);
    context_.emplace(std::move(*context));
    Result<OffscreenTarget> target = OffscreenTarget::create(64, 48);
    ASSERT_TRUE(target.has_value()) << target.error().message.in(Language::en);
    target_.emplace(std::move(*target));
    Result<CellTexture> cells = CellTexture::create(kShaders);
    ASSERT_TRUE(cells.has_value()) << cells.error().message.in(Language::en);
    cells_.emplace(std::move(*cells));
    target_->clear(kBack);
  }
  // Objects go before the context that they live in.
  void TearDown() override {
    cells_.reset();
    target_.reset();
    context_.reset();
  }

  Image draw(const scene::CellGrid& grid, const PixelRect& clip) {
    EXPECT_TRUE(cells_->upload(grid).has_value());
    cells_->draw(grid.x, grid.y, grid.cell_width, grid.cell_height, clip, 64, 48);
    EXPECT_EQ(glGetError(), static_cast<GLenum>(GL_NO_ERROR));
    return target_->read();
  }

  std::optional<EglContext> context_;
  std::optional<OffscreenTarget> target_;
  std::optional<CellTexture> cells_;
};

constexpr PixelRect kAll{0, 0, 64, 48};

scene::CellGrid small_grid() {
  return {
      8, 6, 5, 4, 3, 2, {0xff0000ff, 0x00ff00ff, 0x0000ffff, 0xffff00ff, 0x00ffffff, 0xff00ffff}};
}

TEST_F(SurfacelessGl, EveryPixelShowsTheCellUnderIt) {
  const scene::CellGrid grid = small_grid();
  const Image image = draw(grid, kAll);
  for (std::uint32_t y = 0; y < image.height; ++y)
    for (std::uint32_t x = 0; x < image.width; ++x) {
      const bool inside = x >= 8 && x < 23 && y >= 6 && y < 14;
      const scene::Color expected = inside ? grid.colors[(y - 6) / 4 * 3 + (x - 8) / 5] : kBack;
      ASSERT_EQ(image.at(x, y), expected) << x << ", " << y;
    }
}

TEST_F(SurfacelessGl, NothingIsDrawnOutsideTheClip) {
  const Image image = draw(small_grid(), {10, 7, 4, 3});
  for (std::uint32_t y = 0; y < image.height; ++y)
    for (std::uint32_t x = 0; x < image.width; ++x) {
      const bool inside = x >= 10 && x < 14 && y >= 7 && y < 10;
      ASSERT_EQ(image.at(x, y) != kBack, inside) << x << ", " << y;
    }
}

TEST_F(SurfacelessGl, AGridThatReachesOutsideTheTargetIsCut) {
  scene::CellGrid grid = small_grid();
  grid.x = -8;
  grid.y = 44;
  const Image image = draw(grid, kAll);
  EXPECT_EQ(image.at(0, 44), grid.colors[1]);
  EXPECT_EQ(image.at(0, 43), kBack);
  EXPECT_EQ(image.at(7, 44), kBack);
}

TEST_F(SurfacelessGl, TransparentCellsLetTheBackgroundThrough) {
  scene::CellGrid grid = small_grid();
  grid.colors[0] = 0;
  grid.colors[1] = 0xffffff80;
  const Image image = draw(grid, kAll);
  EXPECT_EQ(image.at(9, 7), kBack);
  EXPECT_NEAR(image.at(14, 7) >> 24, (0x10 + 0xff) / 2, 2);
}

TEST_F(SurfacelessGl, GridsWiderThanTheTextureAreLookedUpRowByRow) {
  scene::CellGrid grid{0, 0, 1, 1, 3000, 40, {}};
  for (std::uint32_t i = 0; i < 3000 * 40; ++i) grid.colors.push_back(i << 8 | 0xff);
  grid.x = -2950;
  const Image image = draw(grid, kAll);
  for (std::uint32_t y = 0; y < 40; ++y)
    for (std::uint32_t x = 0; x < 50; ++x)
      ASSERT_EQ(image.at(x, y), (y * 3000 + 2950 + x) << 8 | 0xff) << x << ", " << y;
}

TEST_F(SurfacelessGl, ANewUploadReplacesTheOldCells) {
  draw(small_grid(), kAll);
  target_->clear(kBack);
  const Image image = draw({0, 0, 2, 2, 1, 1, {0xabcdefff}}, kAll);
  EXPECT_EQ(image.at(1, 1), 0xabcdefffu);
  EXPECT_EQ(image.at(9, 7), kBack);
}

TEST_F(SurfacelessGl, GridsOfTheWrongSizeAreRefused) {
  scene::CellGrid grid = small_grid();
  grid.colors.pop_back();
  EXPECT_FALSE(cells_->upload(grid).has_value());
}

TEST_F(SurfacelessGl, ThePictureIsReadTopRowFirst) {
  glEnable(GL_SCISSOR_TEST);
  glScissor(0, 47, 64, 1);  // OpenGL's last row is the top one
  glClearColor(1, 0, 0, 1);
  glClear(GL_COLOR_BUFFER_BIT);
  const Image image = target_->read();
  EXPECT_EQ(image.at(0, 0), 0xff0000ffu);
  EXPECT_EQ(image.at(0, 1), kBack);
  EXPECT_EQ(image.at(63, 47), kBack);
}

TEST_F(SurfacelessGl, TargetsOfImpossibleSizesAreRefused) {
  EXPECT_FALSE(OffscreenTarget::create(0, 10).has_value());
  EXPECT_FALSE(OffscreenTarget::create(10, 1u << 30).has_value());
}

TEST_F(SurfacelessGl, ShaderErrorsNameTheFileInOneLine) {
  const auto missing = ShaderProgram::load(kShaders / "none.vert", kShaders / "cells.frag");
  ASSERT_FALSE(missing.has_value());
  EXPECT_NE(missing.error().message.in(Language::en).find("none.vert"), std::string::npos);
  const auto path = std::filesystem::path(testing::TempDir()) / "warplens_broken.frag";
  std::ofstream(path) << "nonsense\n";
  const auto broken = ShaderProgram::load(kShaders / "cells.vert", path);
  std::filesystem::remove(path);
  ASSERT_FALSE(broken.has_value());
  EXPECT_NE(broken.error().message.in(Language::en).find("warplens_broken.frag: "),
            std::string::npos);
  EXPECT_EQ(broken.error().message.in(Language::en).find('\n'), std::string::npos);
}

}  // namespace
}  // namespace warplens::gl
