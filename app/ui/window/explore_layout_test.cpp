// Exploring, comparing and captures in the whole window, drawn without one: nothing overlaps and
// nothing is cut, whatever stands on the stage, at any size that people use.
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <set>

#include "app/features/features.h"
#include "app/session/edits.h"
#include "app/state/control_list.h"
#include "app/state/exploring.h"
#include "app/state/make_app_state.h"
#include "app/ui/panels/states.h"
#include "app/ui/window/whole_window_test.h"
#include "kernels/base/all_tests.h"
#include "kernels/run/run.h"
#include "kernels/run/toolkit/process.h"
#include "kernels/trace/capture.h"

namespace warplens::ui {
namespace {

namespace fs = std::filesystem;
using session::Side;
using session::StageView;

class Exploring : public ::testing::TestWithParam<Setup>, protected WholeWindow {
 protected:
  static constexpr int kTabs = 4;

  Exploring() : WholeWindow(GetParam()) {
    EXPECT_TRUE(go_to_lesson(*app_, "bank-conflicts", 0).has_value());
    explore(*app_);
  }
  void expect_fine() {
    for (int i = 0; i < (has_tabs() ? kTabs : 1); ++i) expect_fine_at(static_cast<ReadingTab>(i));
    ui_.state<ReadingState>().tab = ReadingTab::lesson;
  }
  void expect_fine_at(ReadingTab tab) {
    ui_.state<ReadingState>().tab = tab;
    SCOPED_TRACE("tab " + std::to_string(static_cast<int>(tab)));
    settle();  // what a tab shows may be found out in the background
    expect_nothing_overlaps_or_is_cut();
  }
  [[nodiscard]] bool has_tabs() const { return ui_.widget_log.panels().contains("tabs"); }
};

// Everything that there is, in every format that a scale has.
class ExploringAll : public Exploring {
 protected:
  void expect_fine_in_every_format() {
    std::vector<Format> formats{{{1280, 800}, "en"}, {{1280, 800}, "zh"}};
    if (GetParam().scale == 1)
      formats.insert(formats.end(), {{{1920, 1080}, "en"}, {{1920, 1080}, "zh"}});
    with_each(formats, [&] { expect_fine(); });
  }
};

TEST_P(ExploringAll, EveryKernelFits) {
  for (const catalog::Family& family : app_->session.families()) {
    for (const catalog::Variant& variant : family.variants) {
      SCOPED_TRACE(variant.name);
      select_kernel(app_->session, family.name + "/" + variant.name);
      settle();
      EXPECT_FALSE(app_->session.error().has_value());
      EXPECT_TRUE(ui_.widget_log.panels().contains("explore"));
      expect_fine_in_every_format();
    }
  }
}

using Views = std::vector<session::StageView>;

Views every_view() {
  Views views;
  for (const auto& row : session::kStageViews) views.push_back(row.view);
  return views;
}

// Each view large and small, with any number of others, of which more have no room; each large one
// with each other.
std::vector<Views> telling_choices() {
  constexpr std::size_t kMostBeside = 10;
  std::vector<Views> choices;
  Views views = every_view();
  for (std::size_t turn = 0; turn < views.size(); ++turn) {
    std::rotate(views.begin(), views.begin() + 1, views.end());
    for (std::size_t count = 1; count <= views.size(); ++count) {
      if (count > kMostBeside && count < views.size()) continue;
      choices.emplace_back(views.begin(), views.begin() + static_cast<std::ptrdiff_t>(count));
    }
    for (std::size_t other = 2; other < views.size(); ++other) {
      choices.push_back({views.front(), views[other]});
    }
  }
  return choices;
}

// Every subset with every large one: twice as many with each further view.
std::vector<Views> all_choices() {
  std::vector<Views> choices;
  const Views views = every_view();
  for (unsigned chosen = 1; chosen < 1u << views.size(); ++chosen) {
    Views choice;
    for (std::size_t i = 0; i < views.size(); ++i) {
      if ((chosen >> i & 1) != 0) choice.push_back(views[i]);
    }
    for (std::size_t turn = 0; turn < choice.size(); ++turn) {
      std::rotate(choice.begin(), choice.begin() + 1, choice.end());
      choices.push_back(choice);
    }
  }
  return choices;
}

TEST_P(Exploring, EveryChoiceOfViewsFits) {
  select_kernel(app_->session, "transpose/tile_padded");
  settle();
  int tab = 0;  // each choice with one: what a tab shows is no matter of the views
  for (const Views& choice : all_tests_are_asked_for() ? all_choices() : telling_choices()) {
    app_->views = choice;
    SCOPED_TRACE(fmt::format("{} views, {} large", choice.size(), name_of(choice.front())));
    expect_fine_at(static_cast<ReadingTab>(tab++ % kTabs));
    EXPECT_TRUE(ui_.widget_log.panels().contains(std::string(name_of(choice.front()))));
  }
}

TEST_P(ExploringAll, EveryPairFits) {
  for (const char* left : {"transpose/tile_padded", "access/pattern"}) {
    for (const char* right :
         {"transpose/packed_xor", "transpose/tile_gridstride_onebarrier", "access/pattern"}) {
      SCOPED_TRACE(fmt::format("{} | {}", left, right));
      end_compare(app_->session);
      select_kernel(app_->session, left);
      compare_with(app_->session, right);
      settle();
      EXPECT_TRUE(ui_.widget_log.panels().contains("right.side"));
      EXPECT_EQ(ui_.widget_log.panels().contains("bank_view"),
                ui_.widget_log.panels().contains("right.bank_view"));
      expect_fine_in_every_format();
    }
  }
}

TEST_P(ExploringAll, EveryLessonStepFits) {
  for (const lessons::Lesson& lesson : app_->lessons) {
    for (std::size_t step = 0; step < lesson.steps.size(); ++step) {
      SCOPED_TRACE(lesson.id + "/" + lesson.steps[step].id);
      ASSERT_TRUE(go_to_lesson(*app_, lesson.id, static_cast<std::ptrdiff_t>(step)).has_value());
      settle();
      expect_fine_in_every_format();
    }
  }
}

void write(const AppState& app, const char* kernel, const fs::path& path) {
  run::Options options;
  options.machine.cost = analysis::add_cost;
  auto run = run::run_variant(*app.catalogue, kernel, {}, options);
  ASSERT_TRUE(run.has_value());
  run->parameters = {{"rows", 64}, {"cols", 96}, {"tile", 32}};
  run->device = "a processor with quite a long name @ 2.40 GHz";
  run->created = "2026-11-20T17:17:50Z";
  const auto written = trace::write_capture(path, *run);
  ASSERT_TRUE(written.has_value()) << written.error().message.in(Language::en);
}

TEST_P(Exploring, ACaptureStandsWithoutAKernelOfTheCatalogue) {
  const auto folder = run::TemporaryFolder::make().value();
  const fs::path path = folder.path() / "t.wlens";
  write(*app_, "transpose/tile", path);
  open_dropped(*app_, path / "manifest");
  settle();
  EXPECT_EQ(app_->notice, "");
  EXPECT_EQ(app_->session.variant(), nullptr);
  ASSERT_TRUE(app_->session.result()->is_recorded);
  EXPECT_TRUE(ui_.widget_log.figures().at("status").find("2") != std::string::npos);
  expect_fine();
  for (const Key key : {Key::tab, Key::up, Key::down, Key::b, Key::x, Key::tab, Key::up}) {
    press(key);
  }
  compare_with(app_->session, "transpose/tile_padded");
  settle();
  expect_fine();
  swap_sides(app_->session);
  settle();
  expect_fine();
}

TEST_P(Exploring, ASecondKernelIsDrawnBeforeItsResultIsThere) {
  show_large(*app_, StageView::matrix_view);
  compare_with(app_->session, "transpose/tile_padded");
  settle();
  end_compare(app_->session);
  settle();
  compare_with(app_->session, "transpose/packed_shift");
  draw();
  settle();
  expect_fine();
}

TEST_P(Exploring, TheListShowsTheKernelThatIsOnTheStage) {
  select_kernel(app_->session, "window/maxpool");
  settle();
  const WidgetRect& kernel = ui_.widget_log.widgets().at("explore.window/maxpool");
  EXPECT_GT(kernel.height, ui_.fonts.small->FontSize);
  EXPECT_LT(kernel.y + kernel.height, size_.y);
}

TEST_P(Exploring, WhatIsNoCaptureIsToldSo) {
  open_dropped(*app_, WARPLENS_SOURCE_DIR "/README.md");
  EXPECT_NE(app_->notice.find("README.md"), std::string::npos);
  EXPECT_NE(app_->notice.find(".wlens"), std::string::npos);
  EXPECT_EQ(app_->session.selection().capture, "");
}

TEST_P(Exploring, KeysReachModesViewsAndBothSides) {
  press(Key::digit_6);
  EXPECT_EQ(app_->views.front(), StageView::swizzle_map);
  select_kernel(app_->session, "transpose/tile_padded");
  set_parameter(app_->session, "pitch", 34);
  settle();
  press(Key::b);
  ASSERT_TRUE(app_->session.is_comparing());
  EXPECT_EQ(app_->session.selection(Side::right).parameters.at("pitch"), 34);
  const std::vector<Control> controls = controls_of(app_->session);
  std::set<std::pair<Side, std::string>> reached;
  for (std::size_t i = 0; i < controls.size(); ++i) {
    press(Key::tab);
    reached.emplace(controls.at(ui_.state<ControlsState>().chosen).side,
                    controls.at(ui_.state<ControlsState>().chosen).name);
  }
  EXPECT_TRUE(reached.contains({Side::right, "pitch"}));
  EXPECT_TRUE(reached.contains({Side::left, "pitch"}));
  press(Key::x);
  EXPECT_EQ(app_->session.selection().parameters.at("pitch"), 34);
  press(Key::b);
  EXPECT_FALSE(app_->session.is_comparing());
  press(Key::e);
  EXPECT_EQ(app_->mode, Mode::lesson);
  press(Key::e);
  EXPECT_EQ(app_->mode, Mode::explore);
}

TEST_P(Exploring, IsFoundAgainAtTheNextStart) {
  select_kernel(app_->session, "transpose/tile_padded");
  set_parameter(app_->session, "pitch", 35);
  compare_with(app_->session, "transpose/packed_xor");
  show_large(*app_, StageView::punch_card);
  settle();
  auto next = std::move(*make_app_state(WARPLENS_SOURCE_DIR "/assets", {}, features::all()));
  next->settings = app_->settings;
  EXPECT_EQ(next->settings.mode, "explore");
  ASSERT_TRUE(restore_exploring(*next));
  EXPECT_EQ(next->session.choice(), app_->session.choice());
  EXPECT_EQ(next->views, app_->views);
  next->settings.exploring.kernel = "transpose/no_more";
  EXPECT_FALSE(restore_exploring(*next));
}

TEST_P(Exploring, FromAHostTimelineShowsWhatAKernelAccesses) {
  ASSERT_TRUE(go_to_lesson(*app_, "host-and-device", 0).has_value());
  ASSERT_EQ(app_->views, std::vector{StageView::host_timeline});
  explore(*app_);
  EXPECT_EQ(app_->views, (std::vector{StageView::sector_strip, StageView::matrix_view}));
  ASSERT_TRUE(go_to_lesson(*app_, "bank-conflicts", 1).has_value());
  const auto views = app_->views;
  explore(*app_);
  EXPECT_EQ(app_->views, views) << "what a step shows of a kernel stays";
}

INSTANTIATE_TEST_SUITE_P(Scales, ExploringAll,
                         ::testing::Values(Setup{{1280, 800}, "en", 1},
                                           Setup{{1280, 800}, "en", 1.6f}));
INSTANTIATE_TEST_SUITE_P(Sizes, Exploring,
                         ::testing::Values(Setup{{1280, 800}, "en", 1}, Setup{{1280, 800}, "zh", 1},
                                           Setup{{1920, 1080}, "en", 1},
                                           Setup{{1920, 1080}, "zh", 1},
                                           Setup{{1280, 800}, "en", 1.6f},
                                           Setup{{1280, 800}, "zh", 1.6f}));

}  // namespace
}  // namespace warplens::ui
