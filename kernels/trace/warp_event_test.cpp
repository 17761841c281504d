// An event is found again in another trace by its warp, its instruction and how often that came.
#include "kernels/trace/warp_event.h"

#include <gtest/gtest.h>

namespace warplens::trace {
namespace {

// Events of two instructions, PTX lines 10 and 20, in the order of `events`: block, warp, site.
struct OwnEvent {
  std::uint32_t block = 0, warp = 0, site = 0;
};

Trace trace_of_events(const std::vector<OwnEvent>& rows) {
  Trace trace;
  trace.sites.resize(2);
  trace.sites[0].ptx_line = 10;
  trace.sites[1].ptx_line = 20;
  for (const OwnEvent& row : rows) {
    EventView event;
    event.block = row.block;
    event.warp = row.warp;
    event.site = row.site;
    event.mask = 1;
    trace.events.append(event, false, false);
  }
  return trace;
}

TEST(WarpEvent, CountsThoseOfItsBlockAndWarpAtItsInstruction) {
  const Trace trace = trace_of_events({{0, 0, 0}, {0, 1, 0}, {1, 0, 0}, {0, 0, 1}, {0, 0, 0}});
  const EventOfWarp event = event_of_warp(trace, 4);
  EXPECT_EQ(event.warp, 0u);
  EXPECT_EQ(event.ptx_line, 10u);
  EXPECT_EQ(event.occurrence, 1u);
  EXPECT_EQ(event_of_warp(trace, 2).occurrence, 0u) << "of another block";
}

TEST(WarpEvent, IsFoundInATraceWithFewerEvents) {
  const Trace all = trace_of_events({{3, 0, 1}, {3, 1, 0}, {3, 0, 0}, {3, 0, 0}});
  const Trace some = trace_of_events({{2, 0, 0}, {3, 0, 0}, {3, 1, 0}, {3, 0, 0}});
  EXPECT_EQ(row_of_event(some, 3, event_of_warp(all, 3)), 3u);
  EXPECT_EQ(row_of_event(some, 3, event_of_warp(all, 1)), 2u);
  EXPECT_EQ(row_of_event(some, 3, event_of_warp(all, 0)), some.events.size()) << "none is there";
}

}  // namespace
}  // namespace warplens::trace
