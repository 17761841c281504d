// Kernels of one wgmma, the matrices that they multiply, and what must come of them. Where an
// element lies in shared memory and in registers is written out as the PTX ISA's figures have it
// ("Shared Memory Matrix Layout", "Register Fragments for wgmma.mma_async"), so that each layout is
// stated twice: here a swizzled chunk moves within its row by the row's number, there by bits of
// its address. An H100 gave these products with every layout and base offset here in f16, and
// K-major ones in tf32 and e4m3 (tests/probes/wgmma_descriptors.cu).
#pragma once

#include <algorithm>
#include <bit>

#include "kernels/machine/machine_test_kit.h"
#include "kernels/machine/operations/operations_narrow_float.h"
#include "kernels/machine/operations/operations_rounding.h"

namespace warplens::machine::wgmma {

using trace::FindingKind;

constexpr std::uint32_t kThreads = 128, kRows = 64;

struct Halves {
  std::uint32_t rows, columns;
  std::vector<double> values;
  [[nodiscard]] double at(std::uint32_t row, std::uint32_t column) const {
    return values[std::size_t{row} * columns + column];
  }
};

// Small halves without a pattern: exact in every type here, and so are their sums.
inline Halves halves(std::uint32_t rows, std::uint32_t columns, unsigned seed) {
  Halves numbers{rows, columns, {}};
  for (std::uint32_t i = 0; i < rows * columns; ++i) {
    seed = seed * 1664525u + 1013904223u;
    numbers.values.push_back((static_cast<int>(seed >> 16) % 9 - 4) * 0.5);
  }
  return numbers;
}

inline std::uint32_t half_bits(double x) { return narrow(x, kF16, Rounding::nearest_even); }
inline std::uint32_t bfloat_bits(double x) { return narrow(x, kBf16, Rounding::nearest_even); }
inline std::uint32_t single_bits(double x) {
  return std::bit_cast<std::uint32_t>(static_cast<float>(x));
}
inline std::uint32_t e4m3_bits(double x) { return round_to_narrow(NarrowFloat::e4m3, x); }
inline std::uint32_t e5m2_bits(double x) { return round_to_narrow(NarrowFloat::e5m2, x); }

struct FactorType {
  const char* name;
  std::uint32_t bytes;
  std::uint32_t (*bits)(double);
};
constexpr FactorType kHalf{"f16", 2, half_bits}, kBFloat{"bf16", 2, bfloat_bits};
constexpr FactorType kTf32{"tf32", 4, single_bits};
// Twice the number, which is a whole one; their sums are four times as large.
inline std::uint32_t byte_bits(double x) {
  return static_cast<std::uint8_t>(static_cast<std::int32_t>(2 * x));
}
inline std::uint32_t whole_bits_of(double x) {
  return static_cast<std::uint32_t>(static_cast<std::int32_t>(4 * x));
}
constexpr FactorType kSignedByte{"s8", 1, byte_bits}, kUnsignedByte{"u8", 1, byte_bits};
constexpr FactorType kE4m3{"e4m3", 1, e4m3_bits}, kE5m2{"e5m2", 1, e5m2_bits};

// How A, or B's transpose, lies in shared memory from `start` on.
struct TileLayout {
  std::uint32_t wide = 8;  // chunks of 16 bytes in a row of the swizzle's pattern; 1: no swizzle
  bool is_mn_major = false;
  std::uint32_t leading = 0, stride = 0, start = 0;  // bytes
  std::uint32_t base_offset = 0;                     // 0: `start` lies in a pattern

