// Shuffles, votes, matches and reductions against their definitions, lane by lane.
#include <algorithm>
#include <bit>

#include "kernels/machine/machine_test_kit.h"

namespace warplens::machine {
namespace {

using testing::Each;
using testing::IsEmpty;

// Runs `body` on one warp; it leaves its result in %r10, lane by lane.
std::vector<std::int32_t> lanes_of(const std::string& body) {
  Machine machine(parse_text(kernel_text(body + R"(
    mul.wide.u32 %rd3, %r1, 4;
    add.s64 %rd4, %rd1, %rd3;
    st.global.u32 [%rd4], %r10;
    ret;)")));
  const std::size_t out = machine.buffer("out", zeros(32));
  machine.buffer("in", zeros(1));
  EXPECT_THAT(machine.trace_of({1, 1, 1}, {32, 1, 1}).findings, IsEmpty()) << body;
  return machine.values(out);
}

// CUDA's definition of the width argument: c = ((32 - width) << 8) | clamp.
std::int32_t shuffled(const std::string& mode, std::int32_t lane, std::int32_t b,
                      std::int32_t width) {
  const std::int32_t first = lane / width * width;
  std::int32_t source = lane;
  if (mode == "up") source = lane - b >= first ? lane - b : lane;
  if (mode == "down") source = lane + b < first + width ? lane + b : lane;
  if (mode == "bfly") source = (lane ^ b) < first + width ? lane ^ b : lane;
  if (mode == "idx") source = first + b % width;
  return source * 3;
}

TEST(WarpCollectives, ShufflesOfEveryModeDistanceAndWidth) {
  for (const std::string mode : {"up", "down", "bfly", "idx"}) {
    for (const std::int32_t width : {4, 16, 32}) {
      for (const std::int32_t b : {0, 1, 5, 16, 31}) {
        const std::int32_t c = ((32 - width) << 8) | (mode == "up" ? 0 : 31);
        const auto values = lanes_of(fmt::format(
            "mul.lo.u32 %r2, %r1, 3; shfl.sync.{}.b32 %r10|%p1, %r2, {}, {}, -1;", mode, b, c));
        for (std::int32_t lane = 0; lane < 32; ++lane) {
          EXPECT_EQ(values[lane], shuffled(mode, lane, b, width))
              << mode << " " << b << " width " << width << " lane " << lane;
        }
      }
    }
  }
}

TEST(WarpCollectives, ShufflePredicateSaysWhetherTheSourceWasInRange) {
  const auto values =
      lanes_of("shfl.sync.down.b32 %r2|%p1, %r1, 8, 31, -1; selp.u32 %r10, 1, 0, %p1;");
  for (std::int32_t lane = 0; lane < 32; ++lane) EXPECT_EQ(values[lane], lane < 24 ? 1 : 0);
}

TEST(WarpCollectives, AShuffleIsRecordedWithTheLanesThatItReads) {
  Machine machine(parse_text(kernel_text("shfl.sync.down.b32 %r10|%p1, %r1, 16, 31, -1; ret;")));
  machine.buffer("out", zeros(32));
  machine.buffer("in", zeros(1));
  const trace::Trace trace = machine.trace_of({1, 1, 1}, {32, 1, 1});
  ASSERT_EQ(trace.events.size(), 1u);
  const trace::EventView event = trace.events.view(0);
  EXPECT_EQ(trace.sites[event.site].kind, trace::EventKind::shuffle);
  EXPECT_EQ(event.mask, ~0u);
  for (std::uint32_t lane = 0; lane < 32; ++lane) {
    EXPECT_EQ(event.address[lane], lane < 16 ? lane + 16 : lane);
  }
}

TEST(WarpCollectives, VotesSeeTheMembersOnly) {
  const std::string odd = "and.b32 %r2, %r1, 1; setp.eq.u32 %p1, %r2, 1;";
  EXPECT_THAT(lanes_of(odd + "vote.sync.ballot.b32 %r10, %p1, -1;"), Each(0xaaaaaaaa));
  EXPECT_THAT(lanes_of(odd + "vote.sync.ballot.b32 %r10, !%p1, -1;"), Each(0x55555555));
  EXPECT_THAT(lanes_of(odd + "vote.sync.any.pred %p2, %p1, -1; selp.u32 %r10, 1, 0, %p2;"),
              Each(1));
  EXPECT_THAT(lanes_of(odd + "vote.sync.all.pred %p2, %p1, -1; selp.u32 %r10, 1, 0, %p2;"),
              Each(0));
  EXPECT_THAT(lanes_of(odd + "vote.sync.uni.pred %p2, %p1, -1; selp.u32 %r10, 1, 0, %p2;"),
              Each(0));
  // Odd and even lanes vote apart.
  EXPECT_THAT(lanes_of(odd + R"(selp.b32 %r3, 0xaaaaaaaa, 0x55555555, %p1;
                                vote.sync.uni.pred %p2, %p1, %r3; selp.u32 %r10, 1, 0, %p2;)"),
              Each(1));
}

TEST(WarpCollectives, MatchesFindEqualValues) {
  const auto any = lanes_of("shr.u32 %r2, %r1, 3; match.any.sync.b32 %r10, %r2, -1;");
  for (std::int32_t lane = 0; lane < 32; ++lane) {
    EXPECT_EQ(static_cast<std::uint32_t>(any[lane]), 0xffu << lane / 8 * 8);
  }
  EXPECT_THAT(lanes_of("shr.u32 %r2, %r1, 3; match.all.sync.b32 %r10|%p1, %r2, -1;"), Each(0));
  EXPECT_THAT(lanes_of("mov.b64 %rd5, 9; match.all.sync.b64 %r10|%p1, %rd5, -1;"), Each(-1));
}

TEST(WarpCollectives, ReductionsRespectSign) {
  const std::string value = "sub.s32 %r2, %r1, 5;";  // -5 to 26
  EXPECT_THAT(lanes_of(value + "redux.sync.add.s32 %r10, %r2, -1;"), Each(496 - 160));
  EXPECT_THAT(lanes_of(value + "redux.sync.min.s32 %r10, %r2, -1;"), Each(-5));
  EXPECT_THAT(lanes_of(value + "redux.sync.min.u32 %r10, %r2, -1;"), Each(0));
  EXPECT_THAT(lanes_of(value + "redux.sync.max.s32 %r10, %r2, -1;"), Each(26));
  EXPECT_THAT(lanes_of(value + "redux.sync.max.u32 %r10, %r2, -1;"), Each(-1));
  EXPECT_THAT(lanes_of("redux.sync.xor.b32 %r10, %r1, -1;"), Each(0));
  EXPECT_THAT(lanes_of("redux.sync.or.b32 %r10, %r1, -1;"), Each(31));
}

// PTX ISA 9.7.13 (redux.sync): +0 is greater than -0; a NaN counts with .NaN alone.
TEST(WarpCollectives, FloatReductionsOrderZerosAndTreatNan) {
  const std::string value = "cvt.rn.f32.u32 %f1, %r1; sub.f32 %f1, %f1, 0f41F00000;";  // -30 to 1
  const auto reduced = [](const std::string& before, const std::string& words) {
    return lanes_of(before + "redux.sync." + words + ".f32 %f2, %f1, -1; mov.b32 %r10, %f2;");
  };
  const auto bits = [](float x) { return Each(std::bit_cast<std::int32_t>(x)); };
  EXPECT_THAT(reduced(value, "min"), bits(-30));
  EXPECT_THAT(reduced(value, "max"), bits(1));
  EXPECT_THAT(reduced(value, "max.abs"), bits(30));
  EXPECT_THAT(reduced(value, "min.abs.NaN"), bits(0));
  const std::string zeros = "shl.b32 %r2, %r1, 31; mov.b32 %f1, %r2;";  // +0 and -0 by turns
  EXPECT_THAT(reduced(zeros, "min"), bits(-0.0f));
  EXPECT_THAT(reduced(zeros, "max"), bits(0.0f));
  const std::string nan = value + "setp.eq.u32 %p1, %r1, 0; @%p1 mov.f32 %f1, 0fFFC00001;";
  EXPECT_THAT(reduced(nan, "min"), bits(-29));
  EXPECT_THAT(reduced(nan, "max.NaN"), Each(0x7fffffff));
  EXPECT_THAT(reduced("mov.f32 %f1, 0fFFC00001;", "max.abs"), Each(0x7fffffff));
  EXPECT_THAT(lanes_of("mov.f32 %f1, 0fC0000000; shl.b32 %r2, 1, %r1;"
                       "redux.sync.min.abs.f32 %f2, %f1, %r2; mov.b32 %r10, %f2;"),
              bits(2));
}

TEST(WarpCollectives, ElectChoosesOneLane) {
  const auto values = lanes_of("elect.sync %r2|%p1, -1; selp.u32 %r10, 1, 0, %p1;");
  EXPECT_EQ(std::ranges::count(values, 1), 1);
}

// PTX ISA, movmatrix: a lane's register holds elements 2 (lane % 4) and the next of row lane / 4.
TEST(WarpCollectives, MovmatrixTransposesEightByEightElements) {
  const auto values = lanes_of(R"(
    shl.b32 %r2, %r1, 1;
    add.u32 %r3, %r2, 1;
    shl.b32 %r3, %r3, 16;
    or.b32 %r2, %r2, %r3;
    movmatrix.sync.aligned.m8n8.trans.b16 %r10, %r2;)");
  for (std::int32_t lane = 0; lane < 32; ++lane) {
    const std::int32_t row = lane / 4, column = lane % 4 * 2;
    EXPECT_EQ(values[lane], (column * 8 + row) | (column * 8 + 8 + row) << 16) << lane;
  }
}

TEST(WarpCollectives, LanesMeetAtDifferentPlaces) {
  const auto values = lanes_of(R"(
    setp.lt.u32 %p1, %r1, 16;
    @%p1 bra low;
    add.u32 %r2, %r1, 100;
    shfl.sync.bfly.b32 %r10, %r2, 16, 31, -1;
    bra.uni done;
    low: add.u32 %r2, %r1, 200;
    shfl.sync.bfly.b32 %r10, %r2, 16, 31, -1;
    done:)");
  for (std::int32_t lane = 0; lane < 32; ++lane) {
    EXPECT_EQ(values[lane], lane < 16 ? lane + 16 + 100 : lane - 16 + 200);
  }
}

TEST(WarpCollectives, GuardedShuffleLeavesTheOthersAlone) {
  const auto values = lanes_of(R"(
    mov.u32 %r10, 7;
    setp.lt.u32 %p1, %r1, 16;
    @%p1 shfl.sync.idx.b32 %r10, %r1, 3, 31, 0xffff;)");
  for (std::int32_t lane = 0; lane < 32; ++lane) EXPECT_EQ(values[lane], lane < 16 ? 3 : 7);
}

TEST(WarpCollectives, ActiveMaskIsTheFragmentsLanes) {
  const auto values = lanes_of(R"(
    setp.lt.u32 %p1, %r1, 5;
    @%p1 bra low;
    activemask.b32 %r10;
    bra.uni done;
    low: activemask.b32 %r10;
    done:)");
  for (std::int32_t lane = 0; lane < 32; ++lane) EXPECT_EQ(values[lane], lane < 5 ? 31 : ~31);
}

TEST(WarpCollectives, MemberMaskWithoutTheLaneIsAFinding) {
  Machine machine(parse_text(kernel_text("vote.sync.ballot.b32 %r10, 1, 0xffff; ret;")));
  machine.buffer("out", zeros(1));
  machine.buffer("in", zeros(1));
  EXPECT_THAT(kinds(machine.trace_of({1, 1, 1}, {32, 1, 1})),
              testing::Contains(trace::FindingKind::inactive_shuffle));
}

TEST(WarpCollectives, BarrierWithTheWholeBlocksCountIsTheOneWithout) {
  Machine machine(parse_text(kernel_text(R"(
    setp.lt.u32 %p1, %r1, 32;
    @%p1 bra first;
    bar.sync 0, 64;
    bra.uni done;
    first: bar.sync 0;
    done: setp.eq.u32 %p2, %r1, 0;
    @%p2 st.global.u32 [%rd1], 5;
    ret;)")));
  const std::size_t out = machine.buffer("out", zeros(1));
  machine.buffer("in", zeros(1));
  EXPECT_THAT(machine.trace_of({1, 1, 1}, {64, 1, 1}).findings, IsEmpty());
  EXPECT_EQ(machine.values(out)[0], 5);
}

TEST(WarpCollectives, BarrierReductionsCountTheWholeBlock) {
  for (const auto& [text, expected] :
       {std::pair<std::string, std::int32_t>{"barrier.cta.red.popc.aligned.u32 %r10, 0, %p1;", 10},
        {"barrier.cta.red.or.aligned.pred %p2, 0, %p1; selp.u32 %r10, 1, 0, %p2;", 1},
        {"bar.red.and.pred %p2, 0, %p1; selp.u32 %r10, 1, 0, %p2;", 0},
        {"bar.red.and.pred %p2, 0, !%p3; selp.u32 %r10, 1, 0, %p2;", 1}}) {
    Machine machine(
        parse_text(kernel_text("setp.ge.u32 %p1, %r1, 60; setp.gt.u32 %p3, %r1, 99;" + text + R"(
      mul.wide.u32 %rd3, %r1, 4;
      add.s64 %rd4, %rd1, %rd3;
      st.global.u32 [%rd4], %r10;
      ret;)")));
    const std::size_t out = machine.buffer("out", zeros(70));
    machine.buffer("in", zeros(1));
    EXPECT_THAT(machine.trace_of({1, 1, 1}, {70, 1, 1}).findings, IsEmpty());
    EXPECT_THAT(machine.values(out), Each(expected)) << text;
  }
}

// Two warps; the threads below `first` take one arm, the others another.
std::vector<trace::FindingKind> kinds_of_arms(std::int32_t first, const std::string& one,
                                              const std::string& other) {
  Machine machine(parse_text(kernel_text(fmt::format(R"(
    and.b32 %r9, %r1, {};
    setp.ne.u32 %p1, %r9, 0;
    @%p1 bra other;
    {}
    bra.uni done;
    other: {}
    done: ret;)",
                                                     first, one, other))));
  machine.buffer("out", zeros(1));
  machine.buffer("in", zeros(1));
  return kinds(machine.trace_of({1, 1, 1}, {64, 1, 1}));
}

TEST(WarpCollectives, ReductionsOfABarrierMustBeOfOneKind) {
  const std::string count = "bar.red.popc.u32 %r10, 0, %p1;";
  EXPECT_THAT(kinds_of_arms(32, count, count), IsEmpty());
  for (const std::string other : {"bar.red.and.pred %p2, 0, %p1;", "bar.sync 0;"}) {
    EXPECT_THAT(kinds_of_arms(32, count, other), Each(trace::FindingKind::undefined_sync)) << other;
    EXPECT_THAT(kinds_of_arms(32, count, other), testing::SizeIs(1)) << other;
  }
}

TEST(WarpCollectives, AWarpSplitOverReductionsNeverGoesOn) {
  const std::string count = "bar.red.popc.u32 %r10, 0, %p1;";
  EXPECT_THAT(kinds_of_arms(16, count, count), testing::Contains(trace::FindingKind::deadlock));
  EXPECT_THAT(kinds_of_arms(16, "bar.sync 0;", "bar.sync 0;"),
              testing::Not(testing::Contains(trace::FindingKind::deadlock)));
}

TEST(WarpCollectives, AMemberThatGoesOnWithAnotherMaskIsMissed) {
  Machine machine(parse_text(kernel_text(R"(
    setp.lt.u32 %p1, %r1, 16;
    selp.u32 %r2, 0xffffffff, 0xffff0000, %p1;
    bar.warp.sync %r2;
    ret;)")));
  machine.buffer("out", zeros(1));
  machine.buffer("in", zeros(1));
  EXPECT_THAT(kinds(machine.trace_of({1, 1, 1}, {32, 1, 1})),
              testing::ElementsAre(trace::FindingKind::divergent_barrier));
}

}  // namespace
}  // namespace warplens::machine
