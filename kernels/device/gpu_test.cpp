// On the simulated driver (tests/simulated_cuda).
#include "kernels/device/gpu.h"

#include <gmock/gmock.h>

#include <array>
#include <cstring>
#include <span>
#include <vector>

#include "kernels/ptx/parser.h"
#include "tests/simulated_cuda/use.h"

namespace warplens::device {
namespace {

using simulated::Failing;
using testing::AllOf;
using testing::Each;
using testing::HasSubstr;

// out[i] = i + first for one block; `limit` tells how much dynamic shared memory there was.
constexpr const char* kCount = R"(
.version 9.0
.target sm_75
.address_size 64
.global .u32 limit;
.visible .entry count(.param .u64 out, .param .u32 first)
{
  .reg .u64 %a, %i;
  .reg .u32 %t, %f, %s;
  ld.param.u64 %a, [out];
  ld.param.u32 %f, [first];
  mov.u32 %t, %tid.x;
  mul.wide.u32 %i, %t, 4;
  add.u64 %a, %a, %i;
  add.u32 %t, %t, %f;
  st.global.u32 [%a], %t;
  mov.u32 %s, %dynamic_smem_size;
  st.global.u32 [limit], %s;
  ret;
}
)";

template <class T>
std::span<const std::byte> bytes_of(const T& value) {
  return std::as_bytes(std::span(&value, 1));
}

class Gpus : public testing::Test {
 protected:
  void SetUp() override {
    ASSERT_TRUE(simulated::use_simulated_driver());
    auto driver = Driver::open();
    ASSERT_TRUE(driver.has_value()) << driver.error().message.in(Language::en);
    auto gpu = Gpu::open(*driver);
    ASSERT_TRUE(gpu.has_value()) << gpu.error().message.in(Language::en);
    gpu_.emplace(std::move(*gpu));
    module_ = ptx::parse(kCount, "count.ptx").value();
  }

  Result<Kernel> compiled() {
    TRY(auto compiled, gpu_->compile(kCount));
    compiled_.emplace(std::move(compiled));
    return compiled_->kernel(*module_.find_entry("count"));
  }

  Result<void> launch(const Kernel& kernel, std::uint64_t out, std::uint32_t first,
                      const LaunchShape& shape) {
    const std::array arguments = {bytes_of(out), bytes_of(first)};
    return gpu_->launch(kernel, shape, arguments);
  }