  // Chunk `chunk` of a pattern's row: the pattern is 8 rows of so many chunks.
  [[nodiscard]] std::uint32_t in_pattern(std::uint32_t row, std::uint32_t chunk) const {
    return (row * wide + (wide == 1 ? 0 : chunk ^ (row / (8 / wide)))) * 16;
  }
  [[nodiscard]] std::uint32_t offset(std::uint32_t row, std::uint32_t k,
                                     std::uint32_t bytes) const {
    if (is_mn_major) {
      const std::uint32_t chunk = row * bytes / 16, in = row * bytes % 16;
      if (wide == 1) return start + chunk * stride + k / 8 * leading + in_pattern(k % 8, 0) + in;
      return start + chunk / wide * leading + k / 8 * stride + in_pattern(k % 8, chunk % wide) + in;
    }
    const std::uint32_t chunk = k * bytes / 16, in = k * bytes % 16;
    if (wide == 1) return start + row / 8 * stride + chunk * leading + in_pattern(row % 8, 0) + in;
    // A start that is no pattern's is some chunks further on in every row.
    const std::uint32_t skipped = base_offset != 0 ? 0 : start % (128 * wide) / 16;
    return start - skipped * 16 + row / 8 * stride + in_pattern(row % 8, chunk + skipped) + in;
  }
  [[nodiscard]] std::uint64_t descriptor() const {
    const std::uint64_t mode = wide == 8 ? 1 : wide == 4 ? 2 : wide == 2 ? 3 : 0;
    return std::uint64_t{start >> 4} | std::uint64_t{leading >> 4} << 16 |
           std::uint64_t{stride >> 4} << 32 | std::uint64_t{base_offset} << 49 | mode << 62;
  }
};

constexpr std::uint32_t kTileBytes = 48 * 1024, kBBegin = 16 * 1024;

inline TileLayout k_major(std::uint32_t wide, std::uint32_t start) {
  // What follows is further away than it must be: 8 rows, and without a swizzle the next chunk.
  if (wide == 1) return {1, false, 8 * 1024 - 256, 160, start, 0};
  return {wide, false, 16, wide * 128, start, 0};
}
inline TileLayout mn_major(std::uint32_t wide, std::uint32_t start) {
  if (wide == 1) return {1, true, 8 * 1024 - 256, 160, start, 0};
  return {wide, true, 2 * wide * 128, wide * 128, start, 0};
}

struct Wgmma {
  std::uint32_t n = 16;
  FactorType a = kHalf, b = kHalf;
  TileLayout a_layout = k_major(8, 0), b_layout = k_major(8, kBBegin);
  bool has_half_sums = false;
  bool a_is_in_registers = false;
  std::string scale_d = "1";
  int scale_a = 1, scale_b = 1;
  bool adds = true;
  bool is_sparse = false;
  std::uint32_t selector = 0;
  std::string modifiers = {};  // behind the types

