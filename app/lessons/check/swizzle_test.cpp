// What the lesson on swizzles says, asked of the trace.
#include <gmock/gmock.h>

#include "app/features/workshop/seen_swizzle.h"
#include "app/lessons/course_test.h"
#include "app/lessons/markdown.h"
#include "app/session/kernel_result.h"
#include "viz/swizzle/answer.h"
#include "viz/swizzle/spec.h"

namespace warplens::lessons {
namespace {

using session::Figure;
using session::Side;
using ::testing::HasSubstr;

class SwizzleLesson : public Course {
 protected:
  const Step& enter_here(std::string_view id) { return enter_step("swizzle", id); }
  // Each access to the tile: block, warp, kind, and its lanes' banks; in no order, because a
  // compiler may load the four floats of a vector in any.
  std::multiset<std::vector<std::uint64_t>> banks_used(Side side) {
    const trace::Trace& trace = *session_.launch(side)->trace;
    std::multiset<std::vector<std::uint64_t>> accesses;
    for (std::size_t i = 0; i < trace.events.size(); ++i) {
      const trace::EventView event = trace.events.view(i);
      const trace::Site& site = trace.sites[event.site];
      if (site.space != trace::Space::shared) continue;
      std::vector<std::uint64_t> access{event.block, event.warp,
                                        static_cast<std::uint64_t>(site.kind)};
      for (const std::uint64_t address : event.address) access.push_back(address / 4 % 32);
      accesses.insert(std::move(access));
    }
    return accesses;
  }
};

TEST_F(SwizzleLesson, XorSpreadsWhatQueuesInTheBareTile) {
  (void)enter_here("why-xor");
  EXPECT_EQ(figure(Figure::wavefronts), 32);
  EXPECT_EQ(figure(Figure::banks), 1);
  EXPECT_EQ(figure(Figure::wavefronts, Side::right), 1);
  EXPECT_EQ(figure(Figure::banks, Side::right), 32);
  for (const Side side : session::kSides) EXPECT_EQ(figure(Figure::shared_bytes, side), 4096);
}

TEST_F(SwizzleLesson, BothSidesReadOneColumnOfEveryRow) {
  (void)enter_here("why-xor");
  for (const Side side : session::kSides) {
    const trace::Trace& trace = *session_.launch(side)->trace;
    const trace::SharedArray& tile = trace.shared_arrays.at(0);
    std::set<std::uint32_t> rows, columns;
    for (const std::uint64_t address : trace.events.view(session_.cursor(side).event).address) {
      const auto place = tile.layout.place(static_cast<std::uint32_t>(address - tile.offset) / 4);
      ASSERT_TRUE(place.has_value());
      rows.insert(place->row);
      columns.insert(place->column);
    }
    EXPECT_EQ(rows.size(), 32u);
    EXPECT_EQ(columns.size(), 1u);
  }
}

TEST_F(SwizzleLesson, AStoreOfRows4To7UsesEveryBankOnceAndStaysInItsRows) {
  const Step& step = enter_here("permutation");
  EXPECT_EQ(expected_answer(step, session_), 4 ^ 5) << "lane 9 stores row 5, column 4";
  EXPECT_EQ(figure(Figure::banks), 32);
  EXPECT_EQ(figure(Figure::wavefronts), 1);
  const trace::EventView store = session_.launch()->trace->events.view(session_.cursor().event);
  for (std::size_t lane = 0; lane < kWarpSize; ++lane) {
    const std::uint64_t row = store.address[lane] / 128;
    const std::uint64_t column = store.address[lane] % 128 / 4;
    EXPECT_EQ(row, 4 + lane / 8);
    EXPECT_EQ(column ^ row, lane % 8 * 4);
  }
}

TEST_F(SwizzleLesson, WhatComesBackIsRight) {
  (void)enter_here("there-and-back");
  EXPECT_TRUE(walk_to(kGlobalStore, 8));
  const trace::Trace& trace = *session_.launch()->trace;
  EXPECT_EQ(trace.sites[trace.events.site(session_.cursor().event)].width, 16u);
  EXPECT_EQ(session_.result()->run->verdict, trace::Verdict::match);
}

TEST_F(SwizzleLesson, PaddingAndXorDifferInTheirPriceAlone) {
  (void)enter_here("against-padding");
  for (const Side side : session::kSides) {
    for (const trace::SiteTotals& shared : {totals(side).shared_load, totals(side).shared_store}) {
      EXPECT_EQ(shared.wavefronts, shared.requests);
    }
  }
  EXPECT_EQ(figure(Figure::shared_bytes), 4224);
  EXPECT_EQ(figure(Figure::shared_bytes, Side::right), 4096);
}

TEST_F(SwizzleLesson, ShiftHasTheBanksOfPitch33InLessMemory) {
  const Step& step = enter_here("shift");
  EXPECT_EQ(expected_answer(step, session_), 1);
  EXPECT_EQ(figure(Figure::shared_bytes), 4096);
  EXPECT_EQ(figure(Figure::shared_bytes, Side::right), 4224);
  EXPECT_EQ(banks_used(Side::left), banks_used(Side::right));
}

TEST_F(SwizzleLesson, TheShiftsModulusIsAnAndInPtx) {
  (void)enter_here("shift");
  const std::string& ptx = *session_.result()->run->ptx;
  EXPECT_NE(ptx.find("and.b32"), std::string::npos);
  EXPECT_EQ(ptx.find("rem."), std::string::npos);
  EXPECT_EQ(ptx.find("div."), std::string::npos);
}

TEST_F(SwizzleLesson, GroupsOfSixteenBytesAreStoredWhole) {
  (void)enter_here("sixteen-bytes");
  EXPECT_EQ(figure(Figure::wavefronts), 4);
  EXPECT_EQ(figure(Figure::conflicts), 0);
  EXPECT_EQ(figure(Figure::aligned_lanes), 32);
  EXPECT_EQ(totals().shared_store.requests, 48u);
  EXPECT_EQ(totals().shared_load.wavefronts, totals().shared_load.requests);
  select("transpose/packed_xor");
  EXPECT_EQ(totals().shared_store.requests, 192u);
}

TEST_F(SwizzleLesson, AtAnOddSizeTheKernelsOfSixteenBytesMoveFour) {
  const Step& step = enter_here("odd-size");
  EXPECT_EQ(expected_answer(step, session_), 2) << "tile_padded";
  for (const char* kernel : {"transpose/packed_xor", "transpose/packed_vector"}) {
    select(kernel);
    go_to(kGlobalLoad);
    const trace::Trace& trace = *session_.launch()->trace;
    EXPECT_EQ(trace.sites[trace.events.site(session_.cursor().event)].width, 4) << kernel;
    set("cols", 96);
    set("rows", 64);
    go_to(kGlobalLoad);
    const trace::Trace& even = *session_.launch()->trace;
    EXPECT_EQ(even.sites[even.events.site(session_.cursor().event)].width, 16) << kernel;
    set("cols", 97);
    set("rows", 65);
  }
}

TEST_F(SwizzleLesson, AMapOfGroupsIsFoundWhereColXorRowTakesThemApart) {
  const Step& step = enter_here("your-own-map");
  swizzle::SwizzleSpec spec = session_.chosen<swizzle::SwizzleSpec>();
  const auto with = [&](const char* map) {
    spec.map = swizzle::parse_map(map).value();
    return swizzle::answer(spec).value();
  };
  EXPECT_EQ(session_.chosen<swizzle::SwizzleSpec>().map, swizzle::parse_map("col").value());
  const swizzle::SwizzleAnswer plain = with("col");
  const std::uint64_t write = plain.write.after.wavefronts, read = plain.read.after.wavefronts;
  const StepText& en = step.text[Language::en];
  const StepText& zh = step.text[Language::zh];
  EXPECT_THAT(plain_text(en.body),
              HasSubstr(fmt::format("writing takes {} wavefronts, reading {}.", write, read)));
  EXPECT_THAT(plain_text(zh.body), HasSubstr(fmt::format("写要 {} 个 wavefront", write)));
  EXPECT_THAT(plain_text(zh.body), HasSubstr(fmt::format("读要 {} 个。", read)));
  EXPECT_EQ(with("col ^ row").write.after.fault->state, swizzle::GroupState::torn);
  const swizzle::SwizzleAnswer found = with("col ^ (row % 8 * 4)");
  EXPECT_THAT(plain_text(en.todo),
              HasSubstr(fmt::format("take {} wavefronts", found.wavefronts())));
  EXPECT_THAT(plain_text(zh.todo), HasSubstr(fmt::format("{} 个 wavefront", found.wavefronts())));
  EXPECT_EQ(found.write.after.ideal + found.read.after.ideal, found.wavefronts()) << "the fewest";
  for (const char* map : {"col", "col ^ row", "xor(4)"}) {
    session_.note(workshop::seen_swizzle(with(map)));
    EXPECT_FALSE(is_done(step, session_)) << map;
  }
  session_.note(workshop::seen_swizzle(found));
  EXPECT_TRUE(is_done(step, session_));
}

TEST_F(SwizzleLesson, EveryCureSpreadsAColumn) {
  (void)enter_here("all-four");
  EXPECT_EQ(figure(Figure::max_way), 32);
  for (const char* kernel :
       {"transpose/packed_padded", "transpose/packed_xor", "transpose/packed_shift"}) {
    select(kernel, Side::right);
    EXPECT_EQ(figure(Figure::max_way, Side::right), 1) << kernel;
    EXPECT_EQ(figure(Figure::total_conflicts, Side::right), 0) << kernel;
    EXPECT_EQ(figure(Figure::shared_requests, Side::right), 384) << kernel;
  }
  EXPECT_EQ(figure(Figure::shared_requests), 384) << "the bare tile";
}

TEST_F(SwizzleLesson, OnlyXorByFloat4NeedsFewerAccesses) {
  const Step& step = enter_here("all-four");
  for (const char* kernel : {"transpose/packed_xor", "transpose/packed_shift"}) {
    select(kernel, Side::right);
    EXPECT_EQ(session_.launch(Side::right)->trace->launch.static_shared_bytes, 4096u) << kernel;
    EXPECT_EQ(session_.launch(Side::right)->totals.shared_store.requests, 192u) << kernel;
  }
  EXPECT_FALSE(is_done(step, session_));
  select("transpose/packed_vector", Side::right);
  const analysis::KernelTotals& totals = session_.launch(Side::right)->totals;
  EXPECT_EQ(totals.shared_store.requests, 48u);
  EXPECT_EQ(totals.shared_load.requests, 192u);
  EXPECT_EQ(figure(Figure::shared_requests, Side::right), 240);
  EXPECT_TRUE(is_done(step, session_));
}

TEST_F(SwizzleLesson, ABitOfTheColumnIsABitOfTheBank) {
  (void)enter_here("bits");
  const SharedLayout& layout = session_.launch()->trace->shared_arrays.at(0).layout;
  const auto bank = [&](std::uint32_t row, std::uint32_t column) {
    return layout.element({row, column}) % 32;
  };
  for (std::uint32_t row = 0; row < 32; ++row) {
    for (std::uint32_t column = 0; column < 32; ++column) {
      for (std::uint32_t bit = 1; bit < 32; bit *= 2)
        EXPECT_EQ(bank(row, column) ^ bank(row, column ^ bit), bit);
    }
  }
}

TEST_F(SwizzleLesson, AnXorThatAPersonWritesTakesNoWordMore) {
  const Step& step = enter_here("write-the-xor");
  EXPECT_EQ(figure(Figure::shared_bytes), 4096);
  EXPECT_GT(figure(Figure::total_conflicts), 0);
  EXPECT_FALSE(is_done(step, session_));
  for (const char* index : {"row * kTile + (col ^ row)", "row * 32 + (col + row) % kTile",
                            "(row << 5 | col) ^ row", "col * kTile + (row ^ col)"}) {
    begin(step);
    write(index);
    EXPECT_EQ(figure(Figure::total_conflicts), 0) << index;
    EXPECT_EQ(figure(Figure::findings), 0) << index;
    EXPECT_TRUE(is_done(step, session_)) << index;
  }
}

TEST_F(SwizzleLesson, PaddingThatAPersonWritesDoesNotFit) {
  const Step& step = enter_here("write-the-xor");
  write("row * (kTile + 1) + col");
  EXPECT_EQ(figure(Figure::total_conflicts), 0);
  EXPECT_GT(figure(Figure::out_of_bounds), 0);
  EXPECT_FALSE(is_done(step, session_));
  for (const char* index : {"row * kTile + (col ^ row / 2)", "col ^ row", "col * kTile + row"}) {
    begin(step);
    write(index);
    EXPECT_FALSE(is_done(step, session_)) << index;
  }
}

}  // namespace
}  // namespace warplens::lessons
