#include "app/state/linked.h"

#include <gtest/gtest.h>

#include <chrono>
#include <thread>

#include "app/features/features.h"
#include "app/session/edits.h"
#include "app/session/kernel_result.h"
#include "app/state/exploring.h"
#include "app/state/make_app_state.h"
#include "kernels/machine/launch/run_options.h"
#include "kernels/run/run.h"

namespace warplens::ui {
namespace {

using session::Side;
using session::StageView;

class Linked : public testing::Test {
 protected:
  static std::unique_ptr<AppState> new_app(Machine machine = {}) {
    return std::move(*make_app_state(WARPLENS_SOURCE_DIR "/assets", nullptr, features::all(),
                                     std::move(machine)));
  }
  static void settle(AppState& app) {
    while (app.session.busy()) std::this_thread::sleep_for(std::chrono::milliseconds(1));
    app.session.update(0);
    reach_wanted_place(app);
  }
  // Where somebody else arrives who opens the link of `app`.
  static std::unique_ptr<AppState> opened_by_another(const AppState& app, Machine machine = {}) {
    const std::string text = link::link_text(link_of(app).value(), features::all());
    auto other = new_app(std::move(machine));
    EXPECT_TRUE(open_link(*other, text).has_value()) << text;
    settle(*other);
    return other;
  }
  static void expect_the_same(const AppState& a, const AppState& b) {
    EXPECT_EQ(a.mode, b.mode);
    const bool is_lesson = a.mode == Mode::lesson;
    EXPECT_TRUE(!is_lesson || (a.lesson == b.lesson && a.step == b.step));
    EXPECT_EQ(a.views, b.views);
    EXPECT_EQ(a.language(), b.language());
    EXPECT_EQ(a.session.choice(), b.session.choice());
    for (const Side side : session::kSides)
      EXPECT_EQ(a.session.cursor(side), b.session.cursor(side));
  }
};

TEST_F(Linked, AStepWithWhatThePersonChangedInItIsSeenByAnother) {
  auto app = new_app();
  ASSERT_TRUE(go_to_lesson(*app, "padding", 1).has_value());
  settle(*app);
  app->settings.language = "zh";
  set_parameter(app->session, "rows", 48);
  settle(*app);
  app->session.seek(17);
  show_large(*app, StageView::punch_card);
  expect_the_same(*app, *opened_by_another(*app));
}

TEST_F(Linked, TwoKernelsSideBySideAreSeenByAnother) {
  auto app = new_app();
  app->mode = Mode::explore;
  app->views = {StageView::swizzle_map, StageView::bank_view};
  restore_architecture(app->session, 80);
  ASSERT_TRUE(
      app->session
          .set_stage(
              {"transpose/tile_padded", {{"pitch", 34}}, std::nullopt, "transpose/packed_xor", {}})
          .has_value());
  settle(*app);
  set_order(app->session, trace::Order::turns);
  settle(*app);
  app->session.seek(40);
  expect_the_same(*app, *opened_by_another(*app));
}

// Launches each kernel twice.
Machine launching_twice() {
  auto catalogue = std::make_shared<const run::Catalogue>(
      run::Catalogue::open(WARPLENS_SOURCE_DIR "/assets").value());
  Machine machine;
  machine.work = [catalogue](const session::Selection& selection, const std::stop_token& stop,
                             machine::Progress* progress) -> Result<session::KernelResultPtr> {
    TRY(const auto once, session::compute(*catalogue, selection, stop, progress));
    auto twice = std::make_shared<session::KernelResult>(*once);
    twice->launches.push_back(twice->launches.front());
    return twice;
  };
  return machine;
}

TEST_F(Linked, TheSecondOfTwoLaunchesIsReached) {
  auto app = new_app(launching_twice());
  ASSERT_TRUE(go_to_lesson(*app, "padding", 0).has_value());
  explore(*app);
  settle(*app);
  set_launch(app->session, 1);
  app->session.seek(3);
  ASSERT_EQ(app->session.cursor(), (session::Cursor{1, 3}));
  expect_the_same(*app, *opened_by_another(*app, launching_twice()));
}

TEST_F(Linked, APlaceThatTheTraceDoesNotHaveIsNotReached) {
  auto app = new_app();
  ASSERT_TRUE(open_link(*app, "warplens:1?lesson=padding&event=99999999999&launch=7").has_value());
  settle(*app);
  EXPECT_LT(app->session.cursor().event, app->session.launch()->trace->events.size());
  EXPECT_EQ(app->session.cursor().launch, 0u);
}

TEST_F(Linked, WhatIsNotThereIsSaidInBothLanguages) {
  for (const char* text :
       {"warplens:1?lesson=nothing", "warplens:1?lesson=padding&step=900",
        "warplens:1?kernel=no/kernel", "warplens:1?kernel=transpose/tile&kernel.nothing=1",
        "warplens:1?kernel=transpose/tile&kernel.rows=0", "warplens:nonsense"}) {
    auto app = new_app();
    ASSERT_TRUE(go_to_lesson(*app, "padding", 0).has_value());
    const auto opened = open_link(*app, text);
    ASSERT_FALSE(opened.has_value()) << text;
    EXPECT_NE(opened.error().message.in(Language::en), opened.error().message.in(Language::zh))
        << text;
    EXPECT_EQ(opened.error().message.in(Language::en).find('\n'), std::string::npos) << text;
  }
}

TEST_F(Linked, BeforeAnythingIsOnTheStageThereIsNoLink) {
  EXPECT_FALSE(link_of(*new_app()).has_value());
}

}  // namespace
}  // namespace warplens::ui
