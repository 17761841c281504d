#include "app/cli/text/broken_promises.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace warplens::cli {
namespace {

using own::Bound;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

trace::Site site_of(const char* file, std::uint32_t line, trace::Space space) {
  trace::Site site;
  site.file = file;
  site.line = line;
  site.space = space;
  site.kind = trace::EventKind::load;
  return site;
}

// One request with so many wavefronts, or sectors, of which one would do.
trace::SiteTotals totals_of(std::uint64_t cost, trace::Space space) {
  trace::SiteTotals totals;
  totals.requests = totals.events = 1;
  if (space == trace::Space::shared) {
    totals.wavefronts = cost;
    totals.ideal_wavefronts = 1;
    totals.conflicts = cost - 1;
    totals.max_way = static_cast<std::uint32_t>(cost);
    return totals;
  }
  totals.sectors = cost;
  totals.ideal_sectors = 1;
  totals.bytes_used = 32;
  totals.bytes_moved = 32 * cost;
  return totals;
}

std::shared_ptr<trace::Trace> trace_with(std::initializer_list<std::pair<trace::Site, int>> sites) {
  auto trace = std::make_shared<trace::Trace>();
  for (const auto& [site, cost] : sites) {
    trace->sites.push_back(site);
    trace->totals.push_back(totals_of(static_cast<std::uint64_t>(cost), site.space));
  }
  return trace;
}

std::vector<std::string> broken(const own::Promises& promises, const Traces& launches) {
  std::vector<std::string> texts;
  for (const BrokenPromise& one : broken_promises(promises, launches))
    texts.push_back(one.text.in(Language::en));
  return texts;
}

own::Promises promised(Bound bound, const char* text) {
  return {{own::parse_promise(bound, text).value()}, {}};
}

TEST(BrokenPromises, OfALineAreAmbiguousWhereTwoFilesHaveIt) {
  const Traces launches = {trace_with({{site_of("a/x.cu", 5, trace::Space::shared), 2},
                                       {site_of("a/y.cuh", 5, trace::Space::shared), 1}})};
  EXPECT_THAT(broken(promised(Bound::max, "line:5.n_way=1"), launches),
              ElementsAre(HasSubstr("write line:x.cu:5 or line:y.cuh:5")));
  EXPECT_THAT(broken(promised(Bound::max, "line:x.cu:5.n_way=1"), launches),
              ElementsAre("line:x.cu:5.n_way is 2, to be at most 1"));
  EXPECT_THAT(broken(promised(Bound::max, "line:y.cuh:5.n_way=1"), launches), IsEmpty());
}

TEST(BrokenPromises, SayWhichOfSeveralLaunches) {
  const Traces launches = {trace_with({{site_of("x.cu", 5, trace::Space::global), 1}}),
                           trace_with({{site_of("x.cu", 5, trace::Space::global), 4}})};
  EXPECT_THAT(broken(promised(Bound::min, "global_load.efficiency=0.5"), launches),
              ElementsAre("launch 2: global_load.efficiency is 0.25, to be at least 0.5"));
  const auto found = broken_promises({{}, {"uncoalesced"}}, launches);
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].text.in(Language::en),
            "launch 2: uncoalesced: x.cu:5 moves 4 sectors where 1 would do");
  EXPECT_EQ(found[0], (BrokenPromise{found[0].text, "x.cu", 5}));
}

TEST(BrokenPromises, AreOfLocalMemoryToo) {
  const Traces launches = {trace_with({{site_of("x.cu", 5, trace::Space::local), 4}})};
  EXPECT_THAT(broken(promised(Bound::max, "local_load.requests=0"), launches),
              ElementsAre("local_load.requests is 1, to be at most 0"));
  EXPECT_THAT(broken(promised(Bound::max, "line:5.sectors=3"), launches),
              ElementsAre("line:5.sectors is 4, to be at most 3"));
}

TEST(BrokenPromises, WhatNoRuleSaysIsNotKeptInSilence) {
  auto trace = trace_with({{site_of("x.cu", 5, trace::Space::shared), 1}});
  trace->totals[0].modelled = false;
  EXPECT_THAT(broken(promised(Bound::max, "shared_load.conflicts=0"), {trace}),
              ElementsAre(HasSubstr("is not modelled here")));
}

TEST(BrokenPromises, FailOnNamesFindingsByKindAndSeverity) {
  const auto trace = trace_with({});
  trace::Finding finding;
  finding.kind = trace::FindingKind::division_by_zero;
  finding.severity = trace::Severity::information;
  trace->findings.push_back(finding);
  for (const auto& [name, count] : {std::pair("findings", 1u), std::pair("division_by_zero", 1u),
                                    std::pair("warnings", 0u), std::pair("races", 0u)})
    EXPECT_EQ(broken_promises({{}, {name}}, {trace}).size(), count) << name;
}

TEST(BrokenPromises, AreSaidInALine) {
  EXPECT_TRUE(not_kept({}).empty());
  EXPECT_EQ(not_kept({{Text("x"), "", 0}}).in(Language::en), "not kept: x");
  EXPECT_EQ(not_kept({{Text("x"), "", 0}, {Text("y"), "", 0}}).in(Language::en),
            "not kept: x, and 1 more");
}

}  // namespace
}  // namespace warplens::cli
