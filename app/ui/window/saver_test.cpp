// Files that leave the window are those that the command line writes of the same state.
#include "app/ui/window/saver.h"

#include <gtest/gtest.h>

#include <chrono>
#include <fstream>
#include <iterator>
#include <map>
#include <thread>

#include "app/features/features.h"
#include "app/features/host_timeline/host_runs.h"
#include "app/features/host_timeline/span_table.h"
#include "app/features/limits/limits_model.h"
#include "app/features/limits/limits_table.h"
#include "app/session/edits.h"
#include "app/session/kernel_result.h"
#include "app/state/exploring.h"
#include "app/state/linked.h"
#include "app/state/make_app_state.h"
#include "app/ui/panels/overlay_states.h"
#include "app/ui/window/keys.h"
#include "app/ui/window/picture_drawer.h"
#include "app/ui/window/screenshot_file.h"
#include "kernels/run/toolkit/process.h"
#include "kernels/timing/host_timeline.h"
#include "kernels/trace/capture.h"
#include "viz/analysis/perfetto.h"
#include "viz/analysis/trace_tables.h"

namespace warplens::ui {
namespace {

namespace fs = std::filesystem;

std::string text_of_file(const fs::path& path) {
  std::ifstream in(path, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

class SavedFromTheWindow : public ::testing::Test {
 protected:
  SavedFromTheWindow() {
    explore(*app_);
    show("transpose/tile");
    app_->session.seek(120);
    app_->settings.save_folder = folder_.path().string();
    drawer_ = std::move(*PictureDrawer::create(*app_, {1280, 800, 1}));
    draw();
  }
  void show(const std::string& kernel) {
    select_kernel(app_->session, kernel);
    ASSERT_TRUE(settle(*app_).has_value());
  }
  void draw() { ASSERT_TRUE(drawer_->draw().has_value()); }
  void open_menu(const std::string& panel) {
    drawer_->ui().exports.menu_wanted = panel;
    drawer_->ui().exports.menu_below = {1200, 160};
    draw();
  }
  void press(Key key) {
    handle_key(drawer_->ui(), *app_, {key, false, false});
    draw();
  }
  void click(const std::string& widget) {
    const WidgetRect rect = drawer_->ui().widget_log.widgets().at(widget);
    ImGuiIO& io = ImGui::GetIO();
    io.MousePos = {rect.x + rect.width / 2, rect.y + rect.height / 2};
    draw();
    for (const bool down : {true, false}) {
      io.MouseDown[0] = down;
      draw();
    }
    io.MousePos = {2, 2};
    draw();
  }
  // The file that the message names, once it is there; empty: the message says something else.
  fs::path saved() {
    const Message& message = drawer_->ui().state<Message>();
    for (int i = 0; i < 20'000 && message.words.empty(); ++i) {
      saver_.follow(*app_, drawer_->ui(), {1280, 800});
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return message.copyable;
  }
  void forget_message() { drawer_->ui().state<Message>() = {}; }
  // What `screenshot` writes of the same state.
  fs::path screenshot(session::Screenshot shown, const std::string& name) {
    shown.width = 1280;
    shown.height = 800;
    shown.output = (folder_.path() / name).string();
    auto drawer = PictureDrawer::create(*app_, picture_size(shown));
    EXPECT_TRUE(drawer.has_value());
    EXPECT_TRUE(write_picture(*app_, **drawer, shown).has_value());
    return shown.output;
  }
  [[nodiscard]] std::vector<std::shared_ptr<const trace::Trace>> traces() const {
    return {app_->session.launch()->trace};
  }
  [[nodiscard]] const std::string& ptx() const {
    return *app_->session.result(session::Side::left)->run->ptx;
  }

  run::TemporaryFolder folder_ = run::TemporaryFolder::make().value();
  std::unique_ptr<AppState> app_ =
      std::move(*make_app_state(WARPLENS_SOURCE_DIR "/assets", nullptr, features::all()));
  std::unique_ptr<PictureDrawer> drawer_;
  Saver saver_{[] {}};
};

TEST_F(SavedFromTheWindow, APngIsTheScreenshotOfTheView) {
  open_menu("sector_strip");
  click("save.png1");
  const fs::path file = saved();
  ASSERT_FALSE(file.empty()) << drawer_->ui().state<Message>().words;
  EXPECT_EQ(file.parent_path(), folder_.path());
  EXPECT_TRUE(file.filename().string().starts_with("warplens-sector_strip-"));
  drawer_.reset();
  session::Screenshot shown;
  shown.view = "sector_strip";
  EXPECT_EQ(text_of_file(file), text_of_file(screenshot(shown, "cli.png")));
}

TEST_F(SavedFromTheWindow, AtFourTimesItIsTheSharperScreenshot) {
  open_menu("sector_strip");
  press(Key::digit_4);
  const fs::path file = saved();
  ASSERT_FALSE(file.empty());
  drawer_.reset();
  session::Screenshot shown;
  shown.view = "sector_strip";
  shown.scale = 4;
  EXPECT_EQ(text_of_file(file), text_of_file(screenshot(shown, "cli.png")));
}

TEST_F(SavedFromTheWindow, AnSvgIsTheScreenshotsSvg) {
  open_menu("sector_strip");
  click("save.svg");
  const fs::path file = saved();
  ASSERT_FALSE(file.empty());
  EXPECT_EQ(file.extension(), ".svg");
  drawer_.reset();
  session::Screenshot shown;
  shown.view = "sector_strip";
  shown.format = session::PictureFormat::svg;
  EXPECT_EQ(text_of_file(file), text_of_file(screenshot(shown, "cli.svg")));
}

TEST_F(SavedFromTheWindow, AGifIsTheScreenshotsGifAndMovesNobody) {
  app_->session.set_filter({});
  const session::Activity before = app_->session.activity();
  open_menu("sector_strip");
  SaveMenu& menu = drawer_->ui().state<SaveMenu>();
  menu.first = 101;
  menu.last = 108;
  menu.speed = 4;
  press(Key::g);
  const fs::path file = saved();
  ASSERT_FALSE(file.empty()) << drawer_->ui().state<Message>().words;
  EXPECT_EQ(app_->session.cursor().event, 120u);
  EXPECT_EQ(app_->session.activity().visited, before.visited);
  drawer_.reset();
  session::Screenshot shown;
  shown.view = "sector_strip";
  shown.format = session::PictureFormat::gif;
  shown.events = {101, 102, 103, 104, 105, 106, 107, 108};
  shown.speed = 4;
  EXPECT_EQ(text_of_file(file), text_of_file(screenshot(shown, "cli.gif")));
}

TEST_F(SavedFromTheWindow, AGifIsGivenUpWhenAPersonCancels) {
  open_menu("sector_strip");
  press(Key::g);
  for (int i = 0; i < 3; ++i) saver_.follow(*app_, drawer_->ui(), {1280, 800});
  ASSERT_GT(drawer_->ui().exports.film.all, 3);
  draw();
  click("film.cancel");
  for (int i = 0; i < 3; ++i) saver_.follow(*app_, drawer_->ui(), {1280, 800});
  EXPECT_FALSE(saver_.is_drawing());
  EXPECT_EQ(drawer_->ui().exports.film.all, 0);
  EXPECT_TRUE(fs::is_empty(folder_.path()));
}

TEST_F(SavedFromTheWindow, TablesAreThoseOfTheCommandLine) {
  for (const tables::TraceTable which : {tables::TraceTable::totals, tables::TraceTable::lines,
                                         tables::TraceTable::sites, tables::TraceTable::findings}) {
    const std::string name(tables::kTraceTableNames[static_cast<std::size_t>(which)]);
    const tables::Table table = tables::table_of(which, traces(), ptx());
    open_menu("sector_strip");
    click("save." + name + ".csv");
    EXPECT_EQ(text_of_file(saved()), tables::as_csv(table)) << name;
    forget_message();
    open_menu("sector_strip");
    click("save." + name + ".text");
    EXPECT_EQ(text_of_file(saved()), tables::as_text(table)) << name;
    forget_message();
  }
  open_menu("sector_strip");
  click("save.totals.copy");
  EXPECT_EQ(ImGui::GetClipboardText(),
            tables::as_tabs(tables::table_of(tables::TraceTable::totals, traces(), ptx())));
}

TEST_F(SavedFromTheWindow, TheWorstAccessesAreATable) {
  open_menu("findings");
  click("save.worst.csv");
  const std::string text = text_of_file(saved());
  EXPECT_TRUE(text.starts_with("launch,kind,share,file,line,site,event,sentence,advice\r\n"));
  EXPECT_NE(text.find("1,column_read,0.8857,kernels/catalog/transpose/tile.cu,33,"),
            std::string::npos)
      << text;
}

TEST_F(SavedFromTheWindow, ViewsOfOtherFiguresSaveThose) {
  show_large(*app_, session::StageView::limits_view);
  draw();
  open_menu("limits_view");
  EXPECT_FALSE(drawer_->ui().widget_log.widgets().contains("save.totals.csv"));
  click("save.limits.csv");
  const auto model =
      limits::limits_model(*app_->catalogue, {"transpose/tile", {{"tile", 32}}, {}}, {});
  ASSERT_FALSE(model.reports.empty());
  EXPECT_EQ(text_of_file(saved()),
            tables::as_csv(limits::limits_table("transpose/tile", model.reports.front())));
  forget_message();
  show_large(*app_, session::StageView::host_timeline);
  draw();
  open_menu("host_timeline");
  click("save.host_timeline.csv");
  const timing::TimelineRun* run = host_timeline::shown_run(app_->session);
  ASSERT_NE(run, nullptr);
  EXPECT_EQ(text_of_file(saved()), tables::as_csv(span_table(*run)));
  EXPECT_EQ(span_table(*run).size(), run->spans.size() + 1);
}

TEST_F(SavedFromTheWindow, PerfettoIsWhatTheCommandLineWrites) {
  open_menu("sector_strip");
  press(Key::p);
  std::string expected;
  const auto all = traces();
  perfetto::write(all, [&expected](std::string_view piece) {
    expected += piece;
    return true;
  });
  EXPECT_EQ(text_of_file(saved()), expected);
}

TEST_F(SavedFromTheWindow, ACaptureOpensAsWhatWasOnTheStage) {
  const session::KernelResultPtr before = app_->session.result();
  open_menu("sector_strip");
  press(Key::c);
  const fs::path file = saved();
  ASSERT_FALSE(file.empty()) << drawer_->ui().state<Message>().words;
  EXPECT_TRUE(fs::is_regular_file(file));
  const auto run = trace::read_capture(file);
  ASSERT_TRUE(run.has_value());
  EXPECT_EQ(run->kernel(), "transpose/tile");
  EXPECT_EQ(run->parameters, before->selection.parameters);
  EXPECT_EQ(run->device, before->run->device);
  EXPECT_EQ(run->created, before->run->created);
  EXPECT_EQ(*run->traces.front(), *before->run->traces.front());
  open_capture(*app_, file);
  ASSERT_TRUE(settle(*app_).has_value());
  EXPECT_EQ(*app_->session.launch()->trace, *before->launches.front().trace);
  EXPECT_FALSE(link_of(*app_).has_value());  // the menu says why
}

TEST_F(SavedFromTheWindow, ALinkIsCopiedAndPasted) {
  open_menu("sector_strip");
  click("save.link");
  const std::string link = ImGui::GetClipboardText();
  EXPECT_EQ(link, link::link_text(*link_of(*app_), features::all()));
  show("transpose/tile_xor");
  ImGui::SetClipboardText(link.c_str());
  handle_key(drawer_->ui(), *app_, {Key::v, false, true});
  draw();
  ASSERT_TRUE(settle(*app_).has_value());
  draw();
  EXPECT_EQ(app_->session.selection().kernel, "transpose/tile");
  EXPECT_EQ(app_->session.cursor().event, 120u);
}

TEST_F(SavedFromTheWindow, AFolderThatCannotBeWrittenToIsALineInTheMenu) {
  std::ofstream(folder_.path() / "file") << "x";
  open_menu("sector_strip");
  drawer_->ui().state<SaveMenu>().folder = (folder_.path() / "file" / "below").string();
  click("save.totals.csv");
  EXPECT_FALSE(drawer_->ui().state<SaveMenu>().problem.empty());
  EXPECT_FALSE(drawer_->ui().exports.wish.has_value());
  drawer_->ui().state<SaveMenu>().folder = (folder_.path() / "new").string();
  click("save.totals.csv");
  EXPECT_EQ(saved().parent_path(), folder_.path() / "new");
  EXPECT_EQ(app_->settings.save_folder, (folder_.path() / "new").string());
}

TEST_F(SavedFromTheWindow, AFileThatCannotBeWrittenIsALine) {
  SaveWish wish;
  wish.kind = SaveWish::Kind::csv;
  wish.table = "totals";
  wish.folder = "/proc/self";
  drawer_->ui().exports.wish = wish;
  EXPECT_TRUE(saved().empty());
  EXPECT_TRUE(drawer_->ui().state<Message>().failed);
  EXPECT_FALSE(drawer_->ui().state<Message>().words.empty());
}

TEST_F(SavedFromTheWindow, WhileAPredictionIsOpenNothingTellsCosts) {
  ASSERT_TRUE(go_to_lesson(*app_, "bank-conflicts", 0).has_value());
  ASSERT_TRUE(settle(*app_).has_value());
  for (std::size_t step = 0; !app_->hides_costs(); ++step) {
    ASSERT_LT(step, app_->current_lesson().steps.size());
    go_to_step(*app_, static_cast<std::ptrdiff_t>(step));
    ASSERT_TRUE(settle(*app_).has_value());
  }
  open_menu(std::string(name_of(app_->views.front())));
  const auto& widgets = drawer_->ui().widget_log.widgets();
  EXPECT_TRUE(widgets.contains("save.png1"));
  EXPECT_FALSE(widgets.contains("save.perfetto"));
  EXPECT_FALSE(widgets.contains("save.totals.csv"));
  press(Key::p);
  EXPECT_FALSE(drawer_->ui().exports.wish.has_value());
}

}  // namespace
}  // namespace warplens::ui
