// Loads, stores, atomics and asynchronous copies: widths, extension, order within a warp.
#include "kernels/machine/machine_test_kit.h"

namespace warplens::machine {
namespace {

using testing::Contains;
using testing::Each;
using testing::ElementsAre;
using testing::IsEmpty;
using trace::FindingKind;

std::vector<std::int32_t> run_warp(const std::string& body, const std::vector<std::int32_t>& input,
                                   std::size_t size, std::uint32_t threads = 32) {
  Machine machine(parse_text(kernel_text(body + "\nret;")));
  const std::size_t out = machine.buffer("out", zeros(size));
  machine.buffer("in", input);
  EXPECT_THAT(machine.trace_of({1, 1, 1}, {threads, 1, 1}).findings, IsEmpty()) << body;
  return machine.values(out);
}

TEST(Access, NarrowLoadsExtendByTheirSign) {
  EXPECT_THAT(run_warp(R"(
    ld.global.s8 %r2, [%rd2];  st.global.u32 [%rd1], %r2;
    ld.global.u8 %r2, [%rd2];  st.global.u32 [%rd1+4], %r2;
    ld.global.s16 %r2, [%rd2+2]; st.global.u32 [%rd1+8], %r2;
    ld.global.u16 %r2, [%rd2+2]; st.global.u32 [%rd1+12], %r2;
    ld.global.s32 %rd3, [%rd2+4]; st.global.u64 [%rd1+16], %rd3;
    ld.global.s8 %h1, [%rd2]; st.global.u16 [%rd1+24], %h1;)",
                       {static_cast<std::int32_t>(0x8001'00fe), -2}, 7, 1),
              ElementsAre(-2, 0xfe, -32767, 0x8001, -2, -1, 0xfffe));
}

TEST(Access, VectorsMoveElementByElement) {
  EXPECT_THAT(run_warp(R"(
    ld.global.v4.u32 {%r2, %r3, _, %r5}, [%rd2];
    st.global.v2.u32 [%rd1], {%r5, %r2};
    st.global.v2.u32 [%rd1+8], {%r3, 44};)",
                       {10, 11, 12, 13}, 4, 1),
              ElementsAre(13, 10, 11, 44));
}

TEST(Access, MulticastAddressesOfOneDeviceAreItsOwn) {
  EXPECT_THAT(run_warp(R"(
    multimem.ld_reduce.weak.global.add.u32 %r2, [%rd2];
    multimem.st.weak.global.u32 [%rd1], %r2;
    multimem.ld_reduce.relaxed.gpu.global.add.acc::f32.v2.f16x2 {%r3, %r4}, [%rd2+8];
    multimem.st.relaxed.sys.global.v2.f16x2 [%rd1+8], {%r4, %r3};
    multimem.red.relaxed.gpu.global.add.u32 [%rd1], 5;)",
                       {10, 11, 12, 13}, 4, 1),
              ElementsAre(15, 0, 13, 12));
}

TEST(Access, OneHundredTwentyEightBitsAreSwappedAtOnce) {
  // The second compare finds one word that differs.
  EXPECT_THAT(run_warp(R"({ .reg .b128 %q, %o, %n;
    ld.global.b128 %q, [%rd2]; ld.global.b128 %n, [%rd2+16];
    atom.global.relaxed.gpu.exch.b128 %o, [%rd1], %q;
    atom.global.relaxed.gpu.cas.b128 %o, [%rd1], %q, %n;
    st.global.b128 [%rd1+16], %o;
    atom.global.relaxed.gpu.cas.b128 %o, [%rd1], %q, %q;
    st.global.b128 [%rd1+32], %o; })",
                       {10, 11, 12, 13, 10, 11, 12, 99}, 12, 1),
              ElementsAre(10, 11, 12, 99, 10, 11, 12, 13, 10, 11, 12, 99));
}

TEST(Access, OneHundredTwentyEightBitsStayTogether) {
  EXPECT_THAT(run_warp(R"({ .reg .b128 %q;
    ld.global.b128 %q, [%rd2];
    st.global.b128 [%rd1], %q; })",
                       {1, 2, 3, 4}, 4, 1),
              ElementsAre(1, 2, 3, 4));
}

