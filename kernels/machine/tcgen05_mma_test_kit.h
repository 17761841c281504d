// Kernels of one tcgen05.mma, the matrices that they multiply, and what must come of them. Where an
// element lies in shared memory is written out as the PTX ISA's figures have it (wgmma_test_kit.h),
// and so is where a row of D lies in tensor memory.
#pragma once

#include "kernels/machine/tcgen05_test_kit.h"

namespace warplens::machine::tcgen05 {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using wgmma::FactorType;
using wgmma::Halves;
using wgmma::halves;
using wgmma::k_major;
using wgmma::TileLayout;

constexpr std::uint32_t kBBegin = 32 * 1024, kDColumn = 16, kAColumn = 400;

enum class Sum { f16, f32, s32 };

struct Mma {
  std::string kind = "f16";
  std::uint32_t m = 128, n = 32;
  FactorType a = wgmma::kHalf, b = wgmma::kHalf;
  Sum d = Sum::f32;
  TileLayout a_layout = k_major(8, 0), b_layout = k_major(8, kBBegin);
  bool a_is_in_tensor_memory = false;
  bool adds = true;
  bool a_is_negated = false, b_is_negated = false;
  std::uint32_t lane = 0;  // D's first: of m = 64, 16 as well
  std::uint32_t disabled[4] = {0, 0, 0, 0};
  std::string extras = {};  // behind enable-input-d
  double scale = 1;         // of D
  std::string collector = {};
  bool is_stationary = false;  // .ws

