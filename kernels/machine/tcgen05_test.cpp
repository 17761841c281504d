// tcgen05.mma through the machine, against loops here.
#include "kernels/machine/tcgen05_mma_test_kit.h"

namespace warplens::machine::tcgen05 {
namespace {

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

trace::LaunchCounts counted(const Mma& test) {
  Machine machine(parse_text(kernel_of(test)));
  machine.buffer("out", Bytes(1 << 17));
  machine.buffer("in", input(test, matrices_of(test)));
  machine.options.counts_launch = true;
  machine.options.detect_races = false;
  machine.request.dynamic_shared_bytes = kTileBytes + 64;
  return machine.trace_of({1}, {kThreads}).counts.value();
}

TEST(Tcgen05Multiply, CountsWhatItsDescriptorSays) {
  using trace::TensorKind;
  EXPECT_EQ(counted({}).of(TensorKind::tcgen05_f16), 128u * 32 * 16);
  const auto bytes =
      counted({.kind = "f8f6f4", .m = 64, .n = 24, .a = wgmma::kE4m3, .b = wgmma::kE5m2});
  EXPECT_EQ(bytes.of(TensorKind::tcgen05_f8), 64u * 24 * 32);
  EXPECT_EQ(bytes.of(TensorKind::tcgen05_f16), 0u);
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

// .ws: of 64 rows and of 32, D's columns lie in parts of the lanes, which multiply an A of their
// own where it is in tensor memory (FlashMLA multiplies two at once so).
TEST(Tcgen05Multiply, KeepsWeightsInParts) {
  using namespace wgmma;
  for (const std::uint32_t m : {32u, 64u, 128u}) {
    for (const std::uint32_t n : {64u, 128u, 256u})
      multiplies({.m = m, .n = n, .is_stationary = true});
    multiplies({.m = m, .n = 64, .a_is_in_tensor_memory = true, .is_stationary = true});
    multiplies({.kind = "f8f6f4",
                .m = m,
                .n = 128,
                .a = kE4m3,
                .b = kE5m2,
                .b_layout = mn_major(8, kBBegin, 1),
                .a_is_in_tensor_memory = true,
                .collector = ".collector::b2::fill",
                .is_stationary = true});
  }
  multiplies({.kind = "tf32",
              .m = 32,
              .n = 64,
              .a = wgmma::kTf32,
              .b = wgmma::kTf32,
              .adds = false,
              .extras = ", 0",
              .is_stationary = true});
  multiplies({.kind = "i8",
              .m = 64,
              .n = 64,
              .a = kSignedByte,
              .b = kSignedByte,
              .d = Sum::s32,
              .is_stationary = true});
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

}  // namespace
}  // namespace warplens::machine::tcgen05
