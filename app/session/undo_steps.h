// What stood on the stage before each change and, of what was undone, after it.
#pragma once

#include <optional>
#include <vector>

#include "app/session/selection.h"

namespace warplens::session {

class UndoSteps {
 public:
  // `now` is about to change; `continues`: as part of the change before (a slider being dragged).
  void keep(const Choice& now, bool continues);
  // What takes the place of `now`; nothing where there is no such step.
  [[nodiscard]] std::optional<Choice> undo(const Choice& now);
  [[nodiscard]] std::optional<Choice> redo(const Choice& now);
  // The step between `now`, which is back on the stage, and `stopped` has changed nothing: there is
  // nothing to undo or redo of it.
  void forget_step_to(const Choice& stopped, const Choice& now);
  void clear();

  [[nodiscard]] bool can_undo() const { return !undo_.empty(); }
  [[nodiscard]] bool can_redo() const { return !redo_.empty(); }
  // The last left side that ran something else than `now`; null when there was none.
  [[nodiscard]] const Selection* before(const Selection& now) const;

 private:
  std::vector<Choice> undo_, redo_;  // newest last
};

}  // namespace warplens::session
