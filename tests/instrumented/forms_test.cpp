// Forms of accesses that compilers write seldom.
#include <gtest/gtest.h>

#include "kernels/ptx/parser.h"
#include "tests/instrumented/recorded_alike.h"

namespace warplens {
namespace {

// A kernel k(out) of this body, 64 threads a block: %rd1 is out, %r1 the thread, %p1 holds for odd
// ones; %rd3 and %r5 point to 16 bytes for each thread in out and in shared memory.
void check(const std::string& body, const std::string& module_scope = "") {
  const std::string text =
      ".version 8.0\n.target sm_80\n.address_size 64\n" + module_scope +
      "\n.visible .entry k(.param .u64 out)\n{\n"
      ".reg .pred %p<8>; .reg .b32 %r<32>; .reg .b64 %rd<32>; .reg .f32 %f<8>;\n"
      ".shared .align 16 .b8 tile[4096]; .local .align 16 .b8 own[64];\n"
      "ld.param.u64 %rd1, [out]; mov.u32 %r1, %tid.y; mov.u32 %r2, %tid.z; mov.u32 %r3, %tid.x;\n"
      "mad.lo.u32 %r1, %r2, 8, %r1; mad.lo.u32 %r1, %r1, 4, %r3;\n"
      "mul.wide.u32 %rd2, %r1, 16; add.u64 %rd3, %rd1, %rd2; and.b32 %r2, %r1, 1;\n"
      "setp.ne.u32 %p1, %r2, 0; mov.u32 %r3, tile; mul.lo.u32 %r4, %r1, 16;\n"
      "add.u32 %r5, %r3, %r4;\n" +
      body + "\nret;\n}\n";
  auto parsed = ptx::parse(text, "k.ptx");
  ASSERT_TRUE(parsed.has_value()) << parsed.error().message.in(Language::en);
  const auto module = std::make_shared<const ptx::Module>(std::move(*parsed));
  machine::Memory memory;
  trace::Buffer out;
  out.name = "out";
  out.bytes = 64 * 64;
  const std::uint64_t address = *memory.allocate(out);
  machine::LaunchRequest request;
  request.grid = {2, 2, 2};
  request.block = {4, 8, 2};
  request.parameters.resize(8);
  std::memcpy(request.parameters.data(), &address, 8);
  bool has_events = false;
  const auto run = [&](const auto& any, machine::Memory& own, const machine::RunOptions& options) {
    const auto program = *machine::Program::load(any, "k");
    auto trace = machine::run(program, request, own, options);
    if (trace.has_value() && options.recording == machine::Recording::events) {
      has_events = !trace->events.empty();
      for (const trace::Finding& finding : trace->findings) {
        const bool is_expected = finding.kind == trace::FindingKind::race ||
                                 finding.kind == trace::FindingKind::global_race ||
                                 finding.kind == trace::FindingKind::same_value_race ||
                                 finding.kind == trace::FindingKind::read_only_write;
        EXPECT_TRUE(is_expected) << finding.message.in(Language::en);
      }
    }
    return trace;
  };
  expect_recorded_alike({module, "k", request.grid, request.block, 0, 1, run}, memory);
  EXPECT_TRUE(has_events);
}

TEST(InstrumentedForms, GuardsOfBothKinds) {
  check("@%p1 st.global.u32 [%rd3], %r1; @!%p1 st.global.v2.u32 [%rd3+8], {%r1, %r1};");
}

TEST(InstrumentedForms, VectorsAndTheNonCoherentPath) {
  check(
      "@!%p1 ld.global.nc.v4.u32 {%r6, %r7, _, %r8}, [%rd3]; st.global.v4.b32 [%rd3], {%r6, 1, "
      "%r7, %r8};");
}

TEST(InstrumentedForms, NarrowAddressesAndSymbolsWithOffsets) {
  check(
      "st.shared.u32 [%r5+-0], %r1; st.shared.u32 [tile+2048], 5; ld.shared.u32 %r6, [tile+2048];"
      "st.local.u32 [own+12], %r1; ld.local.u32 %r7, [own+12]; ld.shared.u32 %r8, [%r5];");
}

TEST(InstrumentedForms, GenericAddressesOfEverySpace) {
  // Lanes of one warp go to shared, local and global memory and to a parameter.
  check(
      "cvt.u64.u32 %rd5, %r5; cvta.shared.u64 %rd5, %rd5; mov.u64 %rd6, own; cvta.local.u64 %rd6, "
      "%rd6;\n"
      "mov.u64 %rd7, out; cvta.param.u64 %rd7, %rd7;\n"
      "st.u32 [%rd5], %r1; st.u32 [%rd6], %r1; st.u32 [%rd3], %r1;\n"
      "and.b32 %r9, %r1, 3; setp.eq.u32 %p2, %r9, 0; setp.eq.u32 %p3, %r9, 1;\n"
      "setp.eq.u32 %p4, %r9, 2; mov.u64 %rd8, %rd3; @%p2 mov.u64 %rd8, %rd5;\n"
      "@%p3 mov.u64 %rd8, %rd6; @%p4 mov.u64 %rd8, %rd7; ld.u32 %r10, [%rd8];\n"
      "@%p1 ld.u32 %r11, [%rd8]; st.global.u32 [%rd3], %r10;");
}

TEST(InstrumentedForms, AtomicsAndReductions) {
  check(
      "red.global.add.u32 [%rd1], 1; @%p1 atom.global.max.u32 %r6, [%rd1+4], %r1;\n"
      "st.shared.u32 [%r5], 0; atom.shared.cas.b32 %r7, [%r5], 0, %r1;\n"
      "cvt.u64.u32 %rd5, %r5; cvta.shared.u64 %rd5, %rd5; @!%p1 atom.add.u32 %r8, [%rd5], 2;");
}

TEST(InstrumentedForms, CopiesHaveASourceAndADestination) {
  check(
      "cp.async.ca.shared.global [%r5], [%rd3], 16; @%p1 cp.async.cg.shared.global [%r5+0], "
      "[%rd1], 16;\n"
      "cp.async.commit_group; cp.async.wait_group 0; bar.sync 0; ld.shared.v4.u32 "
      "{%r6,%r7,%r8,%r9}, [%r5];\n"
      "st.global.u32 [%rd3], %r6;");
}

TEST(InstrumentedForms, CopiesThatReadNothing) {
  check(
      "shl.b32 %r6, %r1, 3; and.b32 %r6, %r6, 8; cp.async.ca.shared.global [%r5], [%rd3], 16, "
      "%r6;\n"
      "cp.async.ca.shared.global [%r5], [%rd3], 16, 0;\n"
      "cp.async.ca.shared.global [%r5], [%rd3], 16, %p1;\n"
      "cp.async.ca.shared.global [%r5], [%rd3], 16, !%p1;\n"
      "cp.async.wait_all; bar.sync 0; ld.shared.u32 %r7, [%r5]; st.global.u32 [%rd3], %r7;");
}

TEST(InstrumentedForms, MatricesOfOneTwoAndFour) {
  const std::string fill = "st.shared.v4.u32 [%r5], {%r1, %r1, %r1, %r1}; bar.sync 0;\n";
  check(fill + "ldmatrix.sync.aligned.m8n8.x1.shared.b16 {%r6}, [%r5];");
  check(fill + "ldmatrix.sync.aligned.m8n8.x2.trans.shared.b16 {%r6, %r7}, [%r5];");
  check(fill +
        "cvt.u64.u32 %rd5, %r5; cvta.shared.u64 %rd5, %rd5;\n"
        "ldmatrix.sync.aligned.m8n8.x4.b16 {%r6, %r7, %r8, %r9}, [%rd5];");
}

TEST(InstrumentedForms, BranchesBothWays) {
  check(
      "@%p1 bra A; st.global.u32 [%rd3], 1; A: @!%p1 bra B; st.global.u32 [%rd3], 2; B:\n"
      "setp.gt.u32 %p2, %r1, 99; @%p2 bra B;");
}

TEST(InstrumentedForms, TablesOfBranches) {
  check(
      "and.b32 %r9, %r1, 1; T: .branchtargets A, B; brx.idx %r9, T; A: st.global.u32 [%rd3], 1;\n"
      "bra B; B: st.global.u32 [%rd3+4], 2;");
}

TEST(InstrumentedForms, ConstantsAndVariablesOfTheModule) {
  check(
      "ld.const.u32 %r6, [table+4]; mov.u64 %rd5, table; ld.const.u32 %r7, [%rd5+8];\n"
      "@%p1 ld.global.u32 %r8, [count]; st.global.u32 [count+4], 7;",
      ".const .align 4 .b32 table[3] = {1, 2, 3}; .global .align 4 .b32 count[2];");
}

TEST(InstrumentedForms, AKernelThatBeginsWithItsLoop) {
  check(
      "mov.u32 %r6, 3; L: st.global.u32 [%rd3], %r6; sub.u32 %r6, %r6, 1;\n"
      "setp.ne.u32 %p2, %r6, 0; @%p2 bra L;");
}

TEST(InstrumentedForms, NamesThatLookLikeThoseBroughtAlong) {
  check(
      ".reg .b32 %warplens_count; mov.u32 %warplens_count, 5;\n"
      "st.global.u32 [%rd3], %warplens_count; st.global.u32 [warplens__control], %r1;",
      ".global .align 4 .b32 warplens__control;");
}

TEST(InstrumentedForms, VariablesOfOneNameInSeveralBraces) {
  check(
      "{ .shared .align 4 .b32 part[32]; st.shared.u32 [part+4], 3; }\n"
      "{ .shared .align 4 .b32 part[32]; st.shared.u32 [part+8], 4; }");
}

}  // namespace
}  // namespace warplens
