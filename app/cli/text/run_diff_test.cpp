#include "app/cli/text/run_diff.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kernels/base/json.h"

namespace warplens::cli {
namespace {

using testing::HasSubstr;

trace::Site load_at(std::uint32_t line) {
  trace::Site site;
  site.file = "k.cu";
  site.line = line;
  site.space = trace::Space::global;
  return site;
}

// Loads of so many sectors each, by line.
Traces loads(std::initializer_list<std::pair<std::uint32_t, std::uint64_t>> lines) {
  auto trace = std::make_shared<trace::Trace>();
  for (const auto& [line, sectors] : lines) {
    trace->sites.push_back(load_at(line));
    trace::SiteTotals totals;
    totals.requests = totals.events = 1;
    totals.sectors = sectors;
    trace->totals.push_back(totals);
  }
  return {trace};
}

RunDiff diff_between(const Traces& before, const Traces& after, const char* source_before = "",
                     const char* source_after = "") {
  const auto run_with = [](const char* source) {
    trace::Run run;
    if (*source != '\0')
      run.sources = std::make_shared<const trace::Sources>(trace::Sources{{"k.cu", source}});
    return run;
  };
  const trace::Run first = run_with(source_before), second = run_with(source_after);
  return diff_of({first, before}, {second, after});
}

TEST(RunDiff, ALineThatMovedIsTheSame) {
  const RunDiff diff =
      diff_between(loads({{2, 4}}), loads({{3, 4}}), "a\nload\nb", "a\nx\nload\nb");
  EXPECT_TRUE(diff.is_empty()) << diff_text({}, diff);
}

TEST(RunDiff, ALineIsWorseByItsSectors) {
  const RunDiff diff = diff_between(loads({{2, 4}}), loads({{2, 32}}));
  EXPECT_TRUE(diff.is_worse());
  EXPECT_THAT(diff_text({}, diff), HasSubstr("4 -> 32"));
  EXPECT_FALSE(diff_between(loads({{2, 32}}), loads({{2, 4}})).is_worse());
}

TEST(RunDiff, WhatMovedToAnotherLineIsNotWorseUnlessItCostsMore) {
  const RunDiff moved = diff_between(loads({{2, 4}}), loads({{9, 4}}));
  EXPECT_FALSE(moved.is_empty());
  EXPECT_FALSE(moved.is_worse());
  EXPECT_TRUE(diff_between(loads({{2, 4}}), loads({{9, 5}})).is_worse());
  EXPECT_TRUE(diff_between(loads({}), loads({{9, 1}})).is_worse());
}

TEST(RunDiff, LocalMemoryIsComparedByItsSectors) {
  const auto spilled = [](std::uint64_t sectors) {
    auto trace = std::make_shared<trace::Trace>(*loads({{2, sectors}})[0]);
    trace->sites[0].space = trace::Space::local;
    return Traces{trace};
  };
  const RunDiff diff = diff_between(spilled(4), spilled(8));
  ASSERT_EQ(diff.changes.size(), 1u);
  EXPECT_EQ(diff.changes[0].what, "local");
  EXPECT_TRUE(diff.is_worse());
}

TEST(RunDiff, AFurtherLaunchIsAdded) {
  Traces two = loads({{2, 4}});
  two.push_back(loads({{3, 4}})[0]);
  const RunDiff diff = diff_between(loads({{2, 4}}), two);
  ASSERT_EQ(diff.changes.size(), 1u);
  EXPECT_EQ(diff.changes[0].launch, 2u);
  EXPECT_EQ(diff.changes[0].change, Change::added);
  EXPECT_EQ(diff_json(diff).at("changes").at(0).at("after").at("line"), 3);
}

TEST(RunDiff, AResultThatIsWrongNowIsWorse) {
  trace::Run right, wrong;
  right.verdict = trace::Verdict::match;
  wrong.verdict = trace::Verdict::mismatch;
  EXPECT_TRUE(diff_of({right, {}}, {wrong, {}}).is_worse());
  EXPECT_FALSE(diff_of({wrong, {}}, {right, {}}).is_worse());
  EXPECT_EQ(diff_text({}, diff_of({right, {}}, {wrong, {}})), "result: match -> mismatch\n");
}

}  // namespace
}  // namespace warplens::cli
