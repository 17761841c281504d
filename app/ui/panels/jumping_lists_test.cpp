// Findings and worst accesses are lists that jump: cursor, lane, source line and code.
#include <gtest/gtest.h>

#include "app/session/edits.h"
#include "app/state/exploring.h"
#include "app/state/jumps.h"
#include "app/texts/worst_phrases.h"
#include "app/ui/glyphs.h"
#include "app/ui/panels/costly_causes.h"
#include "app/ui/panels/finding_states.h"
#include "app/ui/panels/findings.h"
#include "app/ui/panels/overlay_states.h"
#include "app/ui/window/whole_window_test.h"

namespace warplens::ui {
namespace {

using session::Side;

class JumpingLists : public ::testing::TestWithParam<Setup>, protected WholeWindow {
 protected:
  JumpingLists() : WholeWindow(GetParam()) { explore(*app_); }
  void show(const std::string& kernel) {
    select_kernel(app_->session, kernel);
    settle();
  }
  [[nodiscard]] const session::LaunchResult& launch() const { return *app_->session.launch(); }
  [[nodiscard]] const analysis::ExplainedEvent& here() const { return *app_->session.event(); }
  [[nodiscard]] const trace::Finding& finding() const { return launch().trace->findings.front(); }
  // Until what a click asked for is done.
  void click_and_settle(const std::string& widget) {
    click(widget);
    settle();
  }
  void show_tab(ReadingTab tab) {
    ui_.state<ReadingState>().tab = tab;
    settle();
  }
  [[nodiscard]] const std::vector<analysis::Cause>& causes() {
    while (costly_causes(ui_.cache(), launch()) == nullptr) std::this_thread::yield();
    return *costly_causes(ui_.cache(), launch());
  }
};

TEST_P(JumpingLists, AClickOnAFindingGoesToItsEventLineAndLane) {
  show("transpose/tile_nobarrier");
  show_tab(ReadingTab::findings);
  ASSERT_FALSE(launch().trace->findings.empty());
  click_and_settle("finding0");
  EXPECT_EQ(here().site->line, finding().line);
  EXPECT_EQ(here().view.warp, finding().warp);
  EXPECT_EQ(chosen_lane(*app_), finding().lane);
  EXPECT_NE(here().view.mask >> finding().lane & 1, 0u);
  EXPECT_TRUE(app_->arrangement().drawer);
  EXPECT_EQ(figure("source.rows_seen"), "1/1");
  EXPECT_NE(figure("caption.cost").find(ui_.say(Str::lane)), std::string::npos);
  expect_nothing_overlaps_or_is_cut();
}

TEST_P(JumpingLists, ARacesOtherSideIsOneClickAway) {
  show("transpose/tile_nobarrier");
  show_tab(ReadingTab::findings);
  click_and_settle("finding0.other");
  EXPECT_EQ(here().site->line, finding().other_line);
  ASSERT_TRUE(chosen_lane(*app_).has_value());
  const std::uint64_t other = here().view.address[*chosen_lane(*app_)];
  show_tab(ReadingTab::findings);
  click_and_settle("finding0");
  EXPECT_EQ(here().view.address[*chosen_lane(*app_)], other);
}

TEST_P(JumpingLists, TheLaneIsForgottenWhereTheCursorGoesOn) {
  show("transpose/tile_nobarrier");
  press(Key::v);
  ASSERT_TRUE(chosen_lane(*app_).has_value());
  press(Key::right);
  EXPECT_FALSE(chosen_lane(*app_).has_value());
}

TEST_P(JumpingLists, ALineWithoutAnAccessIsShownUntilTheCursorGoesOn) {
  show("transpose/tile");
  const trace::Site& site = *here().site;
  jump_to_line(*app_, site.file, 1);
  show_tab(ReadingTab::source);
  EXPECT_TRUE(app_->arrangement().drawer);
  EXPECT_EQ(figure("source.rows_seen"), "1/1");
  const std::string first = figure("source.line");
  press(Key::right);
  EXPECT_EQ(chosen_line(*app_), nullptr);
  EXPECT_NE(figure("source.line"), first);
}

TEST_P(JumpingLists, ALineWithAnAccessTakesTheCursorThere) {
  show("transpose/tile");
  press(Key::end);
  const session::Cursor last = app_->session.cursor();
  const trace::Site& load = launch().trace->sites[launch().trace->events.site(0)];
  jump_to_line(*app_, load.file, load.line);
  settle();
  EXPECT_NE(app_->session.cursor(), last);
  EXPECT_EQ(here().site->line, load.line);
}

TEST_P(JumpingLists, AKeyGoesFromFindingToFindingAndFromLaunchToLaunch) {
  show("reduce/unrolled_nosync");  // a race in each of two launches
  ASSERT_EQ(app_->session.launch_count(), 2u);
  for (const std::size_t wanted : {0, 1, 0}) {
    press(Key::v);
    EXPECT_EQ(ui_.state<FindingsState>().chosen, (FindingRow{wanted, 0}));
    EXPECT_EQ(app_->session.cursor().launch, wanted);
    EXPECT_EQ(here().site->line, finding().line);
    EXPECT_EQ(chosen_lane(*app_), finding().lane);
  }
  press(Key::v, true);
  EXPECT_EQ(app_->session.cursor().launch, 1u);
  EXPECT_EQ(findings_count(*app_, Side::left), 2u);
}

TEST_P(JumpingLists, TheWorstListSaysWhatTheCommandLineSaysAndJumps) {
  show("transpose/coalesced_read");
  show_tab(ReadingTab::findings);
  ASSERT_FALSE(causes().empty());
  const analysis::Cause cause = causes().front();
  const WorstPhrases words = worst_phrase(ui_, *launch().trace, cause);
  EXPECT_NE(figure("worst0").find(words.sentence), std::string::npos);
  EXPECT_TRUE(figure("worst0").starts_with(words.share));
  EXPECT_EQ(figure("worst0.advice"), words.advice);
  app_->session.seek_end(1);
  settle();
  click_and_settle("worst0");
  EXPECT_EQ(app_->session.cursor().event, cause.row);
  EXPECT_EQ(here().site->line, launch().trace->sites[cause.site].line);
  expect_nothing_overlaps_or_is_cut();
}

TEST_P(JumpingLists, ALayoutThatIsAdvisedIsOpenedInTheWorkshop) {
  show("transpose/tile");
  show_tab(ReadingTab::findings);
  ASSERT_FALSE(causes().empty());
  const std::string question = causes().front().question;
  ASSERT_NE(question, "");
  click_and_settle("worst0.workshop");
  EXPECT_EQ(app_->views.front(), session::StageView::swizzle_workshop);
  const auto chosen = session::main_texts(app_->features, app_->session.choice().features);
  EXPECT_EQ(chosen.at("swizzle"), question);
  expect_nothing_overlaps_or_is_cut();
  app_->session.undo();
  settle();
  EXPECT_NE(session::main_texts(app_->features, app_->session.choice().features).at("swizzle"),
            question);
}

TEST_P(JumpingLists, WithoutCostlyAccessesItSaysSo) {
  show("transpose/tile_padded");
  show_tab(ReadingTab::findings);
  EXPECT_TRUE(causes().empty());
  EXPECT_EQ(figure("worst0"), "");
  press(Key::x, true);
  EXPECT_EQ(ui_.state<Message>().words, ui_.say(Str::no_worst_accesses));
}

TEST_P(JumpingLists, ItFolds) {
  show("transpose/tile");
  show_tab(ReadingTab::findings);
  ASSERT_NE(figure("worst0"), "");
  click_and_settle("worst.fold");
  EXPECT_EQ(figure("worst0"), "");
  EXPECT_FALSE(app_->settings.explore_arrangement.worst);
  press(Key::j, true);
  EXPECT_NE(figure("worst0"), "");
}

TEST_P(JumpingLists, TheKeyGoesToTheDearestAccessUnderTheFilterThenOn) {
  show("transpose/tile");
  set_parameter(app_->session, "rows", 50);
  app_->session.set_filter({});
  settle();
  const std::vector<std::size_t> worst = worst_accesses(app_->session);
  ASSERT_GT(worst.size(), 1u);
  press(Key::x, true);
  EXPECT_EQ(app_->session.cursor().event, worst.front());
  for (const analysis::AccessCost& cost : launch().costs) {
    EXPECT_LE(cost.conflicts, launch().costs[worst.front()].conflicts);
  }
  for (std::size_t i = 1; i <= worst.size(); ++i) press(Key::x, true);
  EXPECT_EQ(app_->session.cursor().event, worst.front());
  // Only global loads pass: the column reads of shared memory do not.
  app_->session.set_filter({.accesses_only = true,
                            .marker = {},
                            .space = trace::Space::global,
                            .kind = trace::EventKind::load});
  for (const std::size_t row : worst_accesses(app_->session)) {
    EXPECT_EQ(launch().trace->sites[launch().trace->events.site(row)].space, trace::Space::global);
  }
}

INSTANTIATE_TEST_SUITE_P(Sizes, JumpingLists,
                         ::testing::Values(Setup{{1280, 800}, "en", 1}, Setup{{1280, 800}, "zh", 1},
                                           Setup{{1280, 800}, "en", 1.6f},
                                           Setup{{1920, 1080}, "zh", 1}));

class WorstInALesson : public ::testing::Test, protected WholeWindow {};

TEST_F(WorstInALesson, StaysHiddenWhileThePredictionIsOpen) {
  app_->settings.lesson_arrangement = session::kExploreArrangement;
  ASSERT_TRUE(go_to_lesson(*app_, "bank-conflicts", 0).has_value());
  std::size_t step = 0;
  for (settle(); !app_->hides_costs(); settle()) {
    ASSERT_LT(++step, app_->current_lesson().steps.size());
    go_to_step(*app_, static_cast<std::ptrdiff_t>(step));
  }
  EXPECT_EQ(figure("worst0"), "");
  const std::size_t event = app_->session.cursor().event;
  press(Key::x, true);
  EXPECT_EQ(app_->session.cursor().event, event);
  app_->session.answer(1, 2);
  settle();
  EXPECT_NE(figure("worst0"), "");
}

}  // namespace
}  // namespace warplens::ui