  std::optional<Gpu> gpu_;
  std::optional<LoadedModule> compiled_;
  ptx::Module module_;
};

TEST_F(Gpus, KeepWhatIsUploaded) {
  auto memory = gpu_->allocate(8);
  ASSERT_TRUE(memory.has_value()) << memory.error().message.in(Language::en);
  EXPECT_EQ(memory->address() % 256, 0u);
  ASSERT_TRUE(memory->fill(7).has_value());
  const std::array middle = {std::byte{1}, std::byte{2}};
  ASSERT_TRUE(memory->upload(middle, 3).has_value());
  std::array<std::byte, 8> all{};
  ASSERT_TRUE(memory->download(all).has_value());
  const std::array<int, 8> expected = {7, 7, 7, 1, 2, 7, 7, 7};
  for (std::size_t i = 0; i < all.size(); ++i) EXPECT_EQ(int(all[i]), expected[i]);
  EXPECT_THAT(memory->upload(middle, 7).error().message.in(Language::en),
              HasSubstr("2 bytes at 7 do not fit in 8 bytes"));
  EXPECT_FALSE(memory->download(all, 1).has_value());
}

TEST_F(Gpus, GiveMemoryBackWithItsOwner) {
  const std::uint64_t before = gpu_->free_bytes().value();
  {
    const auto memory = gpu_->allocate(1 << 16);
    ASSERT_TRUE(memory.has_value());
    EXPECT_EQ(gpu_->free_bytes().value(), before - (1 << 16));
  }
  EXPECT_EQ(gpu_->free_bytes().value(), before);
}

TEST_F(Gpus, LoadAnImageOfBytesOrSayThatItIsNone) {
  // The simulated driver's images are PTX.
  const std::string_view text = kCount;
  const auto loaded = gpu_->load(std::as_bytes(std::span(text)));
  ASSERT_TRUE(loaded.has_value()) << loaded.error().message.in(Language::en);
  EXPECT_TRUE(loaded->kernel(*module_.find_entry("count")).has_value());
  EXPECT_THAT(
      gpu_->load(std::as_bytes(std::span(text.substr(100)))).error().message.in(Language::en),
      HasSubstr("loading the binary failed: CUDA_ERROR_INVALID_PTX"));
}

TEST_F(Gpus, RunAKernelOnTheirMemory) {
  const auto kernel = compiled();
  ASSERT_TRUE(kernel.has_value()) << kernel.error().message.in(Language::en);
  EXPECT_GT(kernel->registers, 0u);
  EXPECT_FALSE(kernel->is_cooperative);
  auto memory = gpu_->allocate(64 * 4);
  ASSERT_TRUE(launch(*kernel, memory->address(), 100, {{1, 1, 1}, {64, 1, 1}, 0}).has_value());
  ASSERT_TRUE(gpu_->synchronize().has_value());
  std::array<std::uint32_t, 64> numbers{};
  ASSERT_TRUE(memory->download(std::as_writable_bytes(std::span(numbers))).has_value());
  for (std::uint32_t i = 0; i < numbers.size(); ++i) EXPECT_EQ(numbers[i], 100 + i);
}

TEST_F(Gpus, AskForMoreSharedMemoryThanIsGivenUnasked) {
  const auto kernel = compiled();
  ASSERT_TRUE(kernel.has_value());
  auto memory = gpu_->allocate(32 * 4);
  ASSERT_TRUE(
      launch(*kernel, memory->address(), 0, {{1, 1, 1}, {32, 1, 1}, 100 << 10}).has_value());
  EXPECT_THAT(launch(*kernel, memory->address(), 0, {{1, 1, 1}, {32, 1, 1}, 300 << 10})
                  .error()
                  .message.in(Language::en),
              AllOf(HasSubstr("307200 bytes"), HasSubstr("CUDA_ERROR_INVALID_VALUE")));
}

TEST_F(Gpus, FindAModulesVariable) {
  ASSERT_TRUE(compiled().has_value());
  EXPECT_NE(compiled_->memory("limit").value().address(), 0u);
  EXPECT_THAT(compiled_->memory("nothing").error().message.in(Language::en),
              AllOf(HasSubstr("nothing"), HasSubstr("CUDA_ERROR_NOT_FOUND")));
  ptx::Function missing;
  missing.name = "missing";
  EXPECT_THAT(compiled_->kernel(missing).error().message.in(Language::en),
              AllOf(HasSubstr("missing"), HasSubstr("CUDA_ERROR_NOT_FOUND")));
}

TEST_F(Gpus, ReportWhatTheAssemblerRefuses) {
  const auto compiled = gpu_->compile(".version 9.0\n.target sm_75\nnonsense\n");
  ASSERT_FALSE(compiled.has_value());
  EXPECT_THAT(compiled.error().message.in(Language::en),
              AllOf(HasSubstr("CUDA_ERROR_INVALID_PTX"), HasSubstr("error   : application"),
                    HasSubstr("input:3")));
}

TEST_F(Gpus, LowerTheVersionForAnOldDriver) {
  const Failing failing("old_driver");
  const auto old = Driver::open();
  ASSERT_TRUE(old.has_value());
  EXPECT_EQ(version_text(old->version()), "12.0");
  const auto gpu = Gpu::open(*old);
  ASSERT_TRUE(gpu.has_value());
  EXPECT_TRUE(gpu->compile(kCount).has_value());
  EXPECT_THAT(gpu_->compile(kCount).error().message.in(Language::en),
              HasSubstr("CUDA_ERROR_UNSUPPORTED_PTX_VERSION"));
}

TEST_F(Gpus, CapTheRegisters) {
  const auto capped = gpu_->compile(kCount, {.maximum_registers = 3});
  ASSERT_TRUE(capped.has_value());
  EXPECT_EQ(capped->kernel(*module_.find_entry("count")).value().registers, 3u);
}

TEST_F(Gpus, LaunchAsWholeWhatSynchronisesTheGrid) {
  constexpr const char* kGrid = R"(
.version 9.0
.target sm_75
.address_size 64
.visible .entry whole()
{
  .reg .u32 %r;
  mov.u32 %r, %envreg2;
  ret;
}
)";
  const ptx::Module module = ptx::parse(kGrid, "grid.ptx").value();
  const auto compiled = gpu_->compile(kGrid);
  ASSERT_TRUE(compiled.has_value()) << compiled.error().message.in(Language::en);
  const auto kernel = compiled->kernel(*module.find_entry("whole"));
  ASSERT_TRUE(kernel.has_value());
  EXPECT_TRUE(kernel->is_cooperative);
  EXPECT_TRUE(gpu_->launch(*kernel, {{2, 1, 1}, {32, 1, 1}, 0}, {}).has_value());
  EXPECT_TRUE(gpu_->synchronize().has_value());
}

