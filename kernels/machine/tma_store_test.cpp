// Bulk copies out of shared memory: to global memory, with and without an operation, and to other
// blocks of a cluster.
#include "kernels/base/tensor_map.h"
#include "kernels/base/test_support.h"
#include "kernels/machine/machine_test_kit.h"

namespace warplens::machine {
namespace {

using testing::AllOf;
using testing::Contains;
using testing::Each;
using testing::ElementsAre;
using testing::Field;
using testing::HasSubstr;
using testing::Not;
using trace::FindingKind;

constexpr const char* kNumbers = R"(
  shl.b32 %r2, %r1, 2; mov.u32 %r3, tile; add.u32 %r4, %r3, %r2;
  setp.ne.u32 %p1, %r1, 0;
  st.shared.u32 [%r4], %r1;
)";
constexpr const char* kProxyFence = "fence.proxy.async.shared::cta;\n";
constexpr const char* kThreadZero = "bar.sync 0;\n@%p1 bra over;\n";
constexpr const char* kCopyOut =
    "cp.async.bulk.global.shared::cta.bulk_group [%rd1], [%r3], 256;\n";
constexpr const char* kCommitGroup = "cp.async.bulk.commit_group;\n";
constexpr const char* kWaitForGroup = "cp.async.bulk.wait_group.read 0;\n";

struct CopiedOut {
  trace::Trace trace;
  std::vector<std::int32_t> out;
};

// 64 threads store their numbers to the tile; thread 0 does the rest.
CopiedOut store(const std::string& body, CopiesLand copies = CopiesLand::late,
                const std::vector<std::int32_t>& before = zeros(64)) {
  Machine machine(parse_text(kernel_text(kNumbers + body + "over: ret;")));
  machine.options.copies = copies;
  const std::size_t out = machine.buffer("out", before);
  machine.buffer("in", iota(64));
  trace::Trace trace = machine.trace_of({1}, {64});
  return {std::move(trace), machine.values(out)};
}

std::string whole_store() {
  return std::string(kProxyFence) + kThreadZero + kCopyOut + kCommitGroup + kWaitForGroup;
}

testing::Matcher<trace::Trace> finds_in(FindingKind kind, const std::string& text) {
  return Field(&trace::Trace::findings,
               Contains(AllOf(Field(&trace::Finding::kind, kind),
                              Field(&trace::Finding::message, InEnglish(HasSubstr(text))))));
}

TEST(TmaStore, WritesWhatSharedMemoryHolds) {
  for (const CopiesLand copies : {CopiesLand::late, CopiesLand::early, CopiesLand::at_once}) {
    const CopiedOut ran = store(whole_store(), copies);
    EXPECT_THAT(kinds(ran.trace), IsEmpty());
    EXPECT_EQ(ran.out, iota(64));
  }
}

TEST(TmaStore, IsOverAtTheLatestWhenItsThreadExits) {
  EXPECT_EQ(store(std::string(kProxyFence) + kThreadZero + kCopyOut).out, iota(64));
}

TEST(TmaStore, RacesWithWhoWritesItsSourceBeforeTheWait) {
  const std::string before = std::string(kProxyFence) + kThreadZero + kCopyOut + kCommitGroup +
                             "st.shared.u32 [%r3], %r1;\n" + kWaitForGroup;
  EXPECT_THAT(store(before).trace, finds_in(FindingKind::race, "no wait for its group 1"));
  EXPECT_THAT(kinds(store(whole_store() + "st.shared.u32 [%r3], %r1;").trace),
              Not(Contains(FindingKind::race)));
}

TEST(TmaStore, IsLeftOpenByAWaitForEarlierGroups) {
  const std::string open = std::string(kProxyFence) + kThreadZero + kCopyOut + kCommitGroup +
                           "cp.async.bulk.wait_group.read 1;\nst.shared.u32 [%r3], %r1;\n";
  EXPECT_THAT(store(open).trace, finds_in(FindingKind::race, "all groups but the latest 1"));
  const std::string uncommitted = std::string(kProxyFence) + kThreadZero + kCopyOut +
                                  kWaitForGroup + "st.shared.u32 [%r3], %r1;\n";
  EXPECT_THAT(store(uncommitted).trace, finds_in(FindingKind::race, "has not been committed"));
}

TEST(TmaStore, OthersMayWriteTheSourceBehindABarrierOfWhoHasWaited) {
  const std::string body = std::string(kProxyFence) + "bar.sync 0;\n@%p1 bra later;\n" + kCopyOut +
                           kCommitGroup + kWaitForGroup;
  const std::string write = "st.shared.u32 [%r4], %r2;\n";
  EXPECT_THAT(kinds(store(body + "later: bar.sync 0;\n" + write).trace),
              Not(Contains(FindingKind::race)));
  EXPECT_THAT(kinds(store(body + "later:\n" + write).trace), Contains(FindingKind::race));
}

TEST(TmaStore, ReadsWhatThreadsWroteOnlyBehindAProxyFence) {
  EXPECT_THAT(store(std::string(kThreadZero) + kCopyOut + kCommitGroup + kWaitForGroup).trace,
              finds_in(FindingKind::missing_proxy_fence, "cp.async.bulk reads"));
  EXPECT_THAT(
      kinds(store(std::string(kThreadZero) + kProxyFence + kCopyOut + kCommitGroup + kWaitForGroup)
                .trace),
      Not(Contains(FindingKind::missing_proxy_fence)))
      << "by the thread that copies, behind the barrier";
}

TEST(TmaStore, ReadsNothingThatNobodyWrote) {
  const std::string more = std::string(kProxyFence) + kThreadZero +
                           "cp.async.bulk.global.shared::cta.bulk_group [%rd1], [%r3+128], 256;\n" +
                           kCommitGroup + kWaitForGroup;
  EXPECT_THAT(kinds(store(more).trace), Contains(FindingKind::uninitialized_read));
}

TEST(TmaStore, CopiesTheBytesOfAMask) {
  const std::string masked = std::string(kProxyFence) + kThreadZero +
                             "mov.u16 %h1, 0xf0f;\n"
                             "cp.async.bulk.global.shared::cta.bulk_group.cp_mask [%rd1], [%r3], "
                             "256, %h1;\n" +
                             kCommitGroup + kWaitForGroup;
  const std::vector<std::int32_t> out = store(masked).out;
  EXPECT_EQ(out[4], 4);
  EXPECT_EQ(out[5], 0);
  EXPECT_EQ(out[6], 6);
}

TEST(TmaStore, StaysInsideOfTheBuffer) {
  const std::string far = std::string(kProxyFence) + kThreadZero +
                          "cp.async.bulk.global.shared::cta.bulk_group [%rd1+128], [%r3], 256;\n";
  EXPECT_THAT(kinds(store(far).trace), Contains(FindingKind::out_of_bounds));
}

TEST(TmaReduction, DoesItsOperationWithEachElement) {
  const std::pair<std::string, std::int32_t> cases[] = {
      {"add.u32", 107}, {"min.s32", 7},  {"max.u32", 100}, {"and.b32", 4},
      {"or.b32", 103},  {"xor.b32", 99}, {"inc.u32", 0},   {"dec.u32", 7}};
  for (const auto& [operation, want] : cases) {
    const CopiedOut ran =
        store(std::string(kProxyFence) + kThreadZero +
                  "cp.reduce.async.bulk.global.shared::cta.bulk_group." + operation +
                  " [%rd1], [%r3], 256;\n" + kCommitGroup + kWaitForGroup,
              CopiesLand::late, std::vector<std::int32_t>(64, 100));
    EXPECT_EQ(ran.out[7], want) << operation;
  }
}

// As an H200 does (tests/probes/tensor_copies.cpp): f64's NaNs stay, quiet or not.
TEST(TmaReduction, KeepsNansOfDoublesBitByBit) {
  std::vector<std::int32_t> signalling(64, 0x7ff00001);
  const CopiedOut ran =
      store(std::string(kProxyFence) + kThreadZero +
                "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.f64 [%rd1], [%r3], 256;\n" +
                kCommitGroup + kWaitForGroup,
            CopiesLand::late, signalling);
  EXPECT_EQ(ran.out, signalling);
}

TEST(TmaReduction, BlocksMayAddToTheSamePlaceAtOnce) {
  const std::string sum = std::string(kProxyFence) + kThreadZero +
                          "cp.reduce.async.bulk.global.shared::cta.bulk_group.add.u32 [%rd1], "
                          "[%r3], 256;\n" +
                          kCommitGroup + kWaitForGroup;
  for (const bool is_sum : {true, false}) {
    Machine machine(
        parse_text(kernel_text(kNumbers + (is_sum ? sum : whole_store()) + "over: ret;")));
    const std::size_t out = machine.buffer("out", zeros(64));
    machine.buffer("in", iota(64));
    const trace::Trace trace = machine.trace_of({4}, {64});
    if (is_sum) {
      EXPECT_EQ(machine.values(out)[5], 20);
      EXPECT_THAT(kinds(trace), IsEmpty());
    } else {
      EXPECT_THAT(kinds(trace), Contains(FindingKind::global_race));
    }
  }
}

// Boxes of 8 × 2 words of a matrix of 10 × 6 whose rows are 12 words apart.
TensorMap map_of(std::uint64_t address) {
  TensorMap map;
  map.address = address;
  map.type = TensorMap::Type::u32;
  map.sizes = {10, 6};
  map.strides = {48};
  map.box = {8, 2};
  return map;
}

CopiedOut store_box(const std::string& copy, std::int32_t x, std::int32_t y,
                    const std::function<void(TensorMap&)>& change = {}) {
  const std::string body = std::string(kNumbers) + kProxyFence + kThreadZero + "mov.u32 %r8, " +
                           std::to_string(x) + "; mov.u32 %r9, " + std::to_string(y) + ";\n" +
                           copy + kCommitGroup + kWaitForGroup + "over: ret;";
  Machine machine(parse_text(kernel_text(body)));
  trace::Buffer description;
  description.name = "out";
  description.bytes = 72 * 4;
  const auto address = machine.memory.allocate(description);
  TensorMap map = map_of(*address);
  if (change) change(map);
  machine.scalar(0);
  machine.scalar(0);
  machine.buffer("map", map.encode());
  trace::Trace trace = machine.trace_of({1}, {64});
  return {std::move(trace), machine.values(0)};
}

constexpr const char* kBoxOut =
    "cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%rd2, {%r8, %r9}], [%r3];\n";

TEST(TmaStore, WritesWhatOfABoxIsInTheTensor) {
  const CopiedOut ran = store_box(kBoxOut, 4, 5);
  EXPECT_THAT(kinds(ran.trace), IsEmpty());
  std::vector<std::int32_t> want = zeros(72);
  // All 16 bytes of which some are the tensor's, as on an H200.
  for (std::size_t i = 0; i < 8; ++i) want[60 + 4 + i] = static_cast<std::int32_t>(i);
  EXPECT_EQ(ran.out, want);
}

TEST(TmaStore, OfABoxWhollyOutsideOfTheTensorIsNamed) {
  EXPECT_THAT(store_box(kBoxOut, 4, 6).trace,
              finds_in(FindingKind::empty_copy, "nothing is written"));
}

TEST(TmaStore, SwizzlesAsALoadDoes) {
  const CopiedOut ran =
      store_box(kBoxOut, 0, 0, [](TensorMap& map) { map.swizzle = TensorMap::Swizzle::bytes_128; });
  EXPECT_EQ(ran.out[0], 0);
  EXPECT_EQ(ran.out[12], 36) << "row 1 at byte 128, its groups exchanged";
}

TEST(TmaStore, DoesNotBeginBeforeTheTensor) {
  EXPECT_THAT(store_box(kBoxOut, 0, -1).trace,
              finds_in(FindingKind::out_of_bounds, "begins at -1"));
}

TEST(TmaReduction, TakesTheElementsOfItsTensorMap) {
  const std::string add =
      "cp.reduce.async.bulk.tensor.2d.global.shared::cta.add.tile.bulk_group [%rd2, {%r8, %r9}], "
      "[%r3];\n";
  EXPECT_EQ(store_box(add + add, 0, 0).out[3], 6);
  const CopiedOut none = store_box(add, 0, 0, [](TensorMap& map) {
    map.type = TensorMap::Type::i64;
    map.sizes[0] = 5;
    map.box[0] = 4;
  });
  EXPECT_THAT(none.trace, finds_in(FindingKind::opaque_instruction, "does .add"));
}

// Thread 0 makes a map in shared memory of nothing but zeros, and copies it where it is used.
TEST(TensorMapEdits, MakeAMapThatCopiesTake) {
  const std::string make = R"(
    mov.u32 %r15, 0; mov.u32 %r16, 0;
    add.u32 %r4, %r3, 256; add.u32 %r5, %r4, %r2;
    setp.lt.u32 %p2, %r1, 32;
    @%p2 st.shared.u32 [%r5], %r15;
    bar.sync 0;
    @%p1 bra made;
    tensormap.replace.tile.global_address.shared::cta.b1024.b64 [%r4], %rd1;
    tensormap.replace.tile.rank.shared::cta.b1024.b32 [%r4], 1;
    tensormap.replace.tile.box_dim.shared::cta.b1024.b32 [%r4], 0, 8;
    tensormap.replace.tile.box_dim.shared::cta.b1024.b32 [%r4], 1, 2;
    tensormap.replace.tile.global_dim.shared::cta.b1024.b32 [%r4], 0, 8;
    tensormap.replace.tile.global_dim.shared::cta.b1024.b32 [%r4], 1, 8;
    tensormap.replace.tile.global_stride.shared::cta.b1024.b64 [%r4], 0, 32;
    tensormap.replace.tile.element_stride.shared::cta.b1024.b32 [%r4], 0, 1;
    tensormap.replace.tile.element_stride.shared::cta.b1024.b32 [%r4], 1, 1;
    tensormap.replace.tile.elemtype.shared::cta.b1024.b32 [%r4], 2;
    tensormap.replace.tile.interleave_layout.shared::cta.b1024.b32 [%r4], 0;
    tensormap.replace.tile.swizzle_mode.shared::cta.b1024.b32 [%r4], 0;
    tensormap.replace.tile.fill_mode.shared::cta.b1024.b32 [%r4], 0;
    made: bar.sync 0;
    @!%p2 bra over;
    tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release.gpu.sync.aligned
      [%rd2], [%r4], 128;
    fence.proxy.tensormap::generic.acquire.gpu [%rd2], 128;
    @%p1 bra over;
    cp.async.bulk.tensor.2d.global.shared::cta.tile.bulk_group [%rd2, {%r15, %r16}], [%r3];
  )";
  Machine machine(parse_text(kernel_text(kNumbers + std::string(kProxyFence) + make + kCommitGroup +
                                         kWaitForGroup + "over: ret;")));
  const std::size_t out = machine.buffer("out", zeros(64));
  machine.buffer("map", zeros(32));
  EXPECT_THAT(kinds(machine.trace_of({1}, {64})), IsEmpty());
  EXPECT_EQ(machine.values(out)[15], 15);
}

