#include "app/session/pane.h"

#include <algorithm>

namespace warplens::session {
namespace {

constexpr std::size_t kCachedResults = 24;  // each is a few MB at most (kEventBytes)

}  // namespace

KernelResultPtr ResultCache::find(const Selection& selection) const {
  const auto known = std::ranges::find_if(
      results_, [&](const KernelResultPtr& result) { return result->selection == selection; });
  return known == results_.end() ? nullptr : *known;
}

void ResultCache::keep(const KernelResultPtr& result) {
  std::erase(results_, result);
  results_.push_front(result);
  if (results_.size() > kCachedResults) results_.pop_back();
}

}  // namespace warplens::session
