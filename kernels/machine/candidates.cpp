#include "kernels/machine/candidates.h"

#include "kernels/machine/block/buffer_hazards.h"

namespace warplens::machine {

void LaunchCandidates::add(std::uint64_t block, const Candidates& candidates) {
  for (const auto& [key, candidate] : candidates) {
    const auto [found, is_new] = index_.try_emplace(key, static_cast<std::uint32_t>(known_.size()));
    if (is_new) known_.push_back({key, candidate.load, block});
    rows_.push_back({block, found->second, candidate.occurrences});
  }
}

void LaunchCandidates::add_new(const LaunchCandidates& others) {
  std::set<std::pair<std::uint64_t, FindingKey>> known;
  for (const Row& row : rows_) known.emplace(row.block, known_[row.known].key);
  for (const Row& row : others.rows_) {
    const auto& [key, load, first] = others.known_[row.known];
    if (!known.contains({row.block, key})) add(row.block, {{key, {load, row.occurrences}}});
  }
}

void LaunchCandidates::add_early(std::uint64_t block, const BufferHazards::Early& reads) {
  for (const auto& [instruction, early] : reads) {
    if (early_.size() < kMostEarly) early_.emplace(std::pair(block, instruction), early);
  }
}

LaunchCandidates LaunchCandidates::left_by(const LaunchWrites& writes) const {
  LaunchCandidates left;
  for (const Row& row : rows_) {
    const auto& [key, load, first] = known_[row.known];
    const auto early = early_.find({row.block, key.instruction});
    const bool is_early = key.kind == trace::FindingKind::uninitialized_read &&
                          early != early_.end() && early->second.count == row.occurrences;
    if (is_early && writes.explains(early->second)) continue;
    left.add(row.block, {{key, {load, row.occurrences}}});
  }
  return left;
}

LaunchCandidates::Blocks LaunchCandidates::leading_blocks() const {
  Blocks blocks;
  for (const Known& known : known_) blocks.insert(known.first_block);
  return blocks;
}

LaunchCandidates::Blocks LaunchCandidates::blocks_beside(const Keys& confirmed,
                                                         const Blocks& done) const {
  Blocks blocks;
  for (const Row& row : rows_) {
    if (confirmed.contains(known_[row.known].key) || done.contains(row.block)) continue;
    blocks.insert(blocks.end(), row.block);
  }
  return blocks;
}

std::set<std::uint32_t> LaunchCandidates::loads_beside(const Keys& confirmed) const {
  std::set<std::uint32_t> loads;
  for (const Known& known : known_) {
    if (!confirmed.contains(known.key)) loads.insert(known.load);
  }
  return loads;
}

LaunchCandidates::Keys LaunchCandidates::confirmed_by(
    const FindingLog& findings, const std::set<std::uint32_t>& racing_loads) const {
  Keys keys;
  for (const Known& known : known_) {
    const bool is_early = known.key.kind == trace::FindingKind::uninitialized_read;
    const bool is_told = is_early && racing_loads.contains(known.load);
    if (is_told || findings.contains(known.key)) keys.insert(known.key);
  }
  return keys;
}

void LaunchCandidates::count(const Keys& confirmed, const Blocks& done,
                             FindingLog& findings) const {
  for (const Row& row : rows_) {
    const FindingKey& key = known_[row.known].key;
    if (!confirmed.contains(key) || done.contains(row.block)) continue;
    findings.count(key, row.occurrences);
  }
}

}  // namespace warplens::machine