constexpr const char* kSetUp = R"(
  mov.u32 %r20, %cluster_ctarank; xor.b32 %r21, %r20, 1;
  add.u32 %r5, %r3, 512; add.u32 %r6, %r3, 768;
  @%p1 bra set_up;
  mbarrier.init.shared::cta.b64 [%r6], 1;
  mbarrier.arrive.expect_tx.shared::cta.b64 _, [%r6], 256;
  fence.mbarrier_init.release.cluster;
  set_up: fence.proxy.async.shared::cta;
  barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;
)";
constexpr const char* kReceive = R"(
  got: mbarrier.try_wait.parity.shared::cta.b64 %p2, [%r6], 0; @!%p2 bra got;
  add.u32 %r7, %r5, %r2; ld.shared.u32 %r8, [%r7];
  st.global.u32 [%rd3], %r8;
  barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;
)";

CopiedOut run_in_cluster(const std::string& copy, const std::string& receive = kReceive,
                         std::uint32_t blocks = 2) {
  Machine machine(
      parse_text(kernel_text(std::string(kElementsOfThread) + kNumbers + kSetUp +
                             "@%p1 bra asked;\n" + copy + "asked:\n" + receive + "over: ret;")));
  machine.request.cluster = Dim3{blocks};
  const std::size_t out = machine.buffer("out", zeros(64 * blocks));
  machine.buffer("in", iota(64));
  trace::Trace trace = machine.trace_of({blocks}, {64});
  return {std::move(trace), machine.values(out)};
}

