// What a feature keeps beside the session: its own jobs, what it notes of what was on screen. The
// session tells it what happens, and knows it by type alone.
//
//   session.keep(std::make_unique<AccuracyMeasuring>(…)); session.companion<AccuracyMeasuring>()
#pragma once

#include "kernels/base/text.h"

namespace warplens::session {

class FeatureChoices;
class Session;
struct Stage;

class Companion {
 public:
  Companion() = default;
  Companion(const Companion&) = delete;
  Companion& operator=(const Companion&) = delete;
  virtual ~Companion() = default;

  // What is chosen where a stage begins; what the stage itself names is in `next` already.
  virtual void stage(const Session& /*now*/, const Stage& /*stage*/,
                     FeatureChoices& /*next*/) const {}
  // Another kernel comes to the left side: what was chosen for the one before goes.
  virtual void change_kernel(FeatureChoices& /*next*/) const {}
  // That stage stands there from now on; nothing has been done on it.
  virtual void begin(const Stage& /*stage*/) {}
  // Something else is chosen, or the left side's result is there.
  virtual void look(Session& /*session*/) {}
  // Once a frame.
  virtual void update(Session& /*session*/) {}
  // The stage is about something recorded that there is not.
  [[nodiscard]] virtual bool lacks(const Stage& /*stage*/, const Session& /*session*/) const {
    return false;
  }
  // What it could not read when it was made; empty: nothing.
  [[nodiscard]] virtual Text trouble() const { return {}; }
  // Something that the stage asked for is not there yet.
  [[nodiscard]] virtual bool is_busy() const { return false; }
};

}  // namespace warplens::session
