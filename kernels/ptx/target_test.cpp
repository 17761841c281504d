#include "kernels/ptx/target.h"

#include <gtest/gtest.h>

namespace warplens::ptx {
namespace {

Target of(std::string_view line) {
  return target_of(".version 9.0\n" + std::string(line) + "\n.address_size 64\n");
}

TEST(Target, OfANumberAloneIsForItAndWhatIsNewer) {
  const Target target = of(".target sm_80, debug");
  EXPECT_EQ(target.capability, 80u);
  EXPECT_TRUE(target.runs_on(80) && target.runs_on(90) && target.runs_on(120));
  EXPECT_FALSE(target.runs_on(75));
  EXPECT_EQ(target.architecture_on(90), "sm_90");
  EXPECT_EQ(target.who().in(Language::en), "sm_80 and newer");
}

TEST(Target, WithAnAIsForThatOneAlone) {
  const Target target = of(".target sm_90a");
  EXPECT_TRUE(target.runs_on(90));
  EXPECT_FALSE(target.runs_on(89) || target.runs_on(100));
  EXPECT_EQ(target.architecture_on(90), "sm_90a");
  EXPECT_EQ(target.who().in(Language::en), "sm_90 alone");
}

TEST(Target, WithAnFIsForNewerOnesOfItsFamily) {
  const Target target = of(".target sm_100f");
  EXPECT_TRUE(target.runs_on(100) && target.runs_on(103));
  EXPECT_FALSE(target.runs_on(90) || target.runs_on(120));
  EXPECT_EQ(target.architecture_on(103), "sm_103f");
}

TEST(Target, OfATextWithoutOneIsNone) {
  for (const std::string_view text : {"", "\n.target sm_", "\n.target texmode", ".target sm_90"}) {
    EXPECT_EQ(target_of(text).capability, 0u) << text;
    EXPECT_TRUE(target_of(text).runs_on(75)) << text;
  }
}

}  // namespace
}  // namespace warplens::ptx
