#include "kernels/device/read_records.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cstring>
#include <span>

#include "kernels/ptx/parser.h"

namespace warplens::device {
namespace {

// Sites: 0 a store, 1 to 3 a generic load, 4 an aligned barrier, 5 a copy, 6 a store, 7 and 8
// copies by TMA of plain bytes to shared memory and from there.
const Instrumented& kernel() {
  static const Instrumented made = [] {
    const std::string text =
        ".version 8.0\n.target sm_90\n.address_size 64\n.visible .entry k()\n{\n"
        ".reg .b32 %r<9>; .reg .b64 %rd<9>; .shared .align 4 .b8 tile[64];\n"
        "st.global.u32 [%rd1], %r1; ld.u32 %r1, [%rd1]; bar.sync 0;\n"
        "cp.async.ca.shared.global [tile], [%rd1], 16; st.shared.u32 [tile], 0;\n"
        "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes [tile], [%rd1], %r1, "
        "[%rd2];\n"
        "cp.async.bulk.global.shared::cta.bulk_group [%rd1], [tile], %r1;\n"
        "mapa.shared::cluster.u32 %r2, %r3, 1; st.shared::cluster.u32 [%r2], 0; ret;\n}\n";
    auto module = ptx::parse(text, "k.ptx");
    return *instrument(std::make_shared<const ptx::Module>(std::move(*module)), "k");
  }();
  return made;
}

struct Row {
  std::uint32_t site, warp, mask;
  std::uint64_t first_address;
  friend bool operator==(const Row&, const Row&) = default;
};

// One block of some threads, each with records of its own.
class Slices {
 public:
  explicit Slices(std::vector<std::vector<Record>> threads) : threads_(std::move(threads)) {}

  Slices& made(std::uint32_t thread, std::uint32_t count) { return counts_[thread] = count, *this; }

  Result<void> read() {
    std::vector<std::byte> bytes(threads_.size() * slice_bytes(kCapacity));
    for (std::uint32_t i = 0; i < threads_.size(); ++i) {
      std::byte* const slice = bytes.data() + i * slice_bytes(kCapacity);
      const auto count =
          counts_.contains(i) ? counts_[i] : static_cast<std::uint32_t>(threads_[i].size());
      std::memcpy(slice, &count, sizeof count);
      std::ranges::copy(std::as_bytes(std::span(threads_[i])), slice + kSliceHeaderBytes);
    }
    const std::vector<std::uint64_t> places{kTile};
    const BufferPlace buffer{kDevice, 4096, kGuest};
    trace::TraceBuilder builder(kernel().program.sites(), {.first_block = block});
    const machine::ClusterShape shape{{8, 1, 1}, {4, 1, 1}};
    const auto count = static_cast<std::uint32_t>(threads_.size());
    const RecordedWindow window{bytes, places, block, 1, count, kCapacity, shape};
    Result<void> done = read_records(kernel(), window, {&buffer, 1}, builder, notes);
    builder.finish(trace, block + 1);
    return done;
  }
  std::vector<Row> rows() {
    const Result<void> done = read();
    EXPECT_TRUE(done.has_value()) << done.error().message.in(Language::en);
    std::vector<Row> rows;
    for (std::size_t i = 0; i < trace.events.size(); ++i) {
      const trace::EventView event = trace.events.view(i);
      const auto lane = static_cast<std::size_t>(std::countr_zero(event.mask));
      rows.push_back({event.site, event.warp, event.mask, event.address[lane]});
    }
    return rows;
  }

  static constexpr std::uint64_t kDevice = 0x7f0000000000, kGuest = 0x100000000000, kTile = 0x400;
  static constexpr std::uint32_t kCapacity = 4;
  std::uint64_t block = 0;
  trace::Trace trace;
  ReadingNotes notes;