TEST_F(Gpus, RefuseAnImpossibleShape) {
  const auto kernel = compiled();
  ASSERT_TRUE(kernel.has_value());
  EXPECT_THAT(launch(*kernel, 0, 0, {{1, 1, 1}, {2048, 1, 1}, 0}).error().message.in(Language::en),
              HasSubstr("launching the kernel failed: CUDA_ERROR_INVALID_VALUE"));
  EXPECT_TRUE(gpu_->synchronize().has_value());
}

TEST_F(Gpus, MeasureBetweenEvents) {
  auto start = gpu_->event();
  auto end = gpu_->event();
  ASSERT_TRUE(start.has_value() && end.has_value());
  EXPECT_THAT(end->seconds_since(*start).error().message.in(Language::en),
              HasSubstr("CUDA_ERROR_INVALID_HANDLE"));
  ASSERT_TRUE(start->record().has_value());
  ASSERT_TRUE(end->record().has_value());
  EXPECT_GE(end->seconds_since(*start).value(), 0);
  EXPECT_LT(end->seconds_since(*start).value(), 1);
}

TEST_F(Gpus, RunOutOfMemoryInOneLine) {
  const Failing failing("out_of_memory");
  EXPECT_THAT(gpu_->allocate(2 << 20).error().message.in(Language::en),
              AllOf(HasSubstr("2097152 bytes"), HasSubstr("CUDA_ERROR_OUT_OF_MEMORY")));
  EXPECT_TRUE(gpu_->allocate(1 << 10).has_value());
}

TEST_F(Gpus, ThatGiveNoContextAreAnError) {
  const Failing failing("no_context");
  EXPECT_THAT(Gpu::open(gpu_->driver()).error().message.in(Language::en),
              HasSubstr("opening the GPU failed: CUDA_ERROR_OUT_OF_MEMORY"));
  EXPECT_THAT(Gpu::open(gpu_->driver(), 1).error().message.in(Language::en),
              HasSubstr("there is no GPU 1"));
}

TEST_F(Gpus, StayOfNoUseAfterWhatAKernelDidWrong) {
  const auto kernel = compiled();
  ASSERT_TRUE(kernel.has_value());
  auto memory = gpu_->allocate(32 * 4);
  ASSERT_TRUE(launch(*kernel, memory->address(), 0, {{1, 1, 1}, {64, 1, 1}, 0}).has_value());
  EXPECT_THAT(gpu_->synchronize().error().message.in(Language::en),
              HasSubstr("the kernel failed: CUDA_ERROR_ILLEGAL_ADDRESS"));
  EXPECT_THAT(gpu_->synchronize().error().message.in(Language::en),
              HasSubstr("CUDA_ERROR_ILLEGAL_ADDRESS"));
  EXPECT_THAT(gpu_->allocate(4).error().message.in(Language::en),
              HasSubstr("CUDA_ERROR_ILLEGAL_ADDRESS"));
}

}  // namespace
}  // namespace warplens::device
