// Divergence, reconvergence and calls, in what nvcc makes of testdata/cases.cu.
#include "kernels/base/all_tests.h"
#include "kernels/machine/machine_test_kit.h"

namespace warplens::machine {
namespace {

using testing::Each;
using testing::IsEmpty;

// Index order and some seeded block orders.
std::vector<std::optional<std::uint64_t>> orders() {
  std::vector<std::optional<std::uint64_t>> orders{std::nullopt};
  const std::uint64_t seeds = is_too_slow_here() ? 2 : 10;
  for (std::uint64_t seed = 0; seed < seeds; ++seed) orders.emplace_back(seed);
  return orders;
}

std::uint64_t stores_of(const trace::Trace& trace) {
  std::uint64_t stores = 0;
  for (std::size_t i = 0; i < trace.sites.size(); ++i) {
    if (trace.sites[i].kind == trace::EventKind::store) stores += trace.totals[i].events;
  }
  return stores;
}

TEST(Divergence, EarlyReturnBeforeBarrierIsFine) {
  for (const std::uint32_t threads : {256u, 250u, 200u}) {
    Machine machine(nvcc_cases(), "early_return");
    const std::size_t out = machine.buffer("o", zeros(256));
    machine.scalar(200);
    EXPECT_THAT(machine.trace_of({1, 1, 1}, {threads, 1, 1}).findings, IsEmpty());
    for (std::int32_t t = 0; t < 200; ++t) EXPECT_EQ(machine.values(out)[t], (t + 1) % 200);
  }
}

TEST(Divergence, SyncwarpInBothArmsMeets) {
  Machine machine(nvcc_cases(), "syncwarp_in_both_arms");
  const std::size_t out = machine.buffer("o", zeros(32));
  EXPECT_THAT(machine.trace_of({1, 1, 1}, {32, 1, 1}).findings, IsEmpty());
  for (std::int32_t t = 0; t < 32; ++t) {
    EXPECT_EQ(machine.values(out)[t], t < 16 ? (t + 16) * 2 : t - 16);
  }
}

TEST(Divergence, LockIsHandedRoundWithinWarpsAndBetweenBlocks) {
  for (const auto order : orders()) {
    Machine machine(nvcc_cases(), "locked_count");
    machine.options.order_seed = order;
    machine.options.instruction_budget = 1 << 24;
    const std::size_t out = machine.buffer("o", zeros(1));
    machine.buffer("lock", zeros(1));
    const trace::Trace trace = machine.trace_of({3, 1, 1}, {64, 1, 1});
    EXPECT_THAT(trace.findings, IsEmpty());
    EXPECT_TRUE(trace.order_dependent);
    EXPECT_EQ(machine.values(out)[0], 192);
  }
}

TEST(Divergence, LoopsWithDifferentTripCountsReconverge) {
  Machine machine(nvcc_cases(), "divergent_loops");
  const std::size_t out = machine.buffer("o", zeros(64));
  const trace::Trace trace = machine.trace_of({1, 1, 1}, {64, 1, 1});
  for (std::int32_t t = 0; t < 64; ++t) {
    std::int32_t s = 0;
    for (std::int32_t i = 0; i < t; i++) {
      for (std::int32_t j = 0; j < (i & 3); j++) s += i * j;
      if (i % 3 != t % 3) s += i;
    }
    EXPECT_EQ(machine.values(out)[t], s) << t;
  }
  EXPECT_EQ(stores_of(trace), 2u) << "each warp stores once, all lanes together";
}

TEST(Divergence, RecursionReturnsEachLanesOwnValue) {
  Machine machine(nvcc_cases(), "recursion");
  const std::size_t out = machine.buffer("o", zeros(40));
  EXPECT_THAT(machine.trace_of({1, 1, 1}, {40, 1, 1}).findings, IsEmpty());
  const std::vector<std::int32_t> expected{0, 1, 1, 2, 3, 5, 8, 13, 21, 34};
  for (std::size_t t = 0; t < 40; ++t) EXPECT_EQ(machine.values(out)[t], expected[t % 10]);
}

TEST(Divergence, EndlessRecursionIsAStackOverflow) {
  Machine machine(nvcc_cases(), "too_deep");
  machine.buffer("o", zeros(1));
  EXPECT_THAT(kinds(machine.trace_of({1, 1, 1}, {1, 1, 1})),
              testing::ElementsAre(trace::FindingKind::stack_overflow));
}

TEST(Divergence, LanesCallDifferentFunctionsThroughPointers) {
  Machine machine(nvcc_cases(), "through_pointers");
  const std::size_t out = machine.buffer("o", zeros(32));
  const trace::Trace trace = machine.trace_of({1, 1, 1}, {32, 1, 1});
  EXPECT_THAT(trace.findings, IsEmpty());
  for (std::int32_t t = 0; t < 32; ++t) {
    EXPECT_EQ(machine.values(out)[t], (t & 1) != 0 ? t * 3 : t + 1);
  }
  EXPECT_EQ(stores_of(trace), 1u) << "those that return first wait for those still in their call";
}

TEST(Divergence, LastBlockSeesEveryPartInAnyOrder) {
  for (const auto order : orders()) {
    Machine machine(nvcc_cases(), "last_block");
    machine.options.order_seed = order;
    const std::size_t out = machine.buffer("o", zeros(1));
    machine.buffer("count", zeros(1));
    machine.buffer("part", zeros(20));
    EXPECT_THAT(machine.trace_of({20, 1, 1}, {32, 1, 1}).findings, IsEmpty());
    EXPECT_EQ(machine.values(out)[0], 210);
  }
}

TEST(Divergence, GridBarrierCompletesBecauseSpinningBlocksStepBack) {
  for (const auto order : orders()) {
    Machine machine(nvcc_cases(), "grid_barrier");
    machine.options.order_seed = order;
    machine.options.instruction_budget = 1 << 24;
    const std::size_t out = machine.buffer("o", zeros(2 * 100 * 32));
    machine.buffer("count", zeros(1));
    EXPECT_THAT(machine.trace_of({100, 1, 1}, {32, 1, 1}).findings, IsEmpty());
    EXPECT_THAT(machine.values(out), Each(1));
  }
}

TEST(Divergence, IndexedBranchTakesEachLaneToItsTarget) {
  Machine machine(parse_text(kernel_text(R"(
    and.b32 %r2, %r1, 3;
    mov.u32 %r5, 0;
    ts: .branchtargets A, B, C, D;
    brx.idx %r2, ts;
    A: mov.u32 %r5, 10; bra.uni E;
    B: mov.u32 %r5, 20; bra.uni E;
    C: mov.u32 %r5, 30; bra.uni E;
    D: mov.u32 %r5, 40;
    E: mul.wide.u32 %rd3, %r1, 4;
    add.s64 %rd4, %rd1, %rd3;
    st.global.u32 [%rd4], %r5;
    ret;)")));
  const std::size_t out = machine.buffer("out", zeros(32));
  machine.buffer("in", zeros(1));
  const trace::Trace trace = machine.trace_of({1, 1, 1}, {32, 1, 1});
  for (std::int32_t t = 0; t < 32; ++t) EXPECT_EQ(machine.values(out)[t], 10 * (t % 4 + 1));
}

// `wait` waits at a barrier where its argument is not zero; `through` calls it.
const char* const kWaits = R"(
.func wait(.param .b32 waits)
{
.reg .pred %p<2>;
.reg .b32 %r<2>;
ld.param.u32 %r1, [waits];
setp.eq.u32 %p1, %r1, 0;
@%p1 bra done;
bar.sync 0;
done: ret;
}
.func through(.param .b32 waits)
{
.reg .b32 %r<2>;
ld.param.u32 %r1, [waits];
{ .param .b32 a; st.param.b32 [a], %r1; call wait, (a); }
ret;
}
)";

// Two warps; %p1 is true in the first, %p2 in the first half of each, and %r2 to %r4 are 1 where
// %p1, %p2 and neither are asked for.
std::vector<trace::FindingKind> kinds_of_calls(const std::string& body) {
  Machine machine(parse_text(kernel_text(R"(
    setp.lt.u32 %p1, %r1, 32;
    and.b32 %r9, %r1, 31;
    setp.lt.u32 %p2, %r9, 16;
    selp.u32 %r2, 1, 0, %p1;
    selp.u32 %r3, 1, 0, %p2;
    mov.u32 %r4, 1;
    )" + body + "add.u32 %r20, %r4, 1;\nret;",
                                         kWaits)));
  machine.buffer("out", zeros(1));
  machine.buffer("in", zeros(1));
  return kinds(machine.trace_of({1, 1, 1}, {64, 1, 1}));
}

std::string call(const std::string& function, const std::string& argument) {
  return "{ .param .b32 a; st.param.b32 [a], " + argument + "; call " + function + ", (a); }\n";
}

TEST(Divergence, ThoseWhoGoPastABarrierInACallAreMissedAtIt) {
  const auto divergent = testing::Contains(trace::FindingKind::divergent_barrier);
  for (const std::string function : {"wait", "through"}) {
    EXPECT_THAT(kinds_of_calls(call(function, "%r2")), divergent) << "one warp waits";
    EXPECT_THAT(kinds_of_calls(call(function, "%r3")), divergent) << "half of each waits";
    EXPECT_THAT(kinds_of_calls("@!%p1 bra past;\n" + call(function, "%r4") + "past:\n"), divergent)
        << "one warp calls";
  }
}

TEST(Divergence, BarriersInCallsAreRightWhereAllComeToAsMany) {
  const std::string all = call("wait", "%r4");
  EXPECT_THAT(kinds_of_calls(all + all), IsEmpty());
  EXPECT_THAT(
      kinds_of_calls("@%p1 bra first;\n" + all + "bra.uni both;\nfirst:\n" + all + "both:\n"),
      IsEmpty())
      << "a call in each arm";
  EXPECT_THAT(kinds_of_calls(call("wait", "%r2") + "@%p1 bra both;\n" + all + "both:\n"), IsEmpty())
      << "the second warp makes up for it";
  EXPECT_THAT(
      kinds_of_calls(all + "@!%p1 bra gone;\n" + all + "bra.uni both;\ngone: ret;\nboth:\n"),
      IsEmpty())
      << "the second warp has exited";
  EXPECT_THAT(kinds_of_calls("mov.u32 %r5, 0;\nagain:\n" + all +
                             "add.u32 %r5, %r5, 1;\nsetp.lt.u32 %p3, %r5, 3;\n@%p3 bra again;\n"),
              IsEmpty())
      << "a loop";
}

}  // namespace
}  // namespace warplens::machine