 private:
  std::vector<std::vector<Record>> threads_;
  std::map<std::uint32_t, std::uint32_t> counts_;
};

constexpr std::uint64_t kDevice = Slices::kDevice, kGuest = Slices::kGuest;

TEST(ReadRecords, LanesThatNotedTheSameMaskAreOneEvent) {
  Slices slices({{{0, 3, kDevice + 8}}, {{0, 3, kDevice + 12}}});
  EXPECT_EQ(slices.rows(), (std::vector<Row>{{0, 0, 3, kGuest + 8}}));
  EXPECT_EQ(slices.trace.events.view(0).address[1], kGuest + 12);
  EXPECT_EQ(slices.notes.split_events, 0u);
}

TEST(ReadRecords, TheLowestSiteOfAWholeEventComesFirst) {
  // Lane 0 stands at the last store with the mask of both; lane 1 still has a store of its own.
  Slices slices({{{7, 3, 0x404}}, {{0, 2, kDevice}, {7, 3, 0x408}}});
  EXPECT_EQ(slices.rows(), (std::vector<Row>{{0, 0, 2, kGuest}, {7, 0, 3, 4}}));
}

TEST(ReadRecords, LanesThatNeverMeetAreEventsByThemselvesAndCounted) {
  Slices slices({{{0, 3, kDevice}}, {{7, 3, 0x400}}});
  EXPECT_EQ(slices.rows(), (std::vector<Row>{{0, 0, 1, kGuest}, {7, 0, 2, 0}}));
  EXPECT_EQ(slices.notes.split_events, 2u);
}

TEST(ReadRecords, AnAlignedBarrierIsOneEventWhateverTheMasksSay) {
  Slices slices({{{5, 1, 0}}, {{0, 2, kDevice}, {5, 2, 0}}});
  EXPECT_EQ(slices.rows(), (std::vector<Row>{{0, 0, 2, kGuest}, {5, 0, 3, 0}}));
  EXPECT_EQ(slices.notes.split_events, 0u);
}

TEST(ReadRecords, AGenericAccessIsAnEventForEachSpaceAndNoneForParameters) {
  Slices slices({{{1, 15, kDevice}},
                 {{2, 15, 0x410}},
                 {{1 | kUnrecordedSpace, 15, 64}},
                 {{1, 15, kDevice + 4}}});
  EXPECT_EQ(slices.rows(), (std::vector<Row>{{1, 0, 9, kGuest}, {2, 0, 2, 16}}));
}

TEST(ReadRecords, ACopysSecondRecordIsItsDestination) {
  Slices slices({{{6, 1, kDevice + 16}, {6, 1, 0x420}}});
  EXPECT_EQ(slices.rows(), (std::vector<Row>{{6, 0, 1, kGuest + 16}}));
  EXPECT_EQ(slices.trace.events.view(0).address2[0], 0x20u);
}

TEST(ReadRecords, ACopyByTmaIsItsOperandsRecords) {
  const std::uint64_t rank_of_block = 3 << 24;
  Slices slices({{{8, 1, rank_of_block + 0x420}, {8, 1, kDevice + 64}, {8, 1, 48}}});
  EXPECT_EQ(slices.rows().size(), 1u);
  ASSERT_EQ(slices.trace.events.copies(0).size(), 1u);
  trace::BulkCopy copy;
  copy.shared = 0x20;
  copy.global = kGuest + 64;
  copy.bytes = 48;
  EXPECT_EQ(slices.trace.events.copies(0)[0], copy);

  Slices stores({{{9, 1, 0x420}, {9, 1, kDevice + 64}, {9, 1, 48}}});
  EXPECT_EQ(stores.rows().size(), 1u);
  ASSERT_EQ(stores.trace.events.copies(0).size(), 1u);
  copy.way = trace::BulkCopy::Way::to_global;
  EXPECT_EQ(stores.trace.events.copies(0)[0], copy);
}

TEST(ReadRecords, AnotherBlocksSharedMemoryIsDistributed) {
  const std::uint64_t of_rank_2 = (std::uint64_t{2} << 24) + 0x404;
  Slices first({{{10, 1, of_rank_2}}}), third({{{10, 1, of_rank_2}}});
  EXPECT_EQ(first.rows(), (std::vector<Row>{{11, 0, 1, (std::uint64_t{3} << 24) + 4}}));
  third.block = 6;
  EXPECT_EQ(third.rows(), (std::vector<Row>{{10, 0, 1, 4}})) << "its own";
}

TEST(ReadRecords, SharedAddressesOfAClustersBlockAreItsOwn) {
  Slices slices({{{7, 1, (std::uint64_t{5} << 24) + 0x408}}});
  EXPECT_EQ(slices.rows(), (std::vector<Row>{{7, 0, 1, 8}}));
}

TEST(ReadRecords, ThreadsBeyondAWarpAreInTheNext) {
  std::vector<std::vector<Record>> threads(33);
  threads[32] = {{0, 1, kDevice}};
  EXPECT_EQ(Slices(threads).rows(), (std::vector<Row>{{0, 1, 1, kGuest}}));
}

TEST(ReadRecords, AddressesInNoBufferStayAndAreCounted) {
  Slices slices({{{0, 1, 0x1234}}});
  EXPECT_EQ(slices.rows(), (std::vector<Row>{{0, 0, 1, 0x1234}}));
  EXPECT_EQ(slices.notes.stray_addresses, 1u);
}

TEST(ReadRecords, RecordsBeyondTheCapacityAreCounted) {
  Slices slices(std::vector<std::vector<Record>>{std::vector<Record>(4, Record{0, 1, kDevice})});
  EXPECT_EQ(slices.made(0, 9).rows().size(), 4u);
  EXPECT_EQ(slices.notes.lost_records, 5u);
}

TEST(ReadRecords, DamagedRecordsAreAnError) {
  EXPECT_FALSE(Slices({{{12, 1, 0}}}).read().has_value()) << "there are 12 sites";
  EXPECT_FALSE(Slices({{{8, 1, 0}, {8, 1, 0}}}).read().has_value()) << "a copy without its bytes";
  EXPECT_FALSE(Slices({{{0, 2, 0}}}).read().has_value()) << "a mask without its own lane";
  EXPECT_FALSE(Slices({{{0, 0, 0}}}).read().has_value());
  EXPECT_FALSE(Slices({{{6, 1, 0}}}).read().has_value()) << "a copy without a destination";
  EXPECT_FALSE(Slices({{{6, 1, 0}, {0, 1, 0}}}).read().has_value());
  EXPECT_FALSE(Slices({{{~0u, 1, 0}}}).read().has_value());
}

TEST(ReadRecords, OfAnotherSizeThanTheWindowAreAnError) {
  const std::vector<std::byte> bytes(100);
  const RecordedWindow window{bytes, {}, 0, 1, 32, 4};
  EXPECT_FALSE(count_records(window).has_value());
  trace::TraceBuilder builder(kernel().program.sites(), {});
  ReadingNotes notes;
  EXPECT_FALSE(read_records(kernel(), window, {}, builder, notes).has_value());
}

TEST(ReadRecords, SharedArraysAreWhereTheGpuPutThem) {
  for (const std::uint64_t rank : {0, 3}) {
    const auto of_rank = shared_arrays_at(kernel(), std::vector{rank << 24 | 0x410}, 0);
    ASSERT_EQ(of_rank.size(), 1u);
    EXPECT_EQ(of_rank[0].offset, 0x10u);
  }
  const std::vector<std::uint64_t> places{0x410};
  const auto arrays = shared_arrays_at(kernel(), places, 0);
  ASSERT_EQ(arrays.size(), 1u);
  EXPECT_EQ(arrays[0].name, "tile");
  EXPECT_EQ(arrays[0].offset, 0x10u) << "the row of banks that it begins in is kept";
  EXPECT_TRUE(shared_arrays_at(kernel(), std::vector<std::uint64_t>{kNoPlace}, 0).empty());
}

}  // namespace
}  // namespace warplens::device
