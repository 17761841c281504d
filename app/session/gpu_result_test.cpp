// Kernels of the catalogue traced on the simulated driver as the app asks for it.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <optional>

#include "app/session/kernel_result.h"
#include "app/session/shared_gpu.h"
#include "kernels/run/run.h"
#include "tests/simulated_cuda/use.h"

namespace warplens::session {
namespace {

using testing::HasSubstr;

class GpuResult : public ::testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(simulated::use_simulated_driver());
    gpu_.emplace(device::Driver::open, nullptr);
    gpu_->wait_until_known();  // its thread reads the environment, which tests change
  }
  Result<KernelResultPtr> traced(const char* kernel, Backend backend,
                                 const std::stop_token& stop = {},
                                 const catalog::Parameters& settings = {}) {
    const auto found = *catalogue_.find(kernel);
    Selection selection;
    selection.kernel = kernel;
    selection.parameters = *complete(*found.family, *found.variant, settings);
    selection.backend = backend;
    return compute(catalogue_, selection, stop, nullptr, &*gpu_);
  }
  run::Catalogue catalogue_ = std::move(*run::Catalogue::open(WARPLENS_SOURCE_DIR "/assets"));
  std::optional<SharedGpu> gpu_;
};

TEST_F(GpuResult, CostsWhatTheCpusCosts) {
  for (const char* kernel : {"transpose/tile_padded", "reduce/two_pass"}) {
    SCOPED_TRACE(kernel);
    const auto cpu = traced(kernel, Backend::cpu);
    const auto gpu = traced(kernel, Backend::gpu);
    ASSERT_TRUE(gpu.has_value()) << gpu.error().message.in(Language::en);
    EXPECT_EQ((*gpu)->run->verdict, trace::Verdict::match);
    ASSERT_EQ((*gpu)->launches.size(), (*cpu)->launches.size());
    for (std::size_t i = 0; i < (*gpu)->launches.size(); ++i) {
      EXPECT_EQ((*gpu)->launches[i].trace->backend, "Simulated device");
      EXPECT_EQ((*gpu)->launches[i].trace->totals, (*cpu)->launches[i].trace->totals);
      EXPECT_EQ((*gpu)->launches[i].conflicts.size(), (*cpu)->launches[i].conflicts.size());
    }
  }
}

TEST_F(GpuResult, SaysWhyNothingWasCounted) {
  const auto gpu = traced("transpose/tile", Backend::gpu);
  ASSERT_TRUE(gpu.has_value());
  EXPECT_TRUE((*gpu)->launches.front().counted.is_empty());
  EXPECT_NE((*gpu)->run->why_no_counters, "");
  EXPECT_EQ((*gpu)->run->why_no_counters.find('\n'), std::string::npos);
  EXPECT_EQ((*traced("transpose/tile", Backend::cpu))->run->why_no_counters, "");
}

TEST_F(GpuResult, WithoutMemoryIsAnErrorAndTheNextRunIsWell) {
  {
    const simulated::Failing failing("out_of_memory");
    const auto gpu =
        traced("transpose/tile_padded", Backend::gpu, {}, {{"rows", 1024}, {"cols", 1024}});
    ASSERT_FALSE(gpu.has_value());
    EXPECT_THAT(gpu.error().message.in(Language::en), HasSubstr("memory"));
  }
  EXPECT_TRUE(traced("transpose/tile_padded", Backend::gpu).has_value());
}

TEST_F(GpuResult, IsCancelled) {
  std::stop_source stop;
  stop.request_stop();
  EXPECT_FALSE(traced("transpose/tile_padded", Backend::gpu, stop.get_token()).has_value());
  EXPECT_TRUE(traced("transpose/tile_padded", Backend::gpu).has_value());
}

TEST_F(GpuResult, NeedsAGpuToBeLent) {
  Selection selection;
  selection.kernel = "transpose/tile";
  selection.backend = Backend::gpu;
  const auto result = compute(catalogue_, selection, {}, nullptr);
  ASSERT_FALSE(result.has_value());
  EXPECT_THAT(result.error().message.in(Language::en), HasSubstr("choose the CPU"));
}

}  // namespace
}  // namespace warplens::session
