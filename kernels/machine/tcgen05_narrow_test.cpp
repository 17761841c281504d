// tcgen05.mma on floats of 6 and 4 bits, and with scales for blocks of factors, against loops here.
// How elements are packed in shared memory and where scales lie in tensor memory is written out as
// the PTX ISA's text and CUTLASS' layouts (tmem_sf_frg) have it; compared with no hardware.
#include "kernels/machine/tcgen05_mma_test_kit.h"

namespace warplens::machine::tcgen05 {
namespace {

using Codes = std::vector<std::vector<std::uint32_t>>;

struct Packed {
  std::uint32_t number;  // in a descriptor
  NarrowFloat format;
  std::uint32_t bits;  // of an element; 16 of them to a chunk

  [[nodiscard]] double value(std::uint32_t code) const {
    return widen(format, static_cast<std::uint8_t>(code));
  }
};
constexpr Packed kByE4m3{0, NarrowFloat::e4m3, 8}, kByE5m2{1, NarrowFloat::e5m2, 8},
    kByE2m3{3, NarrowFloat::e2m3, 6}, kByE3m2{4, NarrowFloat::e3m2, 6},
    kByE2m1{5, NarrowFloat::e2m1, 4}, kFull{1, NarrowFloat::e2m1, 4};

struct NarrowMma {
  std::string kind = "mxf8f6f4.block_scale";
  Packed a = kByE4m3, b = kByE4m3;
  std::uint32_t n = 32, k = 32;
  std::uint32_t chunks = 1, a_byte = 0, b_byte = 0;  // 0 chunks: no scales
  bool is_ue8m0 = true;
  TileLayout a_layout = k_major(8, 0), b_layout = k_major(8, kBBegin);
  bool a_is_negated = false, adds = true;
  std::uint32_t flip = 0;  // of the descriptor

  // Tables "Instruction descriptor format".
  [[nodiscard]] std::uint32_t descriptor() const {
    const std::uint32_t common = a.number << 7 | b.number << 10 |
                                 std::uint32_t{a_is_negated} << 13 |
                                 std::uint32_t{a_layout.is_mn_major} << 15 |
                                 std::uint32_t{b_layout.is_mn_major} << 16 | n / 8 << 17;
    if (chunks == 0) return common | 1u << 4 | 128u / 16 << 24;
    return common | b_byte << 4 | std::uint32_t{is_ue8m0} << 23 | 128u / 128 << 27 | a_byte << 29;
  }
  [[nodiscard]] double scale(std::uint32_t byte) const {
    return is_ue8m0 ? std::exp2(static_cast<int>(byte) - 127)
                    : widen(NarrowFloat::e4m3, static_cast<std::uint8_t>(byte));
  }
  // What the kit needs to move D and to describe both tiles.
  [[nodiscard]] Mma frame_of() const {
    Mma mma{.n = n};
    mma.a_layout = a_layout;
    mma.b_layout = b_layout;
    mma.a_is_in_tensor_memory = true;  // the words behind D: those of the scales
    return mma;
  }
};

struct Numbers {
  std::uint32_t seed = 9;
  std::uint32_t next() {
    seed = seed * 1664525u + 1013904223u;
    return seed >> 12;
  }
  // Any of 6 and 4 bits; of 8 those from 1 to 4.
  std::uint32_t code(const Packed& type) {
    if (type.bits != 8) return next() % (1u << type.bits);
    const std::uint32_t one = type.format == NarrowFloat::e4m3 ? 0x38 : 0x3c;
    const std::uint32_t range = type.format == NarrowFloat::e4m3 ? 16 : 8;
    return (next() & 1) << 7 | (one + next() % range);
  }
};

struct NarrowMatrices {
  Codes a, b, a_scales, b_scales;
  Halves d;

  explicit NarrowMatrices(const NarrowMma& test) : d(halves(128, test.n, 3)) {
    Numbers numbers;
    const auto fill = [&](Codes& codes, std::uint32_t rows, std::uint32_t columns, auto make) {
      codes.assign(rows, std::vector<std::uint32_t>(columns));
      for (auto& row : codes) {
        for (std::uint32_t& code : row) code = make();
      }
    };
    fill(a, 128, test.k, [&] { return numbers.code(test.a); });
    fill(b, test.n, test.k, [&] { return numbers.code(test.b); });
    const auto scale = [&] {
      return test.is_ue8m0 ? 125 + numbers.next() % 5 : 0x30 + numbers.next() % 16;
    };
    fill(a_scales, 128, test.chunks, scale);
    fill(b_scales, test.n, test.chunks, scale);
  }

