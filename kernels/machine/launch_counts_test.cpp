// What limits of a chip are held against: RunOptions::counts_launch.
#include "kernels/machine/machine_test_kit.h"

namespace warplens::machine {
namespace {

using trace::InstructionClass;

constexpr const char* kLoop = R"(
  mul.wide.u32 %rd3, %r1, 4; add.u64 %rd4, %rd2, %rd3; add.u64 %rd5, %rd1, %rd3;
  ld.global.f32 %f1, [%rd4]; mov.u32 %r2, 0;
again:
  fma.rn.f32 %f2, %f1, %f1, %f2; mul.f32 %f3, %f1, %f2; add.f32 %f4, %f3, %f1;
  add.rn.f32 %f4, %f4, %f3; add.f64 %d1, %d2, %d2; sqrt.approx.f32 %f5, %f4;
  bar.sync 0; add.u32 %r2, %r2, 1; setp.lt.u32 %p1, %r2, 5; @%p1 bra again;
  st.global.f32 [%rd5], %f4; ret;)";

trace::Trace counted(const std::string& body, Dim3 grid) {
  Machine machine(parse_text(kernel_text(body)));
  machine.buffer("out", zeros(64));
  machine.buffer("in", iota(64));
  machine.options.counts_launch = true;
  machine.options.detect_races = false;
  return machine.trace_of(grid, {64, 1, 1});
}

std::uint64_t count_of(const trace::Trace& trace, InstructionClass kind) {
  return trace.counts->of(kind);
}

TEST(LaunchCounts, EachWarpsExecutionsAreCountedByTheirClass) {
  const trace::Trace trace = counted(kLoop, {3, 1, 1});
  constexpr std::uint64_t kTurns = 3 * 2 * 5;  // blocks, warps, turns of the loop
  ASSERT_TRUE(trace.counts.has_value());
  EXPECT_EQ(count_of(trace, InstructionClass::fp32_fused), kTurns);
  EXPECT_EQ(count_of(trace, InstructionClass::fp32_rounded), kTurns);
  EXPECT_EQ(count_of(trace, InstructionClass::fp32_multiply), kTurns);
  EXPECT_EQ(count_of(trace, InstructionClass::fp32_add), kTurns);
  EXPECT_EQ(count_of(trace, InstructionClass::fp64_add), kTurns);
  EXPECT_EQ(count_of(trace, InstructionClass::special), kTurns);
  EXPECT_EQ(count_of(trace, InstructionClass::barrier), kTurns);
}

TEST(LaunchCounts, ABlockOfALoopIsExecutedOnceATurn) {
  const trace::Trace trace = counted(kLoop, {3, 1, 1});
  std::vector<std::uint64_t> times;
  for (const trace::BlockExecutions& block : trace.counts->blocks) times.push_back(block.times);
  EXPECT_EQ(times, (std::vector<std::uint64_t>{6, 30, 6}))
      << "before the loop, its body, behind it";
}

TEST(LaunchCounts, BytesOfGlobalMemoryAreDistinctSectors) {
  const trace::Trace trace = counted(kLoop, {3, 1, 1});
  EXPECT_EQ(trace.counts->read_bytes, 256u);
  EXPECT_EQ(trace.counts->fetched_bytes, 256u);
  EXPECT_EQ(trace.counts->written_bytes, 256u);
}

TEST(LaunchCounts, AWarpWhoseLanesAreAllOffExecutesNothing) {
  const trace::Trace trace =
      counted("setp.gt.u32 %p1, %r1, 31; @%p1 fma.rn.f32 %f1, %f2, %f3, %f4; ret;", {1, 1, 1});
  EXPECT_EQ(count_of(trace, InstructionClass::fp32_fused), 1u);
}

TEST(LaunchCounts, NothingIsCountedUnasked) {
  Machine machine(parse_text(kernel_text(kLoop)));
  machine.buffer("out", zeros(64));
  machine.buffer("in", iota(64));
  EXPECT_FALSE(machine.trace_of({1, 1, 1}, {64, 1, 1}).counts.has_value());
}

}  // namespace
}  // namespace warplens::machine
