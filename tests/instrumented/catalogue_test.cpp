// Every kernel of the catalogue at its default size and at odd ones, step by step.
#include <gtest/gtest.h>

#include "tests/instrumented/plans.h"
#include "tests/instrumented/recorded_step.h"

namespace warplens {
namespace {

void check_plan(const SmallPlan& small) {
  run::DeviceBuffers buffers;
  for (const catalog::BufferSpec& spec : small.plan.buffers) {
    ASSERT_TRUE(buffers.add(spec).has_value());
  }
  for (const catalog::Step& step : small.plan.steps) {
    if (const auto* host = std::get_if<catalog::HostStep>(&step)) {
      host->action(buffers);
    } else {
      expect_recorded_alike(small.module, std::get<catalog::LaunchStep>(step), buffers);
    }
  }
}

TEST(InstrumentedCatalogue, RecordsWhatTheInterpreterDoes) {
  EXPECT_GT(each_plan(1 << 14, 0, check_plan), 50);
}

TEST(InstrumentedCatalogue, RecordsTheSameAtOddSizes) {
  EXPECT_GT(each_plan(1 << 12, 3, check_plan), 30);
}

}  // namespace
}  // namespace warplens
