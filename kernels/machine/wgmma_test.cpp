// wgmma through the machine, against products computed here.
#include <algorithm>
#include <limits>

#include "kernels/machine/wgmma_test_kit.h"

namespace warplens::machine::wgmma {
namespace {

using testing::IsEmpty;

void multiplies(const Wgmma& test) {
  const std::string name = instruction(test);
  const Matrices matrices = matrices_of(test);
  Machine machine(parse_text(wgmma_kernel(test, name, kTileBytes / 4)));
  const auto out = machine.buffer("out", Bytes(std::size_t{kThreads} * test.sums() * 4));
  machine.buffer("in", input(test, matrices));
  ASSERT_THAT(kinds(without_note(machine.trace_of({1}, {kThreads}))), IsEmpty()) << name;
  const Bytes got = machine.values<std::byte>(out);
  const std::uint32_t size = test.has_half_sums ? 2 : 4;
  for (std::uint32_t thread = 0; thread < kThreads; ++thread) {
    for (std::uint32_t i = 0; i < test.n / 2; ++i) {
      const double value =
          expected(test, matrices, row_of(thread, i % 4), column_of(thread, i / 4, i % 4));
      std::uint32_t bits = 0;
      std::memcpy(&bits, got.data() + (std::size_t{thread} * test.n / 2 + i) * size, size);
      ASSERT_EQ(bits, test.sum_bits(value)) << name << "thread " << thread << " element " << i;
    }
  }
}

TEST(WgmmaMultiply, ReadsKMajorTilesOfEverySwizzle) {
  for (const std::uint32_t wide : {1u, 2u, 4u, 8u}) {
    multiplies({.n = 64, .a_layout = k_major(wide, 0), .b_layout = k_major(wide, kBBegin)});
  }
}

TEST(WgmmaMultiply, ReadsMnMajorTilesOfEverySwizzle) {
  for (const std::uint32_t wide : {1u, 2u, 4u, 8u}) {
    multiplies({.n = 64, .a_layout = mn_major(wide, 0), .b_layout = mn_major(wide, kBBegin)});
  }
}

TEST(WgmmaMultiply, ReadsEachTileByItsOwnDescriptor) {
  multiplies({.n = 24, .a_layout = k_major(8, 0), .b_layout = mn_major(2, kBBegin)});
  multiplies({.n = 72, .a_layout = mn_major(4, 0), .b_layout = k_major(1, kBBegin)});
}

// Rows and panels may lie further apart than they must.
TEST(WgmmaMultiply, GoesByTheDescriptorsStrides) {
  Wgmma test{.n = 32, .a_layout = k_major(4, 0), .b_layout = mn_major(2, kBBegin)};
  test.a_layout.stride = 2 * 512;
  test.b_layout.stride = 3 * 256;
  test.b_layout.leading = 8 * 256;
  multiplies(test);
}

// As a loop over k does: the descriptor goes on by 32 bytes in a K-major tile, by 16 rows in the
// other.
TEST(WgmmaMultiply, GoesOnAlongKWithinATile) {
  for (std::uint32_t step = 0; step < 4; ++step) {
    Wgmma test{.n = 128,
               .a_layout = k_major(8, step * 32),
               .b_layout = mn_major(8, kBBegin + step * 2048)};
    test.b_layout.leading = 8192;
    multiplies(test);
  }
}

// The base offset says where a swizzle's pattern begins when that is no multiple of its size.
TEST(WgmmaMultiply, TakesPatternsThatBeginAnywhere) {
  for (const std::uint32_t wide : {2u, 4u, 8u}) {
    for (const std::uint32_t base : {1u, 3u, 7u}) {
      Wgmma test{.n = 64,
                 .a_layout = k_major(wide, base * 128),
                 .b_layout = mn_major(wide, kBBegin + base * 128)};
      test.a_layout.base_offset = test.b_layout.base_offset = base;
      multiplies(test);
    }
  }
  Wgmma plain{.a_layout = k_major(1, 0), .b_layout = k_major(1, kBBegin)};
  plain.a_layout.base_offset = plain.b_layout.base_offset = 5;  // means nothing here
  multiplies(plain);
}

TEST(WgmmaMultiply, TakesEveryType) {
  for (const FactorType& type : {kHalf, kBFloat, kTf32, kE4m3, kE5m2})
    multiplies({.a = type, .b = type});
  multiplies({.a = kE4m3, .b = kE5m2});
  multiplies({.a = kE5m2, .b = kE4m3});
  multiplies({.has_half_sums = true});
  multiplies({.a = kE4m3, .b = kE4m3, .has_half_sums = true});
}

TEST(WgmmaMultiply, TakesBytes) {
  multiplies({.n = 24, .a = kSignedByte, .b = kSignedByte});
  multiplies({.n = 48, .a = kSignedByte, .b = kSignedByte, .a_is_in_registers = true});
  multiplies({.a = kSignedByte, .b = kSignedByte, .scale_d = "%p3", .adds = false});
}

// Of one wgmma whose factors and sums are the same everywhere.
std::vector<std::uint32_t> of_constants(const Wgmma& test, double a, double b, double c,
                                        std::string kernel_form = {}) {
  Matrices matrices = matrices_of(test);
  std::ranges::fill(matrices.a.values, a);
  std::ranges::fill(matrices.b.values, b);
  std::ranges::fill(matrices.c.values, c);
  std::string text = instruction(test);
  if (!kernel_form.empty())
    text.replace(text.find("m64"), text.find(' ') - text.find("m64"), kernel_form);
  Machine machine(parse_text(wgmma_kernel(test, text, kTileBytes / 4)));
  const auto out = machine.buffer("out", Bytes(std::size_t{kThreads} * test.sums() * 4));
  machine.buffer("in", input(test, matrices));
  EXPECT_THAT(kinds(without_note(machine.trace_of({1}, {kThreads}))), IsEmpty()) << text;
  return machine.values<std::uint32_t>(out);
}

TEST(WgmmaMultiply, TakesBytesWithoutASign) {
  // 0xff and 0xff: 255 and -1.
  const auto sums = of_constants({.a = kUnsignedByte, .b = kSignedByte}, 127.5, 127.5, 2);
  EXPECT_THAT(sums, testing::Each(static_cast<std::uint32_t>(8 - 32 * 255)));
  EXPECT_THAT(of_constants({.a = kUnsignedByte, .b = kUnsignedByte}, 127.5, 127.5, 2),
              testing::Each(8u + 32 * 255 * 255));
}

TEST(WgmmaMultiply, SaturatesIntegersOnlyWhenAsked) {
  const double most = 0x7fffffff / 4.0;
  const std::uint32_t sum = 32 * 127 * 127;
  EXPECT_THAT(of_constants({.a = kSignedByte, .b = kSignedByte}, 63.5, 63.5, most),
              testing::Each(0x7fffffff + sum));
  EXPECT_THAT(of_constants({.a = kSignedByte, .b = kSignedByte, .modifiers = ".satfinite"}, 63.5,
                           63.5, most),
              testing::Each(0x7fffffffu));
}

TEST(WgmmaMultiply, CountsBitsThatBothHave) {
  // 0xf3 and 0x3e have 0x32 in common: 3 bits of each of 32 bytes.
  EXPECT_THAT(of_constants({.a = kUnsignedByte, .b = kUnsignedByte}, 0xf3 / 2.0, 0x3e / 2.0, 1,
                           "m64n16k256.s32.b1.b1.and.popc"),
              testing::Each(3u * 32 + 4));
}

TEST(WgmmaMultiply, MultipliesSparseRowsByTheirMetadata) {
  for (const bool in_registers : {false, true}) {
    for (const FactorType& type : {kHalf, kBFloat, kTf32}) {
      for (const std::uint32_t selector : {0u, 1u}) {
        multiplies({.n = 24,
                    .a = type,
                    .b = type,
                    .a_is_in_registers = in_registers,
                    .is_sparse = true,
                    .selector = selector});
      }
    }
    for (const FactorType& type : {kE4m3, kE5m2, kSignedByte}) {
      multiplies(
          {.n = 64, .a = type, .b = type, .a_is_in_registers = in_registers, .is_sparse = true});
    }
  }
  for (const std::uint32_t wide : {1u, 2u, 4u, 8u}) {
    Wgmma test{.n = 64, .a_layout = mn_major(wide, 0), .b_layout = mn_major(wide, kBBegin)};
    test.is_sparse = true;
    if (wide != 1) test.b_layout.leading = 4 * wide * 128;  // B's k is 32
    multiplies(test);
    if (wide > 2) {
      multiplies({.n = 256,
                  .a_layout = k_major(wide, 0),
                  .b_layout = k_major(wide, kBBegin),
                  .has_half_sums = true,
                  .is_sparse = true});
    }
  }
}

TEST(WgmmaMultiply, TakesEveryNumberOfColumns) {
  for (std::uint32_t n = 8; n <= 256; n += 8) multiplies({.n = n});
  multiplies({.n = 256, .b_layout = mn_major(1, kBBegin), .has_half_sums = true});
}

TEST(WgmmaMultiply, TakesAFromRegisters) {
  for (const FactorType& type : {kHalf, kBFloat, kTf32, kE4m3}) {
    multiplies({.a = type, .b = type, .a_is_in_registers = true});
  }
  multiplies({.n = 40, .b_layout = mn_major(8, kBBegin), .a_is_in_registers = true, .scale_a = -1});
}

TEST(WgmmaMultiply, AddsTheOldSumsWhereScaleDSaysSo) {
  multiplies({.scale_d = "0", .adds = false});
  multiplies({.scale_d = "%p2"});
  multiplies({.scale_d = "%p3", .adds = false});
  multiplies({.has_half_sums = true, .scale_d = "%p3", .adds = false});
}

TEST(WgmmaMultiply, NegatesItsFactors) {
  multiplies({.scale_a = -1});
  multiplies({.scale_b = -1});
  multiplies({.a_layout = mn_major(8, 0), .scale_a = -1, .scale_b = -1});
}

// As CUTLASS' tutorial waits for its copies: each warp for its own, with no barrier between them.
TEST(WgmmaMultiply, BeginsWhenAllFourWarpsHaveCome) {
  const Wgmma test{.n = 64};
  const Matrices matrices = matrices_of(test);
  std::string kernel = wgmma_kernel(test, instruction(test), kTileBytes / 4);
  const std::string order = "fence.proxy.async.shared::cta;\nbar.sync 0;\n";
  ASSERT_NE(kernel.find(order), std::string::npos);
  kernel.replace(kernel.find(order), order.size(), "");
  Machine machine(parse_text(kernel));
  const auto out = machine.buffer("out", Bytes(std::size_t{kThreads} * test.sums() * 4));
  machine.buffer("in", input(test, matrices));
  const trace::Trace trace = without_note(machine.trace_of({1}, {kThreads}));
  ASSERT_THAT(kinds(trace), testing::ElementsAre(FindingKind::missing_proxy_fence));
  EXPECT_EQ(trace.findings[0].severity, trace::Severity::warning);
  EXPECT_THAT(trace.findings[0].message.in(Language::en),
              testing::HasSubstr("without a fence.proxy.async in between"));
  const auto got = machine.values<float>(out);
  for (std::uint32_t thread = 0; thread < kThreads; ++thread) {
    for (std::uint32_t i = 0; i < test.n / 2; ++i) {
      ASSERT_EQ(got[std::size_t{thread} * test.n / 2 + i],
                static_cast<float>(expected(test, matrices, row_of(thread, i % 4),
                                            column_of(thread, i / 4, i % 4))))
          << "thread " << thread << " element " << i;
    }
  }
}

TEST(WgmmaMultiply, RoundsOnce) {
  // 2048 + 1 + 1/1024, which an f16 holds as 2050 when it is rounded once, and 2048 from 2049.
  Wgmma test{.n = 8, .has_half_sums = true, .a_is_in_registers = true, .adds = false};
  test.scale_d = "0";
  Matrices matrices = matrices_of(test);
  std::ranges::fill(matrices.a.values, 0);
  std::ranges::fill(matrices.b.values, 1);
  for (std::uint32_t row = 0; row < kRows; ++row) {
    const double terms[] = {2048, 1, 1.0 / 1024};
    for (std::uint32_t k = 0; k < 3; ++k) matrices.a.values[row * 16 + k] = terms[k];
  }
  Machine machine(parse_text(wgmma_kernel(test, instruction(test), kTileBytes / 4)));
  const auto out = machine.buffer("out", Bytes(std::size_t{kThreads} * 8));
  machine.buffer("in", input(test, matrices));
  EXPECT_THAT(kinds(without_note(machine.trace_of({1}, {kThreads}))), IsEmpty());
  const auto pairs = machine.values<std::uint32_t>(out);
  EXPECT_THAT(pairs, testing::Each(half_bits(2050) * 0x10001u));
}

// 128 · 512 is beyond what f16 holds.
TEST(WgmmaMultiply, MakesAnInfinityThatNoFactorWas) {
  const auto found = [](double a, double c, bool adds) {
    Wgmma test{.has_half_sums = true};
    if (!adds) test.scale_d = "%p3";
    Matrices matrices = matrices_of(test);
    std::ranges::fill(matrices.a.values, a);
    std::ranges::fill(matrices.b.values, 512);
    std::ranges::fill(matrices.c.values, c);
    Machine machine(parse_text(wgmma_kernel(test, instruction(test), kTileBytes / 4)));
    machine.buffer("out", Bytes(std::size_t{kThreads} * test.sums() * 4));
    machine.buffer("in", input(test, matrices));
    machine.options.finds_non_finite = true;
    return kinds(without_note(machine.trace_of({1}, {kThreads})));
  };
  const double infinity = std::numeric_limits<double>::infinity();
  const std::vector<FindingKind> one{FindingKind::non_finite};
  EXPECT_EQ(found(128, 0, true), one);
  EXPECT_THAT(found(1, 0, true), IsEmpty());
  EXPECT_THAT(found(infinity, 0, true), IsEmpty());
  EXPECT_THAT(found(1, infinity, true), IsEmpty());
  // What is not added to is no source.
  EXPECT_EQ(found(128, infinity, false), one);
}

}  // namespace
}  // namespace warplens::machine::wgmma
