// Fragments of tcgen05.ld and tcgen05.st: what a map says of a register is what the machine moved.
#include <cstring>

#include "kernels/machine/launch/matrix_records.h"
#include "kernels/machine/program/matrix_form.h"
#include "kernels/machine/tcgen05_test_kit.h"

namespace warplens::machine {
namespace {

std::uint32_t word(const MatrixRecord& record, const FragmentPart& part) {
  std::uint32_t bits = 0;
  std::memcpy(&bits, record.operands[0].data() + (part.reg * kWarpSize + part.lane) * sizeof bits,
              sizeof bits);
  return bits;
}

// Each cell has a value of its own, 32 columns of it.
std::string filled() {
  std::string text = "mul.lo.u32 %r10, %r1, 1000;\n";
  for (int i = 0; i < 32; ++i) {
    text += "add.u32 %v" + std::to_string(i) + ", %r10, " + std::to_string(i) + ";\n";
  }
  return text + tcgen05::store("32x32b.x32", 32, "%r4") + tcgen05::kWaitStore;
}

struct LoadedShape {
  std::string form;
  std::uint32_t registers;
  std::string split{};
};

class TensorFragments : public testing::TestWithParam<LoadedShape> {};

TEST_P(TensorFragments, AreTheCellsThatAWarpLoads) {
  const auto& [name, registers, split] = GetParam();
  Machine machine(parse_text(tcgen05::frame(
      filled() + tcgen05::load(name, registers, "%r4", split) + tcgen05::kWaitLoad)));
  machine.buffer("out", tcgen05::Bytes(64));
  machine.buffer("in", tcgen05::Bytes(64));
  MatrixRecords records({0, 0});
  machine.options.matrices = &records;
  machine.trace_of({1}, {tcgen05::kThreads});
  ASSERT_EQ(records.all().size(), 8u) << "a store and a load of each warp";
  const MatrixRecord* stored = nullptr;
  for (const MatrixRecord& record : records.all()) {
    if (record.warp != 1) continue;
    if (record.instruction->has("st")) {
      stored = &record;
      continue;
    }
    const auto there = matrix_form(*stored->instruction), here = matrix_form(*record.instruction);
    ASSERT_TRUE(there.has_value() && here.has_value());
    const FragmentMap& map = here->operands[0].map;
    ASSERT_EQ(map.registers, registers);
    for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
      for (std::uint32_t reg = 0; reg < registers; ++reg) {
        const FragmentElement at = map.at({lane, reg, 0});
        const std::uint32_t column = at.column + at.matrix * 8;  // split
        const FragmentPart from = there->operands[0].map.holders({0, at.row, column})[0];
        EXPECT_EQ(word(record, {lane, reg, 0}), word(*stored, from)) << name << ' ' << lane;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(OfShapes, TensorFragments,
                         testing::Values(LoadedShape{"32x32b.x4", 4}, LoadedShape{"16x64b.x4", 4},
                                         LoadedShape{"16x128b.x2", 4}, LoadedShape{"16x256b.x2", 8},
                                         LoadedShape{"16x32bx2.x4", 4, ", 8"}));

TEST(TensorFragmentNames, AreWhatPtxHasOrShort) {
  const auto packed = matrix_form_named("tcgen05.ld.16x64b.x2.pack::16b");
  ASSERT_TRUE(packed.has_value());
  EXPECT_EQ(packed->name, "tcgen05.ld.sync.aligned.16x64b.x2.pack::16b.b32");
  const FragmentMap& map = packed->operands[0].map;
  EXPECT_EQ(map.parts, 2u);
  EXPECT_EQ(map.columns, 8u);
  EXPECT_EQ(map.at({2, 0, 1}), (FragmentElement{0, 0, 3}));
  EXPECT_EQ(matrix_form_named("tcgen05.st.16x32bx2.x8")->operands[0].map.matrices, 2u);
  for (const char* name : {"tcgen05", "tcgen05.ld", "tcgen05.ld.32x32b", "tcgen05.mma.x1"}) {
    EXPECT_FALSE(matrix_form_named(name).has_value()) << name;
  }
}

}  // namespace
}  // namespace warplens::machine
