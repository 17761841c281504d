// A goal that is met once something that was seen meets it: meets(seen, wanted), beside their
// types.
#pragma once

#include <algorithm>
#include <utility>

#include "app/session/goal.h"
#include "app/session/session.h"

namespace warplens::session {

template <class Seen, class Wanted>
class GoalOfSeen : public Goal {
 public:
  explicit GoalOfSeen(Wanted wanted) : wanted_(std::move(wanted)) {}
  [[nodiscard]] const Wanted& wanted() const { return wanted_; }

  [[nodiscard]] bool is_met(const Session& session) const override {
    return std::ranges::any_of(session.activity().seen.of<Seen>(),
                               [&](const Seen& seen) { return meets(seen, wanted_); });
  }

 private:
  Wanted wanted_;
};

}  // namespace warplens::session
