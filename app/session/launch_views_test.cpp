#include "app/session/launch_views.h"

#include <gtest/gtest.h>

namespace warplens::session {
namespace {

// Of a buffer of so many floats in one row.
trace::Buffer drawn(std::uint64_t floats) {
  trace::Trace trace;
  trace.launch.grid = trace.launch.block = {1, 1, 1};
  trace.buffers = {{"a", 0x1000, floats * 4, "f32", 4, 1, floats, floats * 4}};
  const Sources none;
  return launch_views(trace, {}, {}, {none, none}).buffers.at(0).buffer;
}

TEST(LaunchViews, ABufferNoLongerThanAWarpStaysOneRow) {
  for (const std::uint64_t floats : {1u, 8u, 32u}) {
    EXPECT_EQ(drawn(floats).rows, 1u);
    EXPECT_EQ(drawn(floats).columns, floats);
  }
}

TEST(LaunchViews, ALongerOneIsFoldedAboutTwiceAsWideAsHigh) {
  for (const auto& [floats, columns] :
       {std::pair{66u, 16u}, {128u, 16u}, {512u, 32u}, {1024u, 64u}, {2048u, 64u}, {4096u, 64u}}) {
    EXPECT_EQ(drawn(floats).columns, columns) << floats;
  }
}

TEST(LaunchViews, AVeryLongOneIsFoldedNoHigherThanItIsWide) {
  const trace::Buffer buffer = drawn(10'240);
  EXPECT_EQ(buffer.columns, 128u);
  EXPECT_LE(buffer.rows, buffer.columns);
}

}  // namespace
}  // namespace warplens::session
