// An own kernel in the whole window, drawn without one: opened, corrected, broken, at any size that
// people use.
#include <gtest/gtest.h>

#include <fstream>

#include "app/features/features.h"
#include "app/features/own_kernel/own_panels.h"
#include "app/state/exploring.h"
#include "app/state/make_app_state.h"
#include "app/ui/panels/overlay_states.h"
#include "app/ui/window/picture_drawer.h"
#include "app/ui/window/whole_window_test.h"
#include "kernels/run/toolkit/process.h"
#include "kernels/run/toolkit/toolkit.h"

namespace warplens::ui {
namespace {

namespace fs = std::filesystem;

class OwnKernelInTheWindow : public ::testing::TestWithParam<Setup>, protected WholeWindow {
 protected:
  OwnKernelInTheWindow() : WholeWindow(GetParam()) {
    for (const char* name : {"column_read.ptx", "column_read.cu"})
      fs::copy_file(fs::path(WARPLENS_SOURCE_DIR "/tests/window/own") / name,
                    folder_.path() / name);
    EXPECT_TRUE(go_to_lesson(*app_, "bank-conflicts", 0).has_value());
    explore(*app_);
    settle();
  }
  void open() {
    open_dropped(*app_, path_);
    stand_still();
    ASSERT_FALSE(app_->session.error().has_value())
        << app_->session.error()->message.in(Language::en);
  }
  // With the file watched, as the window does.
  void stand_still() {
    for (int i = 0; i < 3; ++i) {
      watch_own_kernel(*app_);
      settle();
    }
  }
  void type(const std::string& widget, const std::string& text) {
    click(widget);
    ImGuiIO& io = ImGui::GetIO();
    io.AddInputCharactersUTF8(text.c_str());
    draw(2);
  }
  void leave_field() {
    ImGui::GetIO().MousePos = {2, 2};
    for (const bool down : {true, false}) {
      ImGui::GetIO().MouseDown[0] = down;
      draw(2);
    }
    stand_still();
  }
  [[nodiscard]] std::uint64_t blocks() const {
    return app_->session.launch()->trace->launch.grid.count();
  }
  // The form scrolls: what is cut at its edge is reached by the wheel.
  void expect_fine() {
    ImGui::GetIO().MousePos = {2, 2};
    draw(2);
    for (const auto& [name, missing] : ui_.widget_log.cut_texts())
      ADD_FAILURE() << name << " lacks " << missing << " pixels";
    const auto& panels = ui_.widget_log.panels();
    for (const auto& [name, rect] : panels) {
      EXPECT_GE(rect.height, 20) << name;
      EXPECT_LE(rect.x + rect.width, size_.x + 0.5f) << name;
      EXPECT_LE(rect.y + rect.height, size_.y + 0.5f) << name;
    }
  }
  // Turns the wheel over the form until the widget is whole.
  void reach(const std::string& widget) {
    const auto is_whole = [&] {
      const auto found = ui_.widget_log.widgets().find(widget);
      return found != ui_.widget_log.widgets().end() && !found->second.cut;
    };
    for (int turn = 0; turn < 60 && !is_whole(); ++turn) {
      const auto& form = ui_.widget_log.panels().at("own");
      ImGui::GetIO().MousePos = {form.x + form.width / 2, form.y + form.height / 2};
      draw(1);
      ImGui::GetIO().MouseWheel = -1;
      draw(2);
    }
    EXPECT_TRUE(is_whole()) << widget;
  }
  [[nodiscard]] bool is_there(const std::string& widget) const {
    return ui_.widget_log.widgets().contains(widget);
  }

