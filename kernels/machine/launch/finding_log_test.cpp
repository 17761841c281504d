// How findings are counted, joined and grouped.
#include "kernels/machine/launch/finding_log.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "kernels/machine/program/program_image.h"

namespace warplens::machine {
namespace {

using testing::ElementsAre;
using testing::SizeIs;
using trace::FindingKind;

struct Lines {
  std::uint32_t line = 0;
  std::uint32_t other = 0;
};

void add(FindingLog& log, FindingKind kind, std::uint32_t instruction, std::uint32_t other,
         Lines lines, const std::string& about = "tile", bool within_warp = false) {
  log.add({kind, instruction, other, within_warp}, [&] {
    trace::Finding finding;
    finding.kind = kind;
    finding.file = lines.line != 0 ? "k.cu" : "";
    finding.line = lines.line;
    finding.other_file = lines.other != 0 ? "k.cu" : "";
    finding.other_line = lines.other;
    finding.about = about;
    finding.message = Text(std::to_string(instruction));
    return finding;
  });
}

std::vector<std::pair<std::string, std::uint64_t>> taken(const FindingLog& log,
                                                         std::size_t maximum = 100) {
  std::vector<std::pair<std::string, std::uint64_t>> result;
  for (const trace::Finding& finding : log.take(maximum)) {
    result.emplace_back(finding.message.in(Language::en), finding.occurrences);
  }
  return result;
}

TEST(FindingLog, CountWhatIsFoundAgainAtOnce) {
  FindingLog log;
  EXPECT_FALSE(log.repeats({FindingKind::race, 1}));
  add(log, FindingKind::race, 1, 0, {});
  EXPECT_TRUE(log.repeats({FindingKind::race, 1}));
  EXPECT_FALSE(log.repeats({FindingKind::race, 2}));
  add(log, FindingKind::race, 2, 0, {}, "other");
  add(log, FindingKind::race, 1, 0, {});
  EXPECT_TRUE(log.repeats({FindingKind::race, 1}));
  EXPECT_THAT(taken(log), ElementsAre(std::pair("1", 4u), std::pair("2", 1u)));
  log.clear();
  EXPECT_FALSE(log.repeats({FindingKind::race, 1}));
}

TEST(FindingLog, ARaceOfTwoWarpsStandsForThoseWithinOne) {
  FindingLog log;
  add(log, FindingKind::race, 5, 3, {12, 10}, "tile", true);
  add(log, FindingKind::race, 3, 5, {10, 12}, "tile", false);
  add(log, FindingKind::race, 7, 3, {12, 10}, "tile", true);
  EXPECT_THAT(taken(log), ElementsAre(std::pair("3", 3u)));
}

TEST(FindingLog, InstructionsOfOneLineAreOneFindingWithTheFirstOnesText) {
  FindingLog log;
  for (const std::uint32_t instruction : {8u, 5u, 8u, 6u, 5u}) {
    add(log, FindingKind::out_of_bounds, instruction, kNoIndex, {12});
  }
  EXPECT_THAT(taken(log), ElementsAre(std::pair("8", 5u)));
}

TEST(FindingLog, SamePairOfLinesIsOneRaceWhicheverCameFirst) {
  FindingLog log;
  add(log, FindingKind::race, 5, 6, {22, 32});
  add(log, FindingKind::race, 7, 5, {32, 22});
  add(log, FindingKind::race, 7, 8, {32, 32});
  EXPECT_THAT(taken(log), ElementsAre(std::pair("5", 2u), std::pair("7", 1u)));
}

TEST(FindingLog, OtherKindsLinesAndArraysStayApart) {
  FindingLog log;
  add(log, FindingKind::out_of_bounds, 1, kNoIndex, {12}, "in");
  add(log, FindingKind::out_of_bounds, 2, kNoIndex, {12}, "out");
  add(log, FindingKind::misaligned, 1, kNoIndex, {12}, "in");
  add(log, FindingKind::out_of_bounds, 3, kNoIndex, {13}, "in");
  EXPECT_THAT(taken(log), SizeIs(4));
}

TEST(FindingLog, WithoutLinesAnInstructionIsAPlace) {
  FindingLog log;
  add(log, FindingKind::race, 5, 6, {});
  add(log, FindingKind::race, 5, 7, {});
  add(log, FindingKind::race, 6, 5, {});
  add(log, FindingKind::race, 5, 6, {});
  EXPECT_THAT(taken(log), ElementsAre(std::pair("5", 3u), std::pair("5", 1u)));
}

TEST(FindingLog, AppendLeavesOutInstructionsThoughTheirLineStays) {
  FindingLog log, later;
  add(log, FindingKind::uninitialized_read, 5, kNoIndex, {12});
  add(later, FindingKind::uninitialized_read, 5, kNoIndex, {12});
  add(later, FindingKind::uninitialized_read, 6, kNoIndex, {12});
  add(later, FindingKind::uninitialized_read, 7, kNoIndex, {12});
  log.append(later, {6});
  EXPECT_THAT(taken(log), ElementsAre(std::pair("5", 3u)));
}

TEST(FindingLog, MaximumCountsGroupsAndOccurrencesBehindItStillAddUp) {
  FindingLog log;
  add(log, FindingKind::race, 5, 6, {22, 32});
  add(log, FindingKind::race, 9, 9, {40, 40});
  add(log, FindingKind::race, 7, 6, {22, 32});
  EXPECT_THAT(taken(log, 1), ElementsAre(std::pair("5", 2u)));
}

}  // namespace
}  // namespace warplens::machine
