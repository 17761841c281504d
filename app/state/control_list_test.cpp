// Which controls stand in the ribbon: a step's own, buttons for kernels that differ by one idea,
// nothing that changes nothing.
#include "app/state/control_list.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "app/features/features.h"
#include "app/session/edits.h"
#include "app/state/exploring.h"
#include "app/state/make_app_state.h"

namespace warplens::ui {
namespace {

using session::Side;

class ControlList : public ::testing::Test {
 protected:
  ControlList() : app_(*make_app_state(WARPLENS_SOURCE_DIR "/assets", nullptr, features::all())) {}
  void enter(const std::string& lesson, const std::string& step) {
    const auto index = *lessons::find_lesson(app_->lessons, lesson);
    const auto& steps = app_->lessons[index].steps;
    const auto at = std::ranges::find(steps, step, &lessons::Step::id);
    ASSERT_TRUE(go_to_lesson(*app_, lesson, at - steps.begin()).has_value());
  }
  void open(const std::string& kernel) {
    explore(*app_);
    select_kernel(app_->session, kernel);
  }
  // "ideas: tile tile_padded", "variant", "right.ideas: …", a parameter's name.
  [[nodiscard]] std::vector<std::string> shown() const {
    std::vector<std::string> names;
    for (const Control& each : shown_controls(*app_)) {
      std::string name = each.side == Side::right ? "right." : "";
      if (each.kind == Control::Kind::variant) name += "variant";
      if (each.kind == Control::Kind::compare) name += "compare";
      if (each.kind == Control::Kind::parameter) name += each.name;
      if (each.kind == Control::Kind::ideas) {
        name += "ideas:";
        for (const auto& member : group_of(app_->session, each)->members) {
          name += " " + member.variant;
        }
      }
      names.push_back(std::move(name));
    }
    return names;
  }
  [[nodiscard]] bool shows(const std::string& name) const {
    const auto names = shown();
    return std::ranges::find(names, name) != names.end();
  }
  [[nodiscard]] std::string meaning(const std::string& name, std::int64_t value,
                                    Language language = Language::en) {
    set_parameter(app_->session, name, value, false);
    return meaning_of(*parameter_of(app_->session, Side::left, name),
                      app_->session.selection().parameters)
        .in(language);
  }

  std::unique_ptr<AppState> app_;
};

using Names = std::vector<std::string>;

TEST_F(ControlList, AStepAboutOneIdeaHasItsButtonsAlone) {
  enter("bank-conflicts", "xor");
  EXPECT_EQ(shown(), Names{"ideas: tile tile_padded tile_xor tile_shift"});
  enter("corner-turn", "no-barrier");
  EXPECT_EQ(shown(), Names{"ideas: tile tile_nobarrier"});
}

TEST_F(ControlList, OfTwoKernelsTheOneThatTheStepChangesHasThem) {
  enter("swizzle", "all-four");
  EXPECT_EQ(shown(), Names{"right.ideas: packed_padded packed_xor packed_shift packed_vector"});
}

TEST_F(ControlList, WhereAPersonAsksForAllTheListIsThereToo) {
  enter("bank-conflicts", "xor");
  app_->all_controls = true;
  EXPECT_TRUE(shows("variant"));
  EXPECT_TRUE(shows("ideas: tile tile_padded tile_xor tile_shift"));
}

TEST_F(ControlList, ExploringOffersTheListAndTheIdeasOfTheKernel) {
  open("reduce/atomic");
  EXPECT_TRUE(shows("variant"));
  EXPECT_TRUE(shows("ideas: two_pass atomic last_block"));
  select_kernel(app_->session, "gemm/row_loop");
  EXPECT_FALSE(std::ranges::any_of(
      shown(), [](const std::string& name) { return name.starts_with("ideas"); }));
}

TEST_F(ControlList, WhatChangesNothingBesideTheOthersIsNotThere) {
  open("access/pattern");
  EXPECT_FALSE(shows("seed"));
  set_parameter(app_->session, "order", 4, false);
  EXPECT_TRUE(shows("seed"));
}

TEST_F(ControlList, EveryControlOfEveryStepIsThereAndChangesSomething) {
  for (const lessons::Lesson& lesson : app_->lessons) {
    for (const lessons::Step& step : lesson.steps) {
      enter(lesson.id, step.id);
      const Names names = shown();
      for (const std::string& wanted : step.scene.controls) {
        if (wanted == "index") continue;  // a field, which app/ui/panels's tests hold
        EXPECT_TRUE(std::ranges::any_of(names,
                                        [&](const std::string& name) {
                                          return name.ends_with(wanted) ||
                                                 (wanted == "variant" &&
                                                  name.find("ideas:") != name.npos);
                                        }))
            << lesson.id << "/" << step.id << " lacks " << wanted;
      }
    }
  }
}

TEST_F(ControlList, TheArrowKeysGoThroughAnIdeasButtons) {
  open("transpose/tile_padded");
  const auto controls = shown_controls(*app_);
  const auto ideas = std::ranges::find(controls, Control::Kind::ideas, &Control::kind);
  ASSERT_NE(ideas, controls.end());
  change_control(app_->session, *ideas, 1);
  EXPECT_EQ(app_->session.selection().kernel, "transpose/tile_xor");
  change_control(app_->session, *ideas, -1);
  change_control(app_->session, *ideas, -1);
  EXPECT_EQ(app_->session.selection().kernel, "transpose/tile");
}

TEST_F(ControlList, WhatDiffersByOneIdeaIsComparedFirst) {
  open("transpose/tile_padded");
  const auto found = neighbours(app_->session);
  ASSERT_GE(found.size(), 3u);
  EXPECT_EQ(Names(found.begin(), found.begin() + 3),
            (Names{"transpose/tile", "transpose/tile_xor", "transpose/tile_shift"}));
}

TEST_F(ControlList, ValuesSayWhatTheyMeanInBothLanguages) {
  open("transpose/tile_padded");
  EXPECT_EQ(meaning("pitch", 32), "as wide as the tile");
  EXPECT_EQ(meaning("pitch", 33), "one float more than the tile");
  EXPECT_EQ(meaning("pitch", 36), "4 floats more than the tile");
  EXPECT_EQ(meaning("pitch", 33, Language::zh), "比 tile 多一个浮点数");
  EXPECT_EQ(meaning("rows", 70), "2 tiles and 6 more");
  open("access/pattern");
  EXPECT_EQ(meaning("stride", 0), "one element for all");
  EXPECT_EQ(meaning("stride", 8), "32 bytes from lane to lane");
  EXPECT_EQ(meaning("lanes", 8), "8 of 32 lanes");
  open("add/grid_stride");
  EXPECT_EQ(meaning("threads", 65), "3 warps, the last with 1 lane");
  EXPECT_EQ(meaning("blocks", 4), "260 threads for 4096 elements");
}

}  // namespace
}  // namespace warplens::ui
