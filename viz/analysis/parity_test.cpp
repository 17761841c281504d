#include "viz/analysis/parity.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kernels/trace/recorder.h"

namespace warplens::analysis {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using trace::EventKind;
using trace::EventView;
using trace::Space;
using trace::Trace;

constexpr std::uint32_t kLoadSite = 0, kSharedSite = 1, kCopy = 2, kBranch = 3, kBulk = 4;
constexpr std::uint64_t kBuffer = 0x1000;  // on the CPU
constexpr std::uint64_t kArray = 0x80;
constexpr std::uint32_t kAll = ~0u;

trace::Site site(EventKind kind, Space space, const char* ptx, std::uint32_t line) {
  trace::Site site;
  site.kind = kind;
  site.space = space;
  site.ptx = ptx;
  site.file = "k.cu";
  site.line = line;
  site.width = 4;
  return site;
}

struct Access {
  std::uint32_t site, block;
  std::uint64_t offset;  // of lane 0
  std::uint32_t mask = kAll;
  std::uint32_t taken = 0;
};

// Two blocks of one warp. Buffer and array lie `moved` bytes further on.
Trace trace_of(const std::vector<Access>& accesses, std::uint64_t moved = 0) {
  trace::TraceBuilder builder({site(EventKind::load, Space::global, "ld.global;", 11),
                               site(EventKind::store, Space::shared, "st.shared", 12),
                               site(EventKind::async_copy, Space::shared, "cp.async", 13),
                               site(EventKind::branch, Space::none, "bra", 14),
                               site(EventKind::bulk_load, Space::none, "cp.async.bulk;", 15)},
                              {});
  for (std::uint32_t block = 0; block < 2; ++block) {
    auto recorder = builder.block(block);
    for (const Access& access : accesses) {
      if (access.block != block) continue;
      EventView event;
      event.site = access.site;
      event.block = block;
      event.mask = access.mask;
      event.taken = access.taken;
      for (std::uint64_t lane = 0; lane < kWarpSize; ++lane) {
        const std::uint64_t offset = access.offset + 4 * lane + moved;
        event.address[lane] = (access.site == kSharedSite ? kArray : kBuffer) + offset;
        event.address2[lane] = kArray + offset;
      }
      trace::BulkCopy copy;
      copy.shared = static_cast<std::uint32_t>(kArray + moved);
      copy.global = kBuffer + moved + access.offset;
      copy.bytes = 40;
      copy.blocks = static_cast<std::uint16_t>(access.taken);
      if (access.site == kBulk) event.copies = {&copy, 1};
      recorder.record(event);
    }
    builder.add(std::move(recorder));
  }
  Trace trace;
  trace.launch.grid = {2, 1, 1};
  trace.launch.block = {32, 1, 1};
  trace.buffers = {{"in", kBuffer + moved, 1024, "f32", 4, 1, 256, 1024}};
  trace.shared_arrays = {{"tile", static_cast<std::uint32_t>(kArray + moved), 512}};
  builder.finish(trace, 2);
  return trace;
}

const std::vector<Access> kAccesses = {
    {kLoadSite, 0, 0},  {kSharedSite, 0, 0},   {kCopy, 0, 64},
    {kLoadSite, 1, 64}, {kSharedSite, 1, 128}, {kBranch, 1, 0, kAll, 0xff},
};

std::vector<Access> with(std::size_t index, Access access) {
  std::vector<Access> changed = kAccesses;
  changed[index] = access;
  return changed;
}

std::string first_difference(const Trace& expected, const Trace& actual) {
  const Parity compared = parity(expected, actual);
  return compared.differences.empty() ? "" : text_of(compared.differences[0], expected);
}

TEST(Parity, LeavesOutTheTurnsOfLoopsThatWait) {
  const Access turn{kBranch, 1, 0, kAll, kAll};
  std::vector<Access> waited = kAccesses;
  waited.insert(waited.begin() + 4, {turn, turn, turn});
  const Trace few = trace_of(kAccesses), many = trace_of(waited);
  EXPECT_FALSE(parity(few, many).is_equal());
  const Parity compared = parity(few, many, {.waits = {kBranch}});
  EXPECT_TRUE(compared.is_equal());
  EXPECT_EQ(compared.records, 5u * 32);
  EXPECT_FALSE(
      parity(few, trace_of(with(4, {kSharedSite, 1, 0})), {.waits = {kBranch}}).is_equal());
}

TEST(Parity, HoldsOfATraceAndItself) {
  const Trace trace = trace_of(kAccesses);
  const Parity compared = parity(trace, trace);
  EXPECT_TRUE(compared.is_equal());
  EXPECT_EQ(compared.records, 6u * 32);
  EXPECT_EQ(compared.masks, 6u * 32);
  EXPECT_EQ(compared.masks_different, 0u);
  EXPECT_FALSE(compared.any_order);
}

TEST(Parity, DoesNotCareWhereBuffersAndSharedArraysLie) {
  EXPECT_TRUE(parity(trace_of(kAccesses), trace_of(kAccesses, 0x300)).is_equal());
}

TEST(Parity, NamesSiteBlockWarpLaneAndAccessOfADifference) {
  EXPECT_EQ(first_difference(trace_of(kAccesses), trace_of(with(4, {kSharedSite, 1, 132}))),
            "k.cu:12, block 1 warp 0 lane 0, access 1: st.shared at tile+128 became st.shared at "
            "tile+132");
}

TEST(Parity, ComparesBothSidesOfACopy) {
  EXPECT_EQ(first_difference(trace_of(kAccesses), trace_of(with(2, {kCopy, 0, 68}))),
            "k.cu:13, block 0 warp 0 lane 0, access 2: cp.async from in+64 to tile+64 became "
            "cp.async from in+68 to tile+68");
  Trace other = trace_of({{kCopy, 0, 64}});
  other.shared_arrays[0].offset -= 4;
  EXPECT_THAT(first_difference(trace_of({{kCopy, 0, 64}}), other),
              HasSubstr("from in+64 to tile+64 became cp.async from in+64 to tile+68"));
}

TEST(Parity, ComparesEachPartOfACopyByTma) {
  const std::vector<Access> whole = {{kBulk, 0, 64, 1}};
  EXPECT_TRUE(parity(trace_of(whole), trace_of(whole, 0x300)).is_equal());
  EXPECT_EQ(first_difference(trace_of(whole), trace_of({{kBulk, 0, 80, 1}})),
            "k.cu:15, block 0 warp 0 lane 0, access 0: cp.async.bulk with part 0 of 16 bytes from "
            "in+64 to tile+0 became cp.async.bulk with part 0 of 16 bytes from in+80 to tile+0");
  EXPECT_THAT(first_difference(trace_of(whole), trace_of({{kBulk, 0, 64, 1, 3}})),
              HasSubstr("of 3 parts to blocks 0x0 became cp.async.bulk of 3 parts to blocks 0x3"));
}

TEST(Parity, ComparesWhichLanesTookABranch) {
  const Parity compared =
      parity(trace_of(kAccesses), trace_of(with(5, {kBranch, 1, 0, kAll, 0x7f})));
  EXPECT_FALSE(compared.is_equal());
  EXPECT_EQ(compared.lanes_different, 1u);
  EXPECT_EQ(text_of(compared.differences.at(0), trace_of(kAccesses)),
            "k.cu:14, block 1 warp 0 lane 7, access 2: bra, taken became bra");
}

TEST(Parity, SaysWhatIsMissingOrTooMuch) {
  const Trace whole = trace_of(kAccesses);
  const Trace shorter = trace_of({kAccesses.begin(), kAccesses.end() - 1});
  EXPECT_THAT(first_difference(whole, shorter), HasSubstr("access 2: bra, taken became nothing"));
  EXPECT_THAT(first_difference(shorter, whole), HasSubstr("access 2: nothing became bra, taken"));
  EXPECT_EQ(parity(whole, shorter).lanes_different, 32u);
  EXPECT_EQ(parity(whole, shorter, {.most = 3}).differences.size(), 3u);
}

TEST(Parity, CountsMasksApart) {
  std::vector<Access> split = kAccesses;
  split[0].mask = 0xffff;
  split.insert(split.begin(), {kLoadSite, 0, 0, 0xffff0000});
  const Trace together = trace_of(kAccesses);
  const Parity compared = parity(together, trace_of(split));
  EXPECT_TRUE(compared.is_equal()) << "each lane did the same";
  EXPECT_EQ(compared.masks_different, 32u);
  EXPECT_THAT(compared.sites_different, ElementsAre(kLoadSite)) << "two events in place of one";
  EXPECT_EQ(
      text_of(compared.mask_differences.at(0), together),
      "k.cu:11, block 0 warp 0 lane 0, access 0: mask ffffffff became 0000ffff at ld.global;");
}

TEST(Parity, NeedsEqualTotalsWhereMasksAreEqual) {
  Trace other = trace_of(kAccesses);
  other.totals[kSharedSite].wavefronts += 1;
  const Parity compared = parity(trace_of(kAccesses), other);
  EXPECT_FALSE(compared.is_equal());
  EXPECT_THAT(compared.sites_different, ElementsAre(kSharedSite));
}

TEST(Parity, ComparesBlocksThatTellTheirOrderAsMultisets) {
  // The other block came last and did what was left.
  Trace first =
      trace_of({{kLoadSite, 0, 0}, {kLoadSite, 1, 64}, {kSharedSite, 1, 0}, {kLoadSite, 1, 128}});
  Trace second =
      trace_of({{kLoadSite, 1, 64}, {kLoadSite, 0, 0}, {kSharedSite, 0, 0}, {kLoadSite, 0, 128}});
  EXPECT_FALSE(parity(first, second).is_equal());
  first.order_dependent = second.order_dependent = true;
  const Parity compared = parity(first, second);
  EXPECT_TRUE(compared.is_equal());
  EXPECT_TRUE(compared.any_order);
  EXPECT_EQ(compared.masks, 4u * 32);
  EXPECT_FALSE(parity(first, second, {.same_order = true}).is_equal());
}

TEST(Parity, OfMultisetsStillTellsWhatIsNotThere) {
  Trace first = trace_of({{kLoadSite, 0, 0}, {kLoadSite, 1, 64}, {kSharedSite, 1, 0}});
  Trace second = trace_of({{kLoadSite, 1, 64}, {kLoadSite, 0, 0}, {kSharedSite, 0, 4}});
  first.order_dependent = second.order_dependent = true;
  EXPECT_EQ(first_difference(first, second),
            "k.cu:12, any block warp 0 lane 0, access 2: st.shared at tile+0 became st.shared at "
            "tile+4");
}

TEST(Parity, KeepsEqualSequencesAsSequences) {
  Trace trace = trace_of(kAccesses);
  trace.order_dependent = true;
  EXPECT_FALSE(parity(trace, trace).any_order);
}

TEST(Parity, RefusesTracesOfOtherKernelsLaunchesOrWindows) {
  const Trace trace = trace_of(kAccesses);
  const auto refused = [&](auto change) {
    Trace other = trace;
    change(other);
    const Parity compared = parity(trace, other);
    EXPECT_FALSE(compared.is_equal());
    return compared.incomparable;
  };
  EXPECT_THAT(refused([](Trace& t) { t.sites[0].width = 8; }), HasSubstr("different PTX"));
  EXPECT_THAT(refused([](Trace& t) { t.launch.block.x = 64; }), HasSubstr("different launches"));
  EXPECT_THAT(refused([](Trace& t) { t.buffers.clear(); }), HasSubstr("different buffers"));
  EXPECT_EQ(refused([](Trace& t) { t.block_count = 1; }),
            "events of 2 blocks from 0 were kept, and of 1 from 0: choose a smaller size");
}

TEST(Parity, KeepsAddressesOutsideOfEveryBuffer) {
  EXPECT_THAT(first_difference(trace_of(with(0, {kLoadSite, 0, 0x8000})), trace_of(kAccesses)),
              HasSubstr("ld.global at 0x9000 became ld.global at in+0"));
}

}  // namespace
}  // namespace warplens::analysis
