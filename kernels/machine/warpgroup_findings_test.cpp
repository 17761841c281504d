// What is told of a wgmma that is wrong, or that the machine does not know in full.
#include "kernels/machine/wgmma_test_kit.h"

namespace warplens::machine::wgmma {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

struct WgmmaFindings {
  explicit WgmmaFindings(trace::Trace of) : trace(without_note(std::move(of))) {}
  trace::Trace trace;
  [[nodiscard]] std::vector<FindingKind> kinds() const { return machine::kinds(trace); }
  [[nodiscard]] std::string text() const {
    return trace.findings.empty() ? "" : trace.findings[0].message.in(Language::en);
  }
};

WgmmaFindings run_wgmma(const Wgmma& test, const std::string& multiply,
                        std::uint32_t threads = kThreads, std::uint32_t copied_bytes = kTileBytes) {
  Machine machine(parse_text(wgmma_kernel(test, multiply, copied_bytes / 4)));
  machine.buffer("out", Bytes(std::size_t{threads} * test.sums() * 4));
  machine.buffer("in", input(test, matrices_of(test), threads));
  return WgmmaFindings(machine.trace_of({1}, {threads}));
}

TEST(WarpgroupFindings, SaysOnceThatNoFigureHasWhatItReads) {
  Machine machine(parse_text(wgmma_kernel({}, instruction({}), kTileBytes / 4)));
  machine.buffer("out", Bytes(std::size_t{kThreads} * Wgmma{}.sums() * 4));
  machine.buffer("in", input({}, matrices_of({}), kThreads));
  const trace::Trace trace = machine.trace_of({1}, {kThreads});
  ASSERT_EQ(kinds(trace), std::vector{FindingKind::uncounted_read});
  EXPECT_EQ(trace.findings[0].severity, trace::Severity::information);
  EXPECT_EQ(trace.findings[0].occurrences, 4u) << "its warps";
  EXPECT_THAT(trace.findings[0].message.in(Language::en),
              HasSubstr("wgmma reads shared memory by itself"));
}

TEST(WarpgroupFindings, OfLessThanAWarpIsAFinding) {
  const WgmmaFindings found = run_wgmma({}, instruction({}), 112);
  EXPECT_THAT(found.kinds(), ElementsAre(FindingKind::undefined_sync));
  EXPECT_THAT(found.text(), HasSubstr("only 16 lanes come to this wgmma"));
}

TEST(WarpgroupFindings, OfLessThanAWarpgroupIsAFinding) {
  const WgmmaFindings found = run_wgmma({}, instruction({}), 96);
  EXPECT_THAT(found.kinds(), ElementsAre(FindingKind::undefined_sync));
  EXPECT_THAT(found.text(), HasSubstr("of which the block has only 3"));
}

TEST(WarpgroupFindings, WhatAWarpHasOnceDiffersInNoLane) {
  const std::string by_lane = "cvt.u64.u32 %rd12, %r1;\nadd.u64 %rd11, %rd11, %rd12;\n";
  const WgmmaFindings descriptors = run_wgmma({}, by_lane + instruction({}));
  EXPECT_THAT(descriptors.kinds(), ElementsAre(FindingKind::undefined_sync));
  EXPECT_THAT(descriptors.text(), HasSubstr("lane 1 gives this wgmma another matrix descriptor"));
  const Wgmma choosing{.scale_d = "%p4"};
  const WgmmaFindings choices =
      run_wgmma(choosing, "setp.ne.u32 %p4, %r1, 7;\n" + instruction(choosing));
  EXPECT_THAT(choices.kinds(), ElementsAre(FindingKind::undefined_sync));
  EXPECT_THAT(choices.text(), HasSubstr("lane 7 gives"));
}

TEST(WarpgroupFindings, ReadsOutsideOfSharedMemoryAreFindings) {
  Wgmma test;
  const std::string far = "add.u64 %rd11, %rd11, 0x800;\n";  // 32 KiB on: the tile's end
  const WgmmaFindings found = run_wgmma(test, far + instruction(test));
  EXPECT_THAT(found.kinds(), ElementsAre(FindingKind::out_of_bounds));
  EXPECT_THAT(found.text(), HasSubstr("reads 16 bytes"));
  const WgmmaFindings huge = run_wgmma(
      test, "mov.b64 %rd10, -1;\nmov.b64 %rd11, 0x3fff3fff3fff3fff;\n" + instruction(test));
  EXPECT_THAT(huge.kinds(), ElementsAre(FindingKind::out_of_bounds));
}

TEST(WarpgroupFindings, OfWhatNobodyWroteIsAFinding) {
  for (const Wgmma& test : {Wgmma{}, Wgmma{.a_is_in_registers = true}}) {
    const WgmmaFindings found = run_wgmma(test, instruction(test), kThreads, kBBegin + 1024);
    EXPECT_THAT(found.kinds(), ElementsAre(FindingKind::uninitialized_read));
  }
  EXPECT_THAT(run_wgmma({}, instruction({}), kThreads, kBBegin + 2048).kinds(), IsEmpty());
}

constexpr const char* kWaited =
    "wgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;\n";

TEST(WarpgroupFindings, RacesWithAStoreThatNoBarrierOrders) {
  const std::string store = "st.shared.u32 [%r5+16], %r1;\n";
  const std::string by_one = "setp.eq.u32 %p5, %r1, 64;\n@%p5 " + store;
  EXPECT_THAT(run_wgmma({}, instruction({}) + by_one).kinds(),
              testing::Contains(FindingKind::race));
  EXPECT_THAT(run_wgmma({}, by_one + "fence.proxy.async;\n" + instruction({})).kinds(), IsEmpty())
      << "it begins when all four warps have come";
  EXPECT_THAT(run_wgmma({}, instruction({}) + kWaited + "bar.sync 0;\n" + by_one).kinds(),
              IsEmpty());
}

// A tile may be overwritten behind the wait that its wgmma's group is complete with.
TEST(WarpgroupFindings, ReadsUntilItsGroupIsWaitedFor) {
  const std::string commit = "wgmma.commit_group.sync.aligned;\n";
  const std::string overwrite =
      "bar.sync 0;\nsetp.eq.u32 %p5, %r1, 64;\n@%p5 st.shared.u32 [%r5+16], %r1;\n";
  const std::string wait = "wgmma.wait_group.sync.aligned ";
  const WgmmaFindings open = run_wgmma({}, instruction({}) + commit + overwrite);
  EXPECT_THAT(open.kinds(), ElementsAre(FindingKind::race));
  EXPECT_THAT(open.text(), HasSubstr("writes byte 16 of tile while the wgmma of warpgroup 0 at"));
  EXPECT_THAT(open.text(), HasSubstr("no wait for its group 1 has come since"));
  const WgmmaFindings left = run_wgmma({}, instruction({}) + commit + wait + "1;\n" + overwrite);
  EXPECT_THAT(left.kinds(), ElementsAre(FindingKind::race));
  EXPECT_THAT(left.text(), HasSubstr("which is for all groups but the latest 1"));
  const WgmmaFindings forgotten = run_wgmma({}, instruction({}) + wait + "0;\n" + overwrite);
  EXPECT_THAT(forgotten.kinds(), ElementsAre(FindingKind::race));
  EXPECT_THAT(forgotten.text(), HasSubstr("has not been committed"));
  EXPECT_THAT(run_wgmma({}, instruction({}) + commit + wait + "0;\n" + overwrite).kinds(),
              IsEmpty());
  EXPECT_THAT(run_wgmma({}, instruction({}) + commit + commit + wait + "1;\n" + overwrite).kinds(),
              IsEmpty());
}

TEST(WarpgroupFindings, AFenceBehindTheWritesIsAskedFor) {
  const std::string store = "setp.eq.u32 %p5, %r1, 64;\n@%p5 st.shared.u32 [%r5+16], %r1;\n";
  const std::string fence = "fence.proxy.async;\n", barrier = "bar.sync 0;\n";
  const WgmmaFindings none = run_wgmma({}, store + barrier + instruction({}));
  EXPECT_THAT(none.kinds(), ElementsAre(FindingKind::missing_proxy_fence));
  EXPECT_THAT(none.text(), HasSubstr("wgmma reads byte 16 of tile, which thread 64 wrote at"));
  EXPECT_THAT(run_wgmma({}, store + fence + barrier + instruction({})).kinds(), IsEmpty());
  EXPECT_THAT(run_wgmma({}, store + barrier + fence + instruction({})).kinds(), IsEmpty());
  const WgmmaFindings early = run_wgmma({}, fence + store + barrier + instruction({}));
  EXPECT_THAT(early.kinds(), ElementsAre(FindingKind::missing_proxy_fence));
}

TEST(WarpgroupFindings, WarpsOfOneWarpgroupHaveOneDescriptor) {
  const std::string by_warp =
      "shr.u32 %r10, %r1, 5;\ncvt.u64.u32 %rd12, %r10;\nadd.u64 %rd11, %rd11, %rd12;\n";
  const WgmmaFindings found = run_wgmma({}, by_warp + instruction({}));
  EXPECT_THAT(found.kinds(), ElementsAre(FindingKind::undefined_sync));
  EXPECT_THAT(found.text(), HasSubstr("warp 1 gives this wgmma another matrix descriptor"));
}

constexpr const char* kCommit = "wgmma.commit_group.sync.aligned;\n";
constexpr const char* kFence = "wgmma.fence.sync.aligned;\n";
std::string waited(int groups_left) {
  return "wgmma.wait_group.sync.aligned " + std::to_string(groups_left) + ";\n";
}

TEST(WarpgroupFindings, SumsAreTouchedBehindTheirWait) {
  const std::string touch = "add.f32 %d0, %d0, 0f3F800000;\n";
  const WgmmaFindings early = run_wgmma({}, instruction({}) + touch);
  EXPECT_THAT(early.kinds(), ElementsAre(FindingKind::undefined_sync));
  EXPECT_THAT(early.text(), HasSubstr("touches a register of the wgmma at PTX line"));
  EXPECT_THAT(run_wgmma({}, instruction({}) + kCommit + touch).kinds(),
              ElementsAre(FindingKind::undefined_sync));
  EXPECT_THAT(run_wgmma({}, instruction({}) + kCommit + waited(1) + touch).kinds(),
              ElementsAre(FindingKind::undefined_sync));
  EXPECT_THAT(run_wgmma({}, instruction({}) + kCommit + waited(0) + touch).kinds(), IsEmpty());
  EXPECT_THAT(run_wgmma({}, instruction({}) + kCommit + kCommit + waited(1) + touch).kinds(),
              IsEmpty());
}

TEST(WarpgroupFindings, SumsAreTouchedByTheNextWgmmaWithoutAWait) {
  EXPECT_THAT(run_wgmma({}, instruction({}) + kCommit + instruction({})).kinds(), IsEmpty());
}

TEST(WarpgroupFindings, ACopyOfSumsTouchesNothing) {
  const std::string rename = "mov.f32 %d120, %d0;\nmov.f32 %d0, %d120;\n";
  EXPECT_THAT(run_wgmma({}, instruction({}) + kCommit + rename + waited(0)).kinds(), IsEmpty());
  const std::string touch = "mov.f32 %d120, %d0;\nadd.f32 %d120, %d120, 0f3F800000;\n";
  EXPECT_THAT(run_wgmma({}, instruction({}) + kCommit + touch).kinds(),
              ElementsAre(FindingKind::undefined_sync));
}

TEST(WarpgroupFindings, RegistersAreWrittenBeforeAFence) {
  const std::string sum = "add.f32 %d0, %d0, 0f3F800000;\n";
  const WgmmaFindings none = run_wgmma({}, sum + instruction({}));
  EXPECT_THAT(none.kinds(), ElementsAre(FindingKind::undefined_sync));
  EXPECT_THAT(none.text(), HasSubstr("takes a register that PTX line"));
  EXPECT_THAT(none.text(), HasSubstr("no wgmma.fence stands between"));
  EXPECT_THAT(run_wgmma({}, sum + kFence + instruction({})).kinds(), IsEmpty());
  const Wgmma by_registers{.a_is_in_registers = true};
  const std::string factor = "add.u32 %a0, %a0, 0;\n";
  EXPECT_THAT(run_wgmma(by_registers, factor + instruction(by_registers)).kinds(),
              ElementsAre(FindingKind::undefined_sync));
  EXPECT_THAT(run_wgmma(by_registers, factor + kFence + instruction(by_registers)).kinds(),
              IsEmpty());
  EXPECT_THAT(run_wgmma(by_registers, instruction(by_registers) + factor).kinds(),
              ElementsAre(FindingKind::undefined_sync))
      << "which it may not have read yet";
}

TEST(WarpgroupFindings, WhatIsRightOnOnePathIsNotAccused) {
  const std::string maybe = "setp.eq.u32 %p5, %r1, 200;\n@%p5 bra past;\n";
  const std::string touch = "add.f32 %d0, %d0, 0f3F800000;\n";
  EXPECT_THAT(
      run_wgmma({}, instruction({}) + kCommit + maybe + waited(0) + "past:\n" + touch).kinds(),
      IsEmpty())
      << "one of the paths waits";
}

// A loop whose wait leaves the latest group open: each round's wgmma adds to what the one before
// has left.
TEST(WarpgroupFindings, PipelinesThatAddToTheirSumsAreRight) {
  const std::string loop = "mov.u32 %r10, 0;\nround:\n" + std::string(kFence) + instruction({}) +
                           kCommit + waited(1) +
                           "add.u32 %r10, %r10, 1;\nsetp.lt.u32 %p5, %r10, 3;\n@%p5 bra round;\n";
  EXPECT_THAT(run_wgmma({}, loop).kinds(), IsEmpty());
}

// As a consumer's thread tells a producer that a tile may be overwritten.
TEST(WarpgroupFindings, OneThreadBehindTheWaitSpeaksForTheWarpgroup) {
  const std::string arrive_and_overwrite = R"(
    setp.ne.u32 %p5, %r1, 0;
    @%p5 bra done;
    mbarrier.arrive.shared::cta.b64 _, [tile+32768];
    wait: mbarrier.try_wait.parity.shared::cta.b64 %p6, [tile+32768], 0;
    @!%p6 bra wait;
    st.shared.u32 [tile+2048], 0;
    done:
    )";
  const std::string init =
      "setp.ne.u32 %p5, %r1, 0;\n@%p5 bra set;\nmbarrier.init.shared::cta.b64 [tile+32768], 1;\n"
      "set: bar.sync 0;\n";
  const std::string multiply = init + instruction({});
  EXPECT_THAT(run_wgmma({}, multiply + kWaited + arrive_and_overwrite).kinds(), IsEmpty());
  EXPECT_THAT(run_wgmma({}, multiply + arrive_and_overwrite).kinds(),
              testing::Contains(FindingKind::race));
}

