#include "viz/analysis/executed/sass_reader.h"

#include <gtest/gtest.h>

#include "kernels/cost/access_cost.h"
#include "kernels/cost/access_kind.h"
#include "kernels/trace/recorder.h"

namespace warplens::analysis {
namespace {

using trace::EventView;
using trace::Trace;

trace::Site access_at(const char* kind, std::uint32_t ptx_line) {
  trace::Site made = *site_of_kind(kind, 4);
  made.ptx_line = ptx_line;
  return made;
}

sass::Access instruction_at(std::uint32_t ptx_line, const trace::Site& site, std::uint8_t width) {
  sass::Access access;
  access.function = "k";
  access.ptx_line = ptx_line;
  access.kind = site.kind;
  access.space = site.space;
  access.width = width;
  return access;
}

struct Case {
  std::vector<trace::Site> sites;
  std::vector<sass::Access> accesses;
};

// Of four neighbouring words ptxas loads all at once.
Case four_loads_as_one() {
  Case one;
  for (std::uint32_t line = 1; line <= 4; ++line) one.sites.push_back(access_at("sld", line));
  one.accesses = {instruction_at(1, one.sites[0], 16)};
  return one;
}

// Each block makes each access once a warp; in the last block the last one's addresses are others
// by `strays`.
Trace run(const Case& one, std::uint64_t strays, trace::EventReader* reader) {
  constexpr std::uint32_t kBlocks = 3, kWarps = 2;
  Trace head;
  head.entry = "k";
  head.launch.grid = {kBlocks, 1, 1};
  head.launch.block = {kWarps * kWarpSize, 1, 1};
  head.sites = one.sites;
  if (reader != nullptr) reader->start(head);
  trace::RecordingOptions options;
  options.cost = add_cost;
  options.reader = reader;
  trace::TraceBuilder builder(one.sites, options);
  for (std::uint32_t block = 0; block < kBlocks; ++block) {
    auto recorder = builder.block(block);
    for (EventView event; event.warp < kWarps; ++event.warp) {
      event.block = block;
      event.mask = ~0u;
      for (event.site = 0; event.site < one.sites.size(); ++event.site) {
        const bool is_last = block + 1 == kBlocks && event.site + 1 == one.sites.size();
        for (std::uint64_t lane = 0; lane < kWarpSize; ++lane) {
          event.address[lane] = 512 * block + 16 * lane + 4 * event.site + (is_last ? strays : 0);
        }
        recorder.record(event);
      }
    }
    builder.add(std::move(recorder));
  }
  builder.finish(head, kBlocks);
  return head;
}

SassCost read_cost(const Case& one, std::uint64_t strays = 0) {
  SassReader reader(one.accesses);
  const Trace trace = run(one, strays, &reader);
  EXPECT_TRUE(trace.events.empty());
  return reader.cost(trace);
}

TEST(SassReader, TellsBlockByBlockWhatKeptEventsTell) {
  const Case one = four_loads_as_one();
  for (const std::uint64_t strays : {0, 4, 16, 4096}) {
    const SassCost kept = sass_cost(run(one, strays, nullptr), one.accesses);
    EXPECT_EQ(read_cost(one, strays).sites, kept.sites) << strays;
  }
}

TEST(SassReader, OneEventOfTheLastBlockThatIsNotCoveredCounts) {
  const Case one = four_loads_as_one();
  EXPECT_EQ(read_cost(one).sites[3].fate, Fate::covered);
  EXPECT_EQ(read_cost(one).totals.shared_load.requests, 3u * 2u);
  EXPECT_EQ(read_cost(one, 4096).sites[3].doubt, Doubt::missing);
}

TEST(SassReader, ReadsNothingWhereAllIsExecutedAsWritten) {
  Case one = four_loads_as_one();
  one.accesses.clear();
  for (std::uint32_t i = 0; i < 4; ++i)
    one.accesses.push_back(instruction_at(i + 1, one.sites[i], 4));
  SassReader reader(one.accesses);
  const Trace trace = run(one, 0, &reader);
  for (std::uint32_t site = 0; site < 4; ++site) EXPECT_FALSE(reader.reads(site));
  EXPECT_EQ(trace.recorded(), 3u * 2u * 4u);
  EXPECT_TRUE(reader.cost(trace).is_certain());
}

TEST(SassReader, StartedAgainItForgetsTheRunBefore) {
  const Case one = four_loads_as_one();
  SassReader reader(one.accesses);
  run(one, 4096, &reader);
  const Trace trace = run(one, 0, &reader);
  EXPECT_EQ(reader.cost(trace).sites, read_cost(one).sites);
}

}  // namespace
}  // namespace warplens::analysis
