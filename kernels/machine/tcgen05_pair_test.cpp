// tcgen05 of .cta_group::2: what two blocks of a cluster multiply and copy together. By the
// document; compared with no hardware.
#include "kernels/machine/tcgen05_pair_test_kit.h"

namespace warplens::machine::tcgen05 {
namespace {

TileLayout pair_mn_major(std::uint32_t wide, std::uint32_t start, std::uint32_t bytes) {
  const std::uint32_t patterns = bytes == 1 ? 4 : 2;
  if (wide == 1) return {1, true, 6 * 1024 - 256, 160, start, 0};
  return {wide, true, patterns * wide * 128, wide * 128, start, 0};
}

TEST(Tcgen05Pair, MultipliesRowsOfEachByColumnsOfBoth) {
  for (const std::uint32_t m : {128u, 256u}) {
    for (const std::uint32_t n : {16u, 48u, 128u, 256u}) {
      pair_multiplies({.mma = {.m = m, .n = n}});
    }
  }
}

TEST(Tcgen05Pair, MayBeAskedForByEitherBlock) {
  for (const std::uint32_t m : {128u, 256u}) pair_multiplies({.mma = {.m = m}, .issuer = 1});
}

TEST(Tcgen05Pair, ReadsTilesOfEverySwizzleAndMajor) {
  for (const std::uint32_t m : {128u, 256u}) {
    for (const std::uint32_t wide : {1u, 2u, 4u, 8u}) {
      pair_multiplies({.mma = {.m = m,
                               .n = 64,
                               .a_layout = k_major(wide, 0),
                               .b_layout = pair_mn_major(wide, kBBegin, 2)}});
    }
    for (const std::uint32_t wide : {1u, 4u}) {
      pair_multiplies({.mma = {.m = m,
                               .n = 64,
                               .a_layout = pair_mn_major(wide, 0, 2),
                               .b_layout = k_major(wide, kBBegin)}});
      pair_multiplies({.mma = {.kind = "f8f6f4",
                               .m = m,
                               .n = 128,
                               .a = wgmma::kE4m3,
                               .b = wgmma::kE5m2,
                               .a_layout = pair_mn_major(wide, 0, 1),
                               .b_layout = pair_mn_major(wide, kBBegin, 1)}});
    }
  }
}

TEST(Tcgen05Pair, TakesEveryKindAndType) {
  using namespace wgmma;
  for (const std::uint32_t m : {128u, 256u}) {
    pair_multiplies({.mma = {.m = m, .d = Sum::f16}});
    pair_multiplies({.mma = {.m = m, .a = kBFloat, .b = kBFloat}});
    pair_multiplies({.mma = {.kind = "tf32", .m = m, .a = wgmma::kTf32, .b = wgmma::kTf32}});
    pair_multiplies({.mma = {.kind = "f8f6f4", .m = m, .a = kE5m2, .b = kE4m3}});
    pair_multiplies(
        {.mma = {.kind = "i8", .m = m, .a = kSignedByte, .b = kSignedByte, .d = Sum::s32}});
  }
  pair_multiplies({.mma = {.m = 256, .adds = false}});
  pair_multiplies({.mma = {.m = 128, .a_is_negated = true, .extras = ", 2", .scale = 0.25}});
  pair_multiplies({.mma = {.m = 256, .collector = ".collector::a::fill"}});
}

TEST(Tcgen05Pair, FindsRowsOf256InTensorMemory) {
  for (const std::uint32_t issuer : {0u, 1u}) {
    pair_multiplies({.mma = {.m = 256, .a_is_in_tensor_memory = true}, .issuer = issuer});
  }
}

// Scales of a block's rows, and of all columns in both: row r in lane r % 32 of every part, r / 32
// columns on.
TEST(Tcgen05Pair, ScalesRowsOf256) {
  PairMma test{
      .mma = {
          .kind = "mxf8f6f4.block_scale", .m = 256, .n = 64, .a = wgmma::kE4m3, .b = wgmma::kE4m3}};
  const PairMatrices matrices = matrices_of(test);
  const auto exponent = [](bool is_of_a, std::uint32_t row) -> int {
    return static_cast<int>((row * (is_of_a ? 7 : 5) + row / 128) % 4) - 1;
  };
  Bytes in = pair_input(test, matrices);
  for (std::uint32_t block = 0; block < 2; ++block) {
    for (std::uint32_t lane = 0; lane < 128; ++lane) {
      const std::size_t words =
          block * test.in_bytes() + kTileBytes +
          (std::size_t{lane} * (test.columns() + kAWords) + test.columns()) * 4;
      for (std::uint32_t i = 0; i < 4; ++i) {
        const std::uint32_t row = i * 32 + lane % 32;
        put(in, words + i * 4, static_cast<std::uint32_t>(127 + exponent(true, block * 128 + row)),
            4);
        put(in, words + 16 + i * 4, static_cast<std::uint32_t>(127 + exponent(false, row)), 4);
      }
    }
  }
  Mma words = test.cells();
  words.a_is_in_tensor_memory = true;  // what is moved are the scales
  const std::string descriptor = std::to_string(test.mma.n / 8 << 17 | 1u << 23 | 256u / 128 << 27);
  const std::string asked =
      "mov.u32 %r24, " + descriptor + ";\n" +
      replaced(replaced(multiply(test.mma), "{0, 0, 0, 0}", "[%r26], [%r26+4]"), "cta_group::1",
               "cta_group::2");
  Bytes out(2 * test.out_bytes());
  const trace::Trace trace =
      run_pair(pair_frame(test, kCopyTile + move_cells(words, false) + move_a(words) + kProxyFence +
                                    kBefore + kClusterBarrier + descriptors(test.mma) +
                                    by_issuer(asked + kCommitToBoth) + kWait +
                                    move_cells(test.cells(), true)),
               in, out);
  ASSERT_THAT(kinds(trace), IsEmpty()) << texts(trace);
  for (std::uint32_t row = 0; row < 256; ++row) {
    for (std::uint32_t j = 0; j < test.mma.n; ++j) {
      double sum = 0;
      for (std::uint32_t k = 0; k < test.mma.depth(); ++k) {
        sum += matrices.a.at(row, k) * matrices.b.at(j, k);
      }
      sum = std::ldexp(sum, exponent(true, row) + exponent(false, j)) +
            matrices.c[row / 128].at(row % 128, j);
      float got = 0;
      std::memcpy(&got, out.data() + (std::size_t{row} * test.columns() + j) * 4, sizeof got);
      ASSERT_EQ(got, sum) << row << ", " << j;
    }
  }
}

TEST(Tcgen05Pair, CopiesInEachBlockFromItsOwnTile) {
  PairMma test{.mma = {.m = 256, .n = 16}};
  const auto word = [](std::uint32_t block, std::uint32_t row, std::uint32_t i) {
    return block * 0x10000u + row * 16 + i;
  };
  Bytes in(2 * test.in_bytes());
  for (std::uint32_t block = 0; block < 2; ++block) {
    for (std::uint32_t row = 0; row < 128; ++row) {
      for (std::uint32_t i = 0; i < 8; ++i) {
        put(in, block * test.in_bytes() + test.mma.a_layout.offset(row, i, 4), word(block, row, i),
            4);
      }
    }
  }
  Bytes out(2 * test.out_bytes());
  const trace::Trace trace =
      run_pair(pair_frame(test, kCopyTile + move_cells(test.cells(), false) + kProxyFence +
                                    kBefore + kClusterBarrier + descriptors(test.mma) +
                                    by_issuer("tcgen05.cp.cta_group::2.128x256b [%r25], %rd10;\n" +
                                              std::string(kCommitToBoth)) +
                                    kWait + move_cells(test.cells(), true)),
               in, out);
  ASSERT_THAT(kinds(trace), IsEmpty()) << texts(trace);
  for (std::uint32_t lane = 0; lane < 256; ++lane) {
    for (std::uint32_t i = 0; i < 8; ++i) {
      std::uint32_t got = 0;
      std::memcpy(&got, out.data() + (std::size_t{lane} * 16 + i) * 4, sizeof got);
      ASSERT_EQ(got, word(lane / 128, lane % 128, i)) << lane << ", " << i;
    }
  }
}

}  // namespace
}  // namespace warplens::machine::tcgen05
