// Which blocks a second run follows, and what it need not follow any more.
#include "kernels/machine/candidates.h"

#include <gmock/gmock.h>

namespace warplens::machine {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using trace::FindingKind;

constexpr FindingKey kRace{FindingKind::race, 7, 3};
constexpr FindingKey kEarly{FindingKind::uninitialized_read, 7, 99};
constexpr FindingKey kOther{FindingKind::race, 20, 5};

// Block 2 has the race of load 7, and so has block 4; load 20 races in blocks 4 and 6.
LaunchCandidates three_blocks() {
  LaunchCandidates candidates;
  candidates.add(2, {{kRace, {7, 10}}});
  candidates.add(4, {{kRace, {7, 30}}, {kOther, {20, 1}}});
  candidates.add(6, {{kOther, {20, 1}}});
  return candidates;
}

FindingLog log_of(const FindingKey& key) {
  FindingLog log;
  log.add(key, [] { return trace::Finding{}; });
  return log;
}

TEST(LaunchCandidates, AreFollowedFirstWhereEachWasMetFirst) {
  EXPECT_THAT(three_blocks().leading_blocks(), ElementsAre(2, 4));
  EXPECT_THAT(three_blocks().loads_beside({}), ElementsAre(7, 20));
  EXPECT_THAT(three_blocks().all_blocks(), ElementsAre(2, 4, 6));
}

TEST(LaunchCandidates, ThatAreConfirmedAreFollowedNoFurtherButCounted) {
  const LaunchCandidates candidates = three_blocks();
  FindingLog found = log_of(kRace);
  const auto confirmed = candidates.confirmed_by(found, {});
  EXPECT_THAT(confirmed, ElementsAre(kRace));
  EXPECT_THAT(candidates.blocks_beside(confirmed, {2, 4}), ElementsAre(6));
  EXPECT_THAT(candidates.loads_beside(confirmed), ElementsAre(20));
  candidates.count(confirmed, {2}, found);
  EXPECT_EQ(found.take(1).at(0).occurrences, 31u) << "one followed, thirty in block 4";
}

TEST(LaunchCandidates, OfLoadsThatCameTooEarlyAreToldByTheirRace) {
  LaunchCandidates candidates;
  candidates.add(0, {{kEarly, {7, 1}}});
  EXPECT_THAT(candidates.confirmed_by({}, {}), IsEmpty());
  EXPECT_THAT(candidates.confirmed_by({}, {7}), ElementsAre(kEarly));
}

}  // namespace
}  // namespace warplens::machine
