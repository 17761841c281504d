// Buffers in which nobody has put anything yet: what is read of them before it is written.
#include "kernels/machine/machine_test_kit.h"

namespace warplens::machine {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using trace::FindingKind;

struct Launch {
  std::string body;
  Dim3 grid{1}, block{32};
  std::size_t elements = 64;
};

// `out` is unset.
Machine machine_of(const Launch& launch) {
  Machine machine(parse_text(kernel_text(kElementsOfThread + launch.body)));
  machine.memory.declare_unset(machine.buffer("out", zeros(launch.elements)));
  machine.buffer("in", zeros(launch.elements));
  return machine;
}

// Beside races: what one block writes and another one reads without order may come in any.
std::vector<trace::Finding> findings_of(Machine& machine, const Launch& launch) {
  std::vector<trace::Finding> findings = machine.trace_of(launch.grid, launch.block).findings;
  std::erase_if(findings, [](const trace::Finding& finding) {
    return finding.kind == FindingKind::global_race || finding.kind == FindingKind::race;
  });
  return findings;
}

std::vector<trace::Finding> findings_of(const Launch& launch) {
  Machine machine = machine_of(launch);
  return findings_of(machine, launch);
}

// In every order of blocks and warps, on one host thread and on two.
void expect_in_any_order(const Launch& launch, std::size_t findings) {
  for (std::uint64_t seed = 0; seed < 6; ++seed) {
    Machine machine = machine_of(launch);
    if (seed != 0) machine.options.order_seed = seed;
    for (const unsigned threads : {1u, 2u}) {
      machine.options.threads = threads;
      machine.memory.declare_unset(0);
      EXPECT_EQ(findings_of(machine, launch).size(), findings)
          << "seed " << seed << ", " << threads;
    }
  }
}

TEST(UnsetBuffers, AReadOfWhatNobodyWroteIsNamedWithItsBufferAndByte) {
  const auto findings =
      findings_of({"ld.global.u32 %r2, [%rd3+8];\nst.global.u32 [%rd4], %r2;\nret;"});
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].kind, FindingKind::uninitialized_read);
  EXPECT_EQ(findings[0].about, "out");
  EXPECT_EQ(findings[0].lane, 0u);
  EXPECT_EQ(findings[0].occurrences, 32u);
  EXPECT_THAT(findings[0].message.in(Language::en),
              HasSubstr("block (0, 0, 0) warp 0 lane 0: reads 4 bytes at byte 8 of out"));
}

TEST(UnsetBuffers, WhatTheBlockWroteBeforeIsNoFinding) {
  const std::string write_half = "setp.lt.u32 %p1, %r1, 16;\n@%p1 st.global.u32 [%rd3], %r1;\n";
  const std::string read = "ld.global.u32 %r2, [%rd3];\nst.global.u32 [%rd4], %r2;\nret;";
  const auto findings = findings_of({write_half + read});
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].lane, 16u);
  EXPECT_EQ(findings[0].occurrences, 16u);
  EXPECT_THAT(findings_of({"st.global.u32 [%rd3], %r1;\n" + read}), IsEmpty());
}

TEST(UnsetBuffers, WritingBehindTheReadComesTooLate) {
  const Launch add{
      "ld.global.u32 %r2, [%rd3];\nadd.u32 %r2, %r2, 1;\nst.global.u32 [%rd3], %r2;\nret;",
      {4},
      {32},
      128};
  EXPECT_EQ(findings_of(add).at(0).occurrences, 128u);
  expect_in_any_order(add, 1);
}

TEST(UnsetBuffers, ValuesThatNobodyUsesAreNoFinding) {
  EXPECT_THAT(findings_of({"ld.global.u32 %r2, [%rd3];\nadd.u32 %r3, %r2, 1;\nret;"}), IsEmpty());
}

TEST(UnsetBuffers, OnlyTheElementsThatAreUsedCount) {
  const auto findings = findings_of(
      {"mul.wide.s32 %rd6, %r12, 16;\nadd.s64 %rd6, %rd1, %rd6;\n"
       "ld.global.v4.u32 {%r2, %r3, %r4, %r5}, [%rd6];\nst.global.u32 [%rd4], %r4;\nret;",
       {1},
       {1}});
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_THAT(findings[0].message.in(Language::en), HasSubstr("reads 4 bytes at byte 8 of out"));
}

TEST(UnsetBuffers, AtomicsNeedAValueToStartFrom) {
  for (const std::string update :
       {"red.global.add.u32 [%rd1], 1;", "atom.global.add.u32 %r2, [%rd1], 1;",
        "atom.global.cas.b32 %r2, [%rd1], 0, 1;",
        "atom.global.exch.b32 %r2, [%rd1], 1;\n"
        "st.global.u32 [%rd4], %r2;"}) {
    const Launch launch{update + "\nret;", {3}, {64}, 192};
    const auto findings = findings_of(launch);
    ASSERT_EQ(findings.size(), 1u) << update;
    EXPECT_EQ(findings[0].kind, FindingKind::uninitialized_read);
    EXPECT_THAT(findings[0].message.in(Language::en),
                HasSubstr("atomically updates 4 bytes at byte 0 of out"));
    expect_in_any_order(launch, 1);
  }
}

TEST(UnsetBuffers, AnAtomicMayFollowTheWriteOfItsBlock) {
  EXPECT_THAT(findings_of({"st.global.u32 [%rd3], 0;\nred.global.add.u32 [%rd3], 1;\n"
                           "ld.global.u32 %r2, [%rd3];\nst.global.u32 [%rd4], %r2;\nret;"}),
              IsEmpty());
}

