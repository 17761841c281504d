// Which unit must execute an instruction, as far as no assembler can do without it.
#include "kernels/machine/program/instruction_class.h"

#include <gtest/gtest.h>

#include "kernels/ptx/parser.h"

namespace warplens::machine {
namespace {

using trace::InstructionClass;
using trace::TensorKind;

ptx::Module module_of(const std::string& instruction) {
  const auto module = ptx::parse(
      ".version 9.0\n.target sm_90a\n.address_size 64\n.visible .entry k() {\n"
      ".reg .b32 %r<9>; .reg .b64 %rd<9>; .reg .f32 %f<9>; .reg .f64 %d<9>; .reg .b16 %h<9>;\n"
      ".reg .pred %p<9>;\n" +
          instruction + "\nret;\n}\n",
      "one.ptx");
  EXPECT_TRUE(module.has_value()) << instruction;
  return *module;
}

struct Row {
  const char* text;
  InstructionClass kind;
  std::uint32_t executions = 1;
};

TEST(InstructionClass, IsTheUnitThatMustExecuteIt) {
  for (const Row& row : {
           Row{"fma.rn.f32 %f1, %f2, %f3, %f4;", InstructionClass::fp32_fused},
           Row{"add.f32 %f1, %f2, %f3;", InstructionClass::fp32_add},
           Row{"mul.rn.f32 %f1, %f2, %f3;", InstructionClass::fp32_rounded},
           Row{"fma.rn.f32x2 %rd1, %rd2, %rd3, %rd4;", InstructionClass::fp32_fused, 2},
           Row{"fma.rn.f16x2 %r1, %r2, %r3, %r4;", InstructionClass::fp16_fused},
           Row{"add.bf16x2 %r1, %r2, %r3;", InstructionClass::fp16_add},
           Row{"mul.f64 %d1, %d2, %d3;", InstructionClass::fp64_multiply},
           Row{"ex2.approx.ftz.f32 %f1, %f2;", InstructionClass::special},
           Row{"tanh.approx.f16x2 %r1, %r2;", InstructionClass::special, 2},
           Row{"div.rn.f32 %f1, %f2, %f3;", InstructionClass::special},
           Row{"popc.b32 %r1, %r2;", InstructionClass::bits},
           Row{"cvt.rzi.s32.f32 %r1, %f2;", InstructionClass::conversion},
           Row{"cvt.f64.f32 %d1, %f2;", InstructionClass::conversion},
           Row{"cvt.rn.f32.s32 %f1, %r2;", InstructionClass::removable},
           Row{"cvt.u64.u32 %rd1, %r2;", InstructionClass::removable},
           Row{"min.f32 %f1, %f2, %f3;", InstructionClass::comparison},
           Row{"min.s32 %r1, %r2, %r3;", InstructionClass::removable},
           Row{"mad.lo.s32 %r1, %r2, %r3, %r4;", InstructionClass::removable},
           Row{"shfl.sync.bfly.b32 %r1, %r2, 1, 31, -1;", InstructionClass::shuffle},
           Row{"redux.sync.add.s32 %r1, %r2, -1;", InstructionClass::reduction},
           Row{"bar.warp.sync -1;", InstructionClass::removable},
           Row{"bar.sync 0;", InstructionClass::barrier},
       }) {
    const ptx::Module module = module_of(row.text);
    const ptx::Instruction& instruction = module.functions.front().instructions.front();
    EXPECT_EQ(instruction_class(instruction), row.kind) << row.text;
    EXPECT_EQ(executions_of(instruction), row.executions) << row.text;
  }
}

struct TensorRow {
  const char* text;
  std::optional<TensorWork> work;
};

TEST(TensorWork, IsAWarpsShareOfTheProducts) {
  for (const TensorRow& row : {
           TensorRow{"mma.sync.aligned.m16n8k16.row.col.f32.bf16.bf16.f32 {%f1,%f2,%f3,%f4}, "
                     "{%r1,%r2,%r3,%r4}, {%r5,%r6}, {%f1,%f2,%f3,%f4};",
                     TensorWork{TensorKind::mma_f16, 16 * 8 * 16}},
           TensorRow{"mma.sync.aligned.m8n8k4.row.col.f64.f64.f64.f64 {%d1,%d2}, {%d3}, {%d4}, "
                     "{%d1,%d2};",
                     TensorWork{TensorKind::mma_f64, 8 * 8 * 4}},
           TensorRow{"wgmma.mma_async.sync.aligned.m64n8k32.f32.e4m3.e4m3 {%f1,%f2,%f3,%f4}, "
                     "%rd1, %rd2, 1, 1, 1;",
                     TensorWork{TensorKind::wgmma_f8, 16 * 8 * 32, 16 * 32 + 8 * 32 / 4}},
           TensorRow{"wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16 {%f1,%f2,%f3,%f4}, "
                     "{%r1,%r2,%r3,%r4}, %rd2, 1, 1, 1, 0;",
                     TensorWork{TensorKind::wgmma_f16, 16 * 8 * 16, 8 * 32 / 4}},
           TensorRow{"wgmma.fence.sync.aligned;", std::nullopt},
           TensorRow{"add.f32 %f1, %f2, %f3;", std::nullopt},
       }) {
    const ptx::Module module = module_of(row.text);
    EXPECT_EQ(tensor_work(module.functions.front().instructions.front()), row.work) << row.text;
  }
}

TEST(TensorWork, OfASparseProductLacksWhatIsLeftOut) {
  const ptx::Module module = module_of(
      "mma.sp::ordered_metadata.sync.aligned.m16n8k32.row.col.f32.f16.f16.f32 {%f1,%f2,%f3,%f4}, "
      "{%r1,%r2,%r3,%r4}, {%r5,%r6,%r7,%r8}, {%f1,%f2,%f3,%f4}, %r1, 0x0;");
  EXPECT_EQ(tensor_work(module.functions.front().instructions.front()),
            (TensorWork{TensorKind::mma_sparse, 16 * 8 * 16}));
}

}  // namespace
}  // namespace warplens::machine