TEST(Access, HighestLaneWinsWhereLanesStoreTogether) {
  Machine machine(parse_text(kernel_text("st.global.u32 [%rd1], %r1;\nret;")));
  const std::size_t out = machine.buffer("out", zeros(1));
  machine.buffer("in", zeros(1));
  EXPECT_THAT(kinds(machine.trace_of({1, 1, 1}, {32, 1, 1})), ElementsAre(FindingKind::race));
  EXPECT_THAT(machine.values(out), ElementsAre(31));
}

TEST(Access, AtomicsOfEveryOperation) {
  EXPECT_THAT(run_warp(R"(
    red.global.add.u32 [%rd1], %r1;
    red.global.max.s32 [%rd1+4], %r1;
    red.global.or.b32 [%rd1+8], %r1;
    red.global.xor.b32 [%rd1+12], 1;
    atom.global.inc.u32 %r2, [%rd1+16], 9;
    atom.global.exch.b32 %r2, [%rd1+20], %r1;
    atom.global.cas.b32 %r2, [%rd1+24], %r1, 5;
    atom.global.min.s32 %r2, [%rd1+28], -3;)",
                       {0}, 8),
              ElementsAre(496, 31, 31, 0, 2, 31, 5, -3));
}

TEST(Access, AtomicsOnHalvesAndVectors) {
  // 1.0 and 2.0 in a half pair, thirty-two times; four floats at once; a 16-bit swap.
  EXPECT_THAT(run_warp(R"(
    red.global.add.noftz.f16x2 [%rd1], 0x40003c00;
    red.global.add.v4.f32 [%rd1+16], {0f3F800000, 0f40000000, 0f00000000, 0fBF800000};
    mov.b16 %h1, 0;
    mov.b16 %h2, 7;
    atom.global.cas.b16 %h3, [%rd1+4], %h1, %h2;)",
                       {0}, 8),
              ElementsAre(0x5400'5000, 7, 0, 0, 0x42000000, 0x42800000, 0,
                          static_cast<std::int32_t>(0xC2000000)));
}

TEST(Access, AtomicResultsAreTheOldValuesInLaneOrder) {
  const auto values = run_warp(R"(
    atom.global.add.u32 %r2, [%rd1+128], 2;
    mul.wide.u32 %rd3, %r1, 4;
    add.s64 %rd4, %rd1, %rd3;
    st.global.u32 [%rd4], %r2;)",
                               {0}, 33);
  for (std::int32_t lane = 0; lane < 32; ++lane) EXPECT_EQ(values[lane], 2 * lane);
  EXPECT_EQ(values[32], 64);
}

TEST(Access, AsyncCopyFillsWithZerosBehindItsSource) {
  EXPECT_THAT(run_warp(R"(
    mov.u32 %r2, tile;
    mov.u32 %r3, 8;
    cp.async.cg.shared.global [%r2], [%rd2], 16, %r3;
    cp.async.wait_all;
    ld.shared.v4.u32 {%r4, %r5, %r6, %r7}, [%r2];
    st.global.v4.u32 [%rd1], {%r4, %r5, %r6, %r7};)",
                       {1, 2}, 4, 1),
              ElementsAre(1, 2, 0, 0));
}

