// On the simulated driver (tests/simulated_cuda).
#include "kernels/device/driver.h"

#include <gmock/gmock.h>

#include "tests/simulated_cuda/use.h"

namespace warplens::device {
namespace {

using simulated::Failing;
using testing::HasSubstr;

class Drivers : public testing::Test {
 protected:
  void SetUp() override { ASSERT_TRUE(simulated::use_simulated_driver()); }
};

TEST_F(Drivers, DescribeTheirDevices) {
  const auto driver = Driver::open();
  ASSERT_TRUE(driver.has_value()) << driver.error().message.in(Language::en);
  EXPECT_EQ(version_text(driver->version()), "13.0");
  ASSERT_EQ(driver->devices().size(), 1u);
  const Description& gpu = driver->devices()[0];
  EXPECT_EQ(gpu.name, "Simulated device");
  EXPECT_EQ(gpu.compute_major, 9);
  EXPECT_EQ(gpu.compute_minor, 0);
  EXPECT_EQ(gpu.memory_bytes, std::uint64_t{4} << 30);
  EXPECT_EQ(gpu.l2_bytes, std::uint64_t{1} << 20);
  EXPECT_EQ(gpu.multiprocessors, 4u);
  EXPECT_EQ(gpu.shared_bytes_per_multiprocessor, 228u << 10);
  EXPECT_EQ(gpu.shared_bytes_per_block, 227u << 10);
}

TEST_F(Drivers, WithoutADeviceSayWhatToLookAt) {
  const Failing failing("no_device");
  const auto driver = Driver::open();
  ASSERT_FALSE(driver.has_value());
  EXPECT_EQ(driver.error().message.in(Language::en),
            "the driver does not start (CUDA_ERROR_NO_DEVICE, no CUDA-capable device is detected): "
            "is a GPU present and visible?");
  EXPECT_EQ(driver.error().message.in(Language::zh),
            "驱动无法启动（CUDA_ERROR_NO_DEVICE, no CUDA-capable device is detected）："
            "GPU 是否存在、可见？");
}

TEST_F(Drivers, NameAnErrorInTheirOwnWords) {
  const auto driver = Driver::open();
  ASSERT_TRUE(driver.has_value());
  EXPECT_TRUE(driver->check(0, "nothing").has_value());
  EXPECT_EQ(driver->check(700, "the kernel").error().message.in(Language::en),
            "the kernel failed: CUDA_ERROR_ILLEGAL_ADDRESS, an illegal memory access was "
            "encountered");
  EXPECT_EQ(driver->check(700, "the kernel").error().message.in(Language::zh),
            "GPU 操作失败：CUDA_ERROR_ILLEGAL_ADDRESS, an illegal memory access was encountered");
  EXPECT_THAT(driver->check(12345, "it").error().message.in(Language::en),
              HasSubstr("error 12345"));
}

}  // namespace
}  // namespace warplens::device
