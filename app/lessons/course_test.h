// Lessons run on the real kernels, for the tests of what they ask and claim.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <chrono>
#include <set>
#include <string>
#include <string_view>
#include <thread>

#include "app/features/features.h"
#include "app/features/host_timeline/host_runs.h"
#include "app/features/host_timeline/host_timeline_choice.h"
#include "app/lessons/course.h"
#include "app/lessons/lesson_file.h"
#include "app/session/edits.h"
#include "app/session/kernel_result.h"
#include "app/session/own_files.h"
#include "app/session/recordings.h"
#include "kernels/machine/launch/run_options.h"
#include "kernels/run/run.h"
#include "kernels/run/toolkit/process.h"
#include "kernels/timing/fake_timeline_test.h"
#include "kernels/timing/host_timeline.h"

namespace warplens::lessons {

class Course : public ::testing::Test {
 protected:
  Course()
      : catalogue_(*run::Catalogue::open(WARPLENS_SOURCE_DIR "/assets")),
        lessons_(load_lessons(WARPLENS_SOURCE_DIR "/assets/lessons", features::all())->lessons),
        session_(catalogue_.families(),
                 [this](const session::Selection& selection, std::stop_token stop,
                        machine::Progress* progress) {
                   return session::compute(catalogue_, selection, std::move(stop), progress,
                                           nullptr, kAnyMemory, &own_files_);
                 },
                 {}) {
    session::accompany(
        session_, features::all(),
        {catalogue_, [this]() -> const session::Recordings& { return recordings(); }, {}});
    offer(std::make_shared<const timing::HostTimeline>(
        timing::fake_host_timeline({kSmallArray, kMebibyteArray, kUsualArray, kLargeArray})));
  }
  // Read once a test that asks for a recorded time.
  const session::Recordings& recordings() {
    if (!recordings_) {
      recordings_.emplace(WARPLENS_SOURCE_DIR "/assets", nullptr);
      recordings_->wait();
    }
    return *recordings_;
  }
  // The sizes that lessons ask for, in bytes.
  static constexpr std::uint64_t kSmallArray = std::uint64_t{64} << 10;
  static constexpr std::uint64_t kMebibyteArray = std::uint64_t{1} << 20;
  static constexpr std::uint64_t kUsualArray = std::uint64_t{16} << 20;
  static constexpr std::uint64_t kLargeArray = std::uint64_t{256} << 20;
  void offer(session::HostTimelinePtr recorded) {
    host_timeline::runs(session_).offer({std::move(recorded), nullptr}, session_);
  }

  // Of the host timeline: a run, and the first such span of it.
  void choose_run(const host_timeline::HostTimelineKey& place) {
    session_.choose(host_timeline::HostTimelineChoice{
        place.scenario, place.bytes, place.parts,
        session_.chosen<host_timeline::HostTimelineChoice>().is_live});
  }
  void point_at(const host_timeline::SpanKey& place) {
    const auto& spans = host_timeline::runs(session_).run(session_)->spans;
    const auto found = std::ranges::find_if(spans, [&](const timing::Span& span) {
      return span.track == place.track && span.action == place.action && !span.is_probe;
    });
    host_timeline::runs(session_).point_at(static_cast<std::size_t>(found - spans.begin()),
                                           session_);
  }

  void settle() {
    do {
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
      session_.update(0);
    } while (session_.busy() || session_.runs_compared());
    session_.update(0);
    ASSERT_FALSE(session_.error().has_value()) << session_.error()->message.in(Language::en);
  }
  void begin(const Step& step) {
    std::filesystem::path copy;
    if (step.file.is_copied) copy = put_file(step.file, folder_.path(), true)->path;
    const Result<void> entered = enter(step, session_, copy);
    ASSERT_TRUE(entered.has_value()) << step.id << ": " << entered.error().message.in(Language::en);
    settle();
  }
  const Step& enter_step(std::string_view lesson_id, std::string_view id) {
    for (const Lesson& lesson : lessons_) {
      if (lesson.id != lesson_id) continue;
      for (const Step& step : lesson.steps) {
        if (step.id != id) continue;
        begin(step);
        return step;
      }
    }
    throw std::runtime_error(fmt::format("no step {} in {}", id, lesson_id));
  }
  void set(std::string_view parameter, std::int64_t value) {
    set_parameter(session_, parameter, value);
    settle();
  }
  void select(std::string_view kernel, session::Side side = session::Side::left) {
    select_kernel(session_, kernel, side);
    settle();
  }
  // In place of the kernel's own index.
  void write(const std::string& index) {
    const auto written = set_index(session_, index);
    ASSERT_TRUE(written.has_value()) << written.error().message.in(Language::en);
    settle();
  }
  void go_to(const session::Anchor& anchor) {
    const auto at = session::find_event(*session_.result(), anchor);
    ASSERT_TRUE(at.has_value()) << anchor.marker;
    session_.seek(at->event);
  }
  // Presses → until the cursor stands on such an event; false after `presses` of them.
  bool walk_to(const session::Anchor& place, int presses) {
    for (int i = 0; i < presses; ++i) {
      session_.step(1);
      const auto here = session::anchor_of(*session_.result(), session_.cursor());
      const trace::Trace& trace = *session_.launch()->trace;
      const trace::Site& site = trace.sites[trace.events.site(session_.cursor().event)];
      const auto line = session::line_of(session_.result()->source(site.file), site.line);
      if (here && here->space == place.space && here->kind == place.kind &&
          line.find(place.marker) != std::string_view::npos) {
        return true;
      }
    }
    return false;
  }
  std::int64_t figure(session::Figure which, session::Side side = session::Side::left) {
    return session_.figure(which, side).value_or(-1);
  }
  const analysis::KernelTotals& totals(session::Side side = session::Side::left) {
    return session_.launch(side)->totals;
  }
  // The percentage of the moved bytes that the event under the cursor uses.
  double used_percent() {
    const analysis::AccessCost& cost = session_.launch()->costs[session_.cursor().event];
    return 100.0 * cost.bytes_used / (cost.sectors * analysis::kSectorBytes);
  }

  run::TemporaryFolder folder_ = *run::TemporaryFolder::make();  // of copies of lessons' files
  session::OwnFiles own_files_;
  run::Catalogue catalogue_;
  std::vector<Lesson> lessons_;
  std::optional<session::Recordings> recordings_;
  session::Session session_;
};

inline const session::Anchor kGlobalLoad{"", trace::Space::global, trace::EventKind::load, 0};
inline const session::Anchor kGlobalStore{"", trace::Space::global, trace::EventKind::store, 0};
inline const session::Anchor kSharedLoad{"", trace::Space::shared, trace::EventKind::load, 0};
inline const session::Anchor kSharedStore{"", trace::Space::shared, trace::EventKind::store, 0};

}  // namespace warplens::lessons
