// cp.async.bulk.tensor of .cta_group::2: what comes to one block of a pair and is counted by the
// other one's mbarrier.
#include <algorithm>

#include "kernels/base/tensor_map.h"
#include "kernels/base/test_support.h"
#include "kernels/machine/machine_test_kit.h"

namespace warplens::machine {
namespace {

using testing::Contains;
using testing::IsEmpty;
using trace::FindingKind;

constexpr std::uint32_t kPairBoxWords = 64;

// Each block's first thread asks for 64 words of a row of its own, which the mbarrier in the even
// block of the pair counts, whose address is that of its own without the last bit of the rank.
// Behind the cluster's barrier each thread stores the word of its number.
std::string pair_copy(const std::string& copy, std::uint32_t bytes,
                      const char* mask = "0xfeffffff") {
  return kernel_text(R"(
    mov.u32 %r2, tile; add.u32 %r3, %r2, 128; and.b32 %r10, %r2, )" +
                     std::string(mask) + R"(;
    mov.u32 %r11, %cluster_ctarank; and.b32 %r12, %r11, 1; setp.ne.u32 %p3, %r12, 0;
    mov.u32 %r8, 0; mov.u32 %r9, %ctaid.x;
    setp.ne.u32 %p1, %r1, 0;
    @%p1 bra ready;
    mbarrier.init.shared::cta.b64 [tile], 1;
    @!%p3 mbarrier.arrive.expect_tx.shared::cta.b64 _, [tile], )" +
                     std::to_string(bytes) + R"(;
    ready: barrier.cluster.arrive; barrier.cluster.wait;
    @%p1 bra asked;
    )" + copy + R"(
    asked: @%p3 bra told;
    again: mbarrier.try_wait.parity.acquire.cluster.shared::cta.b64 %p2, [tile], 0; @!%p2 bra again;
    told: barrier.cluster.arrive; barrier.cluster.wait;
    shl.b32 %r4, %r1, 2; add.u32 %r5, %r3, %r4; ld.shared.u32 %r6, [%r5];
    mad.lo.u32 %r7, %r9, 64, %r1; mul.wide.u32 %rd3, %r7, 4; add.s64 %rd4, %rd1, %rd3;
    st.global.u32 [%rd4], %r6;
    ret;)");
}

struct PairRan {
  trace::Trace trace;
  std::vector<std::int32_t> out;
};

PairRan run_pair_copy(const std::string& text, std::uint32_t blocks = 2) {
  Machine machine(parse_text(text));
  machine.request.cluster = Dim3{blocks};
  machine.options.instruction_budget = 1 << 20;
  const std::size_t out = machine.buffer("out", zeros(std::size_t{64} * blocks));
  const std::vector<std::int32_t> rows = iota(std::size_t{kPairBoxWords} * blocks);
  trace::Buffer description;
  description.name = "rows";
  description.bytes = rows.size() * 4;
  const auto address = machine.memory.allocate(description);
  std::memcpy(machine.memory.bytes(1).data(), rows.data(), description.bytes);
  TensorMap map;
  map.address = *address;
  map.type = TensorMap::Type::i32;
  map.sizes = {kPairBoxWords, blocks};
  map.strides = {kPairBoxWords * 4};
  map.box = {kPairBoxWords, 1};
  machine.buffer("map", map.encode());
  trace::Trace trace = machine.trace_of({blocks}, {64});
  return {std::move(trace), machine.values(out)};
}

const std::string kPairBox =
    "cp.async.bulk.tensor.2d.cta_group::2.shared::cluster.global.tile.mbarrier::complete_tx::bytes "
    "[%r3], [%rd2, {%r8, %r9}], [%r10];";

TEST(TmaPair, AnMbarrierCountsWhatComesToBothBlocks) {
  for (const std::uint32_t blocks : {2u, 4u}) {
    const PairRan ran = run_pair_copy(pair_copy(kPairBox, 512), blocks);
    EXPECT_THAT(kinds(ran.trace), IsEmpty()) << ran.trace.findings[0].message.in(Language::en);
    EXPECT_EQ(ran.out, iota(std::size_t{64} * blocks));
  }
}

// Block 0 sends its row to all, block 1 nothing: each pair's even block counts its two.
TEST(TmaPair, AMulticastIsCountedInEachPair) {
  const std::string all =
      "setp.ne.u32 %p4, %r11, 0;\nmov.u16 %h1, 15;\n@%p4 bra asked;\n"
      "cp.async.bulk.tensor.2d.cta_group::2.shared::cluster.global.tile.mbarrier::complete_tx::"
      "bytes"
      ".multicast::cluster [%r3], [%rd2, {%r8, %r9}], [%r10], %h1;";
  const PairRan ran = run_pair_copy(pair_copy(all, 512), 4);
  EXPECT_THAT(kinds(ran.trace), IsEmpty()) << ran.trace.findings[0].message.in(Language::en);
  for (std::size_t i = 0; i < ran.out.size(); ++i) ASSERT_EQ(ran.out[i], static_cast<int>(i % 64));
}

TEST(TmaPair, ElseTheMbarrierLiesInTheBlockThatIsWritten) {
  std::string alone = kPairBox;
  alone.replace(alone.find(".cta_group::2"), 13, "");
  const PairRan one = run_pair_copy(pair_copy(alone, 256));
  EXPECT_THAT(kinds(one.trace), Contains(FindingKind::bad_mbarrier));
  // The first block of the cluster is of another pair than the third.
  const PairRan other = run_pair_copy(pair_copy(kPairBox, 512, "0x00ffffff"), 4);
  EXPECT_THAT(kinds(other.trace), Contains(FindingKind::bad_mbarrier));
  EXPECT_TRUE(std::ranges::any_of(other.trace.findings, [](const trace::Finding& finding) {
    const std::string text = finding.message.in(Language::en);
    return text.find("nor in the other one of that block's pair") != std::string::npos;
  }));
}

TEST(TmaPair, WhatIsReadBeforeTheMbarrierTellsIsARace) {
  std::string text = pair_copy(kPairBox, 512);
  text.replace(text.find("asked:"), 6, "asked: ld.shared.u32 %r13, [tile+128];");
  text.replace(text.find("st.global.u32 [%rd4], %r6"), 25,
               "add.u32 %r6, %r6, %r13; st.global.u32 [%rd4], %r6");
  EXPECT_THAT(kinds(run_pair_copy(text).trace), Contains(FindingKind::race));
}

}  // namespace
}  // namespace warplens::machine
