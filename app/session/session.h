// The app's only mutable state: what is chosen, its results, where the person stands.
//
//   panels ─► commands (edits.h, seek, play…) ─► Session ─► Job ─► KernelResult
//                                       ▲ update() commits the latest result, once a frame
//
// One kernel or two stand on the stage (Choice). Each side has its own result; the left one leads:
// the right one's cursor stands at the counterpart of the left one's.
//
// Owned by main, passed by reference, used on the UI thread only. Results are immutable and shared;
// until a new one arrives the last one stays on screen.
#pragma once

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <typeindex>
#include <utility>
#include <vector>

#include "app/session/activity.h"
#include "app/session/companion.h"
#include "app/session/event_filter.h"
#include "app/session/figures.h"
#include "app/session/pane.h"
#include "app/session/playback.h"
#include "app/session/stage.h"
#include "app/session/undo_steps.h"

namespace warplens::session {

// Where both cursors stand, and the motion there.
struct Moment {
  std::array<Cursor, 2> cursors;
  Playback playback;
};

class Session {
 public:
  Session(std::vector<catalog::Family> families, Work work, std::function<void()> wake);
  Session(Session&&) noexcept;
  ~Session();

  // How much the results may hold that are kept for going back.
  void limit_results(std::uint64_t bytes) { cache_.limit(bytes); }

  // Forgets undo steps and activity; the backend stays. Errors name the kernel or parameter.
  Result<void> set_stage(const Stage& stage);

  // A change that can be undone: sizes that a kernel rejects become the nearest that it takes.
  // `continues` joins it with the one before. What a person sets stands in app/session/edits.h.
  void change(Choice next, bool continues = false);
  // As it was when the app was left, or as a picture wants it: there is nothing to undo.
  void restore(Choice next);
  // What a feature shows, as one change.
  template <class T>
  void choose(T feature, bool continues = false) {
    Choice next = choice_;
    next.features.set(std::move(feature));
    change(std::move(next), continues);
  }
  // Another kernel comes to a side: what features chose for the one before goes.
  void leave_kernel(FeatureChoices& features) const;
  void try_again();  // after an error
  // What of a feature was on screen.
  template <class T>
  void note(T seen) {
    activity_.seen.note(std::move(seen));
  }
  // One of a type, from before the first stage on.
  void keep(std::unique_ptr<Companion> companion);
  void undo();
  void redo();
  void cancel();  // stops the running jobs and goes back to what is on screen
  void answer(std::int64_t value, std::int64_t expected);

  // The cursor. `step` and playing go through the passing events alone; `seek` goes anywhere.
  void set_filter(EventFilter filter);
  void seek(std::size_t event);
  void seek_end(int direction);  // the first or the last passing event
  void step(int events);
  void step_conflict(int direction);
  void toggle_playing();
  [[nodiscard]] Playback& playback() { return playback_; }

  // For a picture: another event of the launch at rest, and back to where the person was. Nobody
  // has been there.
  [[nodiscard]] Moment moment() const;
  void glance(std::size_t event);
  void go_back_to(const Moment& moment);

  // Commits finished jobs and plays on.
  void update(double seconds);