constexpr const char* kToNeighbour = R"(
  mapa.shared::cluster.u32 %r22, %r5, %r21; mapa.shared::cluster.u32 %r23, %r6, %r21;
  cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%r22], [%r3], 256, [%r23];
)";

TEST(TmaToBlock, BringsBytesToAnotherBlocksSharedMemory) {
  const CopiedOut ran = run_in_cluster(kToNeighbour);
  EXPECT_THAT(kinds(ran.trace), IsEmpty());
  EXPECT_EQ(ran.out[5], 5);
  EXPECT_EQ(ran.out[64 + 63], 63);
}

TEST(TmaToBlock, WithoutTheWaitItIsARaceOfTheOtherBlock) {
  const std::string early = R"(
  add.u32 %r7, %r5, %r2; ld.shared.u32 %r8, [%r7];
  st.global.u32 [%rd3], %r8;
  barrier.cluster.arrive.aligned; barrier.cluster.wait.aligned;
)";
  EXPECT_THAT(kinds(run_in_cluster(kToNeighbour, early).trace), Contains(FindingKind::race));
}

TEST(TmaToBlock, ItsMbarrierLiesBesideWhatItWrites) {
  const std::string other = R"(
  mapa.shared::cluster.u32 %r22, %r5, %r21;
  cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes [%r22], [%r3], 256, [%r6];
)";
  EXPECT_THAT(run_in_cluster(other, "").trace,
              finds_in(FindingKind::bad_mbarrier, "another block"));
}