  [[nodiscard]] std::uint32_t depth() const { return (is_sparse ? 64 : 32) / a.bytes; }
  [[nodiscard]] std::uint32_t stored_depth() const { return 32 / a.bytes; }
  [[nodiscard]] bool is_whole() const { return a.bits == byte_bits; }
  [[nodiscard]] std::uint32_t sum_bits(double sum) const {
    return has_half_sums ? half_bits(sum) : is_whole() ? whole_bits_of(sum) : single_bits(sum);
  }
  [[nodiscard]] std::uint32_t sums() const { return n / (has_half_sums ? 4 : 2); }
  [[nodiscard]] std::string form() const {
    return "m64n" + std::to_string(n) + "k" + std::to_string(depth()) +
           (has_half_sums ? ".f16."
            : is_whole()  ? ".s32."
                          : ".f32.") +
           a.name + "." + b.name + modifiers;
  }
};

inline std::string registers(const char* prefix, std::uint32_t count) {
  std::string text = "{";
  for (std::uint32_t i = 0; i < count; ++i) text += (i ? ", " : "") + (prefix + std::to_string(i));
  return text + "}";
}

inline std::string instruction(const Wgmma& test) {
  std::string text = std::string("wgmma.mma_async.") + (test.is_sparse ? "sp." : "") +
                     "sync.aligned." + test.form() + " " + registers("%d", test.sums()) + ", " +
                     (test.a_is_in_registers ? registers("%a", 4) : "%rd10") + ", %rd11, " +
                     (test.is_sparse ? "%r9, " + std::to_string(test.selector) + ", " : "") +
                     test.scale_d;
  if (test.is_whole()) return text + ";\n";
  text += ", " + std::to_string(test.scale_a) + ", " + std::to_string(test.scale_b);
  if (test.a.bytes == 2) {
    if (!test.a_is_in_registers) text += test.a_layout.is_mn_major ? ", 1" : ", 0";
    text += test.b_layout.is_mn_major ? ", 1" : ", 0";
  }
  return text + ";\n";
}

// Copies `in` to shared memory; behind it lie a thread's registers of A and D. D goes to out. %p2
// is true, %p3 false; %r5 is the tile's address.
inline std::string wgmma_kernel(const Wgmma& test, const std::string& multiply,
                                std::uint32_t copied_words) {
  const std::string d_type = test.has_half_sums || test.is_whole() ? ".b32" : ".f32";
  const std::uint32_t own = 4 * (5 + test.sums());
  std::string text =
      ".version 8.0\n.target sm_90a\n.address_size 64\n"
      ".visible .entry k(.param .u64 out, .param .u64 in)\n{\n"
      ".reg .pred %p<8>;\n.reg .b32 %r<16>;\n.reg .b64 %rd<16>;\n.reg .b32 %a<4>;\n.reg " +
      d_type + " %d<128>;\n.shared .align 1024 .b8 tile[" + std::to_string(kTileBytes) +
      "];\nld.param.u64 %rd1, [out];\nld.param.u64 %rd2, [in];\nmov.u32 %r1, %tid.x;\n"
      "mov.u32 %r5, tile;\nmov.u32 %r7, %ntid.x;\nsetp.ge.u32 %p2, %r1, 0;\nnot.pred %p3, "
      "%p2;\nmov.u32 %r2, %r1;\n"
      "copy: setp.ge.u32 %p1, %r2, " +
      std::to_string(copied_words) +
      ";\n@%p1 bra copied;\nmul.wide.u32 %rd3, %r2, 4;\nadd.u64 %rd4, %rd2, %rd3;\n"
      "ld.global.u32 %r3, [%rd4];\nmad.lo.u32 %r4, %r2, 4, %r5;\nst.shared.u32 [%r4], %r3;\n"
      "add.u32 %r2, %r2, %r7;\nbra copy;\ncopied:\nfence.proxy.async.shared::cta;\nbar.sync 0;\n"
      "shr.u32 %r6, %r5, 4;\ncvt.u64.u32 %rd5, %r6;\n"
      "add.u64 %rd10, %rd5, " +
      std::to_string(static_cast<std::int64_t>(test.a_layout.descriptor())) +
      ";\nadd.u64 %rd11, %rd5, " +
      std::to_string(static_cast<std::int64_t>(test.b_layout.descriptor())) +
      ";\nmul.wide.u32 %rd6, %r1, " + std::to_string(own) + ";\nadd.u64 %rd7, %rd2, %rd6;\n";
  for (std::uint32_t i = 0; i < 4 + test.sums(); ++i) {
    const std::string target =
        i < 4 ? ".b32 %a" + std::to_string(i) : d_type + " %d" + std::to_string(i - 4);
    text += "ld.global" + target + ", [%rd7+" + std::to_string(kTileBytes + 4 * i) + "];\n";
  }
  text += "ld.global.b32 %r9, [%rd7+" + std::to_string(kTileBytes + own - 4) + "];\n";
  text += "wgmma.fence.sync.aligned;\n" + multiply +
          "wgmma.commit_group.sync.aligned;\nwgmma.wait_group.sync.aligned 0;\nmul.wide.u32 %rd8, "
          "%r1, " +
          std::to_string(4 * test.sums()) + ";\nadd.u64 %rd9, %rd1, %rd8;\n";
  for (std::uint32_t i = 0; i < test.sums(); ++i) {
    text += "st.global" + d_type + " [%rd9+" + std::to_string(4 * i) + "], %d" + std::to_string(i) +
            ";\n";
  }
  return text + "ret;\n}\n";
}

using Bytes = std::vector<std::byte>;

inline void put(Bytes& bytes, std::size_t at, std::uint32_t bits, std::uint32_t size) {
  ASSERT_LE(at + size, bytes.size());
  std::memcpy(bytes.data() + at, &bits, size);
}

// Row and column of D's element `j` of 8 columns `x`, for a thread.
inline std::uint32_t row_of(std::uint32_t thread, std::uint32_t j) {
  return thread / 32 * 16 + thread % 32 / 4 + j / 2 * 8;
}
inline std::uint32_t column_of(std::uint32_t thread, std::uint32_t x, std::uint32_t j) {
  return x * 8 + thread % 4 * 2 + j % 2;
}

struct Matrices {
  Halves a, b, c;  // b: transposed
};

// Where the stored element `i` of a sparse row of A stands: two of four, in any of the six ways; of
// tf32, one of two.
inline std::uint32_t place_along_k(const Wgmma& test, std::uint32_t row, std::uint32_t i) {
  if (!test.is_sparse) return i;
  if (test.a.bytes == 4) return 2 * i + (row + i) % 3 % 2;
  constexpr std::uint32_t kPairs[6][2] = {{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}};
  return i / 2 * 4 + kPairs[(row * 7 + i / 2 * 5) % 6][i % 2];
}

// Four bits of metadata for each chunk of a row: figures "Sparse WGMMA metadata layout".
inline std::uint32_t chunk_indices(const Wgmma& test, std::uint32_t row, std::uint32_t chunk) {
  if (test.a.bytes == 4) return place_along_k(test, row, chunk) % 2 == 0 ? 0b0100 : 0b1110;
  return place_along_k(test, row, 2 * chunk) % 4 | place_along_k(test, row, 2 * chunk + 1) % 4 << 2;
}
inline std::uint32_t metadata_of(const Wgmma& test, std::uint32_t thread) {
  const std::uint32_t row = thread / 32 * 16 + thread % 32 / 4, member = thread % 4;
  std::uint32_t word = 0;
  if (test.a.bytes == 1) {
    // Rows g and g + 8, then both again for the second half of k.
    for (std::uint32_t i = 0; i < 8; ++i) {
      word |= chunk_indices(test, row + member % 2 * 8, member / 2 * 8 + i) << (4 * i);
    }
    return word;
  }
  if (member / 2 != test.selector) return 0;
  for (std::uint32_t i = 0; i < 4; ++i) {
    word |= chunk_indices(test, row, member % 2 * 4 + i) << (4 * i);
    word |= chunk_indices(test, row + 8, member % 2 * 4 + i) << (16 + 4 * i);
  }
  return word;
}

inline Matrices matrices_of(const Wgmma& test) {
  Matrices all{halves(kRows, test.depth(), 1), halves(test.n, test.depth(), 2),
               halves(kRows, test.n, 3)};
  for (std::uint32_t row = 0; row < kRows && test.is_sparse; ++row) {
    std::vector<double> whole(test.depth());
    for (std::uint32_t i = 0; i < test.stored_depth(); ++i) {
      const std::uint32_t k = place_along_k(test, row, i);
      whole[k] = all.a.at(row, k);
    }
    std::ranges::copy(whole, all.a.values.begin() + row * test.depth());
  }
  return all;
}

// The tile, then each thread's registers.
inline Bytes input(const Wgmma& test, const Matrices& matrices, std::uint32_t threads = kThreads) {
  const std::uint32_t own = 5 + test.sums();
  Bytes bytes(kTileBytes + std::size_t{std::max(threads, kThreads)} * own * 4);
  for (std::uint32_t k = 0; k < test.depth(); ++k) {
    const bool is_stored = k < test.stored_depth() && !test.a_is_in_registers;
    for (std::uint32_t row = 0; row < kRows && is_stored; ++row) {
      put(bytes, test.a_layout.offset(row, k, test.a.bytes),
          test.a.bits(matrices.a.at(row, place_along_k(test, row, k))), test.a.bytes);
    }
    for (std::uint32_t row = 0; row < test.n; ++row) {
      put(bytes, test.b_layout.offset(row, k, test.b.bytes), test.b.bits(matrices.b.at(row, k)),
          test.b.bytes);
    }
  }
  for (std::uint32_t thread = 0; thread < kThreads; ++thread) {
    const std::size_t begin = kTileBytes + std::size_t{thread} * own * 4;
    // a0: the thread's row, its first 4 bytes of 16; a1: 8 rows on; a2, a3: 16 bytes on.
    const std::uint32_t each = 4 / test.a.bytes;
    for (std::uint32_t i = 0; i < 4 * each; ++i) {
      const std::uint32_t r = i / each, row = row_of(thread, r % 2 * 2);
      const std::uint32_t k = thread % 4 * each + i % each + r / 2 * 4 * each;
      put(bytes, begin + r * 4 + i % each * test.a.bytes,
          test.a.bits(matrices.a.at(row, place_along_k(test, row, k))), test.a.bytes);
    }
    put(bytes, begin + (own - 1) * 4, metadata_of(test, thread), 4);
    for (std::uint32_t i = 0; i < test.n / 2; ++i) {
      const double c = matrices.c.at(row_of(thread, i % 4), column_of(thread, i / 4, i % 4));
      const std::uint32_t size = test.has_half_sums ? 2 : 4;
      put(bytes, begin + 16 + std::size_t{i} * size, test.sum_bits(c), size);
    }
  }
  return bytes;
}

inline double expected(const Wgmma& test, const Matrices& matrices, std::uint32_t row,
                       std::uint32_t column) {
  double sum = test.adds ? matrices.c.at(row, column) : 0;
  for (std::uint32_t k = 0; k < test.depth(); ++k) {
    sum += test.scale_a * matrices.a.at(row, k) * (test.scale_b * matrices.b.at(column, k));
  }
  return sum;
}

// But for the note that every wgmma comes with.
inline trace::Trace without_note(trace::Trace trace) {
  std::erase_if(trace.findings, [](const trace::Finding& finding) {
    return finding.kind == FindingKind::uncounted_read;
  });
  return trace;
}

}  // namespace warplens::machine::wgmma
