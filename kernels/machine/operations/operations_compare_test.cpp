// setp, set, selp, slct, testp, and the scalar arithmetic of atomics.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <bit>
#include <cmath>

#include "kernels/machine/operations/operations_scalar.h"
#include "kernels/machine/operations/operations_test_warp.h"

namespace warplens::machine {
namespace {

std::uint64_t f(float x) { return std::bit_cast<std::uint32_t>(x); }
std::uint64_t d(double x) { return std::bit_cast<std::uint64_t>(x); }
const std::uint64_t kNan = 0x7fc00000;

TEST(CompareOperations, IntegersBySignAndName) {
  expect_rows(std::vector<Row>{
      {"setp.lt.s32 p, a, b", {0xffffffff, 0}, {1}},
      {"setp.lt.u32 p, a, b", {0xffffffff, 0}, {0}},
      {"setp.hi.u32 p, a, b", {0xffffffff, 0}, {1}},
      {"setp.ls.u64 p, a, b", {5, 5}, {1}},
      {"setp.hs.u16 p, a, b", {4, 5}, {0}},
      {"setp.ge.s16 p, a, b", {0xffff, 0}, {0}},
      {"setp.ne.b64 p, a, b", {1ull << 40, 0}, {1}},
      {"setp.eq.b16 p, a, b", {7, 7}, {1}},
      {"setp.le.s64 p, a, b", {~0ull, 0}, {1}},
  });
}

TEST(CompareOperations, FloatsOrderedAndUnordered) {
  const std::pair<const char*, std::array<std::uint64_t, 4>> words[] = {
      // less, equal, greater, unordered
      {"eq", {0, 1, 0, 0}},  {"ne", {1, 0, 1, 0}},  {"lt", {1, 0, 0, 0}},  {"le", {1, 1, 0, 0}},
      {"gt", {0, 0, 1, 0}},  {"ge", {0, 1, 1, 0}},  {"equ", {0, 1, 0, 1}}, {"neu", {1, 0, 1, 1}},
      {"ltu", {1, 0, 0, 1}}, {"leu", {1, 1, 0, 1}}, {"gtu", {0, 0, 1, 1}}, {"geu", {0, 1, 1, 1}},
      {"num", {1, 1, 1, 0}}, {"nan", {0, 0, 0, 1}}};
  for (const auto& [word, expected] : words) {
    const std::string start = std::string("setp.") + word;
    const std::string f32 = start + ".f32 p, a, b";
    const std::string f64 = start + ".f64 p, a, b";
    const std::string f16 = start + ".f16 p, a, b";
    expect_rows(std::vector<Row>{
        {f32, {f(1), f(2)}, {expected[0]}},
        {f32, {f(0), f(-0.0f)}, {expected[1]}},
        {f32, {f(2), f(1)}, {expected[2]}},
        {f32, {f(1), kNan}, {expected[3]}},
        {f64, {d(1), d(2)}, {expected[0]}},
        {f64, {d(2), d(2)}, {expected[1]}},
        {f64, {d(NAN), d(1)}, {expected[3]}},
        {f16, {0x3c00, 0x4000}, {expected[0]}},
        {f16, {0x4000, 0x3c00}, {expected[2]}},
        {f16, {0x7e00, 0x3c00}, {expected[3]}},
    });
  }
}

TEST(CompareOperations, CombineWithAPredicateAndGiveTheComplement) {
  expect_rows(std::vector<Row>{
      {"setp.lt.and.s32 p, a, b, c", {1, 2, 0}, {0}},
      {"setp.lt.and.s32 p, a, b, !c", {1, 2, 0}, {1}},
      {"setp.lt.or.s32 p, a, b, c", {3, 2, 1}, {1}},
      {"setp.lt.xor.s32 p, a, b, c", {1, 2, 1}, {0}},
      {"setp.lt.s32 p|q, a, b", {1, 2}, {1, 0}},
      {"setp.lt.and.s32 p|q, a, b, c", {3, 2, 1}, {0, 1}},
      {"setp.lt.or.ftz.f32 p|q, a, b, !c", {0, 1, 1}, {0, 1}},
      {"setp.eq.ftz.f32 p, a, b", {1, 0x80000002}, {1}},
      {"setp.eq.f32 p, a, b", {1, 0x80000002}, {0}},
  });
}

TEST(CompareOperations, SetStoresOnesOrOne) {
  expect_rows(std::vector<Row>{
      {"set.lt.u32.s32 d, a, b", {1, 2}, {0xffffffff}},
      {"set.lt.f32.s32 d, a, b", {1, 2}, {f(1)}},
      {"set.lt.s32.f32 d, a, b", {f(2), f(1)}, {0}},
      {"set.gt.and.u32.f64 d, a, b, c", {d(2), d(1), 0}, {0}},
      {"set.nan.f16.f16 d, a, b", {0x7e00, 0}, {0x3c00}},
      {"set.gt.f16x2.f16x2 d, a, b", {0x40003c00, 0x3c003c00}, {0x3c000000}},
      {"set.le.u32.bf16x2 d, a, b", {0x40003f80, 0x3f803f80}, {0x0000ffff}},
      {"setp.gt.f16x2 p|q, a, b", {0x40003c00, 0x3c003c00}, {0, 1}},
  });
}

TEST(CompareOperations, ThirdPredicateMayBeTheDestination) {
  TestWarp warp("setp.eq.and.s32 p, a, b, c");
  warp.alias(0, 3);
  for (unsigned lane = 0; lane < 32; ++lane) {
    warp.set(1, lane, 7);
    warp.set(2, lane, 7);
    warp.set(3, lane, lane % 2);
  }
  warp.run(0xffffffffu);
  for (unsigned lane = 0; lane < 32; ++lane) EXPECT_EQ(warp.get(0, lane), lane % 2);
}

TEST(SelectOperations, ChooseByPredicateOrSign) {
  expect_rows(std::vector<Row>{
      {"selp.b32 d, a, b, c", {1, 2, 1}, {1}},
      {"selp.b32 d, a, b, c", {1, 2, 0}, {2}},
      {"selp.b32 d, a, b, !c", {1, 2, 0}, {1}},
      {"selp.f64 d, a, b, c", {d(1), 0x7ff0000000000001, 0}, {0x7ff0000000000001}},
      {"selp.u16 d, a, b, c", {1, 2, 0}, {2}},
      {"slct.u32.s32 d, a, b, c", {1, 2, 0x80000000}, {2}},
      {"slct.f32.f32 d, a, b, c", {1, 2, f(-0.0f)}, {1}},
      {"slct.f32.f32 d, a, b, c", {1, 2, kNan}, {2}},
      {"slct.ftz.b64.f32 d, a, b, c", {1, 2, 0x80000001}, {1}},
  });
}

TEST(SelectOperations, TestpClassifies) {
  expect_rows(std::vector<Row>{
      {"testp.finite.f32 p, a", {f(INFINITY)}, {0}},
      {"testp.infinite.f32 p, a", {f(-INFINITY)}, {1}},
      {"testp.number.f64 p, a", {d(NAN)}, {0}},
      {"testp.notanumber.f32 p, a", {kNan}, {1}},
      {"testp.normal.f32 p, a", {1}, {0}},
      {"testp.normal.f32 p, a", {0}, {1}},
      {"testp.subnormal.f64 p, a", {1}, {1}},
  });
}

TEST(VideoOperations, SumAbsoluteDifferences) {
  expect_rows(std::vector<Row>{
      {"vabsdiff4.u32.u32.u32 d, a, b, c", {0x01ff0010, 0x02000110, 9}, {0x01ff0100}},
      {"vabsdiff4.u32.u32.u32.add d, a, b, c", {0x01ff0010, 0x02000110, 9}, {266}},
      {"vabsdiff2.u32.s32.s32 d, a, b, c", {0xffff0001, 0x00010003, 0}, {0x00020002}},
  });
}

TEST(ScalarOperations, DoWhatAtomicsNeed) {
  using enum ScalarOperation;
  using ptx::ScalarType;
  EXPECT_EQ(apply(add, ScalarType::s32, 0xffffffff, 2), 1u);
  EXPECT_EQ(apply(min, ScalarType::s32, 0xffffffff, 2), 0xffffffffu);
  EXPECT_EQ(apply(max, ScalarType::u64, ~0ull, 2), ~0ull);
  EXPECT_EQ(apply(increment, ScalarType::u32, 5, 5), 0u);
  EXPECT_EQ(apply(increment, ScalarType::u32, 4, 5), 5u);
  EXPECT_EQ(apply(decrement, ScalarType::u32, 0, 5), 5u);
  EXPECT_EQ(apply(decrement, ScalarType::u32, 6, 5), 5u);
  EXPECT_EQ(apply(decrement, ScalarType::u32, 3, 5), 2u);
  EXPECT_EQ(apply(bit_xor, ScalarType::b64, 6, 3), 5u);
  EXPECT_EQ(apply(exchange, ScalarType::b16, 6, 0x10003), 3u);
  EXPECT_EQ(apply(add, ScalarType::f32, f(1), f(2)), f(3));
  EXPECT_EQ(apply(add, ScalarType::f64, d(1), d(2)), d(3));
  EXPECT_EQ(apply(add, ScalarType::f16x2, 0x3c003c00, 0x3c004000), 0x40004200u);
  EXPECT_EQ(apply(max, ScalarType::bf16, 0x3f80, 0x4000), 0x4000u);
  EXPECT_EQ(apply(bit_and, ScalarType::f32, 1, 1), std::nullopt);
  EXPECT_EQ(apply(add, ScalarType::b32, 1, 1), std::nullopt);
  EXPECT_EQ(scalar_operation("exch"), exchange);
  EXPECT_EQ(scalar_operation("cas"), std::nullopt);
}

}  // namespace
}  // namespace warplens::machine