TEST(TmaToBlock, AddsToWhatIsThere) {
  const std::string add = R"(
  mapa.shared::cluster.u32 %r22, %r5, %r21; mapa.shared::cluster.u32 %r23, %r6, %r21;
  cp.reduce.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes.add.u32
    [%r22], [%r3], 256, [%r23];
)";
  const std::string ready = "st.shared.u32 [%r4+512], 1000;\nfence.proxy.async.shared::cta;\n";
  Machine machine(
      parse_text(kernel_text(std::string(kElementsOfThread) + kNumbers + ready + kSetUp +
                             "@%p1 bra asked;\n" + add + "asked:\n" + kReceive + "over: ret;")));
  machine.request.cluster = Dim3{2};
  const std::size_t out = machine.buffer("out", zeros(128));
  machine.buffer("in", iota(64));
  EXPECT_THAT(kinds(machine.trace_of({2}, {64})), IsEmpty());
  EXPECT_EQ(machine.values(out)[9], 1009);
}

constexpr const char* kMulticast = R"(
  setp.ne.u32 %p4, %r20, 0; @%p4 bra asked;
  mov.u16 %h1, 15;
  cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes.multicast::cluster
    [%r5], [%rd2], 256, [%r6], %h1;
)";

TEST(TmaMulticast, BringsBytesToTheSamePlaceOfEachBlock) {
  const CopiedOut ran = run_in_cluster(kMulticast, kReceive, 4);
  EXPECT_THAT(kinds(ran.trace), IsEmpty());
  for (std::size_t block = 0; block < 4; ++block) EXPECT_EQ(ran.out[block * 64 + 17], 17) << block;
}

TEST(TmaMulticast, KnowsNoBlockBeyondTheCluster) {
  EXPECT_THAT(kinds(run_in_cluster(kMulticast, "", 2).trace), Contains(FindingKind::out_of_bounds));
}

// Who asked may be gone when the others find the bytes.
TEST(TmaMulticast, IsOverWhenWhoAskedForItExits) {
  const std::string leave = R"(
  setp.eq.u32 %p5, %r20, 0; @%p5 bra over;
  got: mbarrier.try_wait.parity.shared::cta.b64 %p2, [%r6], 0; @!%p2 bra got;
  add.u32 %r7, %r5, %r2; ld.shared.u32 %r8, [%r7];
  st.global.u32 [%rd3], %r8;
)";
  std::string copy = kMulticast;
  copy.replace(copy.find("%h1, 15"), 7, "%h1, 14");
  const CopiedOut ran = run_in_cluster(copy, leave, 4);
  EXPECT_EQ(ran.out[64 + 17], 17);
  EXPECT_THAT(kinds(ran.trace), IsEmpty());
}

}  // namespace
}  // namespace warplens::machine