TEST(Access, AsyncCopyReadByAnotherThreadNeedsABarrier) {
  for (const bool barrier : {false, true}) {
    Machine machine(parse_text(kernel_text(std::string(R"(
      shl.b32 %r3, %r1, 2;
      mov.u32 %r2, tile;
      add.u32 %r4, %r2, %r3;
      cp.async.ca.shared.global [%r4], [%rd2], 4;
      cp.async.wait_all;)") + (barrier ? "bar.sync 0;" : "") +
                                           R"(
      xor.b32 %r5, %r3, 128;
      add.u32 %r6, %r2, %r5;
      ld.shared.u32 %r7, [%r6];
      cvt.u64.u32 %rd3, %r3;
      add.s64 %rd3, %rd1, %rd3;
      st.global.u32 [%rd3], %r7;
      ret;)")));
    machine.buffer("out", zeros(64));
    machine.buffer("in", zeros(1));
    const trace::Trace trace = machine.trace_of({1, 1, 1}, {64, 1, 1});
    if (barrier) {
      EXPECT_THAT(trace.findings, IsEmpty());
    } else {
      EXPECT_THAT(kinds(trace), Contains(FindingKind::race));
    }
  }
}

TEST(Access, LdmatrixHandsOutRowsAndColumns) {
  for (const bool transposed : {false, true}) {
    // Shared 16-bit element i holds i: 64 elements, stored two a lane.
    const auto values = run_warp(fmt::format(R"(
      mov.u32 %r2, tile;
      shl.b32 %r3, %r1, 2;
      add.u32 %r4, %r2, %r3;
      mul.lo.u32 %r5, %r1, 0x20002;
      add.u32 %r5, %r5, 0x10000;
      st.shared.u32 [%r4], %r5;
      bar.warp.sync -1;
      and.b32 %r6, %r1, 7;
      shl.b32 %r6, %r6, 4;
      add.u32 %r7, %r2, %r6;
      ldmatrix.sync.aligned.m8n8.x1{}.shared.b16 {{%r8}}, [%r7];
      mul.wide.u32 %rd3, %r1, 4;
      add.s64 %rd4, %rd1, %rd3;
      st.global.u32 [%rd4], %r8;)",
                                             transposed ? ".trans" : ""),
                                 {0}, 32);
    for (std::int32_t lane = 0; lane < 32; ++lane) {
      const std::int32_t low = transposed ? lane % 4 * 16 + lane / 4 : lane / 4 * 8 + lane % 4 * 2;
      const std::int32_t high = low + (transposed ? 8 : 1);
      EXPECT_EQ(values[lane], high << 16 | low) << lane;
    }
  }
}

TEST(Access, LocalArraysAreEachThreadsOwn) {
  const auto values = run_warp(R"({
    .local .align 4 .b8 depot[64];
    .reg .b64 %base, %at;
    mov.u64 %base, depot;
    and.b32 %r2, %r1, 15;
    mul.wide.u32 %rd3, %r2, 4;
    add.s64 %at, %base, %rd3;
    st.local.u32 [%at], %r1;
    ld.local.u32 %r3, [%at];
    mul.wide.u32 %rd3, %r1, 4;
    add.s64 %rd4, %rd1, %rd3;
    st.global.u32 [%rd4], %r3; })",
                               {0}, 32);
  EXPECT_EQ(values, iota(32));
}

TEST(Access, BelowSharedMemoryIsSaidToBeBeforeIt) {
  Machine machine(parse_text(kernel_text("mov.u32 %r2, 0; st.shared.u32 [%r2+-4], 1; ret;")));
  machine.buffer("out", zeros(1));
  machine.buffer("in", zeros(1));
  const trace::Trace trace = machine.trace_of({1, 1, 1}, {1, 1, 1});
  ASSERT_THAT(kinds(trace), ElementsAre(FindingKind::out_of_bounds));
  EXPECT_THAT(trace.findings[0].message.in(Language::en),
              testing::HasSubstr("4 bytes before the start of shared memory"));
}

TEST(Access, PastTheEndOfLocalMemoryIsAFinding) {
  Machine machine(parse_text(kernel_text(R"({
    .local .align 4 .b8 depot[64];
    st.local.u32 [depot+64], 1; }
    ret;)")));
  machine.buffer("out", zeros(1));
  machine.buffer("in", zeros(1));
  EXPECT_THAT(kinds(machine.trace_of({1, 1, 1}, {1, 1, 1})),
              ElementsAre(FindingKind::out_of_bounds));
}

TEST(Access, MemoryKeepsBuffersApart) {
  Memory memory;
  trace::Buffer a;
  a.bytes = 100;
  const std::uint64_t first = *memory.allocate(a);
  const std::uint64_t second = *memory.allocate(a);
  EXPECT_EQ(first % kWindowBytes, 0u);
  EXPECT_EQ(memory.find(first + 96, 4), 0u);
  EXPECT_EQ(memory.find(first + 97, 4), 2u);
  EXPECT_EQ(memory.find(second, 100), 1u);
  EXPECT_EQ(memory.find(second - 1, 1), 2u);
  a.bytes = Memory::kMaximumBytes;
  EXPECT_FALSE(memory.allocate(a).has_value());
}

}  // namespace
}  // namespace warplens::machine
