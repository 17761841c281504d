#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kernels/cost/access_kind.h"
#include "kernels/trace/recorder.h"
#include "viz/analysis/executed/executed_trace.h"
#include "viz/analysis/executed/story.h"

namespace warplens::analysis {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using trace::EventView;
using trace::Trace;

trace::Site site_at(std::uint32_t line, const char* kind, std::uint32_t width = 4) {
  trace::Site made = *site_of_kind(kind, width);
  made.line = line;
  made.ptx_line = line;
  return made;
}

// One warp of "k": each site once, at neighbouring addresses, lanes 16 bytes apart.
std::shared_ptr<const Trace> trace_of(const std::vector<trace::Site>& sites) {
  trace::RecordingOptions options;
  options.cost = add_cost;
  trace::TraceBuilder builder(sites, options);
  auto recorder = builder.block(0);
  for (std::uint32_t site = 0; site < sites.size(); ++site) {
    EventView event;
    event.site = site;
    event.mask = ~0u;
    for (std::uint64_t lane = 0; lane < kWarpSize; ++lane) {
      event.address[lane] = 16 * lane + std::uint64_t{4} * site;
    }
    recorder.record(event);
  }
  builder.add(std::move(recorder));
  auto trace = std::make_shared<Trace>();
  trace->entry = "k";
  trace->launch.grid = {1, 1, 1};
  trace->launch.block = {32, 1, 1};
  builder.finish(*trace, 1);
  return trace;
}

std::shared_ptr<const Trace> four_loads() {
  return trace_of({site_at(1, "sld"), site_at(2, "sld"), site_at(3, "sld"), site_at(4, "sld")});
}

struct Instruction {
  int ptx_line;
  const char* text;
};

Code code_of(const std::vector<Instruction>& instructions) {
  std::string text = ".text.k:\n";
  for (const Instruction& one : instructions) {
    text += fmt::format("//## File \".nv_debug_ptx_txt\", line {}\n/*0000*/ {} ;\n", one.ptx_line,
                        one.text);
  }
  return {90, sass::Assembled{90, "13.0.88", "13.0.88", "", sass::parse(text), {}}, {}};
}

Code one_load_of_16_bytes() { return code_of({{2, "LDS.128 R4, [R2+0x10]"}}); }

TEST(Executed, FiguresAreThoseOfTheAccessThatIsExecuted) {
  const auto trace = four_loads();
  const Executed result = executed(*trace, one_load_of_16_bytes());
  EXPECT_EQ(result.cost.totals.shared_load.requests, 1u);
  EXPECT_EQ(result.cost.totals.shared_load.conflicts, 0u);
  EXPECT_EQ(result.ptx.shared_load.requests, 4u);
  EXPECT_EQ(result.ptx.shared_load.conflicts, 12u);
  EXPECT_EQ(result.doubtful.shared_load, trace::SiteTotals());
  EXPECT_EQ(result.is_other, std::vector<bool>(4, true));
}

TEST(Executed, AStoryTellsWhatBecameOfEachAccessInBothLanguages) {
  const auto stories = executed(*four_loads(), one_load_of_16_bytes()).stories;
  EXPECT_EQ(stories[1].in(Language::en), "these 4 loads became one of 16 bytes: LDS.128");
  EXPECT_EQ(stories[1].in(Language::zh), "这 4 次读取合并成了一次 16 字节的读取：LDS.128");
  EXPECT_EQ(stories[0].in(Language::en),
            "these 4 loads became one of 16 bytes: LDS.128 (counted at line 2)");
  EXPECT_EQ(stories[0].in(Language::zh),
            "这 4 次读取合并成了一次 16 字节的读取：LDS.128（计在第 2 行）");
}

TEST(Executed, WhatIsExecutedAsThePtxHasItHasNoStory) {
  const auto trace = trace_of({site_at(1, "gld")});
  const Executed result = executed(*trace, code_of({{1, "LDG.E R4, desc[UR4][R2.64]"}}));
  EXPECT_THAT(result.stories, ElementsAre(Text{}));
  EXPECT_FALSE(result.is_other[0]);
}

TEST(Executed, APartedAccessSaysHowManyItIs) {
  const auto trace = trace_of({site_at(1, "gld", 8)});
  const Executed result =
      executed(*trace, code_of({{1, "LDG.E R4, [R2.64]"}, {1, "LDG.E R5, [R2.64+0x4]"}}));
  EXPECT_EQ(result.stories[0].in(Language::en), "this load became 2 of 4 bytes: LDG.E");
  EXPECT_EQ(result.cost.totals.global_load.requests, 2u);
}

TEST(Executed, WhereTheSassDoesNotTellTheFiguresAreThePtxsWithTheReason) {
  const auto trace = trace_of({site_at(1, "gst"), site_at(2, "gst")});
  const Executed result = executed(*trace, code_of({{2, "STG.E.128 [R2.64], R4"}}));
  EXPECT_EQ(result.cost.totals.global_store, result.ptx.global_store);
  EXPECT_EQ(result.doubtful.global_store, result.ptx.global_store);
  for (const Text& story : result.stories) {
    EXPECT_THAT(story.in(Language::en), HasSubstr("the PTX's figures: parts of its wider store"));
    EXPECT_THAT(story.in(Language::zh), HasSubstr("PTX 的数字：它的更宽写入"));
  }
}

TEST(Executed, WithoutSassEveryFigureIsThePtxsAndSaysSo) {
  const auto trace = four_loads();
  const Executed result = executed(*trace, {90, std::nullopt, Text("no ptxas")});
  EXPECT_EQ(result.cost.totals.shared_load, result.ptx.shared_load);
  EXPECT_EQ(result.doubtful.shared_load, result.ptx.shared_load);
  for (const Text& story : result.stories) {
    EXPECT_EQ(story.in(Language::en), "the PTX's figures: no ptxas");
    EXPECT_EQ(story.in(Language::zh), "PTX 的数字：no ptxas");
  }
}

TEST(ExecutedTrace, HasTheWiderAccessInPlaceOfThoseThatBecameIt) {
  const auto trace = four_loads();
  const Code code = one_load_of_16_bytes();
  const Executed result = executed(*trace, code);
  const auto now = executed_trace(trace, code, result);
  ASSERT_EQ(now->events.size(), 1u);
  const EventView event = now->events.view(0);
  EXPECT_EQ(event.site, 1u);
  EXPECT_EQ(event.address[3], 48u);
  EXPECT_EQ(now->sites[1].width, 16);
  EXPECT_EQ(kernel_totals(*now).shared_load, result.cost.totals.shared_load);
  EXPECT_EQ(access_cost(now->sites[1], event).wavefronts, 4u);
}

TEST(ExecutedTrace, HasThePartsOfAnAccessOneAfterTheOther) {
  const auto trace = trace_of({site_at(1, "gld", 8)});
  const Code code = code_of({{1, "LDG.E R4, [R2.64]"}, {1, "LDG.E R5, [R2.64+0x4]"}});
  const auto now = executed_trace(trace, code, executed(*trace, code));
  ASSERT_EQ(now->events.size(), 2u);
  EXPECT_EQ(now->events.view(0).address[1], 16u);
  EXPECT_EQ(now->events.view(1).address[1], 20u);
}

TEST(ExecutedTrace, IsTheTraceItselfWhereNothingIsExecutedInAnotherWay) {
  const auto trace = trace_of({site_at(1, "gld")});
  const Code code = code_of({{1, "LDG.E R4, desc[UR4][R2.64]"}});
  EXPECT_EQ(executed_trace(trace, code, executed(*trace, code)), trace);
  const Code none{90, std::nullopt, {"none"}};
  EXPECT_EQ(executed_trace(trace, none, executed(*trace, none)), trace);
}

}  // namespace
}  // namespace warplens::analysis
