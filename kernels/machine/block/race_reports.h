// Which races of a block's threads become findings: each two instructions once, with how often.
//
// A race of a load matters only when the loaded value does: in the first run it becomes a
// candidate, in the second it is reported when the value is used (tracked_values.h).
#pragma once

#include <cstdint>
#include <utility>

#include "kernels/machine/block/block_context.h"
#include "kernels/machine/program/block_races.h"
#include "kernels/machine/program/race_pairs.h"

namespace warplens::machine {

class RaceReports {
 public:
  explicit RaceReports(BlockContext& block) : block_(&block) {}

  void start() { pairs_.clear(); }
  // `site` is the later access's. text() says what there is to say, perhaps when the block has gone
  // on.
  template <class Text>
  void note(const Race& race, std::uint32_t site, Text text);
  // Before an access is compared: the detector forgets loads whose values died unused.
  void settle_loads(BlockRaces& races);
  // When the block is over: how often what raced did.
  void settle();

 private:
  template <class Text>
  void note_load(const Race& race, std::uint32_t site, Text text);
  template <class Text>
  void report(const Race& race, std::uint32_t site, const Text& text);
  // False where it is reported already.
  [[nodiscard]] bool begin_report(const Race& race);

  static bool is_of_load(const RacePair& pair) {
    return pair.earlier_kind == RaceAccessKind::read || pair.later_kind == RaceAccessKind::read;
  }
  static FindingKey key_of(const RacePair& pair) {
    return {pair.same_value ? trace::FindingKind::same_value_race : trace::FindingKind::race,
            pair.later, pair.earlier, pair.within_warp};
  }
  static const ThreadAccess& reader_of(const Race& race) {
    return race.later.kind == RaceAccessKind::read ? race.later : race.earlier;
  }

  BlockContext* block_;
  std::uint64_t collections_ = 0;  // of values, when races were told of them
  RacePairs pairs_;                // reported, or candidates
};

template <class Text>
void RaceReports::note(const Race& race, std::uint32_t site, Text text) {
  const RacePair pair = pair_of(race);
  if (is_of_one_store(pair) || pairs_.count(pair)) return;
  if (is_of_load(pair)) return note_load(race, site, std::move(text));
  if (!block_->values.is_on()) report(race, site, text);
}

template <class Text>
void RaceReports::note_load(const Race& race, std::uint32_t site, Text text) {
  TrackedValues& values = block_->values;
  const ThreadAccess& reader = reader_of(race);
  const bool later_reads = race.later.kind == RaceAccessKind::read;
  if (!values.is_on()) {
    values.add_candidate(key_of(pair_of(race)), reader.instruction);
    pairs_.add(pair_of(race));
  } else if (!later_reads && values.has_received(race.later.thread, race.earlier.load)) {
    return;  // who writes has got what was read through a shuffle
  } else if (reader.load != ValueTracker::kNotFollowed) {
    values.when_used(reader.load, [this, race, site, text] { report(race, site, text); });
  } else if (values.is_settled(reader.instruction)) {
    report(race, site, text);
  }
}

template <class Text>
void RaceReports::report(const Race& race, std::uint32_t site, const Text& text) {
  if (!begin_report(race)) return;
  const FindingKey key = key_of(pair_of(race));
  block_->report.add_lazily(
      key.kind,
      {race.later.instruction, race.later.thread / kWarpSize, race.later.thread % kWarpSize, site,
       race.earlier.instruction, pair_of(race).within_warp},
      text);
}

}  // namespace warplens::machine
