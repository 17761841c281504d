#include "app/cli/text/said_of.h"

#include <gtest/gtest.h>

namespace warplens::cli {
namespace {

TEST(SaidOf, PutsWhatAnErrorIsOfBeforeItAndKeepsTheRest) {
  const Result<int> made =
      said_of("--spec", Result<int>(fail(Error{tr("no"), ErrorCode::out_of_memory, "map", "log"})));
  ASSERT_FALSE(made.has_value());
  EXPECT_EQ(made.error().message.in(Language::en), "--spec: no");
  EXPECT_EQ(made.error().code, ErrorCode::out_of_memory);
  EXPECT_EQ(made.error().field, "map");
  EXPECT_EQ(made.error().log, "log");
}

TEST(SaidOf, LeavesAValueAsItIs) { EXPECT_EQ(said_of("--spec", Result<int>(3)).value(), 3); }

}  // namespace
}  // namespace warplens::cli