  [[nodiscard]] double expected(const NarrowMma& test, std::uint32_t row,
                                std::uint32_t column) const {
    double sum = test.adds ? d.at(row, column) : 0;
    for (std::uint32_t k = 0; k < test.k; ++k) {
      double product = test.a.value(a[row][k]) * test.b.value(b[column][k]);
      if (test.a_is_negated) product = -product;
      if (test.chunks != 0) {
        const std::uint32_t block = k / (test.k / test.chunks);
        product *= test.scale(a_scales[row][block]) * test.scale(b_scales[column][block]);
      }
      sum += product;
    }
    return sum;
  }
};

// Two to a byte, or 16 to a chunk from its lowest bit on.
void put_line(Bytes& bytes, const TileLayout& layout, const Packed& type, std::uint32_t row,
              const std::vector<std::uint32_t>& codes) {
  const std::uint32_t each = codes.size() == 64 ? 32 : 16;
  for (std::uint32_t k = 0; k < codes.size(); ++k) {
    if (layout.is_mn_major) {
      put(bytes, layout.offset(row, k, 1), codes[k], 1);
      continue;
    }
    const std::uint32_t first = layout.offset(row, k / each * 16, 1), bit = k % each * type.bits;
    for (std::uint32_t i = 0; i < type.bits; ++i) {
      const std::uint32_t at = bit + i;
      bytes[first + at / 8] |= static_cast<std::byte>((codes[k] >> i & 1) << at % 8);
    }
  }
}

// Row r's in lane r % 32 of every part, r / 32 columns on.
std::uint32_t scale_word(const Codes& scales, std::uint32_t lane, std::uint32_t column,
                         std::uint32_t byte) {
  const std::uint32_t row = column * 32 + lane % 32;
  std::uint32_t word = 0xffffffff;
  if (row >= scales.size()) return word;
  for (std::uint32_t i = 0; i < scales[row].size(); ++i) {
    const std::uint32_t at = 8 * (byte + i);
    word = (word & ~(0xffu << at)) | scales[row][i] << at;
  }
  return word;
}

Bytes narrow_input(const NarrowMma& test, const NarrowMatrices& matrices) {
  Bytes bytes(kTileBytes + std::size_t{128} * (test.n + kAWords) * 4);
  for (std::uint32_t row = 0; row < 128; ++row) {
    put_line(bytes, test.a_layout, test.a, row, matrices.a[row]);
  }
  for (std::uint32_t row = 0; row < test.n; ++row) {
    put_line(bytes, test.b_layout, test.b, row, matrices.b[row]);
  }
  for (std::uint32_t lane = 0; lane < 128; ++lane) {
    const std::size_t begin = kTileBytes + std::size_t{lane} * (test.n + kAWords) * 4;
    for (std::uint32_t j = 0; j < test.n; ++j) {
      put(bytes, begin + std::size_t{j} * 4, wgmma::single_bits(matrices.d.at(lane, j)), 4);
    }
    for (std::uint32_t i = 0; i < 4; ++i) {
      const std::size_t at = begin + std::size_t{test.n + i} * 4;
      put(bytes, at, scale_word(matrices.a_scales, lane, i, test.a_byte), 4);
      put(bytes, at + 16, scale_word(matrices.b_scales, lane, i, test.b_byte), 4);
    }
  }
  return bytes;
}

std::string multiply_narrow(const NarrowMma& test) {
  const std::string scales = test.chunks == 0 ? "" : "[%r26], [%r26+4], ";
  return "mov.u32 %r24, " + std::to_string(test.descriptor() ^ test.flip) +
         ";\ntcgen05.mma.cta_group::1.kind::" + test.kind + " [%r25], %rd10, %rd11, %r24, " +
         scales + (test.adds ? "%p7" : "%p8") + ";\n" + kCommit;
}

// `before`: by the first thread, before it multiplies.
std::string narrow_kernel(const NarrowMma& test, const std::string& before = "") {
  const Mma mma = test.frame_of();
  return frame(kCopyTile + move_cells(mma, false) + move_a(mma) + before + kProxyFence + kBefore +
               descriptors(mma) + by_first_thread(multiply_narrow(test)) + kWait +
               move_cells(mma, true));
}

void multiplies_narrow(const NarrowMma& test) {
  const std::string name = test.kind + " n " + std::to_string(test.n) + " descriptor " +
                           std::to_string(test.descriptor());
  const NarrowMatrices matrices(test);
  Bytes out(std::size_t{128} * test.n * 4);
  const trace::Trace trace = run(narrow_kernel(test), narrow_input(test, matrices), out);
  ASSERT_THAT(kinds(trace), IsEmpty()) << name << trace.findings[0].message.in(Language::en);
  for (std::uint32_t row = 0; row < 128; ++row) {
    for (std::uint32_t column = 0; column < test.n; ++column) {
      float got = 0;
      std::memcpy(&got, out.data() + (std::size_t{row} * test.n + column) * 4, sizeof got);
      ASSERT_EQ(got, matrices.expected(test, row, column))
          << name << " row " << row << ", " << column;
    }
  }
}

Found found_of(const NarrowMma& test, const std::string& before = "") {
  return Found(narrow_kernel(test, before), narrow_input(test, NarrowMatrices(test)), kThreads);
}

TEST(Tcgen05Narrow, TakesSixAndFourBitsFromPaddedChunks) {
  const Packed types[] = {kByE4m3, kByE5m2, kByE2m3, kByE3m2, kByE2m1};
  for (const Packed& a : types) {
    for (const Packed& b : types) {
      multiplies_narrow({.kind = "f8f6f4", .a = a, .b = b, .chunks = 0});
    }
  }
  for (const std::uint32_t wide : {1u, 2u, 4u}) {
    multiplies_narrow({.kind = "f8f6f4",
                       .a = kByE3m2,
                       .b = kByE2m1,
                       .chunks = 0,
                       .a_layout = k_major(wide, 0),
                       .b_layout = k_major(wide, kBBegin)});
  }
}

TEST(Tcgen05Scaled, ScalesRowsByAPowerOfTwo) {
  for (const Packed& type : {kByE4m3, kByE5m2, kByE2m3, kByE3m2, kByE2m1}) {
    for (std::uint32_t byte = 0; byte < 4; ++byte) {
      multiplies_narrow({.a = type, .b = kByE2m3, .a_byte = byte, .b_byte = 3 - byte});
    }
  }
  for (const std::uint32_t n : {8u, 40u, 128u}) multiplies_narrow({.n = n});
  multiplies_narrow({.kind = "mxf8f6f4.block_scale.scale_vec::1X", .a_is_negated = true});
  multiplies_narrow({.kind = "mxf8f6f4.block_scale.block32.collector::a::fill", .adds = false});
}

TEST(Tcgen05Scaled, ReadsTilesAlongMAndN) {
  const TileLayout along{8, true, 4 * 8 * 128, 8 * 128, 0, 0};
  TileLayout along_n = along;
  along_n.start = kBBegin;
  multiplies_narrow({.n = 128, .a_layout = along, .b_layout = along_n});
}

TEST(Tcgen05Scaled, ScalesFourBitsInTwoBlocksOrFour) {
  for (const char* kind : {"mxf4.block_scale", "mxf4.block_scale.scale_vec::2X",
                           "mxf4.block_scale.block32", "mxf4nvf4.block_scale.scale_vec::2X"}) {
    for (const std::uint32_t byte : {0u, 2u}) {
      multiplies_narrow({.kind = kind,
                         .a = kFull,
                         .b = kFull,
                         .k = 64,
                         .chunks = 2,
                         .a_byte = byte,
                         .b_byte = 2 - byte});
    }
  }
  for (const char* kind : {"mxf4nvf4.block_scale.scale_vec::4X", "mxf4nvf4.block_scale.block16"}) {
    for (const bool is_ue8m0 : {false, true}) {
      multiplies_narrow({.kind = kind,
                         .a = kFull,
                         .b = kFull,
                         .n = 56,
                         .k = 64,
                         .chunks = 4,
                         .is_ue8m0 = is_ue8m0});
    }
  }
}

TEST(Tcgen05Scaled, IsOpaqueWhereADescriptorSaysWhatIsNotKnown) {
  const auto is_opaque = [](NarrowMma test, std::uint32_t flip) {
    test.flip = flip;
    return found_of(test).tells("is passed the instruction descriptor 0x");
  };
  const NarrowMma bytes;
  // Sparse; scales of ue4m3; 256 rows; reserved bits; a type that there is not.
  for (const std::uint32_t flip :
       {1u << 2, 1u << 23, 3u << 27, 1u << 3, 1u << 6, 1u << 24, 1u << 31, 2u << 7}) {
    EXPECT_TRUE(is_opaque(bytes, flip)) << flip;
  }
  const NarrowMma nibbles{.kind = "mxf4.block_scale", .a = kFull, .b = kFull, .k = 64, .chunks = 2};
  // k of 96; the second byte; along m.
  for (const std::uint32_t flip : {1u << 31, 1u << 29, 1u << 4, 1u << 15}) {
    EXPECT_TRUE(is_opaque(nibbles, flip)) << flip;
  }
  EXPECT_TRUE(is_opaque({.kind = "f8f6f4", .a = kByE2m1, .b = kByE4m3, .chunks = 0}, 1u << 15));
}

TEST(Tcgen05Scaled, FindsScalesThatAreNotThereOrNotAlike) {
  // Over the words of scales, which move_a() stored: one lane's of the third warp.
  const Found uneven = found_of(
      {}, "mov.b32 %v0, 0;\nsetp.ne.u32 %p10, %r2, 2;\n@%p10 bra same;\n" +
              store("32x32b.x1", 1, "%r4+" + std::to_string(kAColumn)) + kWaitStore + "same:\n");
  EXPECT_THAT(uneven.kinds(), ElementsAre(FindingKind::bad_tensor_memory));
  EXPECT_THAT(uneven.text(), HasSubstr("the scales at lane 0 and column 400 of tensor memory are "
                                       "not those at lane 64"));
  NarrowMma test;
  std::string text = narrow_kernel(test);
  const std::string scales = "[%r26], [%r26+4]";
  text.replace(text.find(scales), scales.size(), "[%r26], [%r26+64]");
  const Bytes in = narrow_input(test, NarrowMatrices(test));
  EXPECT_THAT(Found(text, in, kThreads).kinds(), ElementsAre(FindingKind::uninitialized_read));
  text.replace(text.find("[%r26+64]"), 9, "[%r26+128]");
  EXPECT_THAT(Found(text, in, kThreads).kinds(), ElementsAre(FindingKind::out_of_bounds));
}

// The scales of public kernels: 32 rows of 16 bytes in shared memory, which cp brings to all parts.
TEST(Tcgen05Scaled, TakesScalesThatAreCopied) {
  NarrowMma test;
  const NarrowMatrices matrices(test);
  Bytes in = narrow_input(test, matrices);
  const TileLayout rows{1, false, 0, 128, 64 * 1024, 0};
  for (std::uint32_t lane = 0; lane < 32; ++lane) {
    for (std::uint32_t i = 0; i < 4; ++i) {
      const std::size_t at = rows.offset(lane, 4 * i, 1);
      put(in, at, scale_word(matrices.a_scales, lane, i, 0), 4);
      put(in, at + 1024, scale_word(matrices.b_scales, lane, i, 0), 4);
    }
  }
  TileLayout of_b = rows;
  of_b.start += 1024;
  const auto copy = [](const TileLayout& layout, const std::string& column) {
    return "add.u64 %rd12, %rd9, " +
           std::to_string(static_cast<std::int64_t>(descriptor_of(layout))) +
           ";\ntcgen05.cp.cta_group::1.32x128b.warpx4 [%r26+" + column + "], %rd12;\n";
  };
  Mma mma = test.frame_of();
  Bytes out(std::size_t{128} * test.n * 4);
  const trace::Trace trace =
      run(frame(kCopyTile + move_cells(mma, false) + kProxyFence + kBefore + descriptors(mma) +
                by_first_thread(copy(rows, "0") + copy(of_b, "4") + multiply_narrow(test)) + kWait +
                move_cells(mma, true)),
          in, out);
  ASSERT_THAT(kinds(trace), IsEmpty()) << trace.findings[0].message.in(Language::en);
  for (std::uint32_t row = 0; row < 128; ++row) {
    float got = 0;
    std::memcpy(&got, out.data() + std::size_t{row} * test.n * 4, sizeof got);
    ASSERT_EQ(got, matrices.expected(test, row, 0)) << row;
  }
}

}  // namespace
}  // namespace warplens::machine::tcgen05
