#include "kernels/machine/block/race_reports.h"

namespace warplens::machine {

bool RaceReports::begin_report(const Race& race) {
  if (pairs_.count(pair_of(race))) return false;
  pairs_.add(pair_of(race));
  for (const ThreadAccess& access : {race.earlier, race.later}) {
    if (access.kind == RaceAccessKind::write) continue;
    block_->report.note_racing_load(access.instruction);
    block_->values.settle(access.instruction);
  }
  return true;
}

void RaceReports::settle_loads(BlockRaces& races) {
  if (block_->values.collections() == collections_) return;
  collections_ = block_->values.collections();
  if (!block_->values.is_on()) return;
  races.settle_loads([this](std::uint64_t load) { return block_->values.fate_of(load); });
}

void RaceReports::settle() {
  for (const auto& [pair, occurrences] : pairs_.counts()) {
    if (occurrences == 0) continue;
    if (is_of_load(pair) && !block_->values.is_on()) {
      const bool later_reads = pair.later_kind == RaceAccessKind::read;
      block_->values.add_candidate(key_of(pair), later_reads ? pair.later : pair.earlier,
                                   occurrences);
    } else {
      block_->report.count(key_of(pair), occurrences);
    }
  }
  pairs_.clear();
}

}  // namespace warplens::machine
