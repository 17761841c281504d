#include "kernels/machine/machine_test_kit.h"

namespace warplens::machine {
namespace {

using testing::Contains;
using testing::Each;
using testing::ElementsAre;
using testing::IsEmpty;
using trace::FindingKind;
using trace::Space;

// Each block stores its rank to the tile of the next one, and reads its own.
constexpr const char* kPassRanks = R"(
  mov.u32 %r2, %cluster_ctarank; mov.u32 %r3, %cluster_nctarank;
  add.u32 %r4, %r2, 1; rem.u32 %r4, %r4, %r3;
  shl.b32 %r5, %r1, 2; mov.u32 %r6, tile; add.u32 %r5, %r5, %r6;
  mapa.shared::cluster.u32 %r7, %r5, %r4;
  barrier.cluster.arrive; barrier.cluster.wait;
  st.shared::cluster.u32 [%r7], %r2;
  barrier.cluster.arrive.release.aligned; barrier.cluster.wait.acquire.aligned;
  ld.shared.u32 %r8, [%r5];
  st.global.u32 [%rd3], %r8;
)";

Machine passing_ranks(std::optional<Dim3> cluster) {
  Machine machine(parse_text(kernel_text(std::string(kElementsOfThread) + kPassRanks)));
  machine.request.cluster = cluster;
  machine.buffer("out", zeros(32 * 32));
  machine.buffer("in", zeros(1));
  return machine;
}

std::vector<std::int32_t> firsts(Machine& machine) {
  std::vector<std::int32_t> values = machine.values(0), first;
  for (std::size_t i = 0; i < values.size(); i += 32) first.push_back(values[i]);
  return first;
}

TEST(Clusters, TheLaunchSaysHowManyBlocksTheyAre) {
  for (const std::uint32_t blocks : {2u, 8u, 16u}) {
    Machine machine = passing_ranks(Dim3{blocks});
    const trace::Trace trace = machine.trace_of({32}, {32});
    EXPECT_THAT(kinds(trace), ElementsAre(FindingKind::uncounted_read));
    std::vector<std::int32_t> ranks;
    for (std::uint32_t block = 0; block < 32; ++block) {
      ranks.push_back(static_cast<std::int32_t>((block % blocks + blocks - 1) % blocks));
    }
    EXPECT_EQ(firsts(machine), ranks) << blocks;
  }
}

TEST(Clusters, ABlockIsAClusterOfOneWhereNobodySaysMore) {
  Machine machine = passing_ranks({});
  const trace::Trace trace = machine.trace_of({32}, {32});
  EXPECT_THAT(kinds(trace), IsEmpty());
  EXPECT_THAT(firsts(machine), Each(0));
}

TEST(Clusters, AccessesToOtherBlocksAreOfASpaceOfTheirOwn) {
  Machine machine = passing_ranks(Dim3{2});
  const trace::Trace trace = machine.trace_of({2}, {32});
  std::vector<std::uint64_t> addresses;
  for (std::size_t row = 0; row < trace.events.size(); ++row) {
    const trace::EventView event = trace.events.view(row);
    if (trace.sites[event.site].space != Space::distributed) continue;
    addresses.push_back(event.address[1]);
  }
  EXPECT_THAT(addresses, testing::UnorderedElementsAre((2u << trace::kDistributedRankShift) + 4,
                                                       (1u << trace::kDistributedRankShift) + 4));
}

TEST(Clusters, GenericAddressesMapAndAreToldApart) {
  Machine machine(parse_text(kernel_text(std::string(kElementsOfThread) + R"(
    mov.u32 %r2, %cluster_ctarank; xor.b32 %r4, %r2, 1;
    mov.u64 %rd6, tile; cvta.shared.u64 %rd7, %rd6;
    mapa.u64 %rd8, %rd7, %r4;
    getctarank.u64 %r5, %rd8; getctarank.u64 %r6, %rd7;
    isspacep.shared::cta %p1, %rd7; isspacep.shared::cta %p2, %rd8;
    isspacep.shared::cluster %p3, %rd7; isspacep.shared::cluster %p4, %rd8;
    selp.u32 %r7, 1, 0, %p1; selp.u32 %r8, 10, 0, %p2;
    selp.u32 %r9, 100, 0, %p3; selp.u32 %r13, 1000, 0, %p4;
    add.u32 %r7, %r7, %r8; add.u32 %r7, %r7, %r9; add.u32 %r7, %r7, %r13;
    mad.lo.u32 %r7, %r5, 10000, %r7; mad.lo.u32 %r7, %r6, 100000, %r7;
    st.global.u32 [%rd3], %r7;)")));
  machine.request.cluster = Dim3{2};
  machine.buffer("out", zeros(64));
  machine.buffer("in", zeros(1));
  EXPECT_THAT(kinds(machine.trace_of({2}, {32})), IsEmpty());
  EXPECT_THAT(firsts(machine), ElementsAre(11101, 101101));
}

TEST(Clusters, ThreadsOfABlockRaceOnGlobalMemoryThereToo) {
  std::string body = std::string(kElementsOfThread) + kPassRanks;
  // Each warp's last thread writes what the next warp's first one does.
  body += "setp.lt.u32 %p1, %r1, 32; @!%p1 st.global.u32 [%rd3+-4], %r2;";
  Machine machine(parse_text(kernel_text(body)));
  machine.request.cluster = Dim3{2};
  machine.buffer("out", zeros(64 * 2));
  machine.buffer("in", zeros(1));
  const trace::Trace trace = machine.trace_of({2}, {64});
  EXPECT_THAT(kinds(trace), Contains(FindingKind::race));
  EXPECT_THAT(kinds(trace), testing::Not(Contains(FindingKind::global_race)));
}

TEST(Clusters, WaitingWithoutHavingArrivedIsUndefined) {
  Machine machine(parse_text(kernel_text("barrier.cluster.wait;")));
  machine.buffer("out", zeros(1));
  machine.buffer("in", zeros(1));
  EXPECT_THAT(kinds(machine.trace_of({1}, {32})), ElementsAre(FindingKind::undefined_sync));
}

TEST(Clusters, ARelaxedArrivalTellsWhatWasFencedAlone) {
  const auto kinds_with = [](const std::string& fence) {
    std::string body = std::string(kElementsOfThread) + kPassRanks;
    const std::string release = "barrier.cluster.arrive.release.aligned;";
    body.replace(body.find(release), release.size(), fence + " barrier.cluster.arrive.relaxed;");
    // What comes behind is ordered in any case.
    body += "barrier.cluster.arrive; barrier.cluster.wait;";
    Machine machine(parse_text(kernel_text(body)));
    machine.request.cluster = Dim3{4};
    machine.buffer("out", zeros(32 * 4));
    machine.buffer("in", zeros(1));
    return kinds(machine.trace_of({4}, {32}));
  };
  EXPECT_THAT(kinds_with("fence.acq_rel.cluster;"), ElementsAre(FindingKind::uncounted_read));
  EXPECT_THAT(kinds_with(""), Contains(FindingKind::race));
}

}  // namespace
}  // namespace warplens::machine
