#include "viz/analysis/perfetto.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kernels/base/json.h"

namespace warplens::perfetto {
namespace {

using testing::HasSubstr;

trace::Site site_of(trace::EventKind kind, trace::Space space, std::uint32_t line) {
  trace::Site site;
  site.file = "k.cu";
  site.line = line;
  site.ptx = "an \"instruction\";";
  site.kind = kind;
  site.space = space;
  site.width = 4;
  return site;
}

// Two blocks of two warps: each warp loads a column of 33 words' pitch or of 32, and waits.
std::shared_ptr<trace::Trace> column_reads() {
  auto made = std::make_shared<trace::Trace>();
  made->kernel = "own";
  made->launch = {{2, 1, 1}, {64, 1, 1}, 8192, 0};
  made->sites = {site_of(trace::EventKind::load, trace::Space::shared, 7),
                 site_of(trace::EventKind::barrier, trace::Space::none, 8)};
  made->totals.resize(2);
  for (std::uint32_t i = 0; i < 4; ++i) {
    trace::EventView event;
    event.block = i / 2;
    event.warp = i % 2;
    event.mask = 0xffffffffu;
    event.site = 0;
    const std::uint32_t pitch = event.warp == 0 ? 32 : 33;
    for (std::uint32_t lane = 0; lane < 32; ++lane) event.address[lane] = lane * pitch * 4;
    made->events.append(event, true, false);
    event.site = 1;
    made->events.append(event, false, false);
  }
  return made;
}

SortedJson written(const std::vector<std::shared_ptr<const trace::Trace>>& launches) {
  std::string text;
  write(launches, [&text](std::string_view piece) {
    text += piece;
    return true;
  });
  return parse_sorted_json(text);
}

std::vector<SortedJson> with_phase(const SortedJson& file, const std::string& phase) {
  std::vector<SortedJson> found;
  for (const SortedJson& event : file.at("traceEvents")) {
    if (event.at("ph") == phase) found.push_back(event);
  }
  return found;
}

TEST(Perfetto, EachEventIsASliceAsLongAsItCosts) {
  const auto slices = with_phase(written({column_reads()}), "X");
  ASSERT_EQ(slices.size(), 8u);
  std::vector<int> lengths;
  for (const SortedJson& slice : slices) lengths.push_back(slice.at("dur").get<int>());
  EXPECT_THAT(lengths, testing::ElementsAre(32, 1, 1, 1, 32, 1, 1, 1));
  EXPECT_EQ(slices[0].at("name"), "shared load, line 7");
  EXPECT_EQ(slices[0].at("args").at("wavefronts"), 32);
  EXPECT_EQ(slices[0].at("args").at("cost"), 32);
  EXPECT_EQ(slices[1].at("name"), "barrier, line 8");
  EXPECT_EQ(slices[1].at("args").at("cost"), 0) << "it is drawn, but costs nothing";
}

TEST(Perfetto, SlicesFollowEachOtherInTheOrderOfTheTrace) {
  std::int64_t now = 0;
  for (const SortedJson& slice : with_phase(written({column_reads(), column_reads()}), "X")) {
    EXPECT_EQ(slice.at("ts"), now);
    now += slice.at("dur").get<std::int64_t>();
  }
  EXPECT_EQ(now, 2 * 70);
}

TEST(Perfetto, ABlockIsAProcessAndAWarpAThreadOfIt) {
  std::map<std::string, int> names;
  for (const SortedJson& event : with_phase(written({column_reads()}), "M")) {
    ++names[event.at("name").get<std::string>()];
  }
  EXPECT_EQ(names["process_name"], 2);
  EXPECT_EQ(names["thread_name"], 4);
}

TEST(Perfetto, TheTracksSayThatTheyAreNotTimes) {
  for (const SortedJson& event : with_phase(written({column_reads()}), "M")) {
    if (event.at("name") != "process_name") continue;
    EXPECT_THAT(event.at("args").at("name").get<std::string>(), HasSubstr("not time"));
  }
}

TEST(Perfetto, SeveralLaunchesHaveTracksOfTheirOwn) {
  std::set<std::int64_t> threads;
  for (const SortedJson& slice : with_phase(written({column_reads(), column_reads()}), "X")) {
    threads.insert(slice.at("tid").get<std::int64_t>());
  }
  EXPECT_EQ(threads.size(), 8u);
}

TEST(Perfetto, ATraceWithoutEventsIsAFileAllTheSame) {
  EXPECT_TRUE(with_phase(written({std::make_shared<trace::Trace>()}), "X").empty());
}

TEST(Perfetto, NothingIsHandedOverOnceNoMoreIsWanted) {
  int pieces = 0;
  const std::vector<std::shared_ptr<const trace::Trace>> launches{column_reads(), column_reads()};
  write(launches, [&pieces](std::string_view) { return ++pieces < 2; });
  EXPECT_EQ(pieces, 2);
}

}  // namespace
}  // namespace warplens::perfetto
