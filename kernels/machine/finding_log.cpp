#include "kernels/machine/finding_log.h"

#include <utility>

namespace warplens::machine {

void FindingLog::add(trace::FindingKind kind, std::uint32_t instruction, std::uint32_t other,
                     const std::function<trace::Finding()>& make) {
  const Key key{kind, instruction, other};
  const auto [found, is_new] = index_.try_emplace(key, findings_.size());
  if (!is_new) {
    findings_[found->second].occurrences += 1;
    return;
  }
  keys_.push_back(key);
  findings_.push_back(make());
}

void FindingLog::append(const FindingLog& other, const std::set<std::uint32_t>& without) {
  for (std::size_t i = 0; i < other.findings_.size(); ++i) {
    if (without.contains(std::get<1>(other.keys_[i]))) continue;
    const auto [found, is_new] = index_.try_emplace(other.keys_[i], findings_.size());
    if (is_new) {
      keys_.push_back(other.keys_[i]);
      findings_.push_back(other.findings_[i]);
    } else {
      findings_[found->second].occurrences += other.findings_[i].occurrences;
    }
  }
}

std::vector<trace::Finding> FindingLog::take(std::size_t maximum) {
  if (findings_.size() > maximum) findings_.resize(maximum);
  return std::move(findings_);
}

void FindingLog::clear() {
  index_.clear();
  keys_.clear();
  findings_.clear();
}

}  // namespace warplens::machine
