// Every shipped lesson, run on the real kernels: its stages, anchors, predictions, completion.
#include "app/lessons/course_test.h"

#include <filesystem>

namespace warplens::lessons {
namespace {

TEST_F(Course, EveryStageRunsAndFindsItsAnchors) {
  for (const Lesson& lesson : lessons_) {
    for (const Step& step : lesson.steps) {
      begin(step);
      for (const session::Side side : session::kSides) {
        if (!session_.choice().has(side)) continue;
        // A broken twin stands where it is caught.
        if (session_.variant(side) == nullptr || session_.variant(side)->broken) continue;
        EXPECT_EQ(session_.result(side)->verdict, run::Verdict::match) << step.id;
        for (const trace::Finding& finding : session_.launch(side)->trace->findings)
          EXPECT_EQ(finding.severity, trace::Severity::information) << step.id;
      }
      if (step.stage.cursor) {
        EXPECT_TRUE(session::find_event(*session_.result(), *step.stage.cursor).has_value())
            << step.id;
      }
      if (step.prediction) {
        EXPECT_TRUE(expected_answer(step, session_).has_value()) << step.id;
        EXPECT_TRUE(hides_costs(step, session_)) << step.id;
      }
      EXPECT_EQ(is_done(step, session_), step.done.empty()) << step.id;
    }
  }
}

TEST_F(Course, EveryLessonFolderIsLoaded) {
  std::size_t folders = 0;
  for (const auto& entry :
       std::filesystem::directory_iterator(WARPLENS_SOURCE_DIR "/assets/lessons")) {
    folders += entry.is_directory() ? 1 : 0;
  }
  EXPECT_EQ(lessons_.size(), folders);
}

TEST_F(Course, APredictionStandsOnTheEventThatItAsksAbout) {
  for (const Lesson& lesson : lessons_) {
    for (const Step& step : lesson.steps) {
      if (!step.prediction || !step.prediction->at) continue;
      EXPECT_EQ(step.stage.cursor, step.prediction->at) << step.id;
    }
  }
}

TEST_F(Course, TheRightAnswerIsAmongTheChoices) {
  for (const Lesson& lesson : lessons_) {
    for (const Step& step : lesson.steps) {
      if (!step.prediction || step.prediction->kind != Prediction::Kind::choice) continue;
      begin(step);
      const auto answer = expected_answer(step, session_);
      ASSERT_TRUE(answer.has_value()) << step.id;
      EXPECT_TRUE(option_of(*step.prediction, *answer).has_value()) << step.id << ": " << *answer;
    }
  }
}

TEST_F(Course, ThereAreLanesToClickWhereTheyAreAskedFor) {
  for (const Lesson& lesson : lessons_) {
    for (const Step& step : lesson.steps) {
      if (!step.prediction || step.prediction->kind != Prediction::Kind::lanes) continue;
      begin(step);
      EXPECT_NE(expected_answer(step, session_).value_or(0), 0) << step.id;
    }
  }
}

TEST_F(Course, KernelsThatAreComparedDiffer) {
  for (const Lesson& lesson : lessons_) {
    for (const Step& step : lesson.steps) {
      if (!step.prediction || step.prediction->ranking.of.empty()) continue;
      begin(step);
      auto values = ranked_by(step.prediction->ranking, session_);
      ASSERT_TRUE(values.has_value()) << step.id;
      std::ranges::sort(*values);
      EXPECT_EQ(std::ranges::adjacent_find(*values), values->end()) << step.id;
    }
  }
}

TEST_F(Course, EachLessonAsksInTwoKindsAtLeast) {
  for (const Lesson& lesson : lessons_) {
    std::set<Prediction::Kind> kinds;
    for (const Step& step : lesson.steps) {
      if (step.prediction) kinds.insert(step.prediction->kind);
    }
    EXPECT_GE(kinds.size(), 2u) << lesson.id;
  }
}

TEST_F(Course, AWrongAnswerCompletesTheStepAndShowsTheRightOne) {
  const Step& step = enter_step("bank-conflicts", "column-read");
  answer(step, 5, session_);
  EXPECT_EQ(session_.activity().answer, 5);
  EXPECT_EQ(session_.activity().expected, 32);
  EXPECT_EQ(figure(session::Figure::wavefronts), 32);
  EXPECT_TRUE(is_done(step, session_));
  EXPECT_FALSE(hides_costs(step, session_));
}

TEST_F(Course, EnteringAStepAgainBeginsItAnew) {
  for (const Lesson& lesson : lessons_) {
    for (const Step& step : lesson.steps) {
      begin(step);
      const session::Choice stage = session_.choice();
      const session::Cursor start = session_.cursor();
      if (step.prediction) answer(step, 1, session_);
      session_.step(1);
      if (step.file.path.empty())
        set(stage.left.kernel.starts_with("access/") ? "stride" : "rows", 3);
      begin(step);
      EXPECT_EQ(session_.choice(), stage) << step.id;
      EXPECT_EQ(session_.cursor(), start) << step.id;
      EXPECT_FALSE(session_.activity().answer.has_value()) << step.id;
      EXPECT_EQ(is_done(step, session_), step.done.empty()) << step.id;
    }
  }
}

TEST_F(Course, PlayingPastAPlaceReachesItHoweverFast) {
  const Step& step = enter_step("corner-turn", "rows-in");
  session_.set_speed(64);
  session_.toggle_playing();
  session_.update(1.0);  // one slow frame passes the store
  EXPECT_TRUE(is_done(step, session_));
}

using Names = std::vector<std::string>;

TEST_F(Course, OnceTheQuestionIsAnsweredTheVariantToChooseIsPointedAt) {
  const Step& step = enter_step("coalescing", "store");
  EXPECT_EQ(highlights(step, session_), step.highlight);
  answer(step, 1, session_);
  EXPECT_EQ(highlights(step, session_), Names{"control.variant"});
  select("transpose/coalesced_write");
  EXPECT_EQ(controls_to_set(step, session_), Names{});
  EXPECT_EQ(highlights(step, session_), step.highlight);
}

TEST_F(Course, OnceTheQuestionIsAnsweredOnlyTheParametersStillToSetArePointedAt) {
  const Step& step = enter_step("bank-conflicts", "tile-16");
  answer(step, 1, session_);
  EXPECT_EQ(highlights(step, session_), Names{"control.pitch"});
  const Step& wide = enter_step("padding", "pitch-36");
  answer(wide, 1, session_);
  EXPECT_EQ(highlights(wide, session_), Names{"control.stride"});
  set("width", 4);
  EXPECT_EQ(highlights(wide, session_), (Names{"control.stride", "control.width"}));
}

TEST_F(Course, BesideAnotherKernelTheRightVariantIsTheOneToChoose) {
  const Step& step = enter_step("swizzle", "all-four");
  for (const std::string& name : controls_to_set(step, session_)) {
    EXPECT_EQ(name, "right.control.variant");
  }
  EXPECT_FALSE(controls_to_set(step, session_).empty());
}

// Does what a condition asks for by the commands that the controls and keys give.
class Doer : public Course {
 protected:
  void show(const Condition& condition) {
    const session::Selection& left = session_.selection();
    const bool is_there = condition.kernel.empty() || left.kernel == condition.kernel ||
                          session_.selection(session::Side::right).kernel == condition.kernel;
    if (!is_there) {
      select(condition.kernel,
             session_.is_comparing() ? session::Side::right : session::Side::left);
    }
    const session::Side side =
        condition.kernel.empty() || session_.selection().kernel == condition.kernel
            ? session::Side::left
            : session::Side::right;
    for (const auto& [name, value] : condition.parameters) {
      session_.set_parameter(name, value, false, side);
      settle();
    }
  }
  void measure(const session::ErrorGoal& goal) {
    show({.kernel = goal.example.empty() ? goal.kernel : goal.example,
          .parameters = goal.example_parameters});
    session_.set_errors(choice_for(goal, session_.choice().errors));
    settle();
  }
  void play(std::size_t events) {
    constexpr double kFrame = 1.0 / 60;
    constexpr int kFrames = 60 * 30;  // half a minute is patience enough
    session_.toggle_playing();
    for (int i = 0; i < kFrames && session_.activity().played < events; ++i) {
      session_.update(kFrame);
    }
  }
  void show_file(const Step& step, const Condition& condition) {
    const auto shown = show_example(step, condition, session_, folder_.path());
    ASSERT_TRUE(shown.has_value()) << step.id << ": " << shown.error().message.en;
    settle();
  }
  void meet(const Step& step, const Condition& condition) {
    constexpr int kPresses = 40;
    if (!condition.file.path.empty()) return show_file(step, condition);
    switch (condition.kind) {
      case Condition::Kind::answered:
        return answer(step, 1, session_);
      case Condition::Kind::moved:
        return session_.step(1);
      case Condition::Kind::played:
        return play(condition.events);
      case Condition::Kind::reached:
        EXPECT_TRUE(walk_to(condition.place, kPresses)) << step.id;
        return;
      case Condition::Kind::shown:
        return show(condition);
      case Condition::Kind::compared:
        select(condition.kernel);
        session_.compare_with(condition.with);
        return settle();
      case Condition::Kind::cache:
        return session_.set_cache(condition.cache);
      case Condition::Kind::occupancy: {
        const auto way = way_to(condition.occupancy, session_);
        EXPECT_TRUE(way.has_value()) << step.id;
        return session_.set_occupancy(way.value_or(session::OccupancyChoice{}));
      }
      case Condition::Kind::workshop: {
        const auto answer = swizzle::answer(condition.workshop.example);
        ASSERT_TRUE(answer.has_value()) << step.id;
        return session_.note_swizzle(session::seen_swizzle(*answer));
      }
      case Condition::Kind::motion:
        return session_.note_motion({condition.motion.example, true});
      case Condition::Kind::errors:
        return measure(condition.errors);
      case Condition::Kind::timeline:
      case Condition::Kind::judged_timeline:
        return choose_run(condition.timeline);
      case Condition::Kind::span:
        return point_at(condition.span);
      case Condition::Kind::judged:
        ASSERT_TRUE(condition.example.has_value())
            << step.id << ": a challenge needs an \"example\" that meets it";
        show({.kernel = condition.example->kernel, .parameters = condition.example->parameters});
        if (!condition.example->index.empty()) write(condition.example->index);
        return;
    }
  }
};

TEST_F(Doer, EveryStepIsDoneByDoingWhatItAsks) {
  for (const Lesson& lesson : lessons_) {
    for (const Step& step : lesson.steps) {
      begin(step);
      for (const Condition& condition : step.done) {
        EXPECT_FALSE(is_done(step, session_)) << step.id;
        meet(step, condition);
      }
      EXPECT_TRUE(is_done(step, session_)) << step.id;
    }
  }
}

}  // namespace
}  // namespace warplens::lessons
