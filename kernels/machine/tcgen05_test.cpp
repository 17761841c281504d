// tcgen05.mma and tcgen05.cp through the machine, against loops here. Where an element lies in
// shared memory is written out as the PTX ISA's figures have it (wgmma_test_kit.h), and so is where
// a row of D lies in tensor memory.
#include "kernels/machine/tcgen05_test_kit.h"

namespace warplens::machine::tcgen05 {
namespace {

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
  // Layouts D and F of "Data path layout organization".
  [[nodiscard]] std::uint32_t lane_of(std::uint32_t row) const {
    return lane + (m == 128 ? row : row % 16 + row / 16 * 32);
  }
};

std::uint64_t descriptor_of(const TileLayout& layout) {
  return layout.descriptor() | std::uint64_t{1} << 46;
}

// Tile and cells come in, all cells go out.
struct Matrices {
  Halves a, b, c;  // b: transposed; c: all lanes
};
Matrices matrices_of(const Mma& test) {
  return {halves(test.m, test.depth(), 1), halves(test.n, test.depth(), 2), halves(128, test.n, 3)};
}

constexpr std::uint32_t kAWords = 8;  // of a row in tensor memory

Bytes input(const Mma& test, const Matrices& matrices) {
  Bytes bytes(kTileBytes + std::size_t{128} * (test.n + kAWords) * 4);
  const auto element = [&](const FactorType& type, double x) { return type.bits(x); };
  for (std::uint32_t k = 0; k < test.depth(); ++k) {
    for (std::uint32_t row = 0; row < test.m; ++row) {
      const std::uint32_t bits = element(test.a, matrices.a.at(row, k));
      const std::size_t place = test.a_is_in_tensor_memory
                                    ? kTileBytes +
                                          std::size_t{test.lane_of(row)} * (test.n + kAWords) * 4 +
                                          std::size_t{test.n} * 4 + k * test.a.bytes
                                    : test.a_layout.offset(row, k, test.a.bytes);
      put(bytes, place, bits, test.a.bytes);
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

const std::string kCopyTile =
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

std::string move_cells(const Mma& test, bool to_memory) {
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

std::string move_a(const Mma& test) {
  if (!test.a_is_in_tensor_memory) return "";
  std::string text;
  for (std::uint32_t i = 0; i < kAWords; ++i) {
    text += "ld.global.b32 %v" + std::to_string(i) + ", [%rd6+" + std::to_string(4 * (test.n + i)) +
            "];\n";
  }
  return text + store("32x32b.x8", 8, "%r4+" + std::to_string(kAColumn)) + kWaitStore;
}

std::string descriptors(const Mma& test) {
  return "shr.u32 %r23, %r5, 4;\ncvt.u64.u32 %rd9, %r23;\nadd.u64 %rd10, %rd9, " +
         std::to_string(static_cast<std::int64_t>(descriptor_of(test.a_layout))) +
         ";\nadd.u64 %rd11, %rd9, " +
         std::to_string(static_cast<std::int64_t>(descriptor_of(test.b_layout))) +
         ";\nmov.u32 %r24, " + std::to_string(test.descriptor()) + ";\nadd.u32 %r25, %r3, " +
         std::to_string(kDColumn + (test.lane << 16)) + ";\nadd.u32 %r26, %r3, " +
         std::to_string(kAColumn + (test.lane << 16)) +
         ";\nsetp.eq.u32 %p7, %r1, %r1;\nnot.pred %p8, %p7;\n";
}

std::string multiply(const Mma& test) {
  const std::string disabled =
      "{" + std::to_string(test.disabled[0]) + ", " + std::to_string(test.disabled[1]) + ", " +
      std::to_string(test.disabled[2]) + ", " + std::to_string(test.disabled[3]) + "}";
  return "tcgen05.mma.cta_group::1.kind::" + test.kind + test.collector + " [%r25], " +
         (test.a_is_in_tensor_memory ? "[%r26]" : "%rd10") + ", %rd11, %r24, " + disabled + ", " +
         (test.adds ? "%p7" : "%p8") + test.extras + ";\n";
}

std::string by_first_thread(const std::string& text) {
  return "@%p2 bra asked;\n" + text + "asked:\n";
}

std::string kernel_of(const Mma& test) {
  return frame(kCopyTile + move_cells(test, false) + move_a(test) + kProxyFence + kBefore +
               descriptors(test) + by_first_thread(multiply(test) + kCommit) + kWait +
               move_cells(test, true));
}

double expected(const Mma& test, const Matrices& matrices, std::uint32_t row,
                std::uint32_t column) {
  double sum = test.adds ? matrices.c.at(test.lane_of(row), column) * test.scale : 0;
  for (std::uint32_t k = 0; k < test.depth(); ++k) {
    sum += (test.a_is_negated ? -1 : 1) * matrices.a.at(row, k) * (test.b_is_negated ? -1 : 1) *
           matrices.b.at(column, k);
  }
  return sum;
}

void multiplies(const Mma& test) {
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
    const std::uint32_t lane = test.lane_of(row);
    if ((test.disabled[lane / 32] >> lane % 32 & 1) != 0) continue;
    for (std::uint32_t j = 0; j < test.n; ++j) {
      sums[std::size_t{lane} * test.n + j] = test.sum_bits(expected(test, matrices, row, j));
    }
  }
  for (std::uint32_t i = 0; i < sums.size(); ++i) {
    std::uint32_t got = 0;
    std::memcpy(&got, out.data() + std::size_t{i} * 4, 4);
    ASSERT_EQ(got, sums[i]) << name << " lane " << i / test.n << " column " << i % test.n;
  }
}

TileLayout mn_major(std::uint32_t wide, std::uint32_t start, std::uint32_t bytes) {
  // 32 bytes of k: 16 or 32 of it, 8 a pattern.
  const std::uint32_t patterns = bytes == 1 ? 4 : 2;
  if (wide == 1) return {1, true, 6 * 1024 - 256, 160, start, 0};
  return {wide, true, patterns * wide * 128, wide * 128, start, 0};
}

TEST(Tcgen05Multiply, ReadsTilesOfEverySwizzleAndMajor) {
  for (const std::uint32_t wide : {1u, 2u, 4u, 8u}) {
    multiplies({.a_layout = k_major(wide, 0), .b_layout = k_major(wide, kBBegin)});
    multiplies({.a_layout = mn_major(wide, 0, 2), .b_layout = mn_major(wide, kBBegin, 2)});
    multiplies({.m = 64, .a_layout = mn_major(wide, 0, 2), .b_layout = k_major(wide, kBBegin)});
  }
  for (const std::uint32_t wide : {1u, 4u, 8u}) {
    multiplies({.kind = "f8f6f4",
                .n = 128,
                .a = wgmma::kE4m3,
                .b = wgmma::kE5m2,
                .a_layout = mn_major(wide, 0, 1),
                .b_layout = mn_major(wide, kBBegin, 1)});
  }
}

TEST(Tcgen05Multiply, TakesEveryKindAndType) {
  using namespace wgmma;
  multiplies({.a = kBFloat, .b = kBFloat});
  multiplies({.d = Sum::f16});
  multiplies({.kind = "tf32", .a = wgmma::kTf32, .b = wgmma::kTf32});
  for (const FactorType& a : {kE4m3, kE5m2}) {
    for (const FactorType& b : {kE4m3, kE5m2}) {
      multiplies({.kind = "f8f6f4", .a = a, .b = b});
      multiplies({.kind = "f8f6f4", .m = 64, .n = 24, .a = a, .b = b, .d = Sum::f16});
    }
  }
  multiplies({.kind = "i8", .a = kSignedByte, .b = kSignedByte, .d = Sum::s32});
  multiplies({.kind = "i8", .m = 64, .n = 24, .a = kSignedByte, .b = kSignedByte, .d = Sum::s32});
}

TEST(Tcgen05Multiply, TakesEveryShape) {
  for (const std::uint32_t n : {8u, 40u, 256u}) multiplies({.m = 64, .n = n});
  for (const std::uint32_t n : {16u, 48u, 256u}) multiplies({.n = n});
  multiplies({.m = 64, .lane = 16});
}

TEST(Tcgen05Multiply, TakesAFromTensorMemory) {
  using namespace wgmma;
  multiplies({.a_is_in_tensor_memory = true});
  multiplies({.m = 64, .n = 8, .a_is_in_tensor_memory = true});
  multiplies({.kind = "tf32", .a = wgmma::kTf32, .b = wgmma::kTf32, .a_is_in_tensor_memory = true});
  multiplies({.kind = "f8f6f4", .a = kE5m2, .b = kE4m3, .a_is_in_tensor_memory = true});
}

TEST(Tcgen05Multiply, NegatesScalesAndLeavesLanesOut) {
  multiplies({.adds = false});
  multiplies({.a_is_negated = true});
  multiplies({.a_is_negated = true, .b_is_negated = true});
  multiplies({.extras = ", 3", .scale = 0.125});
  multiplies({.disabled = {0x00ff00ff, 0, 1, 0x80000000}});
  multiplies({.collector = ".collector::a::lastuse"});
}

TEST(Tcgen05Multiply, GoesOnAlongKWithinATile) {
  for (std::uint32_t step = 0; step < 4; ++step) {
    multiplies({.a_layout = k_major(8, step * 32), .b_layout = k_major(8, kBBegin + step * 32)});
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

// Two stages in flight, each with an mbarrier of its own: the second one's is there with the sums.
TEST(Tcgen05Multiply, ArrivesOncePerCommit) {
  const Mma test;
  const Matrices matrices = matrices_of(test);
  const std::string second = "[%r5+" + std::to_string(kTileBytes) + "]";
  std::string commit = kCommit, wait = kWait;
  commit.replace(commit.find("[bar]"), 5, second);
  wait.replace(wait.find("[bar]"), 5, second);
  Bytes out(std::size_t{128} * test.n * 4);
  const trace::Trace trace =
      run(frame(kCopyTile + move_cells(test, false) + "@!%p2 mbarrier.init.shared::cta.b64 " +
                second + ", 1;\n" + kProxyFence + kBefore + descriptors(test) +
                by_first_thread(multiply(test) + kCommit + multiply(test) + commit) + wait +
                move_cells(test, true)),
          input(test, matrices), out);
  ASSERT_THAT(kinds(trace), IsEmpty()) << trace.findings[0].message.in(Language::en);
  float got = 0;
  std::memcpy(&got, out.data(), sizeof got);
  EXPECT_EQ(got, 2 * expected(test, matrices, 0, 0) - matrices.c.at(0, 0));
}

TEST(Tcgen05Multiply, TakesGenericAddresses) {
  Faulty generic;
  std::string commit = kCommit;
  commit.erase(commit.find(".shared::cluster"), std::string(".shared::cluster").size());
  commit.replace(commit.find("[bar]"), 5, "[%rd13]");
  generic.asked = "mov.u64 %rd12, bar;\ncvta.shared.u64 %rd13, %rd12;\n" + multiply({}) + commit;
  EXPECT_THAT(generic.found().kinds(), IsEmpty());
  const Found allocated(
      "mov.u64 %rd12, tile;\ncvta.shared.u64 %rd13, %rd12;\n@%p1 bra left;\n"
      "tcgen05.alloc.cta_group::1.sync.aligned.b32 [%rd13], 64;\nbar.warp.sync 0xffffffff;\n"
      "ld.shared.b32 %r20, [tile];\ntcgen05.dealloc.cta_group::1.sync.aligned.b32 %r20, 64;\n"
      "left:\n",
      64);
  EXPECT_THAT(allocated.kinds(), IsEmpty());
}

// Every block of the cluster waits for what block 0 has asked for.
TEST(Tcgen05Multiply, TellsEveryBlockOfTheCluster) {
  const Mma test;
  std::string body =
      kCopyTile + move_cells(test, false) + kProxyFence + kBefore + descriptors(test) +
      "barrier.cluster.arrive.release.aligned;\nbarrier.cluster.wait.acquire.aligned;\n"
      "mov.u32 %r30, %cluster_ctarank;\nsetp.eq.u32 %p9, %r30, 0;\nmov.u16 %h1, 3;\n" +
      by_first_thread(
          "@%p9 " + multiply(test) +
          "@%p9 tcgen05.commit.cta_group::1.mbarrier::arrive::one.shared::cluster.multicast::"
          "cluster.b64 [bar], %h1;\n") +
      kWait + move_cells(test, true) +
      "barrier.cluster.arrive.release.aligned;\nbarrier.cluster.wait.acquire.aligned;\n";
  std::string text = frame(body);
  text.insert(text.find("{\n"), ".reqnctapercluster 2, 1, 1\n");
  Machine machine(parse_text(text));
  const auto buffer = machine.buffer("out", Bytes(std::size_t{128} * test.n * 4));
  machine.buffer("in", input(test, matrices_of(test)));
  machine.request.dynamic_shared_bytes = kTileBytes;
  const trace::Trace trace = wgmma::without_note(machine.trace_of({2}, {kThreads}));
  // Both write the same buffer.
  for (const trace::Finding& finding : trace.findings) {
    EXPECT_EQ(finding.kind, FindingKind::global_race) << finding.message.in(Language::en);
  }
  EXPECT_EQ(machine.values<std::byte>(buffer).size(), std::size_t{128} * test.n * 4);
}

TEST(Tcgen05Findings, NoneOfARightKernel) { EXPECT_THAT(Faulty{}.found().kinds(), IsEmpty()); }

TEST(Tcgen05Findings, TheSumsAreThereWhenTheMbarrierTells) {
  // The first warp reads one of them before it waits.
  const std::string read = "@%p1 bra late;\n" + load("32x32b.x1", 1, "%r25") + kWaitLoad +
                           move_registers(true, 1, 1) + "late:\n";
  Faulty early;
  early.behind = read + kWait;
  const Found found = early.found();
  EXPECT_THAT(found.kinds(), ElementsAre(FindingKind::race));
  EXPECT_THAT(found.text(), HasSubstr("of tensor memory while what warp 0 has tensor cores do at"));
  EXPECT_THAT(found.text(), HasSubstr("nobody has waited for the mbarrier at byte 0 of bar since"));
  Faulty open;
  open.asked = multiply({});
  open.behind = read;
  EXPECT_TRUE(open.found().tells("no tcgen05.commit has come for it since"));
}

TEST(Tcgen05Findings, ACommitThatDoesNotComeIsADeadlock) {
  Faulty open;
  open.asked = multiply({});
  const Found found = open.found();
  EXPECT_THAT(found.kinds(), testing::Contains(FindingKind::deadlock));
}

TEST(Tcgen05Findings, ATileIsNotOverwrittenWhileItIsRead) {
  const std::string overwrite = "@%p2 bra left;\nst.shared.u32 [%r5], 0;\nleft:\n";
  Faulty early;
  early.behind = overwrite + kWait;
  const Found found = early.found();
  EXPECT_THAT(found.kinds(), ElementsAre(FindingKind::race));
  EXPECT_THAT(found.text(),
              HasSubstr("writes byte 0 of tile while what warp 0 has tensor cores do at"));
  Faulty late;
  late.behind = kWait + overwrite;
  EXPECT_THAT(late.found().kinds(), IsEmpty());
}

TEST(Tcgen05Findings, WhatThreadsWroteIsFencedBefore) {
  Faulty unfenced;
  unfenced.before = kBefore;
  const Found found = unfenced.found();
  EXPECT_THAT(found.kinds(), testing::Each(FindingKind::missing_proxy_fence));
  EXPECT_THAT(found.text(), HasSubstr("tcgen05.mma reads byte"));
}

TEST(Tcgen05Findings, WhatOtherThreadsWroteIsOrderedBefore) {
  Faulty unordered;
  unordered.before = kProxyFence;
  EXPECT_THAT(unordered.found().kinds(), testing::Contains(FindingKind::race));
}

TEST(Tcgen05Findings, SumsThatNobodyWroteAreNotAddedTo) {
  const Mma mma;
  const auto body = [&](bool adds) {
    Mma test = mma;
    test.adds = adds;
    return frame(kCopyTile + kProxyFence + kBefore + descriptors(test) +
                 by_first_thread(multiply(test) + kCommit) + kWait + move_cells(test, true));
  };
  const Bytes in = input(mma, matrices_of(mma));
  const Found found(body(true), in, kThreads);
  EXPECT_THAT(found.kinds(), ElementsAre(FindingKind::uninitialized_read));
  EXPECT_THAT(Found(body(false), in, kThreads).kinds(), IsEmpty());
}

TEST(Tcgen05Findings, ProductsThatAreNotKnownEndTheRun) {
  const auto kinds_of = [](std::uint32_t flip, std::uint64_t tile = 0) {
    Faulty faulty;
    faulty.asked = "xor.b32 %r24, %r24, " + std::to_string(flip) + ";\nxor.b64 %rd11, %rd11, " +
                   std::to_string(static_cast<std::int64_t>(tile)) + ";\n" + faulty.asked;
    return faulty.found();
  };
  // Sparse; saturated; two types; 256 rows; a reserved bit; .ws' shift.
  for (const std::uint32_t flip : {1u << 2, 1u << 3, 1u << 7, 24u << 24, 1u << 23, 1u << 30}) {
    const Found found = kinds_of(flip);
    EXPECT_THAT(found.kinds(), testing::Contains(FindingKind::opaque_instruction)) << flip;
  }
  EXPECT_THAT(kinds_of(1u << 2).trace.findings.back().message.in(Language::en),
              HasSubstr("is passed the instruction descriptor 0x"));
  // Hopper's descriptor; absolute addresses; 32-byte atoms.
  for (const std::uint32_t bit : {46u, 52u, 61u}) {
    EXPECT_THAT(kinds_of(0, std::uint64_t{1} << bit).kinds(),
                testing::Contains(FindingKind::opaque_instruction))
        << bit;
  }
}

TEST(Tcgen05Findings, DLiesInWhatIsAllocated) {
  Faulty beside;
  beside.asked = "add.u32 %r25, %r25, 496;\n" + beside.asked;
  EXPECT_THAT(beside.found().kinds(), testing::Contains(FindingKind::out_of_bounds));
  Faulty uneven;
  uneven.asked = "add.u32 %r25, %r25, 0x100000;\n" + uneven.asked;
  EXPECT_THAT(uneven.found().kinds(), testing::Contains(FindingKind::bad_tensor_memory));
}

// Shape, lanes of its rows, bytes in a row.
struct Copy {
  const char* form;
  std::uint32_t rows, words;
  std::vector<std::uint32_t> (*lanes)(std::uint32_t row);
};
const Copy kCopies[] = {
    {"128x256b", 128, 8, [](std::uint32_t row) { return std::vector{row}; }},
    {"128x128b", 128, 4, [](std::uint32_t row) { return std::vector{row}; }},
    {"4x256b", 4, 8, [](std::uint32_t row) { return std::vector{32 * row}; }},
    {"64x128b.warpx2::02_13", 64, 4,
     [](std::uint32_t row) {
       return std::vector{row, row + 64};
     }},
    {"64x128b.warpx2::01_23", 64, 4,
     [](std::uint32_t row) {
       const std::uint32_t lane = row < 32 ? row : row + 32;
       return std::vector{lane, lane + 32};
     }},
    {"32x128b.warpx4", 32, 4,
     [](std::uint32_t row) {
       return std::vector{row, row + 32, row + 64, row + 96};
     }},
};

TEST(Tcgen05Copy, BringsEveryShapeToItsLanes) {
  for (const Copy& copy : kCopies) {
    for (const std::uint32_t wide : {1u, 2u, 8u}) {
      const TileLayout layout = k_major(wide, 0);
      Mma test{.n = 8};
      test.a_layout = layout;
      Bytes in(kTileBytes + std::size_t{128} * (test.n + kAWords) * 4);
      const auto word = [](std::uint32_t row, std::uint32_t i) { return row * 0x01000193 + i; };
      for (std::uint32_t row = 0; row < copy.rows; ++row) {
        for (std::uint32_t i = 0; i < copy.words; ++i) {
          put(in, layout.offset(row, i, 4), word(row, i), 4);
        }
      }
      const std::string name =
          "tcgen05.cp.cta_group::1." + std::string(copy.form) + " [%r25], %rd10;\n";
      Bytes out(std::size_t{128} * test.n * 4);
      const trace::Trace trace = run(
          frame(kCopyTile + move_cells(test, false) + kProxyFence + kBefore + descriptors(test) +
                by_first_thread(name + kCommit) + kWait + move_cells(test, true)),
          in, out);
      ASSERT_THAT(kinds(trace), IsEmpty()) << name << trace.findings[0].message.in(Language::en);
      std::vector<std::uint32_t> cells(std::size_t{128} * test.n), got(cells.size());
      for (std::uint32_t row = 0; row < copy.rows; ++row) {
        for (const std::uint32_t lane : copy.lanes(row)) {
          for (std::uint32_t i = 0; i < copy.words; ++i) cells[lane * test.n + i] = word(row, i);
        }
      }
      std::memcpy(got.data(), out.data(), out.size());
      ASSERT_EQ(got, cells) << name << "chunks in a row " << wide;
    }
  }
}

// What is copied is there for the mma behind it, without a wait between them.
TEST(Tcgen05Copy, IsOrderedBeforeTheMultiplication) {
  Faulty chained;
  chained.asked = "tcgen05.cp.cta_group::1.128x256b [%r26], %rd10;\n" +
                  multiply({.a_is_in_tensor_memory = true}) + kCommit;
  EXPECT_THAT(chained.found().kinds(), IsEmpty());
}

}  // namespace
}  // namespace warplens::machine::tcgen05
