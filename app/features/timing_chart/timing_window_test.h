// The window with the timing view on its stage, over recordings made here.
#pragma once

#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "app/session/fake_timings_test.h"
#include "app/ui/window/whole_window_test.h"
#include "kernels/run/toolkit/process.h"
#include "viz/scene/charts/chart_phrases.h"

namespace warplens::ui {

inline const std::vector<std::int64_t> kSides{64, 256, 1000, 1024, 4096, 16384};

class TimingWindow : protected WholeWindow {
 protected:
  explicit TimingWindow(const Setup& setup = {}) : WholeWindow(setup) {
    std::filesystem::create_directories(folder_.path() / "recordings");
    std::filesystem::create_symlink(WARPLENS_SOURCE_DIR "/assets/ptx", folder_.path() / "ptx");
    read_recordings();
    explore(session::StageView::timing_view);
  }
  void explore(session::StageView view) {
    app_->mode = Mode::explore;
    app_->views = {view};
    EXPECT_TRUE(app_->session.set_stage({"transpose/tile_padded", {}, {}, {}, {}}).has_value());
    settle();
  }
  void read_recordings() {
    app_->recordings = session::Recordings(folder_.path(), {});
    app_->recordings.wait();
  }
  void record(timing::Timings timings) {
    timings_ = std::move(timings);
    ASSERT_TRUE(
        timing::write_timings(folder_.path() / "recordings" / "fake.json", timings_).has_value());
    read_recordings();
    settle();
  }
  void record() { record(session::fake_timings(family(), kSides, &app_->recordings)); }
  [[nodiscard]] const catalog::Family& family() const { return *app_->session.family(); }
  [[nodiscard]] const timing::Entry& entry(std::string_view name, std::int64_t side) const {
    return *std::ranges::find_if(timings_.entries, [&](const timing::Entry& each) {
      return each.name == name && each.side == side;
    });
  }
  // What the view must say of a kernel at a size.
  [[nodiscard]] std::string words(std::string_view name, std::int64_t side,
                                  scene::ChartFigure figure = scene::ChartFigure::bandwidth) const {
    return scene::figure_phrase(*scene::value_of(entry(name, side), figure), figure);
  }
  void press_keys(Key key, int times, bool shift = false) {
    for (int i = 0; i < times; ++i) press(key, shift);
  }
  const run::TemporaryFolder folder_ = run::TemporaryFolder::make().value();
  timing::Timings timings_;
};

}  // namespace warplens::ui
