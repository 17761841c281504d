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
        Opaque{"tex.2d.v4.f32.f32 {%f1, %f2, %f3, %f4}, [%rd1, {%f5, %f6}];", "tex.2d.v4.f32.f32"},
        Opaque{"tex.level.3d.v4.f32.f32 {%f1,%f2,%f3,%f4}, [%rd1, {%f5,%f5,%f5,%f5}], %f6;",
               "tex.level.3d"},
        Opaque{"suld.b.2d.b32.trap {%r4}, [%rd2, {%r3, %r2}];", "suld.b.2d.b32.trap"},
        Opaque{"sust.b.2d.b32.trap [%rd2, {%r5, %r2}], {%r4};", "sust.b.2d.b32.trap"},
        Opaque{
            "mma.sync.aligned.m16n8k64.row.col.kind::mxf4.block_scale.scale_vec::2X.f32.e2m1.e2m1."
            "f32.ue8m0 {%f1,%f2,%f3,%f4}, {%r2,%r3,%r4,%r5}, {%r6,%r7}, {%f5,%f6,%f7,%f8}, %r8, "
            "{%h1,%h2}, %r9, {%h3,%h4};",
            "mma.sync.aligned.m16n8k64"},
        Opaque{"cp.async.bulk.tensor.2d.shared::cta.global.tile::gather4.mbarrier::complete_tx::"
               "bytes [%r1], [%rd1, {%r3, %r3, %r3, %r3, %r3}], [%r4];",
               "cp.async.bulk.tensor.2d"},
        Opaque{"cp.async.bulk.tensor.2d.global.shared::cta.tile::scatter4.bulk_group "
               "[%rd1, {%r3, %r3, %r3, %r3, %r3}], [%r1];",
               "cp.async.bulk.tensor.2d.global"},
        Opaque{"st.async.release.gpu.global.b32 [%rd1], %r1;", "st.async.release.gpu.global"},
        Opaque{"barrier.cluster.arrive.acquire;", "barrier.cluster.arrive.acquire"},
        Opaque{"cvt.rs.f16x2.f32 %r2, %f1, %f2, %r3;", "cvt.rs.f16x2.f32"},
        Opaque{"setmaxnreg.inc.sync.aligned.u32 100;", "setmaxnreg.inc"},
        Opaque{"mov.u32 %r2, %envreg7;", "%envreg7"}));

}  // namespace
}  // namespace warplens::machine
