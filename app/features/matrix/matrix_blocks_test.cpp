// The launch's blocks in the matrix view: shown, dragged, pointed at.
#include <gtest/gtest.h>

#include <sstream>

#include "app/ui/window/whole_window_test.h"

namespace warplens::ui {
namespace {

class MatrixBlocks : public ::testing::Test, protected WholeWindow {
 protected:
  MatrixBlocks() {
    app_->mode = Mode::explore;
    app_->views = {session::StageView::matrix_view};
    session::Stage stage;
    stage.kernel = "add/matrix_2d";
    stage.parameters = {{"rows", 16}, {"cols", 40}, {"block_x", 16}, {"block_y", 8}};
    stage.cursor = session::Anchor{"", trace::Space::global, trace::EventKind::store, 0};
    EXPECT_TRUE(app_->session.set_stage(stage).has_value());
    settle();
  }
  void show() {
    click("matrix_view.blocks");
    settle();
  }
  // The middle of the first block's corner on the screen.
  ImVec2 handle() {
    std::istringstream words(figure("matrix_view.handle"));
    ImVec2 at;
    words >> at.x >> at.y;
    return at;
  }
  void point_at(ImVec2 at) {
    ImGui::GetIO().MousePos = at;
    draw(2);
  }
  std::int64_t value(const char* name) { return app_->session.selection().parameters.at(name); }
};

TEST_F(MatrixBlocks, AreShownWhenAskedForAndCountIdleLanes) {
  EXPECT_EQ(figure("matrix_view.idle"), "");
  EXPECT_EQ(figure("matrix_view.columns"), "40");
  show();
  EXPECT_EQ(figure("matrix_view.columns"), "48");
  EXPECT_EQ(figure("matrix_view.idle"), "128 of 768 lanes idle · 240 sectors in all");
  show();
  EXPECT_EQ(figure("matrix_view.columns"), "40");
}

TEST_F(MatrixBlocks, TheFirstBlocksCornerIsDraggedToAnotherShape) {
  show();
  const ImVec2 from = handle();
  const float left = ui_.widget_log.widgets().at("matrix_view.elements").x;
  point_at(from);
  ImGui::GetIO().MouseDown[0] = true;
  draw(2);
  const ImVec2 half{from.x - (from.x - left) / 2, from.y};
  point_at(half);
  settle();
  EXPECT_LT(value("block_x"), 12);
  EXPECT_EQ(value("block_y"), 8);
  const std::int64_t wide = value("block_x");
  point_at({half.x, half.y + 3000});
  settle();
  EXPECT_EQ(value("block_x"), wide);
  EXPECT_LE(value("block_x") * value("block_y"), 1024);
  ImGui::GetIO().MouseDown[0] = false;
  draw(2);
  const std::int64_t high = value("block_y");
  point_at(from);
  settle();
  EXPECT_EQ(value("block_y"), high);
  EXPECT_FALSE(app_->session.error().has_value());
}

TEST_F(MatrixBlocks, PointingAtAnElementWritesOutItsIndex) {
  show();
  const WidgetRect area = ui_.widget_log.widgets().at("matrix_view.elements");
  const ImVec2 corner = handle();
  // Half an element below and right of the first block's corner: row 8, column 16.
  point_at({corner.x + (corner.x - area.x) / 40, corner.y + (corner.x - area.x) / 40});
  const std::string words = figure("matrix_view.hover");
  EXPECT_NE(words.find("row = blockIdx.y · blockDim.y + threadIdx.y = 1 · 8 + 0 = 8"),
            std::string::npos)
      << words;
  EXPECT_NE(words.find("index = row · cols + col = 8 · 40 + 16 = 336"), std::string::npos) << words;
}

TEST_F(MatrixBlocks, AreNotOfferedWhereThreadsAreElsewhere) {
  session::Stage stage;
  stage.kernel = "add/thread_chunk";
  ASSERT_TRUE(app_->session.set_stage(stage).has_value());
  settle();
  EXPECT_FALSE(ui_.widget_log.widgets().contains("matrix_view.blocks"));
}

}  // namespace
}  // namespace warplens::ui
