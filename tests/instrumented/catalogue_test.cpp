// Every kernel of the catalogue at its default size and at odd ones, step by step.
#include <gtest/gtest.h>

#include "kernels/run/device_buffers.h"
#include "kernels/run/launch.h"
#include "tests/instrumented/recorded_step.h"

namespace warplens {
namespace {

using catalog::Parameters;

const run::Catalogue& catalogue() {
  static const run::Catalogue opened = *run::Catalogue::open(WARPLENS_SOURCE_DIR "/assets");
  return opened;
}

void check_plan(const std::shared_ptr<const ptx::Module>& module, const catalog::Plan& plan) {
  run::DeviceBuffers buffers;
  for (const catalog::BufferSpec& spec : plan.buffers) {
    ASSERT_TRUE(buffers.add(spec).has_value());
  }
  for (const catalog::Step& step : plan.steps) {
    if (const auto* host = std::get_if<catalog::HostStep>(&step)) {
      host->action(buffers);
    } else {
      expect_recorded_alike(module, std::get<catalog::LaunchStep>(step), buffers);
    }
  }
}

// With every parameter that says how large the problem is at most `most`.
int check_variants(std::int64_t most, const std::function<std::int64_t(std::int64_t)>& change) {
  int plans = 0;
  for (const catalog::Family& family : catalogue().families()) {
    for (const catalog::Variant& variant : family.variants) {
      Parameters parameters;
      for (const catalog::Parameter& one : family.parameters_of(variant)) {
        std::int64_t value = one.default_value;
        if (one.is_problem_size && one.choices.empty()) {
          value = std::clamp(change(std::min(value, most)), one.minimum, one.maximum);
        }
        parameters[one.name] = value;
      }
      SCOPED_TRACE(family.name + "/" + variant.name);
      const auto plan = variant.plan(parameters);
      if (!plan.has_value()) continue;
      const auto module = catalogue().module(family, variant);
      EXPECT_TRUE(module.has_value());
      if (module.has_value()) check_plan(*module, *plan);
      ++plans;
    }
  }
  return plans;
}

TEST(InstrumentedCatalogue, RecordsWhatTheInterpreterDoes) {
  EXPECT_GT(check_variants(1 << 14, [](std::int64_t size) { return size; }), 50);
}

TEST(InstrumentedCatalogue, RecordsTheSameAtOddSizes) {
  EXPECT_GT(check_variants(1 << 12, [](std::int64_t size) { return size - 3; }), 30);
}

}  // namespace
}  // namespace warplens
