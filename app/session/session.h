// The app's only mutable state: what is selected, its result, where the person stands.
//
//   panels ─► commands (set_parameter, seek, play…) ─► Session ─► Worker ─► KernelResult
//                                       ▲ update() commits the latest result, once a frame
//
// Owned by main, passed by reference, used on the UI thread only. Results are immutable and shared;
// until a new one arrives the last one stays on screen.
// May depend on: kernels/run, viz/analysis.
#pragma once

#include <deque>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "app/session/cursor.h"
#include "app/session/figures.h"
#include "app/session/kernel_result.h"
#include "app/session/playback.h"
#include "app/session/worker.h"

namespace warplens::session {

// What the person has done since the stage was set; lessons decide from it whether a step is done.
struct Activity {
  std::vector<Selection> shown;        // selections whose results were on screen, the stage's first
  std::optional<Cursor> start;         // where the stage put the cursor
  bool moved = false;                  // the cursor has left `start`
  std::size_t played = 0;              // events passed by playback
  std::optional<std::int64_t> answer;  // to the step's prediction
  std::optional<std::int64_t> expected;  // what the trace said when it was given
};

class Session {
 public:
  Session(std::vector<catalog::Family> families, Work work, std::function<void()> wake);

  // The stage of a lesson step, or of the command line: forgets undo steps and activity. Errors
  // name the kernel or parameter.
  Result<void> set_stage(std::string_view kernel, const catalog::Parameters& settings,
                         std::optional<Anchor> anchor);

  // Controls. `continues` joins this change with the one before (a slider being dragged).
  void select_kernel(std::string_view kernel);
  void set_parameter(std::string_view name, std::int64_t value, bool continues = false);
  void undo();
  void redo();
  void cancel();  // stops the running job and goes back to the selection that is on screen
  void answer(std::int64_t value, std::int64_t expected);

  // The cursor.
  void seek(std::size_t event);
  void step(int events);
  void step_conflict(int direction);
  void toggle_playing();
  void set_speed(int events_per_second) { playback_.speed = events_per_second; }
  void set_direction(int direction) { playback_.direction = direction < 0 ? -1 : 1; }

  // Commits a finished job and plays on. True when anything that is shown has changed.
  bool update(double seconds);

  [[nodiscard]] const std::vector<catalog::Family>& families() const { return families_; }
  [[nodiscard]] const Selection& selection() const { return selection_; }
  [[nodiscard]] const KernelResultPtr& result() const { return result_; }  // null before the first
  [[nodiscard]] const LaunchResult* launch() const;  // the cursor's; null before the first result
  [[nodiscard]] Cursor cursor() const { return cursor_; }
  [[nodiscard]] const Playback& playback() const { return playback_; }
  [[nodiscard]] const Activity& activity() const { return activity_; }
  [[nodiscard]] const std::optional<Error>& error() const { return error_; }
  [[nodiscard]] bool busy() const { return worker_.busy(); }
  [[nodiscard]] float progress() const { return worker_.progress(); }
  // True when the result on screen is that of the selection.
  [[nodiscard]] bool up_to_date() const { return result_ && result_->selection == selection_; }
  [[nodiscard]] bool can_undo() const { return !undo_.empty(); }
  [[nodiscard]] bool can_redo() const { return !redo_.empty(); }
  [[nodiscard]] std::optional<std::int64_t> figure(Figure figure) const;
  // The family and variant of the selection; null before the first stage.
  [[nodiscard]] const catalog::Family* family() const;
  [[nodiscard]] const catalog::Variant* variant() const;

 private:
  void change(Selection next, bool continues);
  void request();
  void commit(KernelResultPtr result);
  void move_to(std::size_t event);
  [[nodiscard]] std::size_t event_count() const;

  std::vector<catalog::Family> families_;
  Selection selection_;
  std::vector<Selection> undo_, redo_;
  KernelResultPtr result_;
  std::deque<KernelResultPtr> cache_;  // newest first
  Cursor cursor_;
  std::optional<Anchor> stage_anchor_;  // until the stage's result is there
  bool staging_ = false;
  Playback playback_;
  Activity activity_;
  std::optional<Error> error_;
  Worker worker_;
};

}  // namespace warplens::session
