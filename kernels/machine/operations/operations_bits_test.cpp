// Logic, shifts, bit fields, permutations, moves.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "kernels/machine/operations/address_windows.h"
#include "kernels/machine/operations/operations_test_warp.h"

namespace warplens::machine {
namespace {

using testing::ElementsAre;

TEST(LogicOperations, WorkOnWordsAndPredicates) {
  expect_rows(std::vector<Row>{
      {"and.b32 d, a, b", {0xff00ff00, 0x0ff00ff0}, {0x0f000f00}},
      {"or.b64 d, a, b", {1ull << 63, 1}, {0x8000000000000001}},
      {"xor.b16 d, a, b", {0xffff, 0x00ff}, {0xff00}},
      {"not.b32 d, a", {0x0000ffff}, {0xffff0000}},
      {"cnot.b32 d, a", {0}, {1}},
      {"cnot.b32 d, a", {7}, {0}},
      {"and.pred d, a, b", {1, 0}, {0}},
      {"or.pred d, a, b", {1, 0}, {1}},
      {"xor.pred d, a, b", {1, 1}, {0}},
      {"not.pred d, a", {0}, {1}},
      {"mov.pred d, a", {1}, {1}},
  });
}

TEST(ShiftOperations, AmountsBeyondTheWidthClamp) {
  expect_rows(std::vector<Row>{
      {"shl.b32 d, a, b", {1, 31}, {0x80000000}},
      {"shl.b32 d, a, b", {1, 32}, {0}},
      {"shl.b32 d, a, b", {1, 0xffffffff}, {0}},
      {"shl.b64 d, a, b", {1, 63}, {1ull << 63}},
      {"shl.b64 d, a, b", {1, 64}, {0}},
      {"shl.b16 d, a, b", {1, 15}, {0x8000}},
      {"shl.b16 d, a, b", {1, 16}, {0}},
      {"shr.u32 d, a, b", {0x80000000, 32}, {0}},
      {"shr.b32 d, a, b", {0x80000000, 31}, {1}},
      {"shr.s32 d, a, b", {0x80000000, 31}, {0xffffffff}},
      {"shr.s32 d, a, b", {0x80000000, 4000000000}, {0xffffffff}},
      {"shr.s32 d, a, b", {0x40000000, 99}, {0}},
      {"shr.s16 d, a, b", {0x8000, 99}, {0xffff}},
      {"shr.s64 d, a, b", {1ull << 63, 100}, {~0ull}},
      {"shr.u64 d, a, b", {1ull << 63, 64}, {0}},
      {"shf.l.wrap.b32 d, a, b, c", {0xaaaaaaaa, 0x12345678, 40}, {0x345678aa}},
      {"shf.l.clamp.b32 d, a, b, c", {0xaaaaaaaa, 0x12345678, 40}, {0xaaaaaaaa}},
      {"shf.r.wrap.b32 d, a, b, c", {0xaaaaaaaa, 0x12345678, 40}, {0x78aaaaaa}},
      {"shf.r.clamp.b32 d, a, b, c", {0xaaaaaaaa, 0x12345678, 40}, {0x12345678}},
  });
}

TEST(LogicOperations, Lop3LooksEveryBitUpInItsTable) {
  std::mt19937 random(2);
  for (std::uint32_t table = 0; table < 256; ++table) {
    const std::uint32_t a = random();
    const std::uint32_t b = random();
    const std::uint32_t c = random();
    std::uint32_t expected = 0;
    for (unsigned bit = 0; bit < 32; ++bit) {
      const unsigned row = (a >> bit & 1u) * 4 + (b >> bit & 1u) * 2 + (c >> bit & 1u);
      expected |= (table >> row & 1u) << bit;
    }
    EXPECT_THAT(evaluate("lop3.b32 d, a, b, c, t", {a, b, c, table}), ElementsAre(expected));
    EXPECT_THAT(evaluate("lop3.or.b32 d|p, a, b, c, t, q", {a, b, c, table, 0}),
                ElementsAre(expected, expected != 0 ? 1u : 0u));
    EXPECT_THAT(evaluate("lop3.and.b32 _|p, a, b, c, t, !q", {a, b, c, table, 1}),
                ElementsAre(expected, 0u));
  }
}

// The PTX ISA's own pseudo code of bfe and bfi, bit by bit.
std::uint64_t extract_field(std::uint64_t a, unsigned position, unsigned length, unsigned top,
                            bool is_signed) {
  const std::uint64_t sign =
      !is_signed || length == 0 ? 0 : a >> std::min(position + length - 1, top) & 1u;
  std::uint64_t d = 0;
  for (unsigned i = 0; i <= top; ++i) {
    d |= (i < length && position + i <= top ? a >> (position + i) & 1u : sign) << i;
  }
  return d;
}

std::uint64_t insert_field(std::uint64_t a, std::uint64_t b, unsigned position, unsigned length,
                           unsigned top) {
  for (unsigned i = 0; i < length && position + i <= top; ++i) {
    b = (b & ~(1ull << (position + i))) | (a >> i & 1u) << (position + i);
  }
  return b;
}

TEST(BitFieldOperations, FollowTheIsaBitByBit) {
  const std::uint64_t a = 0x9e3779b97f4a7c15;
  const std::uint64_t b = 0x85ebca6b27d4eb2f;
  for (const unsigned position : {0u, 1u, 7u, 31u, 32u, 40u, 63u, 64u, 255u}) {
    for (const unsigned length : {0u, 1u, 8u, 31u, 32u, 33u, 64u, 200u, 255u}) {
      const std::uint64_t low = a & 0xffffffff;
      EXPECT_THAT(evaluate("bfe.u32 d, a, b, c", {low, position, length}),
                  ElementsAre(extract_field(low, position, length, 31, false)));
      EXPECT_THAT(evaluate("bfe.s32 d, a, b, c", {b & 0xffffffff, position, length}),
                  ElementsAre(extract_field(b & 0xffffffff, position, length, 31, true)));
      EXPECT_THAT(evaluate("bfe.u64 d, a, b, c", {a, position, length}),
                  ElementsAre(extract_field(a, position, length, 63, false)));
      EXPECT_THAT(evaluate("bfe.s64 d, a, b, c", {a, position, length}),
                  ElementsAre(extract_field(a, position, length, 63, true)));
      EXPECT_THAT(evaluate("bfi.b32 f, a, b, c, d", {low, b & 0xffffffff, position, length}),
                  ElementsAre(insert_field(low, b & 0xffffffff, position, length, 31)));
      EXPECT_THAT(evaluate("bfi.b64 f, a, b, c, d", {a, b, position, length}),
                  ElementsAre(insert_field(a, b, position, length, 63)));
    }
  }
}

TEST(BitFieldOperations, MasksAndExtensionsClampOrWrap) {
  expect_rows(std::vector<Row>{
      {"bmsk.clamp.b32 d, a, b", {4, 8}, {0xff0}},
      {"bmsk.clamp.b32 d, a, b", {28, 8}, {0xf0000000}},
      {"bmsk.clamp.b32 d, a, b", {0, 32}, {0xffffffff}},
      {"bmsk.clamp.b32 d, a, b", {32, 1}, {0}},
      {"bmsk.wrap.b32 d, a, b", {33, 1}, {2}},
      {"bmsk.wrap.b32 d, a, b", {0, 32}, {0}},
      {"szext.clamp.s32 d, a, b", {0xff, 8}, {0xffffffff}},
      {"szext.clamp.u32 d, a, b", {0x1ff, 8}, {0xff}},
      {"szext.clamp.s32 d, a, b", {0x12345678, 32}, {0x12345678}},
      {"szext.wrap.s32 d, a, b", {0x12345678, 32}, {0}},
      {"szext.wrap.u32 d, a, b", {0x12345678, 36}, {8}},
  });
}

TEST(BitCountOperations, CountFindAndReverse) {
  expect_rows(std::vector<Row>{
      {"popc.b32 d, a", {0xf0f0f0f0}, {16}},
      {"popc.b64 d, a", {~0ull}, {64}},
      {"clz.b32 d, a", {0}, {32}},
      {"clz.b32 d, a", {1}, {31}},
      {"clz.b64 d, a", {1}, {63}},
      {"brev.b32 d, a", {1}, {0x80000000}},
      {"brev.b64 d, a", {3}, {0xc000000000000000}},
      {"bfind.u32 d, a", {0}, {0xffffffff}},
      {"bfind.u32 d, a", {0x80000000}, {31}},
      {"bfind.s32 d, a", {0xffffffff}, {0xffffffff}},
      {"bfind.s32 d, a", {0xfffffff0}, {3}},
      {"bfind.shiftamt.u32 d, a", {1}, {31}},
      {"bfind.shiftamt.s64 d, a", {4}, {61}},
      {"fns.b32 d, a, b, c", {0x8a, 0, 2}, {3}},
      {"fns.b32 d, a, b, c", {0x8a, 7, static_cast<std::uint32_t>(-2)}, {3}},
      {"fns.b32 d, a, b, c", {0x8a, 1, 0}, {1}},
      {"fns.b32 d, a, b, c", {0x8a, 0, 4}, {0xffffffff}},
      {"fns.b32 d, a, b, c", {0x8a, 31, 0x80000000}, {0xffffffff}},
  });
}

TEST(PermuteOperations, EveryModePicksItsBytes) {
  const std::uint64_t a = 0x83828180;
  const std::uint64_t b = 0x07060504;
  expect_rows(std::vector<Row>{
      {"prmt.b32 d, a, b, c", {a, b, 0x7610}, {0x07068180}},
      {"prmt.b32 d, a, b, c", {a, b, 0xf808}, {0x00ff80ff}},
      {"prmt.b32.f4e d, a, b, c", {a, b, 2}, {0x05048382}},
      {"prmt.b32.b4e d, a, b, c", {a, b, 1}, {0x06078081}},
      {"prmt.b32.rc8 d, a, b, c", {a, b, 3}, {0x83838383}},
      {"prmt.b32.ecl d, a, b, c", {a, b, 2}, {0x83828282}},
      {"prmt.b32.ecr d, a, b, c", {a, b, 1}, {0x81818180}},
      {"prmt.b32.rc16 d, a, b, c", {a, b, 1}, {0x83828382}},
  });
}

TEST(MoveOperations, CopyPackAndUnpack) {
  expect_rows(std::vector<Row>{
      {"mov.u32 d, a", {0x12345678}, {0x12345678}},
      {"mov.b16 d, a", {0x1234}, {0x1234}},
      {"mov.f32 d, a", {0x7f800001}, {0x7f800001}},
      {"mov.f64 d, a", {0x7ff0000000000001}, {0x7ff0000000000001}},
      {"mov.b32 d, {a, b}", {0x1111, 0x2222}, {0x22221111}},
      {"mov.b32 {d, e}, a", {0x22221111}, {0x1111, 0x2222}},
      {"mov.b64 d, {a, b}", {0x11111111, 0x22222222}, {0x2222222211111111}},
      {"mov.b64 {_, e}, a", {0x2222222211111111}, {0x11111111, 0x22222222}},
      {"mov.b64 d, {a, b, c, e}", {1, 2, 3, 4}, {0x0004000300020001}},
      {"mov.b64 {a, b, c, e}, d", {0x0004000300020001}, {1, 2, 3, 4}},
      {"mov.b128 {a, b}, d", {5}, {5, 0xa5a5a5a5a5a5a5a5}},
      {"mov.b128 d, {a, b}", {6, 7}, {6}},
  });
}

TEST(MoveOperations, The128BitSlotHoldsHighHalvesBehindLowOnes) {
  TestWarp pack("mov.b128 d, {a, b}");
  TestWarp unpack("mov.b128 {a, b}, d");
  for (unsigned lane = 0; lane < 32; ++lane) {
    pack.set(1, lane, lane);
    pack.set(2, lane, 1000 + lane);
    unpack.set(2, lane, lane);
    unpack.set(2, 32 + lane, 1000 + lane);
  }
  pack.run(0xffffffffu);
  unpack.run(0xffffffffu);
  for (unsigned lane = 0; lane < 32; ++lane) {
    EXPECT_EQ(pack.get(0, lane), lane);
    EXPECT_EQ(pack.get(0, 32 + lane), 1000 + lane);
    EXPECT_EQ(unpack.get(0, lane), lane);
    EXPECT_EQ(unpack.get(1, lane), 1000 + lane);
  }
}

TEST(AddressOperations, CvtaMovesBetweenWindowsAndIsspacepTellsThem) {
  expect_rows(std::vector<Row>{
      {"cvta.shared.u64 d, a", {0x40}, {kSharedWindow + 0x40}},
      {"cvta.to.shared.u64 d, a", {kSharedWindow + 0x40}, {0x40}},
      {"cvta.to.global.u64 d, a", {kFirstBuffer}, {kFirstBuffer}},
      {"cvta.to.local.u64 d, a", {kLocalWindow + 8}, {8}},
      {"cvta.to.local.u64 d, a", {local_window(77) + 8}, {8}},
      {"cvta.to.local.u64 d, a", {local_window(77) - 8}, {~std::uint64_t{7}}},
      {"isspacep.shared d, a", {kSharedWindow}, {1}},
      {"isspacep.shared d, a", {kLocalWindow}, {0}},
      {"isspacep.global d, a", {kFirstBuffer}, {1}},
      {"isspacep.global d, a", {kSharedWindow + 1}, {0}},
      {"isspacep.local d, a", {kLocalWindow + kWindowBytes - 1}, {1}},
      {"isspacep.local d, a", {local_window(1023) + 8}, {1}},
  });
}

}  // namespace
}  // namespace warplens::machine