  [[nodiscard]] const std::vector<catalog::Family>& families() const { return families_; }
  [[nodiscard]] const Choice& choice() const { return choice_; }
  // What a feature shows; valid until another is chosen.
  template <class T>
  [[nodiscard]] const T& chosen() const {
    return choice_.of<T>();
  }
  [[nodiscard]] bool is_comparing() const { return choice_.right.has_value(); }
  // Where nothing stands on the right it is what stands on the left.
  [[nodiscard]] const Selection& selection(Side side = Side::left) const {
    return choice_.has(side) ? *choice_.find(side) : choice_.left;
  }
  // Null before the first.
  [[nodiscard]] const KernelResultPtr& result(Side side = Side::left) const {
    return pane(side).result;
  }
  // The cursor's; null before the first result.
  [[nodiscard]] const LaunchResult* launch(Side side = Side::left) const {
    return pane(side).launch();
  }
  [[nodiscard]] Cursor cursor(Side side = Side::left) const { return pane(side).cursor; }
  // The one under the cursor with its cost; null where there is none. Valid until the cursor moves.
  [[nodiscard]] const analysis::ExplainedEvent* event(Side side = Side::left) const {
    return pane(side).event();
  }
  // Of the left side's kernel; 0 before the first result.
  [[nodiscard]] std::size_t launch_count() const;
  // Null: none of that type is kept.
  template <class T>
  [[nodiscard]] T* companion() {
    return const_cast<T*>(std::as_const(*this).template companion<T>());
  }
  template <class T>
  [[nodiscard]] const T* companion() const {
    const auto kept = companions_.find(typeid(T));
    return kept == companions_.end() ? nullptr : static_cast<const T*>(kept->second.get());
  }
  // Of the stage's compared kernels, in their order; null while they run.
  [[nodiscard]] const std::vector<Sums>* compared_sums() const { return compared_.value(); }
  // It is about something recorded that there is not.
  [[nodiscard]] bool lacks(const Stage& stage) const;
  // They run, or a companion has not found out yet what the stage asked it.
  [[nodiscard]] bool runs_compared() const;
  [[nodiscard]] const Playback& playback() const { return playback_; }
  // Of the launch that is shown; its filter is wider than the one set where nothing passes that.
  [[nodiscard]] const PassingEvents& passing() const { return passing_; }
  [[nodiscard]] const Activity& activity() const { return activity_; }
  // Of what was run last: the left side's, the right side's, the compared kernels'.
  [[nodiscard]] const std::optional<Error>& error() const;
  [[nodiscard]] bool busy() const;
  [[nodiscard]] float progress() const;
  // True when the results on screen are those of the choice.
  [[nodiscard]] bool up_to_date() const;
  [[nodiscard]] bool can_undo() const { return steps_.can_undo(); }
  [[nodiscard]] bool can_redo() const { return steps_.can_redo(); }
  // What stood on the left before its last change; null when it has not changed.
  [[nodiscard]] const Selection* previous() const;
  [[nodiscard]] std::optional<std::int64_t> figure(Figure figure, Side side = Side::left) const;
  // The family and variant of the selection; null before the first stage and for captures.
  [[nodiscard]] const catalog::Family* family(Side side = Side::left) const;
  [[nodiscard]] const catalog::Variant* variant(Side side = Side::left) const;

 private:
  [[nodiscard]] Pane& pane(Side side) { return panes_[static_cast<std::size_t>(side)]; }
  [[nodiscard]] const Pane& pane(Side side) const { return panes_[static_cast<std::size_t>(side)]; }
  Result<Choice> staged_choice(const Stage& stage) const;
  Result<std::vector<Selection>> staged_compared(const Stage& stage) const;
  void use_one_backend();
  void show(Choice next);
  void request();
  void request(Side side, const Selection& wanted);
  void commit(Side side, KernelResultPtr result);
  void commit_left(KernelResultPtr result);
  void enter_launch();
  [[nodiscard]] Cursor staged_cursor(const KernelResult& result) const;
  void follow();
  void take(Side side);
  void run_compared(const std::vector<Selection>& wanted);
  void take_compared();
  void move_to(std::size_t event);
  void visit(std::size_t event);
  void play(double seconds);
  void find_passing();
  void tell_companions();

  std::vector<catalog::Family> families_;
  Work work_;
  Choice choice_;
  UndoSteps steps_;
  ResultCache cache_;
  std::optional<Anchor> stage_anchor_;  // until the stage's result is there
  bool staging_ = false;
  EventFilter filter_;
  PassingEvents passing_;
  Playback playback_;
  Activity activity_;
  std::map<std::type_index, std::unique_ptr<Companion>> companions_;
  std::array<Pane, 2> panes_;
  Job<std::vector<Selection>, std::vector<Sums>> compared_;
  std::optional<Error> compared_error_;
};

}  // namespace warplens::session
