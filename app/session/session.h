// The app's only mutable state: what is chosen, its results, where the person stands.
//
//   panels ─► commands (set_parameter, seek, play…) ─► Session ─► Job ─► KernelResult
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

  // Controls. `continues` joins this change with the one before (a slider being dragged).
  void select_kernel(std::string_view kernel, Side side = Side::left);
  void set_parameter(std::string_view name, std::int64_t value, bool continues = false,
                     Side side = Side::left);
  // Several at once, as one change.
  void set_parameters(const catalog::Parameters& values, bool continues = false,
                      Side side = Side::left);
  // Once more: what is recorded there now. `own`: of a kernel's file.
  void open_capture(const std::string& path, OwnChoice own = {});
  // Of the own kernel's file on the left, and of the same file on the right.
  void set_own(const OwnChoice& own, bool continues = false);
  // Puts `before` on the left of what stands there.
  void compare_with_earlier(Selection before);
  void set_order(trace::Order order);  // of the events, on both sides
  void set_backend(Backend backend);   // of both sides; again after an error: tries once more
  // Whose instructions figures are of, on both sides (Selection::capability).
  void set_architecture(std::uint32_t capability);
  // Of the own kernel's file on the left, in place of its launch's sizes.
  void set_sizes(catalog::Parameters sizes);
  // A PNG's path, for every side whose kernel works on a picture; empty: as the program draws it.
  void set_picture(const std::string& path);
  // What a person wrote in place of the kernel's own index. Errors: it is none; nothing changes.
  Result<void> set_index(const std::string& index, bool continues = false, Side side = Side::left);
  void set_launch(std::size_t launch);  // the right side follows as far as it has as many
  void set_cache(analysis::CachePreset cache);
  // What a feature shows.
  template <class T>
  void choose(T feature, bool continues = false) {
    Choice next = choice_;
    next.features.set(std::move(feature));
    change(std::move(next), continues);
  }
  // As it was when the app was left: there is nothing to undo.
  template <class T>
  void restore(T feature) {
    choice_.features.set(std::move(feature));
  }
  void restore_backend(Backend backend);                // likewise
  void restore_architecture(std::uint32_t capability);  // likewise
  // What of a feature was on screen.
  template <class T>
  void note(T seen) {
    activity_.seen.note(std::move(seen));
  }
  // One of a type, from before the first stage on.
  void keep(std::unique_ptr<Companion> companion);
  void compare_with(std::string_view kernel);  // puts it on the right side
  void compare_with_previous();                // before the last change of the left side | now
  void swap_sides();
  void end_compare();  // the left side stays
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
  void show_access() { playback_.glide(); }  // the one under the cursor once, from its beginning
  // Stands still within the access under the cursor: Playback::phase.
  void set_phase(double phase) { playback_.hold(phase); }
  void set_speed(double events_per_second) { playback_.speed = events_per_second; }
  void set_direction(int direction) { playback_.direction = direction < 0 ? -1 : 1; }

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
  // Of the stage's rivals, in their order; null while they run.
  [[nodiscard]] const std::vector<Sums>* rival_sums() const { return rivals_.value(); }
  // It is about something recorded that there is not.
  [[nodiscard]] bool lacks(const Stage& stage) const;
  // They run, or a companion has not found out yet what the stage asked it.
  [[nodiscard]] bool runs_rivals() const;
  [[nodiscard]] const Playback& playback() const { return playback_; }
  // Of the launch that is shown; its filter is wider than the one set where nothing passes that.
  [[nodiscard]] const PassingEvents& passing() const { return passing_; }
  [[nodiscard]] const Activity& activity() const { return activity_; }
  // Of what was run last: the left side's, the right side's, the rivals'.
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
  Result<std::vector<Selection>> staged_rivals(const Stage& stage) const;
  void change(Choice next, bool continues = false);
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
  void run_rivals(const std::vector<Selection>& wanted);
  void take_rivals();
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
  Job<std::vector<Selection>, std::vector<Sums>> rivals_;
  std::optional<Error> rival_error_;
};

}  // namespace warplens::session
