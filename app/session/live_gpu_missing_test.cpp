// Why nothing can be measured here, told by what the driver says, in both languages.
#include <gtest/gtest.h>

#include "app/session/live_gpu.h"
#include "tests/simulated_cuda/use.h"

namespace warplens::session {
namespace {

TEST(GpuBench, WithoutADeviceSaysSoInBothLanguages) {
  ASSERT_TRUE(simulated::use_simulated_driver());
  const simulated::Failing failing("no_device");
  auto catalogue = std::make_shared<const run::Catalogue>(
      std::move(*run::Catalogue::open(WARPLENS_SOURCE_DIR "/assets")));
  auto gpu = std::make_shared<SharedGpu>(device::Driver::open, nullptr);
  LiveTiming live([&] { return open_gpu_bench(catalogue, gpu); }, {});
  live.wait();
  EXPECT_FALSE(live.can_start());
  ASSERT_TRUE(live.why_not().has_value());
  EXPECT_TRUE(live.why_not()
                  ->message.in(Language::en)
                  .starts_with("the driver does not start (CUDA_ERROR_NO_DEV"));
  EXPECT_TRUE(
      live.why_not()->message.in(Language::zh).starts_with("驱动无法启动（CUDA_ERROR_NO_DEVICE"));
}

TEST(GpuBench, WhatDoesNotFitIsLeftOutWithTheReasonInBothLanguages) {
  ASSERT_TRUE(simulated::use_simulated_driver());
  auto catalogue = std::make_shared<const run::Catalogue>(
      std::move(*run::Catalogue::open(WARPLENS_SOURCE_DIR "/assets")));
  auto gpu = std::make_shared<SharedGpu>(device::Driver::open, nullptr);
  LiveTiming live([&] { return open_gpu_bench(catalogue, gpu); }, {});
  live.wait();
  ASSERT_TRUE(live.can_start());
  const simulated::Failing failing("out_of_memory");
  live.start({"transpose", {1024}, {}});
  live.wait();
  ASSERT_NE(live.measured(), nullptr);
  bool is_told = false;
  for (const Both& absent : live.measured()->absent) {
    is_told |= absent.in(Language::en).find("GiB of GPU memory") != std::string::npos &&
               absent.in(Language::zh).find("GiB GPU 内存") != std::string::npos;
  }
  EXPECT_TRUE(is_told);
}

}  // namespace
}  // namespace warplens::session
