#include "app/cli/text/line_alignment.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warplens::cli {
namespace {

using testing::ElementsAre;

TEST(LineAlignment, EqualTextsAreAlignedLineByLine) {
  EXPECT_THAT(aligned_lines("a\nb\nc", "a\n  b\nc"), ElementsAre(0, 1, 2, 3));
}

TEST(LineAlignment, LinesMoveByWhatIsInserted) {
  EXPECT_THAT(aligned_lines("a\nb\nc", "a\nx\ny\nb\nc"), ElementsAre(0, 1, 4, 5));
}

TEST(LineAlignment, WhatIsRemovedHasNoLine) {
  EXPECT_THAT(aligned_lines("a\nx\nb", "a\nb"), ElementsAre(0, 1, 0, 2));
}

TEST(LineAlignment, RewrittenLinesAreTheSameInTurn) {
  EXPECT_THAT(aligned_lines("a\nx1\nx2\nb\ny\nc", "a\nz1\nz2\nb\nnew\nw\nc"),
              ElementsAre(0, 1, 2, 3, 4, 5, 7));
}

TEST(LineAlignment, EmptyTextsHaveOneLine) {
  EXPECT_THAT(aligned_lines("", ""), ElementsAre(0, 1));
}

}  // namespace
}  // namespace warplens::cli