  [[nodiscard]] std::uint32_t depth() const { return 32 / a.bytes; }
  [[nodiscard]] bool is_whole() const { return d == Sum::s32; }
  [[nodiscard]] std::uint32_t sum_bits(double x) const {
    if (d == Sum::f16) return wgmma::half_bits(x);
    return d == Sum::s32 ? wgmma::whole_bits_of(x) : wgmma::single_bits(x);
  }
  // Table "Instruction descriptor format".
  [[nodiscard]] std::uint32_t descriptor() const {
    const auto type = [&](const FactorType& factor) -> std::uint32_t {
      const std::string name = factor.name;
      return name == "tf32" ? 2 : name == "bf16" || name == "e5m2" || name == "s8" ? 1 : 0;
    };
    return (d == Sum::f16   ? 0u
            : d == Sum::f32 ? 1u
                            : 2u)
               << 4 |
           type(a) << 7 | type(b) << 10 | std::uint32_t{a_is_negated} << 13 |
           std::uint32_t{b_is_negated} << 14 | std::uint32_t{a_layout.is_mn_major} << 15 |
           std::uint32_t{b_layout.is_mn_major} << 16 | n / 8 << 17 | m / 16 << 24;
  }
  // Layouts D to G of "Data path layout organization": of .ws columns in parts of the lanes.
  [[nodiscard]] std::uint32_t parts() const { return is_stationary ? 128 / m : 1; }
  [[nodiscard]] std::uint32_t part_of(std::uint32_t column) const { return column / (n / parts()); }
  [[nodiscard]] std::uint32_t lane_of(std::uint32_t row, std::uint32_t part = 0) const {
    if (is_stationary) return part * m + row;
    return lane + (m == 128 ? row : row % 16 + row / 16 * 32);
  }
};

inline std::uint64_t descriptor_of(const TileLayout& layout) {
  return layout.descriptor() | std::uint64_t{1} << 46;
}

// Tile and cells come in, all cells go out.
struct Matrices {
  Halves a, b, c;  // b: transposed; c: all lanes
};
inline Matrices matrices_of(const Mma& test) {
  return {halves(test.m * test.parts(), test.depth(), 1), halves(test.n, test.depth(), 2),
          halves(128, test.n, 3)};
}

constexpr std::uint32_t kAWords = 8;  // of a row in tensor memory

inline Bytes input(const Mma& test, const Matrices& matrices) {
  Bytes bytes(kTileBytes + std::size_t{128} * (test.n + kAWords) * 4);
  const auto element = [&](const FactorType& type, double x) { return type.bits(x); };
  for (std::uint32_t k = 0; k < test.depth(); ++k) {
    for (std::uint32_t row = 0; row < test.m; ++row) {
      const std::uint32_t parts = test.a_is_in_tensor_memory ? test.parts() : 1;
      for (std::uint32_t part = 0; part < parts; ++part) {
        const std::size_t cells =
            kTileBytes + std::size_t{test.lane_of(row, part)} * (test.n + kAWords) * 4;
        const std::size_t place = test.a_is_in_tensor_memory
                                      ? cells + std::size_t{test.n} * 4 + k * test.a.bytes
                                      : test.a_layout.offset(row, k, test.a.bytes);
        put(bytes, place, element(test.a, matrices.a.at(part * test.m + row, k)), test.a.bytes);
      }
    }
    for (std::uint32_t row = 0; row < test.n; ++row) {
      put(bytes, test.b_layout.offset(row, k, test.b.bytes), element(test.b, matrices.b.at(row, k)),
          test.b.bytes);
    }
  }
  for (std::uint32_t lane = 0; lane < 128; ++lane) {
    for (std::uint32_t j = 0; j < test.n; ++j) {
      put(bytes, kTileBytes + (std::size_t{lane} * (test.n + kAWords) + j) * 4,
          test.sum_bits(matrices.c.at(lane, j)), 4);
    }
  }
  return bytes;
}

inline const std::string kCopyTile =
    "mov.u32 %r20, %r1;\ncopy: setp.ge.u32 %p5, %r20, " + std::to_string(kTileBytes / 4) +
    ";\n@%p5 bra copied;\nmul.wide.u32 %rd7, %r20, 4;\nadd.u64 %rd8, %rd2, %rd7;\n"
    "ld.global.u32 %r21, [%rd8];\nmad.lo.u32 %r22, %r20, 4, %r5;\nst.shared.u32 [%r22], %r21;\n"
    "add.u32 %r20, %r20, 128;\nbra copy;\ncopied:\n";
constexpr const char* kProxyFence = "fence.proxy.async.shared::cta;\n";
constexpr const char* kBefore =
    "tcgen05.fence::before_thread_sync;\nbar.sync 0;\n"
    "tcgen05.fence::after_thread_sync;\n";
constexpr const char* kCommit =
    "tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.b64 [bar];\n";
constexpr const char* kWait =
    "wait: mbarrier.try_wait.parity.shared::cta.b64 %p6, [bar], 0;\n@!%p6 bra wait;\n"
    "tcgen05.fence::after_thread_sync;\n";

inline std::string move_cells(const Mma& test, bool to_memory) {
  std::string text;
  const std::uint32_t each = to_memory ? test.n : test.n + kAWords;
  for (std::uint32_t first = 0; first < test.n; first += 8) {
    const std::string place = "%r4+" + std::to_string(kDColumn + first);
    text += to_memory ? load("32x32b.x8", 8, place) + kWaitLoad : "";
    text += "add.u64 %rd9, " + std::string(to_memory ? "%rd1" : "%rd2") + ", " +
            std::to_string(to_memory ? 0 : kTileBytes) + ";\nmul.wide.u32 %rd5, %r1, " +
            std::to_string(4 * each) + ";\nadd.u64 %rd6, %rd9, %rd5;\n";
    for (std::uint32_t i = 0; i < 8; ++i) {
      const std::string at = "[%rd6+" + std::to_string(4 * (first + i)) + "]";
      const std::string value = "%v" + std::to_string(i);
      text += to_memory ? "st.global.b32 " + at + ", " + value + ";\n"
                        : "ld.global.b32 " + value + ", " + at + ";\n";
    }
    text += to_memory ? "" : store("32x32b.x8", 8, place);
  }
  return text + (to_memory ? "" : kWaitStore);
}

inline std::string move_a(const Mma& test) {
  if (!test.a_is_in_tensor_memory) return "";
  std::string text;
  for (std::uint32_t i = 0; i < kAWords; ++i) {
    text += "ld.global.b32 %v" + std::to_string(i) + ", [%rd6+" + std::to_string(4 * (test.n + i)) +
            "];\n";
  }
  return text + store("32x32b.x8", 8, "%r4+" + std::to_string(kAColumn)) + kWaitStore;
}

inline std::string descriptors(const Mma& test) {
  return "shr.u32 %r23, %r5, 4;\ncvt.u64.u32 %rd9, %r23;\nadd.u64 %rd10, %rd9, " +
         std::to_string(static_cast<std::int64_t>(descriptor_of(test.a_layout))) +
         ";\nadd.u64 %rd11, %rd9, " +
         std::to_string(static_cast<std::int64_t>(descriptor_of(test.b_layout))) +
         ";\nmov.u32 %r24, " + std::to_string(test.descriptor()) + ";\nadd.u32 %r25, %r3, " +
         std::to_string(kDColumn + (test.lane << 16)) + ";\nadd.u32 %r26, %r3, " +
         std::to_string(kAColumn + (test.lane << 16)) +
         ";\nsetp.eq.u32 %p7, %r1, %r1;\nnot.pred %p8, %p7;\n";
}

inline std::string multiply(const Mma& test) {
  const std::string disabled =
      "{" + std::to_string(test.disabled[0]) + ", " + std::to_string(test.disabled[1]) + ", " +
      std::to_string(test.disabled[2]) + ", " + std::to_string(test.disabled[3]) + "}";
  return std::string("tcgen05.mma.") + (test.is_stationary ? "ws." : "") +
         "cta_group::1.kind::" + test.kind + test.collector + " [%r25], " +
         (test.a_is_in_tensor_memory ? "[%r26]" : "%rd10") + ", %rd11, %r24, " +
         (test.is_stationary ? "" : disabled + ", ") + (test.adds ? "%p7" : "%p8") + test.extras +
         ";\n";
}

inline std::string by_first_thread(const std::string& text) {
  return "@%p2 bra asked;\n" + text + "asked:\n";
}

inline std::string kernel_of(const Mma& test) {
  return frame(kCopyTile + move_cells(test, false) + move_a(test) + kProxyFence + kBefore +
               descriptors(test) + by_first_thread(multiply(test) + kCommit) + kWait +
               move_cells(test, true));
}

inline double expected(const Mma& test, const Matrices& matrices, std::uint32_t row,
                       std::uint32_t column) {
  const std::uint32_t part = test.part_of(column), first = column % (test.n / test.parts());
  double sum = test.adds ? matrices.c.at(test.lane_of(row, part), first) * test.scale : 0;
  const std::uint32_t a_row = row + (test.a_is_in_tensor_memory ? part * test.m : 0);
  for (std::uint32_t k = 0; k < test.depth(); ++k) {
    sum += (test.a_is_negated ? -1 : 1) * matrices.a.at(a_row, k) * (test.b_is_negated ? -1 : 1) *
           matrices.b.at(column, k);
  }
  return sum;
}

inline void multiplies(const Mma& test) {
  const std::string name = multiply(test) + " m " + std::to_string(test.m) + " n " +
                           std::to_string(test.n) + " descriptor " +
                           std::to_string(test.descriptor());
  const Matrices matrices = matrices_of(test);
  Bytes out(std::size_t{128} * test.n * 4);
  const trace::Trace trace = run(kernel_of(test), input(test, matrices), out);
  ASSERT_THAT(kinds(trace), IsEmpty()) << name << trace.findings[0].message.in(Language::en);
  std::vector<std::uint32_t> sums(std::size_t{128} * test.n);
  for (std::uint32_t i = 0; i < sums.size(); ++i) {
    sums[i] = test.sum_bits(matrices.c.at(i / test.n, i % test.n));
  }
  for (std::uint32_t row = 0; row < test.m; ++row) {
    for (std::uint32_t j = 0; j < test.n; ++j) {
      const std::uint32_t lane = test.lane_of(row, test.part_of(j));
      if ((test.disabled[lane / 32] >> lane % 32 & 1) != 0) continue;
      sums[std::size_t{lane} * test.n + j % (test.n / test.parts())] =
          test.sum_bits(expected(test, matrices, row, j));
    }
  }
  for (std::uint32_t i = 0; i < sums.size(); ++i) {
    std::uint32_t got = 0;
    std::memcpy(&got, out.data() + std::size_t{i} * 4, 4);
    ASSERT_EQ(got, sums[i]) << name << " lane " << i / test.n << " column " << i % test.n;
  }
}

struct Faulty {
  Mma test;
  std::string before = kProxyFence + std::string(kBefore);
  std::string asked = multiply(Mma{}) + kCommit;
  std::string behind = kWait;

  [[nodiscard]] Found found() const {
    const Mma& mma = test;
    const std::string text = frame(kCopyTile + move_cells(mma, false) + before + descriptors(mma) +
                                   by_first_thread(asked) + behind + move_cells(mma, true));
    return Found(text, input(mma, matrices_of(mma)), kThreads);
  }
};

}  // namespace warplens::machine::tcgen05
