#include "app/session/pane.h"

#include <algorithm>

#include "app/session/kernel_result.h"
#include "app/session/result_bytes.h"
#include "kernels/machine/launch/run_options.h"
#include "viz/analysis/costed_event.h"

namespace warplens::session {

struct Pane::Explained {
  KernelResultPtr result;
  Cursor cursor;
  analysis::ExplainedEvent event;
};

namespace {

constexpr std::size_t kCachedResults = 24;

}  // namespace

KernelResultPtr ResultCache::find(const Selection& selection) const {
  const auto known = std::ranges::find_if(
      results_, [&](const Kept& kept) { return kept.result->selection == selection; });
  return known == results_.end() ? nullptr : known->result;
}

void ResultCache::keep(const KernelResultPtr& result) {
  std::erase_if(results_, [&](const Kept& kept) { return kept.result == result; });
  results_.push_front({result, bytes_of(*result)});
  drop_oldest();
}

void ResultCache::limit(std::uint64_t bytes) {
  limit_ = bytes;
  drop_oldest();
}

void ResultCache::drop_oldest() {
  std::uint64_t bytes = 0;
  std::size_t kept = 0;
  while (kept < std::min(results_.size(), kCachedResults)) {
    bytes += results_[kept].bytes;
    if (kept > 0 && bytes > limit_) break;
    ++kept;
  }
  results_.resize(kept);
}

void Pane::run(const Work& work, const Selection& selection) {
  progress_ = std::make_shared<machine::Progress>();
  job.start(selection, [work, selection, progress = progress_](const std::stop_token& stop) {
    return work(selection, stop, progress.get());
  });
}

float Pane::progress() const {
  const std::uint64_t total = job.busy() ? progress_->blocks_total.load() : 0;
  if (total == 0) return 0;
  return static_cast<float>(progress_->blocks_done) / static_cast<float>(total);
}

const LaunchResult* Pane::launch() const {
  if (!result || cursor.launch >= result->launches.size()) return nullptr;
  return &result->launches[cursor.launch];
}

std::size_t Pane::event_count() const {
  return launch() == nullptr ? 0 : launch()->trace->events.size();
}

const analysis::ExplainedEvent* Pane::event() const {
  if (cursor.event >= event_count()) {
    explained_.reset();
    return nullptr;
  }
  if (!explained_ || explained_->result != result || explained_->cursor != cursor) {
    const LaunchResult& of = *launch();
    explained_ = std::make_shared<Explained>(
        Explained{result, cursor,
                  analysis::explained_event(*of.trace, cursor.event, of.costs[cursor.event])});
  }
  return &explained_->event;
}

}  // namespace warplens::session
