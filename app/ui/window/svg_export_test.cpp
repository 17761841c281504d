#include "app/ui/window/svg_export.h"
#include "app/features/features.h"
#include "app/state/make_app_state.h"

#include <gtest/gtest.h>
#include <stb_image.h>

#include <cstdlib>
#include <fstream>

#include "app/ui/window/picture_drawer.h"
#include "app/ui/window/picture_export.h"
#include "kernels/run/toolkit/process.h"

namespace warplens::ui {
namespace {

gl::Image read_picture(const std::filesystem::path& path) {
  int width = 0, height = 0, channels = 0;
  stbi_uc* pixels = stbi_load(path.c_str(), &width, &height, &channels, 4);
  if (pixels == nullptr) return {};
  gl::Image image{static_cast<std::uint32_t>(width),
                  static_cast<std::uint32_t>(height),
                  {pixels, pixels + std::size_t{4} * static_cast<std::size_t>(width * height)}};
  stbi_image_free(pixels);
  return image;
}

// The SVG as librsvg draws it.
gl::Image as_another_program_draws(const std::string& svg) {
  const auto folder = run::TemporaryFolder::make().value();
  std::ofstream(folder.path() / "a.svg") << svg;
  const std::string line =
      fmt::format("cd '{}' && rsvg-convert a.svg -o a.png 2> /dev/null", folder.path().string());
  if (std::system(line.c_str()) != 0) return {};
  return read_picture(folder.path() / "a.png");
}

bool has_renderer() { return std::system("rsvg-convert --version > /dev/null 2>&1") == 0; }

struct Difference {
  double mean = 0;   // of a channel, of 255
  double share = 0;  // of pixels that are clearly other ones
};

int apart(std::uint32_t a, std::uint32_t b) {
  int most = 0;
  for (const int shift : {8, 16, 24}) {
    most = std::max(
        most, std::abs(static_cast<int>(a >> shift & 0xff) - static_cast<int>(b >> shift & 0xff)));
  }
  return most;
}

// Where lists draw: a panel's own words are not among them.
Difference difference(const gl::Image& a, const gl::Image& b, const scene::Box& box) {
  constexpr int kClearly = 96;
  Difference found;
  std::size_t pixels = 0;
  for (auto y = static_cast<std::uint32_t>(box.y);
       y < static_cast<std::uint32_t>(box.y + box.height); ++y) {
    for (auto x = static_cast<std::uint32_t>(box.x);
         x < static_cast<std::uint32_t>(box.x + box.width); ++x) {
      const int by = apart(a.at(x, y), b.at(x, y));
      found.mean += by;
      found.share += by > kClearly;
      ++pixels;
    }
  }
  const auto all = static_cast<double>(std::max<std::size_t>(pixels, 1));
  return {found.mean / all, found.share / all};
}

class SvgOfAStep : public ::testing::Test {
 protected:
  void show(const std::string& lesson, int step, const std::string& language = "en") {
    drawer_.reset();
    app_ = std::move(*make_app_state(WARPLENS_SOURCE_DIR "/assets", nullptr, features::all()));
    app_->settings.language = language;
    ASSERT_TRUE(go_to_lesson(*app_, lesson, step).has_value());
    ASSERT_TRUE(settle(*app_).has_value());
    drawer_ = std::move(*PictureDrawer::create(*app_, {1200, 800, 1}));
    drawer_->ui().exports.keeps_lists = true;
    ASSERT_TRUE(drawer_->draw().has_value());
  }
  WidgetRect panel(const std::string& name) {
    WidgetRect rect = drawer_->ui().widget_log.panels().at(name);
    rect.x = std::round(rect.x);  // so that both pictures begin at a pixel
    rect.y = std::round(rect.y);
    return rect;
  }
  Difference difference_of(const std::string& name) {
    const WidgetRect rect = panel(name);
    const auto text = panel_svg(*app_, drawer_->ui(), rect, name);
    EXPECT_TRUE(text.has_value());
    if (!text.has_value()) return {255, 1};
    const gl::Image rendered = as_another_program_draws(*text);
    const gl::Image shown = cut(drawer_->image(), rect, 1200);
    if (rendered.width + 1 < shown.width || rendered.height + 1 < shown.height) return {255, 1};
    scene::Box box = drawn_box(rect);
    return difference(rendered, shown, box);
  }
  void expect_the_same(const std::string& name) {
    SCOPED_TRACE(name);
    ASSERT_TRUE(drawer_->ui().widget_log.panels().contains(name));
    const Difference found = difference_of(name);
    EXPECT_LT(found.mean, 6) << "of 255";
    EXPECT_LT(found.share, 0.03);
  }
  // The part of the panel that its lists cover.
  scene::Box drawn_box(const WidgetRect& rect) {
    for (const svg::PlacedList& placed : drawer_->ui().exports.lists) {
      if (placed.clip.x < rect.x || placed.clip.x > rect.x + rect.width) continue;
      if (placed.clip.y < rect.y || placed.clip.y > rect.y + rect.height) continue;
      return {std::ceil(placed.clip.x - rect.x), std::ceil(placed.clip.y - rect.y),
              std::floor(placed.clip.width) - 2, std::floor(placed.clip.height) - 2};
    }
    return {};
  }

  std::unique_ptr<AppState> app_;
  std::unique_ptr<PictureDrawer> drawer_;
};

TEST_F(SvgOfAStep, LooksTheSameWhenAnotherProgramDrawsIt) {
  if (!has_renderer()) GTEST_SKIP() << "needs rsvg-convert (librsvg2-bin)";
  for (const char* language : {"en", "zh"}) {
    show("bank-conflicts", 1, language);
    expect_the_same(std::string(name_of(app_->views.front())));
    expect_the_same("timeline");
  }
}

TEST_F(SvgOfAStep, OfAPanelWithoutAViewIsAnError) {
  show("bank-conflicts", 1);
  const auto text = panel_svg(*app_, drawer_->ui(), panel("title_bar"), "");
  ASSERT_FALSE(text.has_value());
  EXPECT_NE(text.error().message.in(Language::en), text.error().message.in(Language::zh));
}

}  // namespace
}  // namespace warplens::ui