TEST(WarpgroupFindings, AWaitThatAWarpDoesNotComeToIsADeadlock) {
  const WgmmaFindings found =
      run_wgmma({}, "setp.lt.u32 %p5, %r1, 32;\n@%p5 ret;\n" + instruction({}));
  EXPECT_THAT(found.kinds(), ElementsAre(FindingKind::deadlock));
  EXPECT_THAT(found.text(), HasSubstr("only 96 of the warpgroup's 128 threads"));
}

// The warps of a warpgroup come to its wait at any time, those of another never.
TEST(WarpgroupFindings, WarpgroupsWaitEachForItself) {
  const std::string second = "setp.lt.u32 %p5, %r1, 128;\n@%p5 bra done;\n";
  EXPECT_THAT(run_wgmma({},
                        "wgmma.wait_group.sync.aligned 1;\n" + second +
                            "wgmma.wait_group.sync.aligned 1;\ndone:\n",
                        256)
                  .kinds(),
              IsEmpty());
}

TEST(WarpgroupFindings, FormsThatAreNotModelledAreOpaque) {
  const std::string d4 = " {%d0, %d1, %d2, %d3}, %rd10, %rd11, ";
  const std::string i4 = " {%r7, %r8, %r9, %r10}, %rd10, %rd11, ";
  const std::string name = "wgmma.mma_async.sync.aligned.";
  const std::string unknown[] = {
      "wgmma.mma_async.sp.sync.aligned.m64n8k16.f32.f16.f16" + d4 + "%r7, 0, 1, 1, 1, 0, 0;",
      "wgmma.mma_async.sp.sync.aligned.m64n8k32.f32.f16.f16" + d4 + "%r7, 2, 1, 1, 1, 0, 0;",
      "wgmma.mma_async.sp.sync.aligned.m64n8k64.s32.s8.s8" + i4 + "%r7, 1, 1;",
      "wgmma.mma_async.sp.sync.aligned.m64n8k512.s32.b1.b1.and.popc" + i4 + "%r7, 0, 1;",
      name + "m64n40k32.s32.s8.u8 " + registers("%d", 20) + ", %rd10, %rd11, 1;",
      name + "m64n8k32.s32.s8.u8" + i4 + "1, 1, 1;",
      name + "m64n8k256.s32.b1.b1.xor.popc" + i4 + "1;",
      name + "m64n8k256.s32.b1.b1" + i4 + "1;",
      name + "m64n12k16.f32.f16.f16" + d4 + "1, 1, 1, 0, 0;",
      name + "m64n8k8.f32.f16.f16" + d4 + "1, 1, 1, 0, 0;",
      name + "m64n8k16.f32.f16.bf16" + d4 + "1, 1, 1, 0, 0;",
      name + "m64n16k16.f32.f16.f16" + d4 + "1, 1, 1, 0, 0;",
      name + "m64n8k16.f32.f16.f16" + d4 + "1, 2, 1, 0, 0;",
      name + "m64n8k16.f32.f16.f16" + d4 + "1, 1, 1, 0, 2;",
      name + "m64n8k16.f32.f16.f16" + d4 + "1, 1, 1;",
      name + "m64n8k8.f32.tf32.tf32" + d4 + "1, 1, 1, 0, 1;",
      name + "m64n8k16.f32.f16.f16 {%d0, %d1, %d2, %d3}, {%a0, %a1}, %rd11, 1, 1, 1, 0;",
      "wgmma.fence.sync;",
      "wgmma.wait_group.sync.aligned %r1;",
      "wgmma.commit_group.sync.aligned.later;",
  };
  for (const std::string& text : unknown) {
    const WgmmaFindings found = run_wgmma({}, text + "\n");
    ASSERT_THAT(found.kinds(), ElementsAre(FindingKind::opaque_instruction)) << text;
    EXPECT_THAT(found.text(), HasSubstr(text.substr(0, text.find_first_of(" ;"))));
  }
}

// What kernels with warps of several kinds have beside wgmma.
TEST(WarpgroupFindings, ItsUsualCompanionsAreKnown) {
  const std::string companions = R"(
    setmaxnreg.inc.sync.aligned.u32 224;
    fence.proxy.async;
    fence.proxy.async.shared::cta;
    fence.mbarrier_init.release.cluster;
    setp.ne.u32 %p5, %r1, 0;
    @%p5 bra set;
    mbarrier.init.shared::cta.b64 [tile], 256;
    set: bar.sync 0;
    cp.async.mbarrier.arrive.noinc.shared::cta.b64 [tile];
    mbarrier.arrive.shared::cta.b64 _, [tile];
    wait: mbarrier.try_wait.parity.shared::cta.b64 %p5, [tile], 0;
    @!%p5 bra wait;
    )";
  EXPECT_THAT(run_wgmma({}, companions).kinds(), IsEmpty());
}

}  // namespace
}  // namespace warplens::machine::wgmma
