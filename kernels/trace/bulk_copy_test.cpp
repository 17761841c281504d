// Where each 16 bytes of a copy by TMA land, and what a list of copies keeps.
#include "kernels/trace/bulk_copy.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kernels/trace/capture_test_kit.h"
#include "kernels/trace/touched_sectors.h"

namespace warplens::trace {
namespace {

using capture_test::copies_at;
using capture_test::copy_of_box;
using capture_test::plain_copy;
using testing::ElementsAre;
using testing::IsEmpty;

TEST(BulkCopy, PlainBytesLandInTheirOrder) {
  BulkCopy copy;
  copy.shared = 512;
  copy.global = 4096;
  copy.bytes = 48;
  EXPECT_THAT(units_of(copy), ElementsAre(CopyUnit{0, 512, 4096, 16}, CopyUnit{16, 528, 4112, 16},
                                          CopyUnit{32, 544, 4128, 16}));
}

TEST(BulkCopy, AByteMaskLeavesRunsOfEach16Bytes) {
  BulkCopy copy = plain_copy(0);
  copy.bytes = 32;
  copy.byte_mask = 0x8003;
  EXPECT_THAT(units_of(copy),
              ElementsAre(CopyUnit{0, 256, 0x100000040, 2}, CopyUnit{15, 271, 0x10000004f, 1},
                          CopyUnit{16, 272, 0x100000050, 2}, CopyUnit{31, 287, 0x10000005f, 1}));
}

TEST(BulkCopy, ABoxHasUnitsForWhatLiesInItsTensorAlone) {
  // Rows −2 to 5, of which two lie outside; 64 bytes each from byte 16 of the array's rows.
  const std::vector<CopyUnit> units = units_of(copy_of_box(0));
  ASSERT_EQ(units.size(), 6u * 4);
  EXPECT_EQ(units[0], (CopyUnit{128, 1024 + 128 + 16, 0x100000000 + 16, 16}))
      << "the third row's groups are exchanged with their neighbours";
  EXPECT_EQ(units[4].other, 0x100000000u + 256 + 16);
}

TEST(BulkCopy, BytesForAnotherBlockComeFromTheAskingOnesMemory) {
  BulkCopy copy;
  copy.way = BulkCopy::Way::to_block;
  copy.shared = 64;
  copy.source = 1024;
  copy.bytes = 16;
  EXPECT_THAT(units_of(copy), ElementsAre(CopyUnit{0, 64, 1024, 16}));
}

TEST(BulkCopies, AreFoundByTheRowsOfTheirEvents) {
  const std::array first{copy_of_box(1)};
  const std::array second{plain_copy(2), plain_copy(7)};
  Events events;
  events.append(copies_at(0, 0, first), false, false);
  events.append(capture_test::event_at(1, 0, 0, 1), false, false);
  events.append(copies_at(0, 0, second), false, false);
  Events all;
  all.append(capture_test::event_at(1, 0, 0, 1), false, false);
  all.append(events);
  EXPECT_THAT(all.view(0).copies, IsEmpty());
  EXPECT_THAT(all.view(1).copies, ElementsAre(first[0]));
  EXPECT_THAT(all.view(2).copies, IsEmpty());
  EXPECT_THAT(all.view(3).copies, ElementsAre(second[0], second[1]));
}

TEST(BulkCopies, AreAmongTheSectorsThatALaunchTouches) {
  const Site site = capture_test::site_of(EventKind::bulk_load, Space::none, 16);
  Buffer buffer;
  buffer.address = 0x100000000;
  buffer.bytes = 1 << 16;
  TouchedSectors touched({buffer});
  BulkCopy load;
  load.global = buffer.address + 16;
  load.bytes = 32;
  BulkCopy store = load;
  store.way = BulkCopy::Way::to_global;
  store.global = buffer.address + 1024;
  BulkCopy sum = store;
  sum.is_reduction = true;
  sum.global = buffer.address + 2048;
  for (const BulkCopy& copy : {load, store, sum}) {
    touched.add(site, copies_at(0, 0, std::span(&copy, 1)));
  }
  LaunchCounts counts;
  touched.count(counts);
  EXPECT_EQ(counts.fetched_bytes, 64u + 32);
  EXPECT_EQ(counts.written_bytes, 32u + 32);
  EXPECT_EQ(counts.updated_bytes, 32u);
}

}  // namespace
}  // namespace warplens::trace