// Whether it came before is a matter of order between blocks.
TEST(UnsetBuffers, WhatAnotherBlockWritesIsNoFinding) {
  const std::string first_block_writes =
      "setp.eq.u32 %p1, %r10, 0;\nmul.wide.u32 %rd6, %r1, 4;\nadd.s64 %rd6, %rd1, %rd6;\n";
  expect_in_any_order({first_block_writes + "@%p1 st.global.u32 [%rd6], %r1;\n@%p1 bra done;\n"
                                            "ld.global.u32 %r2, [%rd6];\n"
                                            "st.global.u32 [%rd4], %r2;\ndone: ret;",
                       {3},
                       {32},
                       96},
                      0);
  expect_in_any_order({first_block_writes + "@%p1 st.global.u32 [%rd1], 0;\nmembar.gl;\n"
                                            "@!%p1 red.global.add.u32 [%rd1], 1;\nret;",
                       {3},
                       {1},
                       3},
                      0);
}

TEST(UnsetBuffers, OfOneInstructionsReadsThoseThatAnotherBlockWritesAreLeftOut) {
  const Launch launch{
      "setp.eq.u32 %p1, %r10, 0;\nsetp.ne.u32 %p2, %r1, 0;\n@!%p1 bra others;\n"
      "@!%p2 st.global.u32 [%rd1], 1;\nbra.uni done;\n"
      "others: mul.wide.u32 %rd6, %r1, 4;\nadd.s64 %rd6, %rd1, %rd6;\n"
      "ld.global.u32 %r2, [%rd6];\nst.global.u32 [%rd4], %r2;\ndone: ret;",
      {2},
      {32}};
  const auto findings = findings_of(launch);
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].lane, 1u);
  EXPECT_EQ(findings[0].occurrences, 31u);
  expect_in_any_order(launch, 1);
}

TEST(UnsetBuffers, ALaterLaunchReadsWhatAnEarlierOneWrote) {
  const std::string read = "ld.global.u32 %r2, [%rd3];\nst.global.u32 [%rd4], %r2;\nret;";
  for (const std::size_t written : {16u, 32u}) {
    Machine first = machine_of({"setp.lt.u32 %p1, %r1, " + std::to_string(written) +
                                ";\n@%p1 st.global.u32 [%rd3], %r1;\nret;"});
    first.options.keeps_written = true;
    EXPECT_THAT(first.trace_of({1}, {32}).findings, IsEmpty());
    Machine second(parse_text(kernel_text(kElementsOfThread + read)));
    second.memory = std::move(first.memory);
    second.request.parameters = first.request.parameters;
    const trace::Trace trace = second.trace_of({1}, {32});
    EXPECT_EQ(trace.findings.size(), written == 16 ? 1u : 0u);
    if (written == 16) {
      EXPECT_EQ(trace.findings[0].lane, 16u);
    }
  }
}

TEST(UnsetBuffers, FilledBuffersAreReadAsTheyPlease) {
  Machine machine = machine_of({"ld.global.u32 %r2, [%rd3];\nst.global.u32 [%rd4], %r2;\nret;"});
  machine.memory.declare_filled(0);
  EXPECT_THAT(machine.trace_of({1}, {32}).findings, IsEmpty());
}

TEST(UnsetBuffers, ACopyToSharedMemoryUsesWhatItReads) {
  const std::string copy =
      "mov.u32 %r5, tile;\nmul.lo.u32 %r6, %r1, 4;\nadd.u32 %r5, %r5, %r6;\n"
      "cp.async.ca.shared.global [%r5], [%rd3], 4;\ncp.async.wait_all;\nret;";
  EXPECT_THAT(kinds(machine_of({copy}).trace_of({1}, {32})),
              ElementsAre(FindingKind::uninitialized_read));
  EXPECT_THAT(findings_of({"st.global.u32 [%rd3], %r1;\n" + copy}), IsEmpty());
}

TEST(UnsetBuffers, PaddingIsCopiedAlong) {
  EXPECT_THAT(findings_of({"mul.wide.s32 %rd6, %r12, 8;\nadd.s64 %rd6, %rd1, %rd6;\n"
                           "st.global.u32 [%rd6], %r1;\nld.global.u64 %rd7, [%rd6];\n"
                           "mul.wide.s32 %rd8, %r12, 8;\nadd.s64 %rd8, %rd2, %rd8;\n"
                           "st.global.b64 [%rd8], %rd7;\nret;"}),
              IsEmpty());
}

// Three bytes of each word are written.
constexpr const char* kThreeBytes = R"(
  st.global.u8 [%rd3], %r1; st.global.u8 [%rd3+1], %r1; st.global.u8 [%rd3+2], %r1;
  ld.global.u32 %r2, [%rd3];
)";

TEST(UnsetBuffers, OneByteOfAWordThatNobodyWroteIsNamed) {
  const auto findings = findings_of(
      {std::string(kThreeBytes) + "add.u32 %r2, %r2, 1; st.global.u32 [%rd4], %r2; ret;"});
  ASSERT_EQ(findings.size(), 1u);
  EXPECT_EQ(findings[0].kind, FindingKind::uninitialized_read);
  EXPECT_THAT(findings[0].message.in(Language::en), HasSubstr("reads 1 byte at byte 3 of out"));
}

TEST(UnsetBuffers, BytesThatWereWrittenMayBeTakenOutOfAWord) {
  for (const std::string use :
       {"", "and.b32 %r2, %r2, 255;", "shr.u32 %r2, %r2, 8; add.u32 %r2, %r2, 1;"}) {
    EXPECT_THAT(findings_of({kThreeBytes + use + "st.global.u32 [%rd4], %r2; ret;"}), IsEmpty())
        << use;
  }
}

}  // namespace
}  // namespace warplens::machine
