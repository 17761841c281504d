#include "viz/analysis/limits/resident_blocks.h"

#include <gmock/gmock.h>

#include "kernels/ptx/parse_for_test.h"

namespace warplens::analysis {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

std::string said(const std::string& body, Dim3 grid, std::uint32_t shared_bytes = 0) {
  const auto module = ptx::parse_ok(
      ".version 8.0\n.target sm_80\n.address_size 64\n.visible .entry k() {\n.reg .b32 %r<2>;\n" +
      body + "ret;\n}\n");
  trace::Trace launch;
  launch.entry = "k";
  launch.launch = {grid, {256, 1, 1}, 0, shared_bytes};
  Chip small, large;
  small.name = "small";
  small.capability = 75;
  small.multiprocessors.value = 40;
  large.name = "large";
  large.capability = 90;
  large.multiprocessors.value = 132;
  const auto text = too_many_to_be_resident(module, launch, {small, large});
  return text.has_value() ? text->in(Language::en) : "";
}

constexpr const char* kWaits = "mov.u32 %r1, %envreg2;\n";

TEST(ResidentBlocks, TellWhichGpusACooperativeLaunchIsTooLargeFor) {
  EXPECT_EQ(said(kWaits, {160, 1, 1}), "") << "4 of 256 threads on each of 40 SMs";
  EXPECT_THAT(said(kWaits, {161, 1, 1}), AllOf(HasSubstr("small (160)"), Not(HasSubstr("large"))));
  EXPECT_THAT(said(kWaits, {1056, 1, 1}), Not(HasSubstr("large")));
  EXPECT_THAT(said(kWaits, {50, 100, 1}), AllOf(HasSubstr("its 5000 blocks"), HasSubstr("none of"),
                                                HasSubstr("small (160), large (1056)")));
}

TEST(ResidentBlocks, AreFewerWhereABlockHasMuchSharedMemory) {
  EXPECT_THAT(said(kWaits, {100, 1, 1}, 48 << 10), HasSubstr("small (40)"));
}

TEST(ResidentBlocks, MayBeAnyNumberWhereNoneWaitsForAnother) {
  EXPECT_EQ(said("mov.u32 %r1, %ctaid.x;\n", {1 << 20, 1, 1}), "");
}

}  // namespace
}  // namespace warplens::analysis
