#include "kernels/own/expression.h"

#include <gmock/gmock.h>

namespace warplens::own {
namespace {

using testing::HasSubstr;

const Values kSizes{{"n", 1000}, {"rows", 3}, {"cols", 5}, {"block.x", 256}};

TEST(Sizes, AreArithmeticOfNamedOnes) {
  EXPECT_EQ(evaluate("n", kSizes), 1000);
  EXPECT_EQ(evaluate("rows*cols + 1", kSizes), 16);
  EXPECT_EQ(evaluate("ceil(n/block.x)", kSizes), 4);
  EXPECT_EQ(evaluate("cols - rows + cols", kSizes), 7);
}

TEST(Sizes, SayWhichNamesThereAre) {
  EXPECT_THAT(evaluate("m", kSizes).error().message.in(Language::en),
              HasSubstr("nothing is called m: there is block.x, cols, n, rows"));
  EXPECT_THAT(evaluate("m", {}).error().message.in(Language::zh),
              HasSubstr("没有名为 m 的东西：有 -"));
}

}  // namespace
}  // namespace warplens::own
