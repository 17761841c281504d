// How often the word that atomics update most often is updated.
#include "kernels/trace/hot_words.h"

#include <gtest/gtest.h>

namespace warplens::trace {
namespace {

Site atomic(const char* ptx) {
  Site site;
  site.kind = EventKind::atomic;
  site.space = Space::global;
  site.ptx = ptx;
  return site;
}

// Four lanes: two on a word, one on each of two others.
EventView event() {
  EventView event;
  event.mask = 0xf;
  event.address[0] = event.address[1] = 64;
  event.address[2] = 68;
  event.address[3] = 72;
  return event;
}

LaunchCounts counted(const Site& site, int times) {
  HotWords words;
  for (int i = 0; i < times; ++i) words.add(site, event());
  LaunchCounts counts;
  words.count(counts);
  return counts;
}

TEST(HotWords, LanesThatAddIntegersToOneWordMayBeOneUpdate) {
  const LaunchCounts counts = counted(atomic("red.global.add.u32 [%rd1], %r1;"), 3);
  EXPECT_EQ(counts.most_updates, 3u);
  EXPECT_EQ(counts.most_float_updates, 0u);
}

TEST(HotWords, LanesThatAddFloatsAreOneEach) {
  EXPECT_EQ(counted(atomic("atom.global.add.f32 %f1, [%rd1], %f2;"), 3).most_float_updates, 6u);
}

TEST(HotWords, OtherAccessesAreNone) {
  Site site = atomic("st.global.u32 [%rd1], %r1;");
  site.kind = EventKind::store;
  EXPECT_EQ(counted(site, 3).most_updates, 0u);
}

}  // namespace
}  // namespace warplens::trace
