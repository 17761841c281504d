#include "kernels/trace/event_patterns.h"

#include <gtest/gtest.h>

#include <map>
#include <random>

#include "kernels/trace/trace.h"

namespace warplens::trace {
namespace {

constexpr std::uint32_t kWhole = 0xffffffffu;

LaneAddresses stepping(std::uint64_t base, std::uint64_t step) {
  LaneAddresses addresses{};
  for (std::size_t lane = 0; lane < kWarpSize; ++lane) addresses[lane] = base + lane * step;
  return addresses;
}

LaneAddresses scattered(std::uint64_t base, std::uint32_t seed) {
  std::mt19937 random(seed);
  LaneAddresses addresses{};
  for (std::uint64_t& address : addresses) address = base + random() % 4096;
  addresses[0] = base;
  return addresses;
}

std::uint32_t number(EventPatterns& patterns, const EventView& event) {
  const AddressEntry entry(event.mask, event.address);
  return patterns.number_of(event.site, event.mask, event.taken, entry.words(), {});
}

EventView event_with(std::uint32_t site, std::uint32_t mask, const LaneAddresses& addresses) {
  EventView event;
  event.site = site;
  event.mask = mask;
  event.address = addresses;
  return event;
}

TEST(EventPatterns, EventsThatDifferByWhereTheyBeginAreOfOneForm) {
  EventPatterns patterns;
  EXPECT_EQ(number(patterns, event_with(1, kWhole, stepping(0, 4))),
            number(patterns, event_with(1, kWhole, stepping(1 << 20, 4))));
  EXPECT_EQ(number(patterns, event_with(1, kWhole, scattered(0, 5))),
            number(patterns, event_with(1, kWhole, scattered(1 << 20, 5))));
  EXPECT_EQ(patterns.size(), 2u);
}

TEST(EventPatterns, WhateverElseDiffersMakesAnotherForm) {
  EventPatterns patterns;
  const EventView event = event_with(1, kWhole, stepping(0, 4));
  std::vector<EventView> others(4, event);
  others[0].site = 2;
  others[1].mask = 0x7fffffffu;
  others[2].taken = 1;
  others[3].address = stepping(0, 8);
  number(patterns, event);
  for (const EventView& other : others) number(patterns, other);
  const AddressEntry entry(event.mask, event.address);
  patterns.number_of(1, kWhole, 0, entry.words(), entry.words());
  patterns.number_of(1, kWhole, 0, {}, entry.words());
  patterns.number_of(1, kWhole, 0, {}, {});
  EXPECT_EQ(patterns.size(), 8u);
}

TEST(EventPatterns, NumbersStayWhileThousandsMoreCome) {
  EventPatterns patterns;
  std::map<std::uint32_t, std::uint32_t> numbers;
  for (std::uint32_t seed = 0; seed < 3000; ++seed) {
    numbers[seed] = number(patterns, event_with(0, kWhole, scattered(seed, seed)));
  }
  EXPECT_EQ(patterns.size(), 3000u);
  for (const auto& [seed, known] : numbers) {
    EXPECT_EQ(number(patterns, event_with(0, kWhole, scattered(64, seed))), known);
    LaneAddresses addresses;
    patterns.decode(known, AddressEntry(kWhole, scattered(seed, seed)).base(), addresses);
    EXPECT_EQ(addresses, scattered(seed, seed));
  }
}

// One of few sites, masks and ways to lie.
EventView some_event_of(std::mt19937& random, std::uint32_t block) {
  EventView event = event_with(random() % 3, random() % 2 == 0 ? kWhole : 0x00ff00f0u,
                               random() % 2 == 0 ? stepping(random() % 9 * 64, random() % 3 * 4)
                                                 : scattered(random() % 9 * 64, random() % 3));
  event.block = block;
  event.warp = random() % 4;
  event.taken = random() % 3;
  event.address2 = stepping(random() % 9 * 16, 16);
  for (std::size_t lane = 0; lane < kWarpSize; ++lane) {
    if ((event.mask >> lane & 1) == 0) event.address[lane] = event.address2[lane] = 0;
  }
  return event;
}

bool has_second(const EventView& event) { return event.site == 2; }
bool has_first(const EventView& event) { return event.site != 0; }

void expect_event(const EventView& actual, const EventView& expected) {
  const LaneAddresses none{};
  EXPECT_EQ(actual.site, expected.site);
  EXPECT_EQ(actual.block, expected.block);
  EXPECT_EQ(actual.warp, expected.warp);
  EXPECT_EQ(actual.mask, expected.mask);
  EXPECT_EQ(actual.taken, expected.taken);
  EXPECT_EQ(actual.address, has_first(expected) ? expected.address : none);
  EXPECT_EQ(actual.address2, has_second(expected) ? expected.address2 : none);
}

TEST(Events, BlocksRecordedApartJoinAsTheyWere) {
  std::mt19937 random(11);
  Events joined, block;
  std::vector<std::uint32_t> numbers;
  std::vector<EventView> expected;
  for (std::uint32_t index = 0; index < 40; ++index) {
    block.clear_rows();
    for (int i = 0; i < 30; ++i) {
      expected.push_back(some_event_of(random, index));
      block.append(expected.back(), has_first(expected.back()), has_second(expected.back()));
    }
    joined.append(block, numbers);
  }
  ASSERT_EQ(joined.size(), expected.size());
  for (std::size_t row = 0; row < expected.size(); ++row) {
    expect_event(joined.view(row), expected[row]);
    EXPECT_EQ(joined.site(row), expected[row].site);
    EXPECT_EQ(joined.mask(row), expected[row].mask);
  }
}

TEST(Events, AreEqualWhateverOrderTheirFormsCameIn) {
  std::mt19937 random(12);
  std::vector<EventView> events;
  for (int i = 0; i < 300; ++i) events.push_back(some_event_of(random, 0));
  Events plain, others;
  for (auto event = events.rbegin(); event != events.rend(); ++event)
    others.append(*event, has_first(*event), has_second(*event));
  others.clear_rows();
  for (const EventView& event : events) {
    plain.append(event, has_first(event), has_second(event));
    others.append(event, has_first(event), has_second(event));
  }
  EXPECT_EQ(plain, others);
  EXPECT_EQ(plain.bytes(), others.bytes());
  events[200].address[5] += 4;
  Events other;
  for (const EventView& event : events) other.append(event, has_first(event), has_second(event));
  EXPECT_EQ(plain == other, !has_first(events[200]) || (events[200].mask >> 5 & 1) == 0);
}

TEST(Events, TakenAsColumnsTheyComeBack) {
  std::mt19937 random(13);
  Events events, first, second;
  for (std::uint32_t i = 0; i < 200; ++i) {
    const EventView event = some_event_of(random, i / 10);
    events.append(event, has_first(event), has_second(event));
  }
  ASSERT_TRUE(first.append(events.columns(0, 77)));
  ASSERT_TRUE(second.append(events.columns(77, 200)));
  first.append(second);
  EXPECT_EQ(first, events);
  EXPECT_EQ(first.bytes(), events.bytes());
}

}  // namespace
}  // namespace warplens::trace
