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

const analysis::ExplainedEvent* Pane::event() const {
  if (cursor.event >= event_count()) {
    explained_.reset();
    return nullptr;
  }
  if (!explained_ || explained_->result != result || explained_->cursor != cursor) {
    const LaunchResult& of = *launch();
    explained_ = {result, cursor,
                  analysis::explained_event(*of.trace, cursor.event, of.costs[cursor.event])};
  }
  return &explained_->event;
}

}  // namespace warplens::session