  run::TemporaryFolder folder_ = run::TemporaryFolder::make().value();
  fs::path path_ = folder_.path() / "column_read.ptx";
};

TEST_P(OwnKernelInTheWindow, ShowsItsFormInTheCardsPlace) {
  EXPECT_TRUE(ui_.widget_log.panels().contains("explore"));
  open();
  EXPECT_TRUE(ui_.widget_log.panels().contains("own"));
  EXPECT_FALSE(ui_.widget_log.panels().contains("explore"));
  EXPECT_EQ(figure("own.size.rows"), "64");
  EXPECT_EQ(figure("own.block.x"), "32");
  expect_fine();
  click("own.kernels");
  EXPECT_TRUE(ui_.widget_log.panels().contains("explore"));
  click("own.form");
  EXPECT_TRUE(ui_.widget_log.panels().contains("own"));
}

TEST_P(OwnKernelInTheWindow, RunsAtOnceWithWhatIsTypedIntoItsForm) {
  open();
  const std::uint64_t before = blocks();
  const std::string state = figure("own.state");
  type("own.size.rows", "200");
  EXPECT_EQ(blocks(), before) << "while it is typed";
  leave_field();
  EXPECT_GT(blocks(), before);
  EXPECT_NE(figure("own.state"), state);
  press(Key::z, false, true);
  EXPECT_EQ(blocks(), before);
  EXPECT_EQ(figure("own.size.rows"), "64");
}

TEST_P(OwnKernelInTheWindow, SaysWhatIsWrongBesideTheField) {
  open();
  const std::uint64_t before = blocks();
  type("own.grid.x", "ceil(rows/");
  EXPECT_NE(figure("own.grid.x.error"), "");
  leave_field();
  EXPECT_EQ(blocks(), before);
  EXPECT_NE(figure("own.grid.x.error"), "") << "it stays until it is mended";
  EXPECT_EQ(figure("own.grid.x"), "ceil(rows/");
  expect_fine();
  click("own.save");
  stand_still();
  EXPECT_TRUE(fs::exists(path_.string() + ".warplens.json"));
}

TEST_P(OwnKernelInTheWindow, IsToldWhatItsTensorMapDescribes) {
  for (const char* name : {"tiles.cu", "tiles.ptx"})
    fs::copy_file(fs::path(WARPLENS_SOURCE_DIR "/tests/cli/data") / name, folder_.path() / name);
  path_ = folder_.path() / "tiles.ptx";
  open();
  const std::string guessed = figure("own.state");
  reach("own.box.in");
  EXPECT_EQ(figure("own.box.in"), "32,1");
  type("own.box.in", "3,16");
  EXPECT_NE(figure("own.box.in.error").find("12"), std::string::npos) << "bytes a row";
  leave_field();
  EXPECT_EQ(figure("own.state"), guessed);
  type("own.box.in", "32,16");
  EXPECT_EQ(figure("own.box.in.error"), "");
  leave_field();
  EXPECT_NE(figure("own.state"), guessed);
  reach("own.swizzle.in");
  click("own.swizzle.in");
  click("own.swizzle.in.64");
  stand_still();
  EXPECT_NE(figure("own.swizzle.in.error").find("128"), std::string::npos)
      << "wider than the swizzle, and said where it was chosen";
  expect_fine();
  press(Key::z, false, true);
  EXPECT_EQ(figure("own.box.in"), "32,1");
}

TEST_P(OwnKernelInTheWindow, IsToldWhatItsTextureDescribes) {
  path_ = folder_.path() / "textures.ptx";
  fs::copy_file(WARPLENS_SOURCE_DIR "/tests/corpus/textures.ptx", path_);
  open();
  const std::string guessed = figure("own.state");
  reach("own.sizes.arg0");
  EXPECT_EQ(figure("own.sizes.arg0"), "64,64");
  type("own.sizes.arg0", "0,64");
  EXPECT_NE(figure("own.sizes.arg0.error"), "");
  leave_field();
  EXPECT_EQ(figure("own.state"), guessed);
  type("own.sizes.arg0", "16,64");
  EXPECT_EQ(figure("own.sizes.arg0.error"), "");
  leave_field();
  EXPECT_NE(figure("own.state"), guessed);
  reach("own.filter.arg0");
  click("own.filter.arg0");
  click("own.filter.arg0.linear");
  stand_still();
  EXPECT_EQ(figure("own.filter.arg0.error"), "");
  reach("own.type.arg0");
  click("own.type.arg0");
  click("own.type.arg0.i32");
  stand_still();
  EXPECT_NE(figure("own.type.arg0.error"), "") << "integers are not filtered as they are";
  expect_fine();
}

// Where no ptxas is, its place is taken by what is missing.
TEST_P(OwnKernelInTheWindow, IsPlacedByItsOwnRegistersInTheOccupancyView) {
  open();
  app_->views = {session::StageView::occupancy_view};
  stand_still();
  const std::string missing = figure("occupancy_view.missing");
  if (run::find_single_tool("ptxas").has_value()) {
    EXPECT_EQ(missing, "");
    EXPECT_TRUE(figure("occupancy_view.resident").ends_with("/64"))
        << figure("occupancy_view.resident");
    click("occupancy.t4");
    stand_still();
    EXPECT_TRUE(figure("occupancy_view.resident").ends_with("/32"))
        << figure("occupancy_view.resident");
  } else {
    EXPECT_TRUE(missing.starts_with("Registers are ptxas's to say")) << missing;
  }
}

TEST_P(OwnKernelInTheWindow, IsOneOfTheFilesKernels) {
  open();
  EXPECT_NE(figure("control.entry").find("column_read("), std::string::npos);
  click("control.entry");
  click("entry.scale");
  stand_still();
  EXPECT_NE(figure("control.entry").find("scale("), std::string::npos);
  EXPECT_EQ(figure("own.size.n"), "1024");
  expect_fine();
}

TEST_P(OwnKernelInTheWindow, IsOpenedInTwoClicks) {
  note_opened(*app_, {path_.string(), ""});
  note_opened(*app_, {(folder_.path() / "gone.cu").string(), ""});
  click("open");
  settle();
  EXPECT_TRUE(is_there("open.recent2"));
  expect_fine();
  click("open.recent1");
  EXPECT_NE(figure("open.error").find("gone.cu"), std::string::npos);
  click("open.recent2");
  stand_still();
  EXPECT_EQ(ui_.state<Overlay>().kind, Overlay::Kind::none);
  EXPECT_EQ(app_->session.selection().capture, path_.string());
  EXPECT_NE(app_->session.launch(), nullptr);
}

TEST_P(OwnKernelInTheWindow, IsOpenedByKeys) {
  note_opened(*app_, {path_.string(), ""});
  fs::create_directory(folder_.path() / "deeper");
  fs::copy_file(path_, folder_.path() / "deeper" / "another.ptx");
  const auto write = [&](const char* text) {
    ImGui::GetIO().AddInputCharactersUTF8(text);
    draw(3);
    settle();
  };
  press(Key::o, false, true);
  write((folder_.path().string() + "/").c_str());
  EXPECT_TRUE(is_there("open.typed")) << "a path in place of a filter";
  press(Key::enter);
  write("DEEP");
  EXPECT_TRUE(is_there("open.deeper"));
  EXPECT_FALSE(is_there("open.column_read.ptx")) << "what is typed filters";
  press(Key::enter);
  EXPECT_TRUE(is_there("open.another.ptx"));
  EXPECT_EQ(ui_.state<Overlay>().search, "");
  press(Key::backspace);
  EXPECT_TRUE(is_there("open.deeper")) << "the folder above";
  write("deep");
  press(Key::backspace);
  EXPECT_TRUE(is_there("open.deeper")) << "takes back a letter, as the field does";
  press(Key::enter);
  write("nothing like it");
  EXPECT_FALSE(is_there("open.another.ptx"));
  press(Key::escape);
  EXPECT_EQ(ui_.state<Overlay>().kind, Overlay::Kind::none);
  press(Key::o, false, true);
  write(fmt::format("'{}'", (folder_.path() / "nothing.cu").string()).c_str());
  press(Key::enter);
  EXPECT_NE(figure("open.error").find("nothing.cu"), std::string::npos);
  press(Key::escape);
  press(Key::o, false, true);
  write(fmt::format("'{}'", (folder_.path() / "deeper/another.ptx").string()).c_str());
  press(Key::enter);
  stand_still();
  EXPECT_EQ(app_->session.selection().capture, (folder_.path() / "deeper/another.ptx").string());
}

TEST_P(OwnKernelInTheWindow, ThatDoesNotCompileShowsTheErrorAtItsLine) {
  open();
  {
    std::ifstream in(path_);
    std::string text{std::istreambuf_iterator<char>(in), {}};
    text.insert(text.find("\tbar.sync"), "\tmov.u32 \t%r999, %r2;\n");
    std::ofstream(path_) << text;
  }
  app_->arrangement().drawer = false;
  stand_still();
  EXPECT_TRUE(app_->session.error().has_value());
  if (ui_.widget_log.panels().contains("tabs")) return;  // behind a tab
  ASSERT_TRUE(ui_.widget_log.panels().contains("errors"));
  EXPECT_NE(figure("errors.line").find("%r999"), std::string::npos);
  EXPECT_EQ(figure("errors.count"), "1");
  EXPECT_NE(app_->session.launch(), nullptr) << "the former result stays";
  expect_fine();
  click("error.dismiss");
  stand_still();
  EXPECT_TRUE(ui_.widget_log.panels().contains("source"));
}

TEST_P(OwnKernelInTheWindow, StandsInTheRooflineAsItWasLaunched) {
  open();
  app_->views = {session::StageView::roofline};
  app_->recordings.wait();
  stand_still();
  EXPECT_EQ(figure("roofline.chosen"), "column_read.ptx");
  EXPECT_NE(figure("roofline.at.column_read.ptx"), "");
  EXPECT_NE(figure("roofline.at.transpose/tile"), "");
  expect_fine();
  choose_own_kernel(*app_, "scale");
  stand_still();
  EXPECT_EQ(figure("roofline.chosen"), "column_read.ptx");
  EXPECT_EQ(figure("roofline.intensity"), "0.125")
      << "a multiplication for 4 bytes read and 4 written";
  expect_fine();
}

// A picture waits for the folder, which only another frame shows. The overlay is as large as what
// is in it from its second frame on.
TEST(OpenDialogInAPicture, ShowsTheFolder) {
  const auto app =
      std::move(*make_app_state(WARPLENS_SOURCE_DIR "/assets", nullptr, features::all()));
  ASSERT_TRUE(go_to_lesson(*app, "bank-conflicts", 0).has_value());
  ASSERT_TRUE(settle(*app).has_value());
  const auto drawer = std::move(*PictureDrawer::create(*app, {1200, 800, 1}));
  open_files(drawer->ui(), *app);
  ASSERT_TRUE(drawer->draw(2).has_value());
  EXPECT_FALSE(drawer->ui().is_making());
  const auto& widgets = drawer->ui().widget_log.widgets();
  EXPECT_TRUE(widgets.contains("open.filter"));
  const auto is_row = [](const auto& each) {
    return each.first.starts_with("open.") && each.first != "open.filter" &&
           each.first != "open.up" && each.first != "open.close";
  };
  EXPECT_TRUE(std::ranges::any_of(widgets, is_row));
}

INSTANTIATE_TEST_SUITE_P(Sizes, OwnKernelInTheWindow,
                         ::testing::Values(Setup{{1280, 800}, "en", 1}, Setup{{1280, 800}, "zh", 1},
                                           Setup{{1920, 1080}, "en", 1}));

}  // namespace
}  // namespace warplens::ui
