// Kernels of one tcgen05.mma of .cta_group::2: two blocks of a cluster, each with its half of A's
// rows and of B's columns, whose sums come to both. Where they lie is written out as the figures of
// "Data Path Layout Organization" have it: layout A of 256 rows, B of 128.
#pragma once

#include "kernels/machine/tcgen05_mma_test_kit.h"

namespace warplens::machine::tcgen05 {

constexpr const char* kClusterBarrier =
    "barrier.cluster.arrive.release.aligned;\nbarrier.cluster.wait.acquire.aligned;\n";
constexpr const char* kCommitToBoth =
    "mov.u16 %h1, 3;\ntcgen05.commit.cta_group::2.mbarrier::arrive::one.shared::cluster."
    "multicast::cluster.b64 [bar], %h1;\n";

struct PairMma {
  Mma mma{.m = 256};
  std::uint32_t issuer = 0;  // the rank whose first thread asks

  [[nodiscard]] std::uint32_t own_rows() const { return mma.m / 2; }
  [[nodiscard]] bool is_folded() const { return mma.m == 128; }
  // Of tensor memory, that D takes.
  [[nodiscard]] std::uint32_t columns() const { return is_folded() ? mma.n / 2 : mma.n; }
  [[nodiscard]] std::uint32_t lane_of(std::uint32_t row, std::uint32_t column) const {
    return row % own_rows() + (is_folded() ? column / (mma.n / 2) * 64 : 0);
  }
  // What is moved from and to cells by all 128 lanes.
  [[nodiscard]] Mma cells() const {
    Mma all = mma;
    all.n = columns();
    return all;
  }
  [[nodiscard]] std::size_t in_bytes() const {
    return kTileBytes + std::size_t{128} * (columns() + kAWords) * 4;
  }
  [[nodiscard]] std::size_t out_bytes() const { return std::size_t{128} * columns() * 4; }
};

inline std::string replaced(std::string text, const std::string& from, const std::string& to) {
  for (std::size_t at = text.find(from); at != std::string::npos; at = text.find(from, at)) {
    text.replace(at, from.size(), to);
    at += to.size();
  }
  return text;
}

// %p9: not the block that asks.
inline std::string pair_frame(const PairMma& test, const std::string& body,
                              std::uint32_t blocks = 2, std::uint32_t columns = kColumns) {
  std::string text =
      replaced(frame(body + kClusterBarrier, columns), "cta_group::1", "cta_group::2");
  text.insert(text.find("{\n"), ".reqnctapercluster " + std::to_string(blocks) + ", 1, 1\n");
  const auto beside = [](const char* pointer, std::size_t bytes) {
    return "mul.wide.u32 %rd20, %r31, " + std::to_string(bytes) + ";\nadd.u64 " + pointer + ", " +
           pointer + ", %rd20;\n";
  };
  const std::string loaded = "ld.param.u64 %rd2, [in];\n";
  return replaced(text, loaded,
                  loaded + "mov.u32 %r31, %ctaid.x;\nmov.u32 %r30, %cluster_ctarank;\n" +
                      beside("%rd1", test.out_bytes()) + beside("%rd2", test.in_bytes()) +
                      "setp.ne.u32 %p9, %r30, " + std::to_string(test.issuer) + ";\n");
}

inline std::string pair_multiply(const Mma& mma) {
  return replaced(replaced(multiply(mma), "cta_group::1", "cta_group::2"), "{0, 0, 0, 0}",
                  "{0, 0, 0, 0, 0, 0, 0, 0}");
}
inline std::string by_issuer(const std::string& text) {
  return by_first_thread("@%p9 bra asked;\n" + text);
}

inline std::string pair_kernel(const PairMma& test) {
  return pair_frame(test, kCopyTile + move_cells(test.cells(), false) + move_a(test.cells()) +
                              kProxyFence + kBefore + kClusterBarrier + descriptors(test.mma) +
                              by_issuer(pair_multiply(test.mma) + kCommitToBoth) + kWait +
                              move_cells(test.cells(), true));
}

// Of both blocks; b: transposed.
struct PairMatrices {
  Halves a, b, c[2];  // c: all lanes of each
};
inline PairMatrices matrices_of(const PairMma& test) {
  return {halves(test.mma.m, test.mma.depth(), 1),
          halves(test.mma.n, test.mma.depth(), 2),
          {halves(128, test.columns(), 3), halves(128, test.columns(), 4)}};
}

inline Bytes pair_input(const PairMma& test, const PairMatrices& matrices) {
  Bytes bytes(2 * test.in_bytes());
  const Mma& mma = test.mma;
  for (std::uint32_t block = 0; block < 2; ++block) {
    const std::size_t begin = block * test.in_bytes();
    const auto cells = [&](std::uint32_t lane) {
      return begin + kTileBytes + std::size_t{lane} * (test.columns() + kAWords) * 4;
    };
    for (std::uint32_t k = 0; k < mma.depth(); ++k) {
      for (std::uint32_t row = 0; row < test.own_rows(); ++row) {
        const std::size_t place = mma.a_is_in_tensor_memory
                                      ? cells(row) + test.columns() * 4 + k * mma.a.bytes
                                      : begin + mma.a_layout.offset(row, k, mma.a.bytes);
        put(bytes, place, mma.a.bits(matrices.a.at(block * test.own_rows() + row, k)), mma.a.bytes);
      }
      for (std::uint32_t column = 0; column < mma.n / 2; ++column) {
        put(bytes, begin + mma.b_layout.offset(column, k, mma.b.bytes),
            mma.b.bits(matrices.b.at(block * mma.n / 2 + column, k)), mma.b.bytes);
      }
    }
    for (std::uint32_t lane = 0; lane < 128; ++lane) {
      for (std::uint32_t j = 0; j < test.columns(); ++j) {
        put(bytes, cells(lane) + std::size_t{j} * 4, mma.sum_bits(matrices.c[block].at(lane, j)),
            4);
      }
    }
  }
  return bytes;
}

inline std::uint32_t pair_expected(const PairMma& test, const PairMatrices& matrices,
                                   std::uint32_t row, std::uint32_t column) {
  const Mma& mma = test.mma;
  const std::uint32_t block = row / test.own_rows();
  double sum = mma.adds ? matrices.c[block].at(test.lane_of(row, column), column % test.columns()) *
                              mma.scale
                        : 0;
  for (std::uint32_t k = 0; k < mma.depth(); ++k) {
    sum += (mma.a_is_negated ? -1 : 1) * matrices.a.at(row, k) * (mma.b_is_negated ? -1 : 1) *
           matrices.b.at(column, k);
  }
  return mma.sum_bits(sum);
}

inline trace::Trace run_pair(const std::string& text, const Bytes& in, Bytes& out,
                             std::uint32_t blocks = 2) {
  Machine machine(parse_text(text));
  const auto buffer = machine.buffer("out", out);
  machine.buffer("in", in);
  machine.request.dynamic_shared_bytes = kTileBytes + 64;
  trace::Trace trace = wgmma::without_note(machine.trace_of({blocks}, {kThreads}));
  out = machine.values<std::byte>(buffer);
  return trace;
}

inline std::string texts(const trace::Trace& trace) {
  std::string all;
  for (const trace::Finding& finding : trace.findings) {
    all += finding.message.in(Language::en) + "\n";
  }
  return all;
}

inline void pair_multiplies(const PairMma& test) {
  const Mma& mma = test.mma;
  const std::string name = pair_multiply(mma) + " m " + std::to_string(mma.m) + " n " +
                           std::to_string(mma.n) + " by block " + std::to_string(test.issuer);
  const PairMatrices matrices = matrices_of(test);
  Bytes out(2 * test.out_bytes());
  const trace::Trace trace = run_pair(pair_kernel(test), pair_input(test, matrices), out);
  ASSERT_THAT(kinds(trace), IsEmpty()) << name << texts(trace);
  std::vector<std::uint32_t> got(out.size() / 4), sums(got.size());
  std::memcpy(got.data(), out.data(), out.size());
  for (std::uint32_t row = 0; row < mma.m; ++row) {
    for (std::uint32_t j = 0; j < mma.n; ++j) {
      const std::size_t lane = row / test.own_rows() * 128 + test.lane_of(row, j);
      sums[lane * test.columns() + j % test.columns()] = pair_expected(test, matrices, row, j);
    }
  }
  for (std::size_t i = 0; i < sums.size(); ++i) {
    ASSERT_EQ(got[i], sums[i]) << name << " lane " << i / test.columns() << " column "
                               << i % test.columns();
  }
}

}  // namespace warplens::machine::tcgen05
