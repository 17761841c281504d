// What the machine does not model ends the run with one finding that names it and its line.
#include "kernels/machine/machine_test_kit.h"

namespace warplens::machine {
namespace {

using testing::HasSubstr;
using trace::FindingKind;

struct Opaque {
  const char* instruction;
  const char* name;
};

class OpaqueInstructions : public testing::TestWithParam<Opaque> {};

TEST_P(OpaqueInstructions, AreNamedOnceWithTheirSourceLine) {
  const std::string text =
      kernel_text(".loc 1 42 3\n" + std::string(GetParam().instruction) + "\nret;") +
      "\n.file 1 \"sample.cu\"\n";
  Machine machine(parse_text(text));
  machine.buffer("out", zeros(32));
  machine.buffer("in", zeros(32));
  const trace::Trace trace = machine.trace_of({2}, {64});
  ASSERT_EQ(kinds(trace), std::vector{FindingKind::opaque_instruction});
  EXPECT_THAT(trace.findings[0].message.in(Language::en), HasSubstr(GetParam().name));
  EXPECT_EQ(trace.findings[0].file, "sample.cu");
  EXPECT_EQ(trace.findings[0].line, 42u);
}

INSTANTIATE_TEST_SUITE_P(
    Machine, OpaqueInstructions,
    testing::Values(
        Opaque{"tex.2dms.v4.f32.s32 {%f1,%f2,%f3,%f4}, [%rd1, {%r1,%r2,%r3,%r4}];",
               "tex.2dms.v4.f32.s32"},
        Opaque{"tex.2d.v4.f32.f32 {%f1,%f2,%f3,%f4}, [%rd1, {%f5,%f6}], %f7;", "tex.2d.v4.f32.f32"},
        Opaque{"tex.2d.v4.f32.f32 {%f1,%f2,%f3,%f4}, [%rd1, {%f5,%f6}], {%r1,%r2}, %f7;",
               "tex.2d.v4.f32.f32"},
        Opaque{"tex.1d.v4.f32.f32 {%f1,%f2,%f3,%f4}, [%rd1, {%f5}], %r1;", "tex.1d.v4.f32.f32"},
        Opaque{"tld4.r.cube.v4.f32.f32 {%f1,%f2,%f3,%f4}, [%rd1, {%f5,%f5,%f5,%f5}];",
               "tld4.r.cube"},
        Opaque{"tex.2d.v4.f32.f32 {%f1,%f2,%f3,%f4}, [%rd1, %rd2, {%f5,%f6}];",
               "tex.2d.v4.f32.f32"},
        Opaque{"sured.b.xor.2d.b32.trap [%rd2, {%r5, %r2}], %r4;", "sured.b.xor.2d"},
        Opaque{"sured.b.add.2d.s64.trap [%rd2, {%r5, %r2}], %rd1;", "sured.b.add.2d.s64"},
        Opaque{"sured.p.min.2d.b64.trap [%rd2, {%r5, %r2}], %rd1;", "sured.p.min.2d.b64"},
        Opaque{"txq.array_size.b32 %r4, [%rd2];", "txq.array_size"},
        Opaque{"suq.memory_layout.b32 %r4, [%rd2];", "suq.memory_layout"},
        Opaque{"txq.channel_order.b32 %r4, [%rd2];", "txq.channel_order"},
        Opaque{"mma.sp::ordered_metadata.sync.aligned.m16n8k128.row.col.kind::mxf4.block_scale.f32."
               "e2m1.e2m1.f32.ue8m0 {%f1,%f2,%f3,%f4}, {%r2,%r3,%r4,%r5}, {%r6,%r7,%r8,%r9}, "
               "{%f5,%f6,%f7,%f8}, %r8, 0, %r8, {0,0}, %r9, {0,0};",
               "mma.sp::ordered_metadata.sync.aligned.m16n8k128"},
        Opaque{"cp.async.bulk.tensor.2d.shared::cta.global.tile::gather4.mbarrier::complete_tx::"
               "bytes [%r1], [%rd1, {%r3, %r3, %r3, %r3, %r3}], [%r4];",
               "cp.async.bulk.tensor.2d"},
        Opaque{"cp.async.bulk.tensor.2d.global.shared::cta.tile::scatter4.bulk_group "
               "[%rd1, {%r3, %r3, %r3, %r3, %r3}], [%r1];",
               "cp.async.bulk.tensor.2d.global"},
        Opaque{"st.async.release.gpu.global.b32 [%rd1], %r1;", "st.async.release.gpu.global"},
        Opaque{"barrier.cluster.arrive.acquire;", "barrier.cluster.arrive.acquire"},
        Opaque{"cvt.rs.satfinite.e2m1x4.f32 %h1, {%f1, %f2, %f3, %f4}, %r3;", "cvt.rs.satfinite"},
        Opaque{"setmaxnreg.inc.sync.aligned.u32 100;", "setmaxnreg.inc"},
        Opaque{"mov.u32 %r2, %envreg7;", "%envreg7"}));

}  // namespace
}  // namespace warplens::machine
