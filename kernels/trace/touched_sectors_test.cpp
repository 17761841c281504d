#include "kernels/trace/touched_sectors.h"

#include <gtest/gtest.h>

namespace warplens::trace {
namespace {

constexpr std::uint64_t kBase = 0x1000;

std::vector<Buffer> one_buffer() {
  Buffer buffer;
  buffer.address = kBase;
  buffer.bytes = 4096;
  return {buffer};
}

Site global(EventKind kind) {
  Site site;
  site.kind = kind;
  site.space = Space::global;
  site.width = 4;
  return site;
}

EventView row_at(std::uint64_t address) {
  EventView event;
  event.mask = ~0u;
  for (std::size_t lane = 0; lane < kWarpSize; ++lane) event.address[lane] = address + 4 * lane;
  return event;
}

LaunchCounts counts_of(const TouchedSectors& touched) {
  LaunchCounts counts;
  touched.count(counts);
  return counts;
}

TEST(TouchedSectors, ASectorCountsOnceHoweverOftenItIsRead) {
  TouchedSectors touched(one_buffer());
  for (int i = 0; i < 3; ++i) touched.add(global(EventKind::load), row_at(kBase));
  const LaunchCounts counts = counts_of(touched);
  EXPECT_EQ(counts.read_bytes, 128u);
  EXPECT_EQ(counts.fetched_bytes, 128u);
  EXPECT_EQ(counts.written_bytes, 0u);
}

TEST(TouchedSectors, AMisalignedRowTouchesOneMore) {
  TouchedSectors touched(one_buffer());
  touched.add(global(EventKind::store), row_at(kBase + 4));
  EXPECT_EQ(counts_of(touched).written_bytes, 160u);
}

TEST(TouchedSectors, WhatIsReadAndThenWrittenIsUpdated) {
  TouchedSectors touched(one_buffer());
  touched.add(global(EventKind::load), row_at(kBase));
  touched.add(global(EventKind::store), row_at(kBase));
  EXPECT_EQ(counts_of(touched).updated_bytes, 128u);
}

TEST(TouchedSectors, WhatTheLaunchWroteItselfIsNotFetched) {
  TouchedSectors touched(one_buffer());
  touched.add(global(EventKind::store), row_at(kBase));
  touched.add(global(EventKind::load), row_at(kBase));
  const LaunchCounts counts = counts_of(touched);
  EXPECT_EQ(counts.read_bytes, 128u);
  EXPECT_EQ(counts.fetched_bytes, 0u);
  EXPECT_EQ(counts.updated_bytes, 0u);
}

TEST(TouchedSectors, AnAtomicReadsAndWrites) {
  TouchedSectors touched(one_buffer());
  touched.add(global(EventKind::atomic), row_at(kBase));
  EXPECT_EQ(counts_of(touched).updated_bytes, 128u);
}

TEST(TouchedSectors, SharedMemoryAndAddressesOutsideAreNone) {
  TouchedSectors touched(one_buffer());
  Site shared = global(EventKind::load);
  shared.space = Space::shared;
  touched.add(shared, row_at(kBase));
  touched.add(global(EventKind::load), row_at(1 << 20));
  EXPECT_EQ(counts_of(touched), LaunchCounts{});
}

}  // namespace
}  // namespace warplens::trace
