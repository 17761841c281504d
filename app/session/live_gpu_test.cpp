// Live timing of the catalogue on the simulated driver: its times mean nothing, what is timed does.
#include "app/session/live_gpu.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "app/session/timed_settings.h"
#include "tests/simulated_cuda/use.h"

namespace warplens::session {
namespace {

TEST(GpuBench, TimesEveryVariantWithTheSettingsThatItTakes) {
  ASSERT_TRUE(simulated::use_simulated_driver());
  auto catalogue = std::make_shared<const run::Catalogue>(
      std::move(*run::Catalogue::open(WARPLENS_SOURCE_DIR "/assets")));
  const auto gpu = std::make_shared<SharedGpu>(device::Driver::open, nullptr);
  LiveTiming live([&] { return open_gpu_bench(catalogue, gpu); }, {});
  live.wait();
  ASSERT_TRUE(live.can_start()) << live.why_not()->message.in(Language::en);
  live.start({"transpose", {32}, {{"pitch", 34}}});
  live.wait();
  EXPECT_FALSE(live.error().has_value());
  ASSERT_NE(live.measured(), nullptr);
  EXPECT_FLOAT_EQ(live.progress(), 1);
  const catalog::Family family = catalog::transpose_family();
  std::set<std::string> names;
  for (const timing::Entry& entry : live.measured()->entries) {
    names.insert(entry.name);
    if (entry.kind != timing::EntryKind::variant) continue;
    const catalog::Variant& variant = *family.find(entry.name);
    EXPECT_EQ(entry.parameters, timed_parameters(family, variant, 32, {{"pitch", 34}}));
    EXPECT_EQ(entry.image.size(), 64u);
  }
  EXPECT_TRUE(names.contains("device_copy"));
  for (const catalog::Variant& variant : family.variants) {
    EXPECT_NE(names.contains(variant.name), variant.broken) << variant.name;
  }
}

}  // namespace
}  // namespace warplens::session
