#include "app/session/undo_steps.h"

#include <utility>

namespace warplens::session {
namespace {

constexpr std::size_t kUndoSteps = 200;

// The newest of `from`, in whose place `now` is kept in `to`.
std::optional<Choice> exchange(std::vector<Choice>& from, std::vector<Choice>& to,
                               const Choice& now) {
  if (from.empty()) return std::nullopt;
  to.push_back(now);
  Choice newest = std::move(from.back());
  from.pop_back();
  return newest;
}

}  // namespace

void UndoSteps::keep(const Choice& now, bool continues) {
  redo_.clear();
  if (continues && !undo_.empty()) return;
  undo_.push_back(now);
  if (undo_.size() > kUndoSteps) undo_.erase(undo_.begin());
}

std::optional<Choice> UndoSteps::undo(const Choice& now) { return exchange(undo_, redo_, now); }

std::optional<Choice> UndoSteps::redo(const Choice& now) { return exchange(redo_, undo_, now); }

void UndoSteps::forget_step_to(const Choice& stopped, const Choice& now) {
  if (stopped == now) return;
  if (!redo_.empty() && redo_.back() == now) {
    redo_.pop_back();
    undo_.push_back(stopped);
  } else if (!undo_.empty() && undo_.back() == now) {
    undo_.pop_back();
  }
}

void UndoSteps::clear() {
  undo_.clear();
  redo_.clear();
}

const Selection* UndoSteps::before(const Selection& now) const {
  for (auto it = undo_.rbegin(); it != undo_.rend(); ++it) {
    if (!runs_the_same(it->left, now)) return &it->left;
  }
  return nullptr;
}

}  // namespace warplens::session
