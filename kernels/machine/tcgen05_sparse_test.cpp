// tcgen05.mma.sp against loops here: half of A is stored, and metadata in tensor memory say where
// it stands. Where they lie is written out as CUTLASS has it (tmem_e_frg); compared with no
// hardware.
#include "kernels/machine/tcgen05_mma_test_kit.h"

namespace warplens::machine::tcgen05 {
namespace {

constexpr std::uint32_t kSparseRows = 128;

struct SparseMma {
  std::string kind = "f16";
  FactorType a = wgmma::kHalf, b = wgmma::kHalf;
  Sum d = Sum::f32;
  std::uint32_t n = 32, selector = 0;
  TileLayout a_layout = k_major(8, 0), b_layout = k_major(8, kBBegin);
  std::string extras = {};
  std::uint32_t wrong = 0;  // XORed to one row's metadata

  [[nodiscard]] std::uint32_t stored() const { return 32 / a.bytes; }
  [[nodiscard]] bool is_tf32() const { return a.bytes == 4; }
  [[nodiscard]] std::uint32_t in_chunk() const { return is_tf32() ? 1 : 2; }
  [[nodiscard]] Mma dense() const {
    Mma mma{.kind = kind, .n = n, .a = a, .b = b, .d = d};
    mma.a_layout = a_layout;
    mma.b_layout = b_layout;
    mma.a_is_in_tensor_memory = true;  // words behind D: metadata
    return mma;
  }
  [[nodiscard]] std::uint32_t descriptor() const {
    return dense().descriptor() | 1u << 2 | selector;
  }
  // The seven that PTX gives a meaning, in turn; tf32: the two.
  [[nodiscard]] std::uint32_t indices(std::uint32_t row, std::uint32_t chunk) const {
    if (is_tf32()) return (row * 3 + chunk * 5) % 7 < 4 ? 0b0100 : 0b1110;
    constexpr std::uint32_t kAll[] = {0b0100, 0b1000, 0b1100, 0b1001, 0b1101, 0b0110, 0b1110};
    return kAll[(row * 3 + chunk * 5) % 7];
  }
  [[nodiscard]] std::uint32_t along_k(std::uint32_t row, std::uint32_t i) const {
    const std::uint32_t chunk = i / in_chunk(), bits = indices(row, chunk);
    if (is_tf32()) return 2 * chunk + (bits == 0b1110 ? 1 : 0);
    return 4 * chunk + (i % 2 == 0 ? bits & 3 : bits >> 2);
  }
  // Of a lane's word of metadata, the `word`-th.
  [[nodiscard]] std::uint32_t metadata(std::uint32_t lane, std::uint32_t word) const {
    std::uint32_t bits = 0;
    for (std::uint32_t i = 0; i < 8; ++i) {
      if (a.bytes == 1) {
        bits |= indices(lane, word * 8 + i) << 4 * i;
        continue;
      }
      // The lower half: rows 0 to 7 of 16; the upper: 8 to 15. Lanes 8 to 15: the later chunks.
      const std::uint32_t row = lane / 16 * 16 + i / 4 * 8 + lane % 8;
      bits |= indices(row, lane / 8 % 2 * 4 + i % 4) << 4 * i;
    }
    return lane == 5 ? bits ^ wrong : bits;
  }
};

struct SparseMatrices {
  Halves a, b, c;
  explicit SparseMatrices(const SparseMma& test)
      : a(halves(kSparseRows, test.stored(), 1)),
        b(halves(test.n, 2 * test.stored(), 2)),
        c(halves(kSparseRows, test.n, 3)) {}
};

Bytes sparse_input(const SparseMma& test, const SparseMatrices& matrices) {
  const Mma mma = test.dense();
  Bytes bytes(kTileBytes + std::size_t{kSparseRows} * (test.n + kAWords) * 4);
  for (std::uint32_t row = 0; row < kSparseRows; ++row) {
    for (std::uint32_t i = 0; i < test.stored(); ++i) {
      put(bytes, test.a_layout.offset(row, i, test.a.bytes), test.a.bits(matrices.a.at(row, i)),
          test.a.bytes);
    }
    const std::size_t begin = kTileBytes + std::size_t{row} * (test.n + kAWords) * 4;
    for (std::uint32_t j = 0; j < test.n; ++j) {
      put(bytes, begin + std::size_t{j} * 4, mma.sum_bits(matrices.c.at(row, j)), 4);
    }
    for (std::uint32_t i = 0; i < 2; ++i) {
      put(bytes, begin + std::size_t{test.n + test.selector + i} * 4, test.metadata(row, i), 4);
    }
  }
  for (std::uint32_t row = 0; row < test.n; ++row) {
    for (std::uint32_t k = 0; k < 2 * test.stored(); ++k) {
      put(bytes, test.b_layout.offset(row, k, test.b.bytes), test.b.bits(matrices.b.at(row, k)),
          test.b.bytes);
    }
  }
  return bytes;
}

std::string sparse_kernel(const SparseMma& test) {
  const Mma mma = test.dense();
  return frame(
      kCopyTile + move_cells(mma, false) + move_a(mma) + kProxyFence + kBefore + descriptors(mma) +
      by_first_thread("mov.u32 %r24, " + std::to_string(test.descriptor()) +
                      ";\ntcgen05.mma.sp.cta_group::1.kind::" + test.kind +
                      " [%r25], %rd10, %rd11, [%r26], %r24, " + test.extras + "%p7;\n" + kCommit) +
      kWait + move_cells(mma, true));
}

void multiplies_sparse(const SparseMma& test) {
  const std::string name = test.kind + " descriptor " + std::to_string(test.descriptor());
  const SparseMatrices matrices(test);
  const Mma mma = test.dense();
  Bytes out(std::size_t{kSparseRows} * test.n * 4);
  const trace::Trace trace = run(sparse_kernel(test), sparse_input(test, matrices), out);
  ASSERT_THAT(kinds(trace), IsEmpty()) << name << trace.findings[0].message.in(Language::en);
  for (std::uint32_t row = 0; row < kSparseRows; ++row) {
    for (std::uint32_t column = 0; column < test.n; ++column) {
      double sum = matrices.c.at(row, column);
      for (std::uint32_t i = 0; i < test.stored(); ++i) {
        sum += matrices.a.at(row, i) * matrices.b.at(column, test.along_k(row, i));
      }
      std::uint32_t got = 0;
      std::memcpy(&got, out.data() + (std::size_t{row} * test.n + column) * 4, sizeof got);
      ASSERT_EQ(got, mma.sum_bits(sum)) << name << " row " << row << ", " << column;
    }
  }
}

TEST(Tcgen05Sparse, MultipliesWhatMetadataSay) {
  using namespace wgmma;
  for (const std::uint32_t selector : {0u, 1u}) {
    multiplies_sparse({.selector = selector});
    multiplies_sparse({.a = kBFloat, .b = kBFloat, .n = 48, .selector = selector});
    multiplies_sparse({.kind = "tf32", .a = wgmma::kTf32, .b = wgmma::kTf32, .selector = selector});
  }
  multiplies_sparse({.kind = "f8f6f4", .a = kE4m3, .b = kE5m2, .extras = "{0, 0, 0, 0}, "});
  multiplies_sparse({.kind = "f8f6f4", .a = kE5m2, .b = kE4m3, .d = Sum::f16});
  multiplies_sparse({.kind = "i8", .a = kSignedByte, .b = kSignedByte, .d = Sum::s32});
}

TEST(Tcgen05Sparse, ReadsTilesOfBothMajors) {
  for (const std::uint32_t wide : {1u, 4u}) {
    multiplies_sparse({.a_layout = k_major(wide, 0), .b_layout = k_major(wide, kBBegin)});
  }
  multiplies_sparse({.n = 64,
                     .a_layout = {8, true, 2 * 8 * 128, 8 * 128, 0, 0},
                     .b_layout = {8, true, 4 * 8 * 128, 8 * 128, kBBegin, 0}});
}

TEST(Tcgen05Sparse, NamesWhatPtxLeavesUndefined) {
  const auto found = [](const SparseMma& test) {
    return Found(sparse_kernel(test), sparse_input(test, SparseMatrices(test)), kThreads);
  };
  // Twice the same place.
  const Found twice = found({.wrong = 0b0010});
  EXPECT_THAT(twice.kinds(), ElementsAre(FindingKind::undefined_sync));
  EXPECT_THAT(twice.text(), HasSubstr("the metadata of the sparse factor have 0b"));
  EXPECT_TRUE(found({.selector = 2}).tells("is passed the instruction descriptor 0x"));
  EXPECT_TRUE(found({.kind = "f8f6f4", .a = wgmma::kE4m3, .b = wgmma::kE4m3, .selector = 1})
                  .tells("is passed the instruction descriptor 0x"));
  // Columns of B that do not fit the pattern.
  EXPECT_TRUE(found({.b_layout = k_major(2, kBBegin)}).tells("the shared memory descriptor 0x"));
}

}  // namespace
}  // namespace warplens::machine::tcgen05
