// One side of the stage: the result that is on screen, where its cursor stands, the work under way.
#pragma once

#include <deque>
#include <functional>
#include <memory>
#include <optional>

#include "app/session/cursor.h"
#include "app/session/kernel_result_ptr.h"
#include "app/session/selection.h"
#include "kernels/base/job.h"
#include "kernels/base/memory_watch.h"

namespace warplens::analysis {
struct ExplainedEvent;
}
namespace warplens::machine {
struct Progress;
}

namespace warplens::session {

// The results seen last, shared by both sides so that going back runs nothing.
class ResultCache {
 public:
  // Beyond so many bytes the oldest go; the newest one stays in any case.
  void limit(std::uint64_t bytes);
  [[nodiscard]] KernelResultPtr find(const Selection& selection) const;  // null: not there
  void keep(const KernelResultPtr& result);
  void clear() { results_.clear(); }

 private:
  struct Kept {
    KernelResultPtr result;
    std::uint64_t bytes = 0;
  };
  void drop_oldest();

  std::deque<Kept> results_;  // newest first
  std::uint64_t limit_ = kDefaultMemory / 4;
};

// Runs on a job's thread.
using Work =
    std::function<Result<KernelResultPtr>(const Selection&, std::stop_token, machine::Progress*)>;

struct Pane {
  explicit Pane(std::function<void()> wake) : job(std::move(wake)) {}

  KernelResultPtr result;  // null before the first
  Cursor cursor;
  std::optional<Error> error;  // of the last request
  Job<Selection, KernelResultPtr> job;

  void run(const Work& work, const Selection& selection);
  [[nodiscard]] float progress() const;  // share of blocks done, 0 to 1

  [[nodiscard]] const LaunchResult* launch() const;
  [[nodiscard]] std::size_t event_count() const;
  // The event under the cursor, explained when it is asked for first after the cursor has moved;
  // null where there is none. Valid until the cursor moves.
  [[nodiscard]] const analysis::ExplainedEvent* event() const;

 private:
  std::shared_ptr<machine::Progress> progress_;  // of the latest run; null before it
  struct Explained;
  mutable std::shared_ptr<Explained> explained_;
};

}  // namespace warplens::session
