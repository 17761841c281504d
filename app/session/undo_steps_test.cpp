#include "app/session/undo_steps.h"

#include <gtest/gtest.h>

namespace warplens::session {
namespace {

Choice of(const char* kernel, std::size_t launch = 0) {
  Choice choice;
  choice.left.kernel = kernel;
  choice.launch = launch;
  return choice;
}

TEST(UndoSteps, UndoAndRedoGiveWhatStoodThere) {
  UndoSteps steps;
  steps.keep(of("a"), false);
  steps.keep(of("b"), false);
  EXPECT_EQ(steps.undo(of("c")), of("b"));
  EXPECT_EQ(steps.undo(of("b")), of("a"));
  EXPECT_EQ(steps.undo(of("a")), std::nullopt);
  EXPECT_EQ(steps.redo(of("a")), of("b"));
  EXPECT_EQ(steps.redo(of("b")), of("c"));
  EXPECT_EQ(steps.redo(of("c")), std::nullopt);
}

TEST(UndoSteps, AChangeForgetsWhatWasUndone) {
  UndoSteps steps;
  steps.keep(of("a"), false);
  ASSERT_TRUE(steps.undo(of("b")));
  EXPECT_TRUE(steps.can_redo());
  steps.keep(of("a"), false);
  EXPECT_FALSE(steps.can_redo());
}

TEST(UndoSteps, WhatContinuesIsOneStepWithTheChangeBefore) {
  UndoSteps steps;
  steps.keep(of("a"), true);  // nothing to continue
  steps.keep(of("b"), true);
  EXPECT_EQ(steps.undo(of("c")), of("a"));
  EXPECT_FALSE(steps.can_undo());
}

TEST(UndoSteps, AChangeThatWasStoppedLeavesNoStep) {
  UndoSteps steps;
  steps.keep(of("a"), false);
  steps.forget_step_to(of("b"), of("a"));
  EXPECT_FALSE(steps.can_undo());
}

TEST(UndoSteps, AnUndoThatWasStoppedCanBeAskedForAgain) {
  UndoSteps steps;
  steps.keep(of("a"), false);
  ASSERT_TRUE(steps.undo(of("b")));
  steps.forget_step_to(of("a"), of("b"));
  EXPECT_FALSE(steps.can_redo());
  EXPECT_EQ(steps.undo(of("b")), of("a"));
}

TEST(UndoSteps, TheOldestOfTooManyStepsAreGone) {
  UndoSteps steps;
  for (std::size_t i = 0; i < 1000; ++i) steps.keep(of("a", i), false);
  std::size_t undone = 0;
  for (Choice now = of("a", 1000); const auto before = steps.undo(now); ++undone) now = *before;
  EXPECT_EQ(undone, 200u);
}

TEST(UndoSteps, WhatStoodBeforeIsAnotherRunNotAnotherLookAtTheSame) {
  UndoSteps steps;
  EXPECT_EQ(steps.before(of("a").left), nullptr);
  steps.keep(of("a"), false);
  steps.keep(of("b", 0), false);
  steps.keep(of("b", 1), false);
  ASSERT_NE(steps.before(of("b").left), nullptr);
  EXPECT_EQ(steps.before(of("b").left)->kernel, "a");
}

}  // namespace
}  // namespace warplens::session
