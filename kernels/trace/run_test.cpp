#include "kernels/trace/run.h"

#include <gtest/gtest.h>

namespace warplens::trace {
namespace {

TEST(Runs, VerdictsAreReadAsTheyAreNamed) {
  for (const Verdict verdict : {Verdict::match, Verdict::mismatch, Verdict::unchecked}) {
    EXPECT_EQ(verdict_named(name_of(verdict)), verdict);
  }
  EXPECT_EQ(verdict_named("fine"), std::nullopt);
}

TEST(Runs, ASourceThatIsNotThereIsEmpty) {
  const Sources sources{{"a.cu", "one"}, {"b.cu", "two"}};
  EXPECT_EQ(text_of(sources, "b.cu"), "two");
  EXPECT_EQ(text_of(sources, "c.cu"), "");
}

TEST(Runs, WithoutALaunchOneHasNoKernelAndNoText) {
  const trace::Run run;
  EXPECT_EQ(run.kernel(), "");
  EXPECT_EQ(*run.ptx, "");
  EXPECT_TRUE(run.sources->empty());
  EXPECT_TRUE(run.chinese_sources->empty());
}

TEST(Runs, AreOfTheKernelAndTheMachineOfTheirFirstLaunch) {
  Trace first;
  first.kernel = "transpose/tile";
  first.backend = "cpu";
  Trace second = first;
  second.kernel = "other";
  trace::Run run;
  run.traces = {std::make_shared<const Trace>(first), std::make_shared<const Trace>(second)};
  EXPECT_EQ(run.kernel(), "transpose/tile");
  EXPECT_TRUE(run.is_on_cpu());
  first.backend = "A GPU";
  run.traces.front() = std::make_shared<const Trace>(first);
  EXPECT_FALSE(run.is_on_cpu());
}

}  // namespace
}  // namespace warplens::trace
