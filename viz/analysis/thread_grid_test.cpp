#include "viz/analysis/thread_grid.h"

#include <gtest/gtest.h>

#include "viz/analysis/idle.h"

namespace warplens::analysis {
namespace {

trace::Buffer matrix(std::uint64_t rows, std::uint64_t columns) {
  trace::Buffer buffer;
  buffer.name = "c";
  buffer.address = 0x1000;
  buffer.bytes = rows * columns * 4;
  buffer.rows = rows;
  buffer.columns = columns;
  return buffer;
}

// Every thread that has an element of the matrix stores it.
trace::Trace trace_of(const Dim3& grid, const Dim3& block, const trace::Buffer& buffer) {
  trace::Trace trace;
  trace.launch.grid = grid;
  trace.launch.block = block;
  trace.buffers = {buffer};
  trace.block_count = grid.count();
  trace::Site site;
  site.kind = trace::EventKind::store;
  site.space = trace::Space::global;
  site.width = 4;
  trace.sites = {site};
  for (std::uint32_t b = 0; b < grid.count(); ++b) {
    for (std::uint32_t w = 0; w < trace.launch.warps_per_block(); ++w) {
      trace::EventView event;
      event.site = 0;
      event.block = b;
      event.warp = w;
      for (std::uint32_t lane = 0; lane < kWarpSize; ++lane) {
        const std::uint32_t thread = w * kWarpSize + lane;
        const std::uint64_t row = grid.at(b).y * block.y + block.at(thread).y;
        const std::uint64_t column = grid.at(b).x * block.x + block.at(thread).x;
        if (thread >= block.count() || row >= buffer.rows || column >= buffer.columns) continue;
        event.mask |= 1u << lane;
        event.address[lane] = buffer.address + (row * buffer.columns + column) * 4;
      }
      if (event.mask != 0) trace.events.append(event, true, false);
    }
  }
  return trace;
}

TEST(ThreadGrid, IsFoundWhereEveryThreadIsAtItsOwnPlace) {
  const trace::Buffer buffer = matrix(33, 50);
  const auto found = thread_grid(trace_of({2, 5, 1}, {32, 8, 1}, buffer), buffer);
  ASSERT_TRUE(found.has_value());
  EXPECT_EQ(*found, (ThreadGrid{{2, 5, 1}, {32, 8, 1}, 33, 50}));
  EXPECT_EQ(found->rows_reached(), 40u);
  EXPECT_EQ(found->columns_reached(), 64u);
}

TEST(ThreadGrid, IsNotFoundWhereOneLaneIsElsewhere) {
  const trace::Buffer buffer = matrix(16, 32);
  trace::Trace trace = trace_of({1, 2, 1}, {32, 8, 1}, buffer);
  EXPECT_TRUE(thread_grid(trace, buffer).has_value());
  trace::EventView stray = trace.events.view(0);
  stray.mask = 1u << 7;
  stray.address[7] += 4;
  trace.events.append(stray, true, false);
  EXPECT_FALSE(thread_grid(trace, buffer).has_value());
}

TEST(ThreadGrid, IsNotFoundOfABufferThatNothingTouches) {
  const trace::Buffer buffer = matrix(16, 32);
  trace::Buffer other = matrix(16, 32);
  other.address = 0x10000;
  EXPECT_FALSE(thread_grid(trace_of({1, 2, 1}, {32, 8, 1}, buffer), other).has_value());
}

TEST(ThreadGrid, CutsWarpsFromABlockInTheOrderOfItsThreads) {
  const ThreadGrid threads{{2, 2, 1}, {8, 8, 1}, 16, 16};
  const auto at = thread_at(threads, 13, 13);
  ASSERT_TRUE(at.has_value());
  EXPECT_EQ(at->block, (Dim3{1, 1, 0}));
  EXPECT_EQ(at->thread, (Dim3{5, 5, 0}));
  EXPECT_EQ(at->warp, 1u);
  EXPECT_EQ(at->lane, 13u);
  EXPECT_EQ(at->warp_of_grid, 7u);
  EXPECT_FALSE(thread_at(threads, 16, 0).has_value());
  EXPECT_FALSE(thread_at(threads, 0, 16).has_value());
}

TEST(Idle, CountsLanesPastTheEdgeAndThoseThatABlockLeavesOver) {
  const trace::Buffer buffer = matrix(2, 3);
  EXPECT_EQ(idle_of(trace_of({1, 1, 1}, {3, 3, 1}, buffer)), (Idle{32, 26, 1, 0}));
  EXPECT_EQ(idle_of(trace_of({2, 1, 1}, {3, 3, 1}, buffer)), (Idle{64, 58, 2, 1}));
  EXPECT_EQ(idle_of(trace_of({1, 1, 1}, {32, 8, 1}, matrix(8, 32))), (Idle{256, 0, 1, 0}));
}

TEST(Idle, IsNotSaidOfALaunchThatIsRecordedInPart) {
  trace::Trace trace = trace_of({2, 1, 1}, {32, 8, 1}, matrix(8, 64));
  ASSERT_TRUE(idle_of(trace).has_value());
  trace.events_complete = false;
  EXPECT_FALSE(idle_of(trace).has_value());
  trace.events_complete = true;
  trace.block_count = 1;
  EXPECT_FALSE(idle_of(trace).has_value());
}

}  // namespace
}  // namespace warplens::analysis
