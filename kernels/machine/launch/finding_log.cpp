#include "kernels/machine/launch/finding_log.h"

#include <utility>

#include "kernels/machine/program/program_image.h"

namespace warplens::machine {

void FindingLog::add(const FindingKey& key, const std::function<trace::Finding()>& make) {
  const auto [found, is_new] = index_.try_emplace(key, findings_.size());
  latest_ = found->second;
  if (!is_new) {
    findings_[latest_].occurrences += 1;
    return;
  }
  keys_.push_back(key);
  findings_.push_back(make());
}

bool FindingLog::repeats(const FindingKey& key) {
  const bool is_latest = latest_ < keys_.size() && keys_[latest_] == key;
  if (is_latest) findings_[latest_].occurrences += 1;
  return is_latest;
}

void FindingLog::append(const FindingLog& other, const std::set<std::uint32_t>& without) {
  for (std::size_t i = 0; i < other.findings_.size(); ++i) {
    if (!without.contains(other.keys_[i].instruction)) append(other.keys_[i], other.findings_[i]);
  }
}

void FindingLog::append_new(const FindingLog& other, const std::set<FindingKey>& left_out) {
  for (std::size_t i = 0; i < other.findings_.size(); ++i) {
    if (!left_out.contains(other.keys_[i])) append(other.keys_[i], other.findings_[i]);
  }
}

void FindingLog::append(const FindingKey& key, const trace::Finding& finding) {
  const auto [found, is_new] = index_.try_emplace(key, findings_.size());
  if (is_new) {
    keys_.push_back(key);
    findings_.push_back(finding);
  } else {
    findings_[found->second].occurrences += finding.occurrences;
  }
}

void FindingLog::count(const FindingKey& key, std::uint64_t occurrences) {
  const auto found = index_.find(key);
  if (found != index_.end()) findings_[found->second].occurrences += occurrences;
}

std::vector<trace::Finding> FindingLog::take(std::size_t maximum) const {
  std::map<Group, std::size_t> groups;
  std::vector<trace::Finding> merged;
  std::vector<bool> within_warp;  // beside `merged`
  for (std::size_t i = 0; i < findings_.size(); ++i) {
    const auto [found, is_new] = groups.try_emplace(group_of(i), merged.size());
    if (is_new) {
      merged.push_back(findings_[i]);
      within_warp.push_back(keys_[i].within_warp);
      continue;
    }
    trace::Finding& kept = merged[found->second];
    const std::uint64_t occurrences = kept.occurrences + findings_[i].occurrences;
    if (within_warp[found->second] && !keys_[i].within_warp) {
      kept = findings_[i];
      within_warp[found->second] = false;
    }
    kept.occurrences = occurrences;
  }
  if (merged.size() > maximum) merged.resize(maximum);
  return merged;
}

FindingLog::Group FindingLog::group_of(std::size_t index) const {
  const auto& [kind, instruction, other, within_warp] = keys_[index];
  const trace::Finding& finding = findings_[index];
  const auto place = [](const std::string& file, std::uint32_t line, std::uint32_t code) {
    return Place{file, line, line != 0 ? kNoIndex : code};
  };
  Place first = place(finding.file, finding.line, instruction);
  Place second = place(finding.other_file, finding.other_line, other);
  if (second < first) std::swap(first, second);
  return {kind, finding.about, std::move(first), std::move(second)};
}

void FindingLog::clear() {
  index_.clear();
  keys_.clear();
  findings_.clear();
}

}  // namespace warplens::machine
