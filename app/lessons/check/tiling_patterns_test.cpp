// What the lesson on tiling patterns says, asked of the trace and of what is cited and recorded.
#include "app/lessons/course_test.h"
#include "app/session/kernel_result.h"
#include "app/settings/timing_choice.h"
#include "kernels/timing/cited.h"
#include "kernels/timing/timings.h"

namespace warplens::lessons {
namespace {

using session::Figure;

constexpr const char* kInterleaved = "invert/coarsened";
constexpr const char* kContiguous = "invert/coarsened_contiguous";

class TilingPatterns : public Course {
 protected:
  const Step& enter_here(std::string_view id) { return enter_step("tiling-patterns", id); }
  // Pixels that thread 0 of block 0 loads, in order.
  std::vector<std::uint64_t> pixels_of_the_first_thread() {
    const trace::Trace& trace = *session_.launch()->trace;
    std::vector<std::uint64_t> pixels;
    for (std::size_t row = 0; row < trace.events.size(); ++row) {
      const trace::EventView event = trace.events.view(row);
      const trace::Site& site = trace.sites[event.site];
      if (event.block != 0 || event.warp != 0 || site.space != trace::Space::global ||
          site.kind != trace::EventKind::load) {
        continue;
      }
      pixels.push_back((event.address[0] - trace.buffers[0].address) / 4);
    }
    return pixels;
  }
  std::uint64_t sectors() { return totals().global_load.sectors + totals().global_store.sectors; }
  std::uint64_t requests() {
    return totals().global_load.requests + totals().global_store.requests;
  }
  void show(const char* kernel, std::int64_t pixels) {
    select(kernel);
    set("pixels", pixels);
  }
};

TEST_F(TilingPatterns, AThreadHasNeighboursOrPixelsABlockApart) {
  (void)enter_here("who-gets-which");
  EXPECT_EQ(pixels_of_the_first_thread(), (std::vector<std::uint64_t>{0, 1, 2, 3}));
  select(kInterleaved);
  EXPECT_EQ(pixels_of_the_first_thread(), (std::vector<std::uint64_t>{0, 32, 64, 96}));
}

TEST_F(TilingPatterns, ContiguousForTheThreadIsScatteredForTheWarp) {
  const Step& step = enter_here("one-step");
  EXPECT_EQ(expected_answer(step, session_), 32);
  EXPECT_DOUBLE_EQ(used_percent(), 12.5);
  select(kInterleaved);
  EXPECT_EQ(figure(Figure::sectors), 4);
  EXPECT_DOUBLE_EQ(used_percent(), 100);
}

TEST_F(TilingPatterns, InterleavedNeverComesBackToARow) {
  (void)enter_here("over-time");
  const trace::Buffer& image = session_.launch()->trace->buffers[0];
  EXPECT_EQ(image.rows * image.columns, 512u);
  for (const char* kernel : {kContiguous, kInterleaved}) {
    select(kernel);
    const trace::Trace& trace = *session_.launch()->trace;
    std::map<std::uint64_t, std::set<std::size_t>> steps;  // loads by the sector that they touch
    std::set<std::uint64_t> pixels;
    for (std::size_t row = 0; row < trace.events.size(); ++row) {
      const trace::EventView event = trace.events.view(row);
      if (trace.sites[event.site].kind != trace::EventKind::load) continue;
      for (const std::uint64_t address : event.address) {
        steps[address / analysis::kSectorBytes].insert(row);
        pixels.insert(address);
      }
    }
    EXPECT_EQ(pixels.size(), 512u);
    for (const auto& [sector, loads] : steps) {
      EXPECT_EQ(loads.size(), kernel == kContiguous ? 4u : 1u) << kernel;
    }
  }
}

TEST_F(TilingPatterns, SectorsInAllAreAsTheTextSays) {
  (void)enter_here("asked-in-all");
  EXPECT_EQ(totals().global_load.requests, 16u);
  EXPECT_EQ(totals().global_store.requests, 16u);
  EXPECT_EQ(session_.launch()->trace->buffers[0].bytes / analysis::kSectorBytes, 64u);
  for (const std::int64_t pixels : {1, 2, 4, 8, 16}) {
    show(kInterleaved, pixels);
    EXPECT_EQ(sectors(), 128u) << pixels;
    EXPECT_EQ(requests(), 32u) << pixels;
  }
  for (const auto& [pixels, wanted] : {std::pair{2, 256u}, {4, 512u}, {8, 1024u}, {16, 1024u}}) {
    show(kContiguous, pixels);
    EXPECT_EQ(sectors(), wanted) << pixels;
    EXPECT_EQ(requests(), 32u) << pixels;
  }
}

TEST_F(TilingPatterns, ALoadOfMorePixelsTouchesMoreSectorsUpToOneForEachLane) {
  (void)enter_here("more-pixels");
  for (const auto& [pixels, wanted] : {std::pair{1, 4}, {2, 8}, {4, 16}, {8, 32}, {16, 32}}) {
    set("pixels", pixels);
    EXPECT_EQ(figure(Figure::sectors), wanted) << pixels;
  }
}

TEST_F(TilingPatterns, NoLoadHitsUnlessItAsksAgain) {
  const Step& step = enter_here("hit-rate");
  EXPECT_EQ(expected_answer(step, session_), 0);
  EXPECT_EQ(figure(Figure::cache_misses), 64);
  const std::uint64_t bytes = session_.launch()->trace->buffers[0].bytes;
  EXPECT_GE((std::uint64_t{256} << 10) / bytes, 100u);
  for (const std::int64_t pixels : {1, 16}) {
    set("pixels", pixels);
    EXPECT_EQ(figure(Figure::cache_hits), 0);
  }
  show(kContiguous, 8);
  EXPECT_EQ(figure(Figure::cache_hits), 448);
  EXPECT_EQ(figure(Figure::cache_misses), 64);
  EXPECT_EQ(448 * 1000 / 512, 875);
}

TEST_F(TilingPatterns, EachSectorIsAskedForByALoadAndByTheStoreOfTheSameWarp) {
  (void)enter_here("hit-rate");
  for (const std::int64_t pixels : {1, 8, 16}) {
    set("pixels", pixels);
    const trace::Trace& trace = *session_.launch()->trace;
    std::map<std::uint64_t, std::vector<std::pair<trace::EventKind, std::uint32_t>>> asked;
    for (std::size_t row = 0; row < trace.events.size(); ++row) {
      const trace::EventView event = trace.events.view(row);
      if (trace.sites[event.site].space != trace::Space::global) continue;
      std::set<std::uint64_t> touched;
      for (const std::uint64_t address : event.address) {
        touched.insert(address / analysis::kSectorBytes);
      }
      for (const std::uint64_t sector : touched) {
        asked[sector].emplace_back(trace.sites[event.site].kind, event.block * 32 + event.warp);
      }
    }
    for (const auto& [sector, by] : asked) {
      ASSERT_EQ(by.size(), 2u);
      EXPECT_EQ(by[0].first, trace::EventKind::load);
      EXPECT_EQ(by[1].first, trace::EventKind::store);
      EXPECT_EQ(by[0].second, by[1].second);
    }
  }
}

TEST_F(TilingPatterns, TheDocumentsTwoGpusDisagree) {
  (void)enter_here("what-documents-print");
  EXPECT_EQ(session_.chosen<session::TimingChoice>().tab, session::TimingTab::cited);
  const auto cited = timing::read_cited(WARPLENS_SOURCE_DIR "/assets/cited.json");
  ASSERT_TRUE(cited.has_value());
  const auto tables = cited->of("invert");
  ASSERT_EQ(tables.size(), 1u);
  const auto best = [&](std::size_t column) {
    double least = 1e300;
    std::int64_t pixels = 0;
    for (const timing::CitedRow& row : tables[0]->rows) {
      const double figure = std::stod(row.figures[column]);
      if (figure >= least) continue;
      least = figure;
      pixels = row.parameters.at("pixels");
    }
    return pixels;
  };
  EXPECT_EQ(tables[0]->columns[0].en, "Tesla T4");
  EXPECT_EQ(best(0), 1);
  EXPECT_EQ(tables[0]->columns[1].en, "4060 Ti");
  EXPECT_EQ(best(1), 8);
}

TEST_F(TilingPatterns, OnlyTheWideAccessHasFewerRequests) {
  const Step& step = enter_here("fewest-requests");
  for (const char* kernel : {"invert/pixel", kInterleaved, kContiguous}) {
    select(kernel);
    EXPECT_EQ(requests(), 32u) << kernel;
    EXPECT_FALSE(is_done(step, session_)) << kernel;
  }
  select("invert/vector16");
  EXPECT_EQ(totals().global_load.requests, 4u);
  EXPECT_EQ(totals().global_store.requests, 4u);
  EXPECT_EQ(sectors(), 128u);
  EXPECT_DOUBLE_EQ(used_percent(), 100);
  EXPECT_TRUE(is_done(step, session_));
}

// What the last step says of times in words, beside the rates that it looks up.
TEST_F(TilingPatterns, WhatIsSaidOfTimesIsInTheRecording) {
  (void)enter_here("tiling-patterns-cost");
  EXPECT_EQ(session_.chosen<session::TimingChoice>().against, "pixels");
  EXPECT_EQ(session_.chosen<session::TimingChoice>().side, 8192);
  const auto timings =
      timing::read_timings(WARPLENS_SOURCE_DIR "/assets/recordings/h100-invert.json");
  ASSERT_TRUE(timings.has_value());
  const auto rate = [&](std::string_view name, std::int64_t pixels) {
    for (const timing::Entry& entry : timings->entries) {
      if (entry.name != name || entry.side != 8192) continue;
      const auto set = entry.parameters.find("pixels");
      if (pixels == 0 || (set != entry.parameters.end() && set->second == pixels)) {
        return entry.bytes_per_second();
      }
    }
    return 0.0;
  };
  EXPECT_GT(rate("coarsened", 8), 1.05 * rate("coarsened", 1));
  EXPECT_NEAR(rate("coarsened_contiguous", 2) / rate("coarsened", 2), 1, 0.02);
  EXPECT_LT(rate("coarsened_contiguous", 16), 0.9 * rate("coarsened_contiguous", 8));
  EXPECT_GT(rate("vector16", 0), 0.98 * rate("device_copy", 0));
}

}  // namespace
}  // namespace warplens::lessons
