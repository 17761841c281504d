// The host timelines that there are, recorded or measured here, and which of their runs is on
// screen.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>

#include "app/features/host_timeline/host_code.h"
#include "app/features/host_timeline/host_timeline_choice.h"
#include "app/features/host_timeline/live_host_timeline.h"
#include "app/session/feature.h"
#include "app/session/recordings.h"
#include "app/session/session.h"
#include "kernels/timing/host_timeline.h"

namespace warplens::host_timeline {

using session::HostTimelinePtr;

// Null: none.
struct HostTimelines {
  HostTimelinePtr recorded, live;
  friend bool operator==(const HostTimelines&, const HostTimelines&) = default;
};

// A run, recorded or live. A stage asks for one; the runs that were on screen are noted.
struct HostTimelineKey {
  timing::Scenario scenario = timing::Scenario::five_steps;
  std::uint64_t bytes = 0;
  std::uint32_t parts = 1;  // counts only where the scenario has some
  friend auto operator<=>(const HostTimelineKey&, const HostTimelineKey&) = default;
};
// What a person has pointed at; noted.
struct SpanKey {
  timing::Track track = timing::Track::host;
  timing::Action action = timing::Action::work;
  friend auto operator<=>(const SpanKey&, const SpanKey&) = default;
};

class HostRuns final : public session::Companion {
 public:
  explicit HostRuns(const session::Surroundings& surroundings);
  // In place of this machine's GPU: tests have one of their own.
  void measure_with(std::function<Result<MeasureHostTimeline>()> open);
  [[nodiscard]] LiveHostTimeline& live() { return *live_; }
  [[nodiscard]] const LiveHostTimeline& live() const { return *live_; }
  // Of the scenario; nothing: it cannot be read.
  [[nodiscard]] const std::optional<HostCode>& code(timing::Scenario scenario) const {
    return codes_[static_cast<std::size_t>(scenario)];
  }
  [[nodiscard]] Text trouble() const override { return trouble_; }

  // What there is to choose from, whenever that changes.
  void offer(HostTimelines timelines, session::Session& session);
  [[nodiscard]] const HostTimelines& timelines() const { return timelines_; }
  // Recorded or live, as chosen; null when there is none.
  [[nodiscard]] const HostTimelinePtr& timeline(const session::Session& session) const;
  // The run that is chosen; null when it was not measured.
  [[nodiscard]] const timing::TimelineRun* run(const session::Session& session) const;
  // One of the run's spans; one that it does not have: none.
  void point_at(std::size_t span, session::Session& session);
  [[nodiscard]] std::optional<std::size_t> span() const { return span_; }

  void stage(const session::Session& now, const session::Stage& stage,
             session::FeatureChoices& next) const override;
  void begin(const session::Stage& stage) override;
  void look(session::Session& session) override;
  [[nodiscard]] bool lacks(const session::Stage& stage,
                           const session::Session& session) const override;

 private:
  std::function<void()> wake_;
  std::unique_ptr<LiveHostTimeline> live_;  // never null
  Text trouble_;                            // with the host's code
  HostCodes codes_;
  HostTimelines timelines_;
  HostTimelineChoice looked_at_;
  std::optional<std::size_t> span_;
};

// Of a session that keeps one.
[[nodiscard]] const HostRuns& runs(const session::Session& session);
[[nodiscard]] HostRuns& runs(session::Session& session);
[[nodiscard]] const HostTimelinePtr& shown_timeline(const session::Session& session);
[[nodiscard]] const timing::TimelineRun* shown_run(const session::Session& session);
[[nodiscard]] std::optional<std::size_t> shown_span(const session::Session& session);

}  // namespace warplens::host_timeline
