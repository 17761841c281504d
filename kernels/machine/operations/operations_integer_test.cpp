// Integer arithmetic, products and carries against values worked out from the PTX ISA.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "kernels/machine/operations/operations_test_warp.h"

namespace warplens::machine {
namespace {

using testing::ElementsAre;

__extension__ using Unsigned128 = unsigned __int128;
__extension__ using Signed128 = __int128;

TEST(IntegerOperations, AdditionAndSubtractionWrapAndSaturate) {
  expect_rows(std::vector<Row>{
      {"add.s32 d, a, b", {0x7fffffff, 1}, {0x80000000}},
      {"add.u16 d, a, b", {0xffff, 2}, {1}},
      {"add.s64 d, a, b", {0xffffffffffffffff, 1}, {0}},
      {"add.sat.s32 d, a, b", {0x7fffffff, 1}, {0x7fffffff}},
      {"add.sat.s32 d, a, b", {0x80000000, 0xffffffff}, {0x80000000}},
      {"add.u16x2 d, a, b", {0xffff0001, 0x00010001}, {0x00000002}},
      {"sub.s32 d, a, b", {0, 1}, {0xffffffff}},
      {"sub.sat.s32 d, a, b", {0x80000000, 1}, {0x80000000}},
      {"sub.u64 d, a, b", {5, 7}, {0xfffffffffffffffe}},
      {"sad.u32 d, a, b, c", {3, 10, 100}, {107}},
      {"sad.s16 d, a, b, c", {0xffff, 1, 0}, {2}},
  });
}

TEST(IntegerOperations, DivisionTruncatesAndIsDefinedWhereCppIsNot) {
  expect_rows(std::vector<Row>{
      {"div.s32 d, a, b", {static_cast<std::uint32_t>(-7), 2}, {0xfffffffd}},
      {"rem.s32 d, a, b", {static_cast<std::uint32_t>(-7), 2}, {0xffffffff}},
      {"div.s32 d, a, b", {0x80000000, 0xffffffff}, {0x80000000}},
      {"rem.s32 d, a, b", {0x80000000, 0xffffffff}, {0}},
      {"div.u32 d, a, b", {0x80000000, 0xffffffff}, {0}},
      {"div.u32 d, a, b", {5, 0}, {0xffffffff}},
      {"div.s64 d, a, b", {0x8000000000000000, 0xffffffffffffffff}, {0x8000000000000000}},
      {"rem.u64 d, a, b", {1000000007, 10}, {7}},
      {"div.s16 d, a, b", {0x8000, 0xffff}, {0x8000}},
  });
}

TEST(IntegerOperations, MinimumMaximumAbsoluteAndNegation) {
  expect_rows(std::vector<Row>{
      {"min.s32 d, a, b", {0xffffffff, 1}, {0xffffffff}},
      {"min.u32 d, a, b", {0xffffffff, 1}, {1}},
      {"max.s64 d, a, b", {0xffffffffffffffff, 1}, {1}},
      {"max.u16 d, a, b", {0xffff, 1}, {0xffff}},
      {"max.relu.s32 d, a, b", {0xffffffff, 0xfffffffe}, {0}},
      {"min.s16x2 d, a, b", {0xffff0005, 0x00010003}, {0xffff0003}},
      {"max.u16x2 d, a, b", {0xffff0005, 0x00010003}, {0xffff0005}},
      {"abs.s32 d, a", {0x80000000}, {0x80000000}},
      {"abs.s16 d, a", {0xfffb}, {5}},
      {"neg.s64 d, a", {1}, {0xffffffffffffffff}},
  });
}

TEST(IntegerOperations, ProductsKeepTheHalfThatIsAskedFor) {
  expect_rows(std::vector<Row>{
      {"mul.lo.s32 d, a, b", {0x10000, 0x10001}, {0x10000}},
      {"mul.hi.u32 d, a, b", {0xffffffff, 0xffffffff}, {0xfffffffe}},
      {"mul.hi.s32 d, a, b", {0xffffffff, 5}, {0xffffffff}},
      {"mul.hi.u16 d, a, b", {0xffff, 0xffff}, {0xfffe}},
      {"mul.lo.u16 d, a, b", {0xffff, 0xffff}, {1}},
      {"mul.wide.s32 d, a, b", {0xffffffff, 4}, {0xfffffffffffffffc}},
      {"mul.wide.u32 d, a, b", {0xffffffff, 4}, {0x3fffffffc}},
      {"mul.wide.s16 d, a, b", {0x8000, 0x8000}, {0x40000000}},
      {"mul.wide.u16 d, a, b", {0xffff, 0xffff}, {0xfffe0001}},
      {"mad.lo.s32 d, a, b, c", {3, 4, 5}, {17}},
      {"mad.wide.u32 d, a, b, c", {0xffffffff, 2, 0x100000002}, {0x300000000}},
      {"mad.hi.s32 d, a, b, c", {0x40000000, 8, 1}, {3}},
      {"mad.hi.sat.s32 d, a, b, c", {0x40000000, 8, 0x7fffffff}, {0x7fffffff}},
      {"mul24.lo.s32 d, a, b", {0x00ffffff, 2}, {0xfffffffe}},
      {"mul24.lo.u32 d, a, b", {0xff000003, 2}, {6}},
      {"mul24.hi.u32 d, a, b", {0xffffff, 0xffffff}, {0xfffffe00}},
      {"mad24.lo.s32 d, a, b, c", {3, 4, 5}, {17}},
  });
}

TEST(IntegerOperations, HighProductsOf64BitsEqual128BitArithmetic) {
  std::mt19937_64 random(1);
  for (int i = 0; i < 50; ++i) {
    const std::uint64_t a = random();
    const std::uint64_t b = random();
    const std::uint64_t c = random();
    const auto high = static_cast<std::uint64_t>(static_cast<Unsigned128>(a) * b >> 64);
    const auto signed_high = static_cast<std::uint64_t>(
        static_cast<Signed128>(static_cast<std::int64_t>(a)) * static_cast<std::int64_t>(b) >> 64);
    EXPECT_THAT(evaluate("mul.hi.u64 d, a, b", {a, b}), ElementsAre(high));
    EXPECT_THAT(evaluate("mul.hi.s64 d, a, b", {a, b}), ElementsAre(signed_high));
    EXPECT_THAT(evaluate("mad.hi.u64 d, a, b, c", {a, b, c}), ElementsAre(high + c));
    EXPECT_THAT(evaluate("mad.lo.u64 d, a, b, c", {a, b, c}), ElementsAre(a * b + c));
  }
}

TEST(IntegerOperations, DotProductsExtendEveryElement) {
  expect_rows(std::vector<Row>{
      {"dp4a.s32.s32 d, a, b, c", {0xff020304, 0x01010101, 10}, {18}},
      {"dp4a.u32.u32 d, a, b, c", {0xff020304, 0x01010101, 10}, {274}},
      {"dp4a.s32.u32 d, a, b, c", {0xff000000, 0xff000000, 0}, {0xffffff01}},
      {"dp2a.lo.s32.s32 d, a, b, c", {0xffff0002, 0x04030201, 0}, {0}},
      {"dp2a.hi.u32.u32 d, a, b, c", {0x00010002, 0x04030201, 1}, {11}},
  });
}

TEST(CarryOperations, AddsAndSubtractsThroughTheFlag) {
  expect_rows(std::vector<Row>{
      {"add.cc.u32 d, a, b", {0xffffffff, 1}, {0, 1}},
      {"add.cc.s32 d, a, b", {0x7fffffff, 1}, {0x80000000, 0}},
      {"addc.u32 d, a, b", {1, 2, 1}, {4}},
      {"addc.cc.u32 d, a, b", {0xffffffff, 0, 1}, {0, 1}},
      {"addc.cc.u64 d, a, b", {0xffffffffffffffff, 0xffffffffffffffff, 1}, {~0ull, 1}},
      {"sub.cc.u32 d, a, b", {0, 1}, {0xffffffff, 1}},
      {"subc.u32 d, a, b", {5, 2, 1}, {2}},
      {"subc.cc.u32 d, a, b", {0, 0xffffffff, 1}, {0, 1}},
      {"subc.cc.u32 d, a, b", {5, 4, 1}, {0, 0}},
      {"mad.lo.cc.u32 d, a, b, c", {0xffffffff, 1, 1}, {0, 1}},
      {"madc.hi.u32 d, a, b, c", {0xffffffff, 0xffffffff, 0, 1}, {0xffffffff}},
      {"madc.hi.cc.s32 d, a, b, c", {0xffffffff, 1, 1, 0}, {0, 1}},
      {"madc.lo.cc.u64 d, a, b, c", {1, 2, 3, 1}, {6, 0}},
  });
}

TEST(CarryOperations, FlagIsTheLastShapeAndSharedBySourceAndDestination) {
  const auto operation = find_operation(instruction_of("addc.cc.u32 d, a, b"));
  ASSERT_TRUE(operation.has_value());
  ASSERT_EQ(operation->operands.size(), 5u);
  EXPECT_FALSE(operation->operands[2].is_carry);
  EXPECT_TRUE(operation->operands[3].is_carry);
  EXPECT_FALSE(operation->operands[3].is_destination);
  EXPECT_TRUE(operation->operands[4].is_carry);
  EXPECT_TRUE(operation->operands[4].is_destination);
}

TEST(IntegerOperations, DestinationMayBeASource) {
  TestWarp warp("sub.s32 d, a, b");
  warp.alias(0, 2);
  for (unsigned lane = 0; lane < 32; ++lane) {
    warp.set(1, lane, 100);
    warp.set(2, lane, lane);
  }
  warp.run(0x0000ffffu);
  EXPECT_EQ(warp.get(0, 15), 85u);
  EXPECT_EQ(warp.get(0, 16), 16u);
}

TEST(Operations, AWordThatNobodyKnowsMakesTheInstructionUnknown) {
  for (const char* text : {"add.sat.u32 d, a, b", "add.s32 d, a", "add.frob.s32 d, a, b",
                           "add.s32 d, a, !b", "mul.s32 d, a, b", "ld.global.u32 d, a", "bar.sync",
                           "shl.b32 {d, e}, a, b", "add.cc.u16 d, a, b", ""}) {
    EXPECT_FALSE(find_operation(instruction_of(text)).has_value()) << text;
  }
}

}  // namespace
}  // namespace warplens::machine
