// The picture in the whole window, drawn without one.
#include <gtest/gtest.h>

#include <fstream>

#include "app/session/edits.h"
#include "app/session/file_list.h"
#include "app/state/exploring.h"
#include "app/ui/window/whole_window_test.h"
#include "kernels/run/toolkit/process.h"
#include "viz/gl/png.h"
#include "viz/scene/access/picture.h"

namespace warplens::ui {
namespace {

namespace fs = std::filesystem;

class ImagePanel : public ::testing::Test, protected WholeWindow {
 protected:
  ImagePanel() {
    explore(*app_);
    app_->views = {session::StageView::image_view, session::StageView::sector_strip};
    const session::Stage stage{"invert/pixel", {{"width", 128}, {"height", 64}}, {}, {}, {}};
    EXPECT_TRUE(app_->session.set_stage(stage).has_value());
    settle();
  }
  void seek_end() {
    app_->session.seek(app_->session.launch()->trace->events.size() - 1);
    draw(2);
  }
  // A PNG of one colour.
  fs::path png(const std::string& name, std::uint8_t red) {
    gl::Image image{20, 30, {}};
    for (int i = 0; i < 20 * 30; ++i)
      for (const std::uint8_t byte : {red, std::uint8_t{7}, std::uint8_t{9}, std::uint8_t{255}})
        image.rgba.push_back(byte);
    EXPECT_TRUE(gl::write_png(folder_.path() / name, image).has_value());
    return folder_.path() / name;
  }
  [[nodiscard]] const scene::Picture& picture() const { return *app_->session.result()->picture; }

  run::TemporaryFolder folder_ = *run::TemporaryFolder::make();
};

TEST_F(ImagePanel, ShowsWhatIsStoredUpToTheCursor) {
  app_->session.seek(0);
  draw(2);
  EXPECT_EQ(figure("image_view.stored"), "0");
  seek_end();
  EXPECT_EQ(figure("image_view.stored"), std::to_string(128 * 64));
}

TEST_F(ImagePanel, TheTintAndTheZoomAreClicksAway) {
  EXPECT_EQ(figure("image_view.by_warp"), "no");
  click("image_view.by_warp");
  EXPECT_EQ(figure("image_view.by_warp"), "yes");
  click("image_view.plain");
  EXPECT_EQ(figure("image_view.by_warp"), "no");
  press(Key::right_bracket, true);
  EXPECT_EQ(figure("image_view.columns"), "102");  // 128 / 1.25
  press(Key::zero);
  EXPECT_EQ(figure("image_view.columns"), "128");
}

TEST_F(ImagePanel, APixelSaysItsColourAndWhoStoredIt) {
  seek_end();
  hover("image_view.pixels");
  const std::string words = figure("image_view.hover");
  EXPECT_NE(words.find("red "), std::string::npos) << words;
  EXPECT_NE(words.find("stored by block "), std::string::npos) << words;
}

TEST_F(ImagePanel, ADroppedPngIsWhatTheKernelInvertsUntilItIsTakenBack) {
  const fs::path path = png("red.png", 200);
  open_dropped(*app_, path);
  settle();
  ASSERT_FALSE(app_->session.error().has_value())
      << app_->session.error()->message.in(Language::en);
  EXPECT_EQ(figure("image_view.picture"), path.string());
  EXPECT_EQ(picture().pixels->before.at(5), 0xff090700u | 200u);
  EXPECT_EQ(picture().pixels->after.at(5), 0xff000000u | (0x090700u ^ 0xffff00u) | (200u ^ 255u));
  EXPECT_EQ(app_->session.result()->run->verdict, trace::Verdict::match);
  click("image_view.drawn");
  settle();
  EXPECT_EQ(figure("image_view.picture"), "");
  EXPECT_NE(picture().pixels->before.at(5), 0xff090700u | 200u);
  app_->session.undo();
  settle();
  EXPECT_EQ(figure("image_view.picture"), path.string());
}

TEST_F(ImagePanel, APersonsPictureStaysForTheOtherKernelsOfTheFamily) {
  open_dropped(*app_, png("red.png", 200));
  settle();
  select_kernel(app_->session, "invert/vector16");
  settle();
  EXPECT_EQ(picture().pixels->before.at(5) & 0xff, 200u);
  // A step of a lesson begins with the drawing.
  EXPECT_TRUE(go_to_lesson(*app_, "vector-access", 8).has_value());
  settle();
  EXPECT_EQ(figure("image_view.picture"), "");
}

TEST_F(ImagePanel, ABrokenPngIsALineAndThePictureStays) {
  const fs::path path = folder_.path() / "broken.png";
  std::ofstream(path) << "no picture";
  open_dropped(*app_, path);
  settle();
  ASSERT_TRUE(app_->session.error().has_value());
  EXPECT_EQ(app_->session.error()->message.in(Language::en),
            "broken.png is no PNG: choose another file");
  EXPECT_EQ(picture().pixels->before.size(), 128u * 64);
}

TEST_F(ImagePanel, APngForAKernelWithoutAPictureIsSaidToBeOutOfPlace) {
  select_kernel(app_->session, "add/linear_1d");
  settle();
  open_dropped(*app_, png("red.png", 200));
  EXPECT_EQ(app_->notice, text(Str::picture_not_here).in(Language::en));
  EXPECT_TRUE(app_->session.selection().picture.empty());
  app_->notice.clear();
  app_->views = {session::StageView::image_view};
  draw(2);
  expect_nothing_overlaps_or_is_cut();
}

TEST_F(ImagePanel, OpenListsPicturesWhereTheyHaveAPlace) {
  (void)png("red.png", 200);
  click("image_view.open");
  settle();
  EXPECT_TRUE(ui_.widget_log.panels().contains("open.window") ||
              ui_.widget_log.widgets().contains("open.filter"));
  EXPECT_EQ(session::list_folder(folder_.path(), session::Listed::pictures_too).files.size(), 1u);
  EXPECT_TRUE(
      session::list_folder(folder_.path(), session::Listed::kernels_and_captures).files.empty());
}

TEST_F(ImagePanel, AStepThatAsksForTheTintHasItAndTheNextHasIts) {
  EXPECT_TRUE(go_to_lesson(*app_, "vector-access", 8).has_value());
  settle();
  EXPECT_EQ(figure("image_view.by_warp"), "yes");
  EXPECT_TRUE(go_to_lesson(*app_, "vector-access", 7).has_value());
  settle();
  EXPECT_EQ(figure("image_view.by_warp"), "no");
}

TEST_F(ImagePanel, APictureTooLargeForItsViewIsSaidToBe) {
  set_parameter(app_->session, "width", 4096);
  set_parameter(app_->session, "height", 2048);
  settle();
  EXPECT_EQ(app_->session.result()->picture, nullptr);
  EXPECT_EQ(figure("image_view.stored"), "");
}

TEST_F(ImagePanel, FitsEverySizeInBothLanguages) {
  for (const char* language : {"en", "zh"}) {
    for (const ImVec2 size : {ImVec2{1280, 800}, {1440, 900}, {1920, 1080}, {800, 600}}) {
      app_->settings.language = language;
      size_ = size;
      settle();
      expect_nothing_overlaps_or_is_cut();
    }
  }
}

}  // namespace
}  // namespace warplens::ui
