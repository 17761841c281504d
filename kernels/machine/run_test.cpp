// A launch as a whole: geometry, module variables, order, cancelling, and that a trace is the same
// whatever the number of host threads.
#include <algorithm>

#include "kernels/machine/machine_test_kit.h"

namespace warplens::machine {
namespace {

using testing::Each;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

void expect_equal(const trace::Trace& a, const trace::Trace& b) {
  ASSERT_EQ(a.events.size(), b.events.size());
  for (std::size_t row = 0; row < a.events.size(); ++row) {
    const trace::EventView left = a.events.view(row), right = b.events.view(row);
    ASSERT_EQ(left.site, right.site) << row;
    ASSERT_EQ(left.block, right.block) << row;
    ASSERT_EQ(left.mask, right.mask) << row;
    ASSERT_EQ(left.address, right.address) << row;
  }
  ASSERT_EQ(a.totals.size(), b.totals.size());
  for (std::size_t i = 0; i < a.totals.size(); ++i) {
    EXPECT_EQ(a.totals[i].events, b.totals[i].events);
    EXPECT_EQ(a.totals[i].lanes, b.totals[i].lanes);
  }
  ASSERT_EQ(a.findings.size(), b.findings.size());
  for (std::size_t i = 0; i < a.findings.size(); ++i) {
    EXPECT_EQ(a.findings[i].message.in(Language::en), b.findings[i].message.in(Language::en));
    EXPECT_EQ(a.findings[i].occurrences, b.findings[i].occurrences);
  }
  EXPECT_EQ(a.lane_instructions, b.lane_instructions);
}

trace::Trace run_with(std::string_view entry, unsigned threads, std::vector<std::int32_t>& out) {
  Machine machine(nvcc_cases(), entry);
  machine.options.threads = threads;
  const std::size_t o = machine.buffer("o", zeros(64));
  if (entry == "add_integers") machine.buffer("i", iota(64 * 40));
  trace::Trace trace = machine.trace_of({40, 1, 1}, {64, 1, 1});
  out = machine.values(o);
  return trace;
}

TEST(Run, TraceIsTheSameForEveryNumberOfThreads) {
  for (const std::string_view entry : {"unordered", "add_integers", "divergent_loops"}) {
    std::vector<std::int32_t> first_out, out;
    const trace::Trace first = run_with(entry, 1, first_out);
    EXPECT_FALSE(first.order_dependent);
    for (const unsigned threads : {2u, 5u}) {
      expect_equal(first, run_with(entry, threads, out));
      EXPECT_EQ(out, first_out);
    }
  }
}

TEST(Run, SeededOrderGivesTheSameEventsInLinearOrder) {
  Machine indexed(nvcc_cases(), "divergent_loops");
  Machine seeded(nvcc_cases(), "divergent_loops");
  indexed.buffer("o", zeros(64));
  seeded.buffer("o", zeros(64));
  seeded.options.order_seed = 7;
  const trace::Trace a = indexed.trace_of({9, 1, 1}, {64, 1, 1});
  const trace::Trace b = seeded.trace_of({9, 1, 1}, {64, 1, 1});
  expect_equal(a, b);
  EXPECT_FALSE(b.order_dependent);
}

// How many threads had counted themselves when each of six blocks went past its barrier.
std::vector<std::int32_t> counted(std::uint64_t seed) {
  Machine machine(parse_text(kernel_text(R"(
    red.global.add.u32 [%rd1], 1;
    bar.sync 0;
    ld.volatile.global.u32 %r2, [%rd1];
    mov.u32 %r3, %ctaid.x;
    mul.wide.u32 %rd3, %r3, 4;
    add.u64 %rd4, %rd2, %rd3;
    st.global.u32 [%rd4], %r2;
    ret;)")));
  machine.options.order_seed = seed;
  machine.buffer("out", zeros(1));
  const std::size_t counts = machine.buffer("in", zeros(6));
  machine.trace_of({6, 1, 1}, {64, 1, 1});
  return machine.values(counts);
}

TEST(Run, SeededBlocksTakeTurnsAtTheirBarriersTheSameWayEachTime) {
  std::size_t with_turns = 0;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    std::vector<std::int32_t> counts = counted(seed);
    EXPECT_EQ(counts, counted(seed));
    std::ranges::sort(counts);
    with_turns += counts == std::vector<std::int32_t>{64, 128, 192, 256, 320, 384} ? 0 : 1;
  }
  EXPECT_GT(with_turns, 0u) << "blocks ran one after the other under every seed";
}

TEST(Run, BlocksInStepAllSeeWhatAllHaveDone) {
  EXPECT_EQ(counted(3), (std::vector<std::int32_t>(6, 384)));
  EXPECT_NE(counted(4), counted(3));
}

// A barrier of the whole grid: thread 0 of each block counts itself in and polls the count.
TEST(Run, BlocksThatWaitForThousandsOfOthersPollSeldom) {
  constexpr std::uint32_t kBlocks = 3000;
  Machine machine(parse_text(kernel_text(R"(
    mov.u32 %r3, 1;
    atom.global.add.u32 %r4, [%rd1], %r3;
    again: ld.volatile.global.u32 %r5, [%rd1];
    setp.lt.u32 %p1, %r5, 3000;
    @%p1 bra again;
    ret;)")));
  machine.buffer("out", zeros(4));
  machine.buffer("in", zeros(4));
  const trace::Trace trace = machine.trace_of({kBlocks, 1, 1}, {1, 1, 1});
  EXPECT_THAT(trace.findings, testing::IsEmpty());
  constexpr std::uint64_t kMostPolls = 64;
  constexpr std::uint64_t kInstructionsAPoll = 3;
  EXPECT_LT(trace.lane_instructions, kBlocks * kInstructionsAPoll * kMostPolls);
}

TEST(Run, SomeSeedsLetOtherBlocksComeBetweenTwoAccesses) {
  // Without a barrier blocks cannot meet where they wait.
  const auto read_at_last = [](std::uint64_t seed) {
    Machine machine(parse_text(kernel_text(R"(
      red.global.add.u32 [%rd1], 1;
      ld.volatile.global.u32 %r2, [%rd1];
      mov.u32 %r3, %ctaid.x;
      mul.wide.u32 %rd3, %r3, 4;
      add.u64 %rd4, %rd2, %rd3;
      st.global.u32 [%rd4], %r2;
      ret;)")));
    machine.options.order_seed = seed;
    machine.buffer("out", zeros(1));
    const std::size_t counts = machine.buffer("in", zeros(3));
    machine.trace_of({3, 1, 1}, {32, 1, 1});
    std::vector<std::int32_t> values = machine.values(counts);
    std::ranges::sort(values);
    return values;
  };
  const std::vector<std::int32_t> one_after_the_other = {32, 64, 96};
  std::size_t overtaken = 0;
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const bool is_alone = read_at_last(seed) == one_after_the_other;
    EXPECT_TRUE(is_alone || seed % 4 != 0) << seed;
    overtaken += is_alone || seed % 4 == 3 ? 0 : 1;
  }
  EXPECT_GT(overtaken, 0u);
}

TEST(Run, OrderDependenceIsSeenInTheCode) {
  const auto depends = [](const std::string& body) {
    return Machine(parse_text(kernel_text(body + "\nret;"))).program().order_dependent();
  };
  EXPECT_FALSE(depends("st.global.u32 [%rd1], 1;"));
  EXPECT_FALSE(depends("red.global.add.u32 [%rd1], 1;"));
  EXPECT_FALSE(depends("atom.global.add.u32 %r2, [%rd1], 1;")) << "its result is never read";
  EXPECT_TRUE(depends("atom.global.add.u32 %r2, [%rd1], 1; st.global.u32 [%rd1], %r2;"));
  EXPECT_TRUE(depends("red.global.add.f32 [%rd1], 0f3F800000;"));
  EXPECT_FALSE(depends("atom.shared.add.u32 %r2, [tile], 1; st.global.u32 [%rd1], %r2;"));
  EXPECT_TRUE(depends("ld.volatile.global.u32 %r2, [%rd1];"));
  EXPECT_TRUE(depends("ld.acquire.gpu.global.u32 %r2, [%rd1];"));
  EXPECT_FALSE(depends("ld.volatile.shared.u32 %r2, [tile];"));
  EXPECT_TRUE(depends("membar.gl;"));
  EXPECT_FALSE(depends("membar.cta;"));
}

TEST(Run, ImpossibleGeometryIsRefusedInOneLine) {
  const auto message = [](Dim3 grid, Dim3 block, std::uint32_t shared, bool parameters) {
    Machine machine(nvcc_cases(), "unordered");
    if (parameters) machine.buffer("o", zeros(64));
    machine.request.dynamic_shared_bytes = shared;
    const auto trace = machine.run(grid, block);
    return trace.has_value() ? std::string("accepted") : trace.error().message.in(Language::en);
  };
  EXPECT_EQ(message({1, 1, 1}, {64, 1, 1}, 0, true), "accepted");
  EXPECT_THAT(message({1, 1, 1}, {64, 32, 1}, 0, true), HasSubstr("at most 1024 threads"));
  EXPECT_THAT(message({1, 1, 1}, {1, 1, 65}, 0, true), HasSubstr("64 in z"));
  EXPECT_THAT(message({1, 0, 1}, {1, 1, 1}, 0, true), HasSubstr("at least 1"));
  EXPECT_THAT(message({1, 65536, 1}, {1, 1, 1}, 0, true), HasSubstr("65535"));
  EXPECT_THAT(message({1, 1, 1}, {64, 1, 1}, 227 * 1024, true), HasSubstr("shared memory"));
  EXPECT_THAT(message({1, 1, 1}, {64, 1, 1}, 0, false), HasSubstr("8 bytes of parameters, not 0"));
}

TEST(Run, UnknownEntryNamesThoseThereAre) {
  const auto program = Program::load(nvcc_cases(), "nothing");
  ASSERT_FALSE(program.has_value());
  EXPECT_THAT(program.error().message.in(Language::en), HasSubstr("early_return"));
}

TEST(Run, CancelIsAnErrorAndComesSoon) {
  for (const std::string_view entry : {"waits_forever", "too_deep"}) {
    Machine machine(nvcc_cases(), entry);
    machine.buffer("o", zeros(1));
    std::stop_source source;
    source.request_stop();
    machine.options.stop = source.get_token();
    const auto trace = machine.run({1 << 20, 1, 1}, {64, 1, 1});
    ASSERT_FALSE(trace.has_value());
    EXPECT_EQ(trace.error().message.in(Language::en), "cancelled");
  }
}

TEST(Run, ProgressCountsBlocks) {
  Machine machine(nvcc_cases(), "divergent_loops");
  machine.buffer("o", zeros(64));
  Progress progress;
  machine.options.progress = &progress;
  machine.trace_of({12, 1, 1}, {64, 1, 1});
  EXPECT_EQ(progress.blocks_done, 12u);
  EXPECT_EQ(progress.blocks_total, 12u);
}

TEST(Run, ModuleVariablesAreInitialisedOnceAndKeptBetweenLaunches) {
  Machine machine(nvcc_cases(), "module_variables");
  const std::size_t out = machine.buffer("o", zeros(4));
  machine.trace_of({1, 1, 1}, {4, 1, 1});
  EXPECT_THAT(machine.values(out), ElementsAre(6, 7, 8, 9));
  const trace::Trace trace = machine.trace_of({1, 1, 1}, {4, 1, 1});
  EXPECT_THAT(machine.values(out), ElementsAre(7, 8, 9, 10));
  EXPECT_EQ(trace.buffers.size(), 3u);
}

TEST(Run, GenericAccessIsRecordedInTheSpaceItResolvesTo) {
  Machine machine(nvcc_cases(), "either_space");
  const std::size_t out = machine.buffer("o", zeros(64));
  const trace::Trace trace = machine.trace_of({1, 1, 1}, {32, 1, 1});
  EXPECT_THAT(trace.findings, IsEmpty());
  std::uint64_t shared_lanes = 0, global_lanes = 0;
  for (std::size_t i = 0; i < trace.sites.size(); ++i) {
    if (trace.sites[i].ptx.starts_with("st.u32")) {
      if (trace.sites[i].space == trace::Space::shared) shared_lanes += trace.totals[i].lanes;
      if (trace.sites[i].space == trace::Space::global) global_lanes += trace.totals[i].lanes;
    }
  }
  EXPECT_EQ(shared_lanes, 16u);
  EXPECT_EQ(global_lanes, 16u);
  for (std::int32_t t = 0; t < 32; ++t) EXPECT_EQ(machine.values(out)[32 + t], t + 100);
}

TEST(Run, SharedArraysHaveTheirSourceNames) {
  Machine machine(nvcc_cases(), "unordered");
  machine.buffer("o", zeros(64));
  const trace::Trace trace = machine.trace_of({1, 1, 1}, {64, 1, 1});
  ASSERT_EQ(trace.shared_arrays.size(), 1u);
  EXPECT_EQ(trace.shared_arrays[0].name, "s");
  EXPECT_EQ(trace.shared_arrays[0].bytes, 256u);
  EXPECT_EQ(trace.launch.static_shared_bytes, 256u);
}

TEST(Run, AtomicTraitsSayWhatTheCostDependsOn) {
  Machine machine(parse_text(kernel_text(R"(
    red.shared.add.u32 [tile], 1;
    mov.u32 %r9, 1;
    atom.shared.add.u32 %r2, [tile], %r9;
    atom.shared.add.u32 %r3, [tile], 2;
    st.global.u32 [%rd1], %r3;
    ret;)")));
  machine.buffer("out", zeros(1));
  machine.buffer("in", zeros(1));
  const trace::Trace trace = machine.trace_of({1, 1, 1}, {1, 1, 1});
  ASSERT_EQ(trace.sites.size(), 4u);
  EXPECT_TRUE(trace.sites[0].traits.constant_one_add && !trace.sites[0].traits.result_used);
  EXPECT_TRUE(trace.sites[1].traits.constant_one_add && !trace.sites[1].traits.result_used);
  EXPECT_TRUE(!trace.sites[2].traits.constant_one_add && trace.sites[2].traits.result_used);
}

// As ptxas has it: with .ZFILL where the size is not known, or a part of the width.
TEST(Run, CopiesWithASourceSizeFillWithZeros) {
  const auto zero_fills = [](const std::string& size) {
    Machine machine(
        parse_text(kernel_text("mov.u32 %r9, 16; setp.eq.u32 %p1, %r9, 0;\n"
                               "cp.async.cg.shared.global [tile], [%rd2], 16" +
                               size + ";\ncp.async.wait_all; ret;")));
    machine.buffer("out", zeros(1));
    machine.buffer("in", zeros(4));
    return machine.trace_of({1, 1, 1}, {1, 1, 1}).sites.at(0).traits.zero_fills;
  };
  EXPECT_TRUE(zero_fills(", %r9"));
  EXPECT_TRUE(zero_fills(", 8"));
  EXPECT_FALSE(zero_fills(""));
  EXPECT_FALSE(zero_fills(", 16"));
  EXPECT_FALSE(zero_fills(", 0"));
  EXPECT_FALSE(zero_fills(", %p1"));
}

}  // namespace
}  // namespace warplens::machine
